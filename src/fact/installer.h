/* The programs that commands are written for; the rows are in installer.def. */
#pragma once

#include "base/span.h"
#include "fact/build.h"

enum installer {
#define INSTALLER(id, name, manager, place, writer) INSTALLER_##id,
#include "fact/installer.def"
#undef INSTALLER
	INSTALLERS
};

/* What an installer makes afresh, and installs into. */
enum installer_place {
	PLACE_VENV,
	PLACE_PREFIX,  /* a conda environment */
	PLACE_PROJECT, /* a manifest with an environment of its own */
};

/* "pip", "uv", "conda", … as on the command line. */
const char *installer_name(enum installer i);
/* False: no such installer. */
bool installer_parse(struct span s, enum installer *ret);
bool installer_among(const enum installer *v, size_t n, enum installer i);
enum manager installer_manager(enum installer i);
enum installer_place installer_place(enum installer i);
/*
 * Whether it installs for that Python: uv refuses what is older than 3.6 (0.13.9), and so does the
 * virtualenv that Poetry and PDM bring (20.22 and later).
 */
bool installer_serves(enum installer i, struct python p);
/* The one that is meant where only the manager is known. */
enum installer installer_usual(enum manager m);
