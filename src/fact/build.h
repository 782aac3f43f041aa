/*
 * One torch that can be installed: a wheel of an index, or a conda build, for one platform.
 * The resolver's candidates; the rows of the matrix table `candidate`.
 */
#pragma once

#include <stdbool.h>

#include "fact/confidence.h"
#include "fact/finding.h"
#include "fact/python.h"
#include "fact/sm.h"

enum manager { MANAGER_PIP, MANAGER_CONDA };

/* Channels and indexes that something turns on, as the matrix names them. */
#define CHANNEL_PYPI "pypi"
#define CHANNEL_PYTORCH_INDEX "pytorch-index"
#define CHANNEL_CONDA_FORGE "conda-forge"
#define CHANNEL_PYTORCH "pytorch"
#define CHANNEL_DEFAULTS "defaults"

struct cuda_version {
	uint8_t major, minor; /* 12.6; major 0: none */
};

/* A package that must stay below something beside a build that does not bound it itself. */
struct build_bound {
	const char *package, *spec; /* "numpy", "numpy<2" */
	struct python python;       /* from that one on; major 0: with any */
	struct sm below;            /* where a GPU is below; major 0: with any, or none */
	enum finding_code code;     /* FINDING_NONE: a note */
};

/* How pip is asked for a build of an index. */
enum pip_way {
	PIP_INDEX,      /* --index-url: the index holds torch and all that it needs */
	PIP_EXTRA,      /* --extra-index-url: beside PyPI, which has the rest */
	PIP_PAGE,       /* -f: a page of files */
	PIP_FILE,       /* torch and torchvision by their files: a version names others, too */
	PIP_TORCH_FILE, /* torch by its file */
};

/* What the builds of one time have in common. */
struct build_terms {
	enum pip_way way;           /* of an index */
	const char *conda_base;     /* the channel for the rest; NULL: the build's own have it */
	bool later;                 /* runs with a later CUDA of its major, which conda may bring */
	struct { struct build_bound *v; size_t n, room; } bounds;
};

struct build {
	const char *platform;  /* "linux-64" */
	const char *channel;   /* "pypi", "pytorch-index", "conda-forge", … */
	const char *torch;     /* "2.14.1" */
	const char *variant;   /* "cu126", "cpu" */
	const char *toolkit;   /* "12.6.3"; NULL not known */
	const char *index_url; /* NULL for PyPI and conda */
	const char *pip_page;  /* of an index, for the ways that need one */
	const struct build_terms *terms; /* NULL in tests: none */
	const char *local;     /* "+cu126" as the file is named; NULL where it has none */
	const char *package;   /* "torch", "pytorch" */
	const char *build;     /* conda build string, or a glob when exact is false; NULL for pip */
	const char *arm;       /* conda on linux-aarch64: "sbsa", "tegra"; NULL elsewhere */
	const char *os_least;  /* least glibc, "2.28", on a Mac macOS, "14"; NULL: none known */
	const struct sm_list *sass; /* declared cubins */
	const struct sm_list *ptx;  /* declared PTX */
	const char *cudnn;
	const char *torchvision, *torchaudio; /* version, "none", or NULL not known */
	const char *torchvision_build, *torchaudio_build; /* conda, exact; NULL not known */
	const char *conda_apart;    /* companions for a command of their own; NULL none */
	const char *conda_extra;    /* "pytorch-cuda=12.1"; NULL none */
	const char *conda_channels; /* "pytorch nvidia", in order */
	const char *source;         /* keys into the table of sources */
	long long size;             /* bytes to download; -1 not known */
	struct python_set pythons;
	struct python_set pythons_unknown; /* may have files too */
	struct python_set torchvision_pythons, torchaudio_pythons; /* that have a file of it */
	enum manager manager;
	int rank;              /* order of torch versions, the newest highest */
	int build_number;      /* -1 not known */
	enum confidence code_confidence; /* of the two lists; NONE: not known what it holds */
	enum confidence exists_confidence;
	struct cuda_version cuda;
	bool exact;
	bool pythons_inferred; /* from the release, not from files */
	bool certain;
	bool is_default;       /* the release's default CUDA, see the manual */
	bool zstd;             /* its device code is compressed with ZSTD */
	bool needs_cuda;       /* conda: depends on __cuda */
};

/*
 * The order of builds of one torch by what they are, the larger number first: the release's
 * default CUDA, the higher CUDA, exact before pattern, the channel, one with torchvision, the
 * newer Python (conda; one that is young comes last), the higher build number. Less than
 * 1 << BUILD_PLACE_BITS.
 */
enum { BUILD_PLACE_BITS = 42 };
uint64_t build_place(const struct build *b, struct python_set young);
/* The same, where that of a build is known from which b differs in Python and number alone. */
uint64_t build_place_beside(const struct build *b, struct python_set young, uint64_t place);

bool build_is_from(const struct build *b, const char *channel);
/* From one of PyTorch's own channels and indexes: "pytorch", "pytorch-lts", "pytorch-index", … */
bool build_is_from_pytorch(const struct build *b);
/* "2.13.0+cu126" */
const char *build_said(struct arena *a, const struct build *b);
/* Never NULL. */
const struct build_terms *build_terms(const struct build *b);

/* "pip", "conda" */
const char *manager_name(enum manager m);
/* "12.6", "126", "cu126"; the last digit is the minor. */
bool cuda_version_parse(struct span s, struct cuda_version *ret);
static inline int cuda_version_cmp(struct cuda_version a, struct cuda_version b)
{
	int x = a.major * 100 + a.minor, y = b.major * 100 + b.minor;

	return (x > y) - (x < y);
}
enum { CUDA_TEXT = 8 };
const char *cuda_version_text(struct cuda_version v, char to[CUDA_TEXT]);
