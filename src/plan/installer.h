/* Who installs: the tools whose commands are printed. */
#pragma once

#include "base/span.h"
#include "fact/build.h"

/* pip and uv install the same files, the others the same conda builds. */
enum installer {
	INSTALLER_PIP,
	INSTALLER_UV,
	INSTALLER_CONDA,
	INSTALLER_MAMBA,
	INSTALLER_MICROMAMBA,
	INSTALLER_PIXI,
	INSTALLERS
};

/* "pip", "uv", "conda", … as on the command line. */
const char *installer_name(enum installer i);
/* False: no such installer. */
bool installer_parse(struct span s, enum installer *ret);
enum manager installer_manager(enum installer i);
