/* Static libraries: the members of an ar archive (System V and GNU names). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/package/blob.h"

enum { AR_MAGIC = 8, AR_HEADER = 60, AR_NAME = 17 };

/* Whether one of this name has objects of Windows, whose sections lie at any offset. */
bool ar_windows(const char *path);
/* By its first bytes. */
bool ar_is(struct blob *s);
/*
 * Calls `each` for every member that is not the archive's own index; a non-zero result ends the
 * walk and is returned. ERR_INPUT when sizes lie.
 */
int ar_walk(struct blob *s, void *own,
	    int (*each)(void *own, const char *name, uint64_t at, uint64_t size), struct err *e);

/* The same archive as it streams by, behind its first AR_MAGIC bytes. */
struct ar_stream {
	uint64_t left;         /* bytes of the member that are still to come */
	uint64_t at, total;    /* of the archive */
	unsigned members;
	size_t held;
	char hold[AR_HEADER];
	char name[AR_NAME];    /* of the member */
	bool body, index, pad, bad;
};

/* What some bytes are. After AR_BEGIN and AR_BODY, `left` 0 is the end of the member. */
enum ar_part { AR_BETWEEN, AR_BEGIN, AR_BODY };

void ar_start(struct ar_stream *s, uint64_t total);
/* Takes some of the next bytes, at least one of them. */
size_t ar_feed(struct ar_stream *s, const uint8_t *p, size_t n, enum ar_part *what);
/* Whether the bytes ended where a member does, and no size lied. */
bool ar_whole(const struct ar_stream *s);
