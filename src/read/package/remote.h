/*
 * A file on a web server, read by ranges (RFC 9110, sections 13 and 14). The first request brings
 * the tail, where a ZIP archive has its directory; what was read is remembered, what is announced
 * by blob_ahead comes as one answer that is left where no more is wanted. A transfer that is cut
 * or stalls goes on where it stopped; a file that changes meanwhile is refused.
 */
#pragma once

#include "fact/package.h"
#include "read/package/blob.h"

enum {
	REMOTE_TAIL = 128 << 10,       /* of the first request */
	REMOTE_WHOLE = 4 << 20,        /* a server without ranges may send a file this small */
	REMOTE_MOST = 50 * 1000 * 1000,/* bytes read without being asked to */
	REMOTE_STALL = 30,             /* seconds */
	REMOTE_STALLS = 10,            /* so many times as long it may take in all, … */
	REMOTE_PACE = 16 << 10,        /* … and a second for each of so many bytes that came */
};

struct remote_options {
	const char *agent;             /* User-Agent */
	bool offline;
	unsigned stall;                /* seconds without progress; 0: REMOTE_STALL */
	uint64_t most;                 /* bytes that may be read; 0: all */
	void *own;
	/* Called while bytes come; NULL nothing. */
	void (*progress)(void *own, const char *name, uint64_t received);
};

/*
 * ERR_MISSING when the server cannot be reached or does not do what is needed; where it is its
 * ranges that are missing or wrong, p gets CP409. blob_close ends the connection.
 */
int remote_open(struct arena *a, const char *url, const struct remote_options *o,
		struct package *p, struct blob *ret, struct err *e);
/* Body bytes that came over the network. */
uint64_t remote_received(const struct blob *s);
