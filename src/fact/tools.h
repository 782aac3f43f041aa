/*
 * What a machine has to make environments with: its Pythons, and installers that bring their own.
 * Known of the machine this runs on alone.
 */
#pragma once

#include "fact/host.h"
#include "fact/installer.h"
#include "fact/python.h"

struct interpreter {
	struct python version;
	const char *command; /* what a shell starts it by: "python3.12", or its path */
	const char *path;    /* of its file, with all links resolved */
	enum tri venv;       /* it makes virtual environments with pip in them */
	const char *package; /* of the system, which has what it lacks for that; or NULL */
};

struct tools {
	/* The first that starts is the first here; what PATH does not have comes after that. */
	ARRAY(struct interpreter) pythons;
	/* What a shell starts it by; NULL: it was not seen. pip is one with its Python. */
	const char *installers[INSTALLERS];
	bool sudo;
	bool bare; /* the active environment has no pip */
};

/* One of that version, that makes environments if there is any; NULL: there is none. */
const struct interpreter *tools_python(const struct tools *t, struct python version);
/* Every version that there is. */
struct python_set tools_pythons(const struct tools *t);
/* The first installer of a manager that was seen; its usual one where none was. */
enum installer tools_installer(const struct tools *t, enum manager m);
