/*
 * One pass over one file: device code, headers and telling strings at once, whether the bytes
 * come from a decompressor or from a file that can be sought.
 */
#pragma once

#include "fact/package.h"
#include "read/package/fatbin.h"
#include "read/package/texts.h"
#include "read/package/view.h"

struct scan {
	const char *path;
	uint64_t size;
	struct windows w;
	struct fatbin f;
	struct texts t;
	bool texts_only;    /* stop as soon as the string wanted is found */
	bool first_pass;
	unsigned magic;     /* bytes of "!<arch>\n" that it begins with */
	unsigned passes;
};

/* About 150 KiB of fields and up to 9 MiB of windows; scan_free gives them back. */
void scan_start(struct scan *s, const char *path, uint64_t size);
/* False when nothing more is wanted. */
bool scan_feed(struct scan *s, const uint8_t *p, size_t n);
/* At the end of the bytes: whether another pass over them brings what is still missing. */
bool scan_again(struct scan *s);
/*
 * What was found. `whole`: every byte has passed. The members of a static library cannot be told
 * apart as they stream by: it counts as not read, see scan_source().
 */
void scan_result(struct scan *s, struct arena *a, bool whole, struct library *ret);
void scan_free(struct scan *s);

/*
 * The same for a file that can be sought: payloads are jumped over. Static libraries are read
 * member by member.
 */
int scan_source(struct arena *a, struct source *source, const char *path, struct library *ret,
		struct err *e);
/* Only the containers of a file, as the caller's to free; texts and headers are passed over. */
int scan_containers(struct source *source, struct fatbin *ret, struct err *e);
