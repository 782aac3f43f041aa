/* What a package, a library or a folder holds, as far as it was read. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strings.h"
#include "fact/sm.h"
#include "base/err.h"
#include "fact/found.h"
#include "fact/variant.h"

/* What a source was recognised as; of a library, what its file is. */
enum package_kind {
	PACKAGE_UNKNOWN,
	PACKAGE_WHEEL,
	PACKAGE_CONDA,
	PACKAGE_ELF,
	PACKAGE_ARCHIVE,
	PACKAGE_PE,
	PACKAGE_CUBIN,
	PACKAGE_FATBIN,
	PACKAGE_PTX,
	PACKAGE_FOLDER,
	PACKAGE_NAME,
	PACKAGE_LISTING,
	PACKAGE_KINDS,
};

/* A library that is known by its name. */
enum product {
	PRODUCT_OTHER,
	PRODUCT_CUBLAS,
	PRODUCT_CUBLASLT,
	PRODUCT_CUDART,
	PRODUCT_CUDNN,
	PRODUCT_CUFFT,
	PRODUCT_CURAND,
	PRODUCT_CUSOLVER,
	PRODUCT_CUSPARSE,
	PRODUCT_CUSPARSELT,
	PRODUCT_CUPTI,
	PRODUCT_NCCL,
	PRODUCT_NVRTC,
	PRODUCT_NVJITLINK,
	PRODUCT_NVTX,
	PRODUCT_CUFILE,
	PRODUCT_NVSHMEM,
	PRODUCT_NVJPEG,
	PRODUCT_NPP,
	PRODUCT_CUTENSOR,
	PRODUCT_TENSORRT,
	PRODUCT_TORCH,
	PRODUCTS,
};

/* Entries of one kind in one library. */
struct code_count {
	struct sm_code key;
	unsigned n;
	const char *section;   /* NULL: in no section, or sections not known */
	bool relocatable;      /* input of the device linker (__nv_relfatbin): never loaded */
};

struct library {
	const char *path;      /* inside the package, or as given */
	enum package_kind format; /* elf, pe, archive, fatbin, ptx, cubin */
	const char *machine;   /* "x86_64", "aarch64" */
	const char *soname, *runpath, *build_id;
	struct strings needed;
	const char *glibc;     /* highest GLIBC_x.y it needs; NULL none or not known */
	const char *glibcxx;   /* highest GLIBCXX_3.4.x */
	enum product product;
	const char *version;   /* of the product; NULL not known */
	const char *sha256;    /* only when it was asked for, or known from RECORD */
	const char *declared;  /* torch's own list of targets, as it stands in the file */
	uint64_t declared_at;  /* its offset there */
	uint64_t declared_need; /* packed bytes up to its end, in steps of 64 KiB; 0 not known */
	uint64_t size;
	bool scanned;          /* every byte of it */
	unsigned containers, outside, empty;
	unsigned damaged;      /* what of it lies about its size, is cut or beyond a limit */
	ARRAY(struct code_count) code;
	struct sm_list sass;   /* all cubins with code that can be loaded */
	struct sm_list common; /* what every container of .nv_fatbin with code holds */
	struct sm_list common_ptx;
	struct sm_list ptx;
	bool has_common;
};

/* A library of NVIDIA that is needed and is not inside. */
struct external {
	const char *soname, *package;
	const char *requirement; /* as METADATA has it; NULL: nothing asks for it */
};

enum depth { DEPTH_NAMES, DEPTH_DECLARED, DEPTH_EXACT };

/* PTX of one target and one ISA. */
struct ptx {
	struct sm sm;
	uint8_t isa_major, isa_minor;
};

enum scanned { SCANNED_NONE, SCANNED_DECLARED, SCANNED_PARTIAL, SCANNED_EXACT };

struct package {
	const char *source;    /* as the user named it */
	enum package_kind kind;
	const char *name, *version, *local, *variant, *cuda, *build, *build_tag;
	const char *python_tag, *abi_tag, *platform_tag;
	const char *cudnn;
	const char *glibc_min; /* what the tag promises to need at most; NULL no promise */
	const char *requires_python;
	const char *read_as;   /* the name that was meant, where the given one was spoilt; NULL */
	const char *wheel_tag; /* the first Tag of WHEEL; NULL none */
	const char *platform;  /* "linux-64", … as hosts have it; NULL any or not known */
	const char *made_torch; /* "2.8": the torch that a wheel's name tells; NULL: none */
	const char *made_cuda; /* the same of its CUDA: "12", "12.8" */
	const char *cxx11abi;  /* "TRUE", "FALSE": of that torch, by the name; NULL */
	const char *label;     /* of a wheel's variant (PEP 825): "cu126", "null"; NULL none */
	struct strings properties; /* of variant.json: "nvidia :: sm_arch :: 90_real" */
	const struct variant_set *variants; /* of an index's file, or that of a wheel; NULL none */
	const char *summary;
	const char *git;       /* commit that torch was built from */
	const char *sha256;
	bool from_matrix;      /* the device code was looked up by sha256, not read */
	bool from_record;      /* the libraries are those that RECORD names */
	bool torch;            /* it is torch itself: declared, complete, partial apply */
	enum scanned scanned;
	struct strings requires, extras;
	ARRAY(struct library) libraries;
	struct findings findings;
	ARRAY(struct external) external;
	struct strings not_found; /* what ldd did not find */
	/* of all libraries */
	struct sm_list sass;
	ARRAY(struct ptx) ptx;
	bool codec[3], ptx_codec[3];
	/* of torch itself */
	const char *declared_text, *declared_in;
	struct sm_list declared, declared_ptx, complete, complete_ptx, partial;
	bool has_declared, has_complete;
	const char *glibc_needed, *glibcxx_needed, *glibc_needed_by;
	uint64_t hashed;       /* files whose sha256 is the one in RECORD */
	uint64_t size, unpacked, bytes_read, entries;
};

/*
 * Adds a finding, unless the same is there or there are very many. `have` and `need`: what it holds
 * and what was promised, declared or allowed, or NULL. All texts live as long as the package.
 */
void package_find(struct arena *a, struct package *p, enum finding_code code, const char *have,
		  const char *need, struct phrase words);
/* Fills what follows from the libraries: unions, declared, complete, partial, glibc needed. */
void package_sum(struct arena *a, struct package *p);
/* Sums up the device code of one library: sass, ptx, common. */
void library_sum(struct library *l);
/* The finding that it is damaged. */
void package_damage(struct arena *a, struct package *p, const struct err *e);
/* The version; its local label goes into a field of its own. */
void package_version(struct arena *a, struct package *p, const char *version);
/* Whether it holds kernels of torch itself; *main: the library that every kernel is in. */
bool library_is_torch(const struct library *l, bool *main);
/* Whether one of its requirements counts on its platform, for who asks for no extra. */
bool package_requires(struct arena *a, const struct package *p, const char *requirement);
/* The glibc below which it does not install or not load: of tag and libraries the higher one. */
const char *package_glibc(const struct package *p);
const char *scanned_name(enum scanned s);
/* The word of --json, as "wheel"; NULL of what is not known. */
const char *package_kind_name(enum package_kind k);
/* "cuDNN", "CUDA runtime"; NULL of another. */
const char *product_name(enum product p);
