/*
 * The conditions behind ";": "python_version < '3.12' and sys_platform == 'linux'"; see
 * https://packaging.python.org/specifications/dependency-specifiers/
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

/* What a marker asks about; NULL is not known. Indexed by enum marker_var. */
enum marker_var {
	MARKER_OS_NAME,             /* "posix" */
	MARKER_SYS_PLATFORM,        /* "linux" */
	MARKER_PLATFORM_MACHINE,    /* "x86_64" */
	MARKER_PLATFORM_SYSTEM,     /* "Linux" */
	MARKER_PLATFORM_RELEASE,
	MARKER_PLATFORM_VERSION,
	MARKER_IMPLEMENTATION,      /* "CPython", platform_python_implementation */
	MARKER_IMPLEMENTATION_NAME, /* "cpython" */
	MARKER_IMPLEMENTATION_VERSION,
	MARKER_PYTHON_VERSION,      /* "3.12" */
	MARKER_PYTHON_FULL_VERSION, /* "3.12.4" */
	MARKER_EXTRA,               /* NULL: none was asked for */
	MARKER_VARS,
};

struct marker_env {
	const char *v[MARKER_VARS];
};

enum marker_answer { MARKER_NO, MARKER_YES, MARKER_UNKNOWN };

struct marker; /* a parsed condition */

enum { MARKER_MAX = 8192 };

/* A condition alone, as METADATA has it behind ";". */
int marker_parse(struct arena *a, struct span s, const struct marker **ret, struct err *e);
enum marker_answer marker_eval(const struct marker *m, const struct marker_env *env);
/* Both hold; NULL stands for what always does. */
const struct marker *marker_both(struct arena *a, const struct marker *x, const struct marker *y);
/* Holds where x does not. */
const struct marker *marker_not(struct arena *a, const struct marker *x);
/* The environment of an ordinary CPython, "3.12", on "linux-64", "linux-aarch64", "win-64",
 * "osx-64" or "osx-arm64"; what these do not tell is NULL. */
struct marker_env marker_env_of(const char *python, const char *platform);
