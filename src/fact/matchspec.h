/*
 * What people ask conda for, and what a package answers: "conda-forge/linux-64::pytorch=2.5.*",
 * "pytorch 2.5.1 py3.12_cuda12.4_cudnn9.1.0_0", "numpy>=1.20[build='*_0',md5=…]". See
 * conda/ceps@c6ae4d9d:cep-0029.md and conda/conda@0f64223f:conda/models/match_spec.py.
 */
#pragma once

#include "base/err.h"
#include "fact/conda_spec.h"

/* In the order in which brackets are printed. */
enum conda_field {
	CONDA_CHANNEL,
	CONDA_SUBDIR,
	CONDA_NAME,
	CONDA_VERSION,
	CONDA_BUILD,
	CONDA_BUILD_NUMBER,
	CONDA_TRACK_FEATURES,
	CONDA_FEATURES,
	CONDA_URL,
	CONDA_MD5,
	CONDA_SHA256,
	CONDA_LICENSE,
	CONDA_LICENSE_FAMILY,
	CONDA_FN,
	CONDA_WHEN,   /* condition, extras and flags are read, but decide nothing */
	CONDA_EXTRAS,
	CONDA_FLAGS,
	CONDA_FIELDS,
};

/* A package; NULL is not known. */
struct conda_record {
	const char *f[CONDA_FIELDS];
};

/* NULL in f: not asked for. */
struct matchspec {
	const char *f[CONDA_FIELDS];
	struct conda_spec version, build_number;
	struct regex name, build; /* no match in it: a glob, or the text itself */
};

enum { MATCHSPEC_MAX = 4096 };

/* What the fields are called within brackets. */
const char *matchspec_key(enum conda_field i);

bool matchspec_has(const struct matchspec *spec, const struct conda_record *r);
/*
 * The canonical form, "conda-forge::foo==1.0=py27_0"; channels stay as they were named, because
 * what else a channel is called depends on the configuration.
 */
const char *matchspec_text(struct arena *a, const struct matchspec *spec);

/*
 * "name-version-build", "channel/subdir::name-version-build", a file name or a URL (.conda or
 * .tar.bz2). The build number is taken from the end of the build, as is the custom.
 */
int conda_record_parse(struct arena *a, struct span s, struct conda_record *ret, struct err *e);
/* "https://host/label/linux-64" into channel and subdir; subdir NULL if there is none. */
void conda_channel_split(struct arena *a, struct span s, const char **channel,
			 const char **subdir);
/* Is the record's channel the one asked for? A name fits the end of a URL; "defaults" fits its
 * parts. */
bool conda_channel_fits(struct span asked, struct span have);
