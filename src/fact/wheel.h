/*
 * File names of wheels, of every era: "torch-2.1.2+cu121-cp311-cp311-linux_x86_64.whl"; see
 * https://packaging.python.org/specifications/binary-distribution-format/
 */
#pragma once

#include "base/err.h"
#include "fact/python.h"

enum { WHEEL_MAX = 1024, WHEEL_TAGS = 32 };

struct wheel_tags {
	struct span v[WHEEL_TAGS]; /* "manylinux_2_17_x86_64", "manylinux2014_x86_64" */
	size_t n;
};

enum wheel_source { WHEEL_NOWHERE, WHEEL_LOCAL, WHEEL_NAME, WHEEL_POST, WHEEL_URL, WHEEL_LABEL };

struct wheel {
	const char *file;      /* without folder, "%2B" decoded */
	const char *name;      /* as written, "torch_scatter" */
	const char *version;   /* as written, with the local label */
	const char *local;     /* NULL: none */
	const char *build_tag; /* NULL: none */
	const char *label;     /* variant label behind the tags; NULL: none */
	const char *python_tag, *abi_tag, *platform_tag; /* as written, "py2.py3" */
	struct wheel_tags pythons, abis, platforms;
	/* What name, local label and folder say about the contents; NULL: nothing. */
	const char *variant;   /* "cu121", "cpu", "rocm6.1", "xpu" */
	const char *cuda;      /* "12.1", "12" or "12.x" where the minor is open */
	enum wheel_source cuda_source;
	const char *torch;     /* "2.4", the torch it was built against */
	const char *cxx11abi;  /* "TRUE", "FALSE" */
	const char *cudnn;     /* "89" */
};

/*
 * A file name, or a path or URL that ends in one. ERR_INPUT names the part that is wrong.
 * Versions with a second "+" and tags in any order are taken, as they occur.
 */
int wheel_parse(struct arena *a, struct span s, struct wheel *ret, struct err *e);

/* The same of what a line asks for, "https://host/x-1.0-py3-none-any.whl#sha256=…"; false, also
 * for NULL: it names no wheel. */
bool wheel_of_url(struct arena *a, const char *url, struct wheel *ret);

/* "name-version.tar.gz" or ".zip" of a source package; false if it is none. */
bool wheel_sdist_parse(struct arena *a, struct span s, const char **name, const char **version);

/* What a platform tag asks for. */
struct wheel_platform {
	const char *platform;  /* "linux-64", "osx-arm64", "any"; NULL: not one that is known */
	bool musl;
	uint8_t least_major, least_minor; /* glibc (or musl, or macOS); 0.0: none promised */
};

/* "manylinux_2_28_x86_64" is linux-64 with glibc 2.28, "macosx_14_0_arm64" a Mac with macOS 14. */
struct wheel_platform wheel_platform_of(struct span tag);
/* The least glibc with which one of the tags is taken, "2.17"; NULL: none promised, or not
 * Linux with glibc. */
const char *wheel_glibc(struct arena *a, const struct wheel *w);

enum wheel_fit { WHEEL_FITS, WHEEL_PYTHON, WHEEL_PLATFORM, WHEEL_SYSTEM };

/*
 * Can that Python (major 0: any) on that platform (NULL: any) with that glibc ("2.31", NULL: any),
 * on a Mac macOS, install it? If not, what is in the way first.
 */
enum wheel_fit wheel_fits(const struct wheel *w, struct python p, const char *platform,
			  const char *os_version);
