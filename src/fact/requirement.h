/*
 * What people ask pip for: "torch[extra] >=2.1,<2.4; python_version < '3.12'"; see
 * https://packaging.python.org/specifications/dependency-specifiers/
 */
#pragma once

#include "base/pep440_set.h"

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

struct requirement {
	const char *name;      /* normalised, "torch-scatter" */
	const char **extras;   /* normalised */
	size_t n_extras;
	struct pep440_set set; /* n = 0: any version */
	const char *url;       /* after "@"; NULL: from an index */
	const struct marker *marker; /* NULL: always */
};

enum { REQUIREMENT_MAX = 8192 };

/* Lower case, runs of "-", "_" and "." become one "-". */
const char *python_name(struct arena *a, struct span s);
/* Letters, digits, "-", "_", "."; a letter or digit at both ends. */
bool python_name_ok(struct span s);

/* One requirement; a remark after " #" is cut off. ERR_INPUT says what is wrong. */
int requirement_parse(struct arena *a, struct span s, struct requirement *ret, struct err *e);
/* Does it apply there? */
enum marker_answer requirement_applies(const struct requirement *r, const struct marker_env *env);

/* A condition alone, as METADATA has it behind ";". */
int marker_parse(struct arena *a, struct span s, const struct marker **ret, struct err *e);
enum marker_answer marker_eval(const struct marker *m, const struct marker_env *env);
/* The environment of an ordinary CPython, "3.12", on "linux-64", "linux-aarch64", "win-64",
 * "osx-64" or "osx-arm64"; what these do not tell is NULL. */
struct marker_env marker_env_of(const char *python, const char *platform);
