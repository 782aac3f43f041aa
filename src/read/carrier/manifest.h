/*
 * What a matrix that is handed on says of itself: a text of lines "key value", which is what is
 * signed. cudaplan-matrix(5) has its form.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

enum { MANIFEST_MAX = 4096 };

/* The matrix, and of it what plans read at every start. */
enum { CARRIED_MATRIX, CARRIED_FRONT, CARRIED };

struct manifest {
	unsigned major, minor;  /* the form of the tables */
	uint64_t serial;        /* grows with each that is handed out */
	const char *version, *date, *next_by, *torch; /* next_by: when a newer one is due */
	struct carried {
		uint64_t size, packed;  /* bytes, and those of its file, which is packed */
		const char *sha256, *packed_sha256;
	} part[CARRIED];
};

/* ERR_INPUT, with what is missing, for anything but such a text with all of it. */
int manifest_parse(struct arena *a, struct span text, struct manifest *ret, struct err *e);
