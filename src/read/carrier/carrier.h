/*
 * A matrix as it is handed on: a wheel cudaplan_matrix-VERSION-py3-none-any.whl, or its files in a
 * folder. Where it came from does not matter, who signed its manifest does.
 */
#pragma once

#include "read/carrier/manifest.h"
#include "read/carrier/signify.h"

#define CARRIER_PROJECT "cudaplan-matrix"

struct carrier {
	const char *from;             /* the file, for messages */
	struct manifest manifest;
	const struct signify_key *by; /* who signed it */
	struct span text, signature;  /* of the manifest */
	struct span packed[CARRIED];  /* its parts, as zstd packs them */
};

/*
 * Opens a wheel, a folder with such files or wheels (then the newest), or one of the files, whose
 * form is `major`. ERR_INPUT where it is nothing of that kind, ERR_MISSING where it is not what one
 * of the keys signed.
 */
int carrier_open(struct arena *a, const char *path, unsigned major, const struct signify_keys *keys,
		 struct carrier *ret, struct err *e);
/* The same of the bytes of a wheel, which must outlive it. */
int carrier_of(struct arena *a, const char *name, struct span wheel, unsigned major,
	       const struct signify_keys *keys, struct carrier *ret, struct err *e);
/* Is it the name of such a wheel? *version then. */
bool carrier_wheel(struct span file, struct span *version);
/* Whether the SHA-256 of these bytes is that one, in hexadecimal. */
bool carrier_sum_is(struct span bytes, const char *sha256);
/* A part of it, unpacked, whose sum is the one that was signed. */
int carrier_unpack(struct arena *a, const struct carrier *c, int part, struct span *ret,
		   struct err *e);
