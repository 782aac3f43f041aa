/*
 * Documents of indexes and channels as they come over HTTP: whole, or not at all. What has an ETag
 * is kept below XDG_CACHE_HOME and asked for only if it has changed; what is cut goes on where it
 * stopped.
 */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum { FETCH_STALL = 15, FETCH_SECONDS = 300 }; /* of silence; for one document */

struct fetch;

struct fetch_options {
	const char *agent;     /* User-Agent */
	bool offline;
	unsigned stall;        /* seconds without progress; 0: FETCH_STALL */
	const char *cache;     /* the folder for what is kept; NULL: nothing is */
};

struct fetch_ask {
	const char *url;
	const char *accept;    /* types; NULL any */
	uint64_t most;         /* bytes that it may have */
	bool for_good;         /* what has this address never changes: the one kept is taken */
	void *own;
	/* A document begins, also anew after a failure: what came of it is to be forgotten. */
	void (*begin)(void *own);
	/* False: it is not what is looked for, as *e says. */
	bool (*take)(void *own, const void *p, size_t n, struct err *e);
};

struct fetch_head {
	const char *type;      /* "text/html", without parameters; "" not said */
	const char *url;       /* where redirects ended */
	bool sized;            /* that all came is certain: the server said how much it is */
	bool kept;             /* it is the one that was kept */
};

/* ERR_MISSING where URLs cannot be read here, or not now. */
int fetch_open(struct arena *a, const struct fetch_options *o, struct fetch **ret, struct err *e);
void fetch_close(struct fetch *f);
/*
 * ERR_NONE, with a sentence, when the server says that it has no such document (404, 410), else
 * ERR_MISSING. A server that did not answer is not asked again.
 */
int fetch_get(struct fetch *f, const struct fetch_ask *ask, struct fetch_head *ret, struct err *e);
/* The same, into *to; at most as much as fits there. */
int fetch_text(struct fetch *f, struct fetch_ask ask, struct buf *to, struct fetch_head *ret,
	       struct err *e);
/* The first bytes of a file, at most n: *got. */
int fetch_first(struct fetch *f, const char *url, void *to, size_t n, size_t *got,
		struct fetch_head *ret, struct err *e);
/* Forgets what was kept of an address. */
void fetch_forget(struct fetch *f, const char *url);
