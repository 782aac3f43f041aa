/*
 * Strings that tell what a library is, found in a stream of bytes: they begin with a known word
 * and end with a byte that cannot be part of them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum text_kind {
	TEXT_DECLARED, /* "sm_75 sm_80 …": what torch.cuda.get_arch_list() prints */
	TEXT_GENCODE,  /* "-gencode;arch=compute_37,code=sm_37;…" of torch.__config__ */
	TEXT_CUDNN,    /* "cudnn_version_9_19_0_56_" */
	TEXT_NCCL,     /* "NCCL version 2.28.9+cuda13.0" */
	TEXT_TOOLS,    /* "Cuda compilation tools, release 13.0, V13.0.88" */
	TEXT_NVSHMEM,  /* "NVSHMEM v3.7.2" */
	TEXT_CUFILE,   /* "1.17.1.22", nothing else */
	TEXT_KINDS,
};

enum { TEXTS_MAX = 1024, TEXTS_SEAM = 32 };

struct texts {
	unsigned wanted;           /* bit per kind */
	int capturing;             /* kind, or -1 */
	size_t carried, captured;
	uint64_t at;               /* offset in the file of what is fed next: the caller sets it */
	uint64_t begin;            /* of what is captured */
	uint64_t found_at[TEXT_KINDS];
	uint8_t carry[TEXTS_SEAM];
	char capture[TEXTS_MAX];
	char found[TEXT_KINDS][TEXTS_MAX]; /* the first valid one of each kind; "" none */
};

/* `wanted` as texts_for gives it. */
void texts_start(struct texts *t, unsigned wanted);
/* The kinds worth looking for in a file of this name. */
unsigned texts_for(struct span path);
void texts_feed(struct texts *t, const uint8_t *p, size_t n);
/* Bytes were left out here: nothing reaches across. */
void texts_gap(struct texts *t);
