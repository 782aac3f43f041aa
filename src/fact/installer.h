/* The programs that plans are written for. */
#pragma once

#include <stdbool.h>

#include "base/span.h"
#include "fact/build.h"

enum installer {
	INSTALLER_PIP,
	INSTALLER_UV,
	INSTALLER_CONDA,
	INSTALLER_MAMBA,
	INSTALLER_MICROMAMBA,
	INSTALLER_PIXI,
	INSTALLERS,
};

/* "pip", "uv", …: the words of --installer and of the JSON. */
const char *installer_name(enum installer i);
bool installer_parse(struct span s, enum installer *ret);
/* Which builds it installs: wheels or conda packages. */
enum manager installer_manager(enum installer i);
