/* What the parts of the remote source share: the state of one file and of its transfer. */
#pragma once

#include "door/http.h"
#include "read/package/remote.h"

enum { REMOTE_BLOCKS = 8, REMOTE_BLOCK = 256 << 10, REMOTE_KEPT = 4 << 20 };
enum { REMOTE_AGAIN = 24 << 20 }; /* an entry up to this size is read once */

/* Bytes that are remembered. */
struct remote_block {
	uint64_t at;
	size_t n;
	uint8_t *p;
};

struct remote {
	struct arena *arena;
	struct package *package;      /* where findings go */
	struct remote_options o;
	struct http *http;
	const char *url, *name;       /* as given; as shown */
	const char *now;              /* where its redirects ended, or url */
	char validator[HTTP_FIELD];   /* a strong ETag or a date; "" none */
	bool dated;                   /* it is a date */
	struct err failure;           /* the first; nothing is read after it */
	double begun;                 /* os_clock_ms */
	uint64_t size;
	/* the transfer: [at, end) are still to come */
	bool open, checks_end;
	uint64_t at, end;
	unsigned attempts;            /* to get an answer */
	unsigned cuts, idle_cuts;     /* in all; in a row, with next to nothing between them */
	uint64_t resumed;             /* where the transfer went on after the last cut */
	/* what is announced */
	uint64_t ahead, ahead_end;
	struct remote_block kept;     /* its beginning, or all of it, for who reads it again */
	/* of reads that nobody announced */
	uint64_t last_end, window;
	struct remote_block tail, block[REMOTE_BLOCKS];
	size_t next_block;
};

/* Asks for the tail, or for a small file whole; fills size, validator, tail. */
int remote_first(struct remote *r, struct err *e);
/* Starts a transfer of [at, end). */
int remote_ask(struct remote *r, uint64_t at, uint64_t end, struct err *e);
/* The next n bytes of the transfer, across cuts. */
int remote_pull(struct remote *r, void *to, size_t n, struct err *e);
/* An error without facts, the address in front; ERR_MISSING. */
int remote_refuse(const struct remote *r, enum form why, struct err *e);
