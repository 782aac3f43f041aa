/*
 * One pass over one file: device code, headers and telling strings at once, whether the bytes
 * come from a decompressor or from a file that can be sought.
 */
#pragma once

#include "fact/package.h"
#include "read/package/ar_private.h"
#include "read/package/fatbin_private.h"
#include "read/package/texts_private.h"
#include "read/package/view_private.h"

enum scan_form { SCAN_OPEN, SCAN_FILE, SCAN_ARCHIVE };

struct scan {
	const char *path;
	uint64_t size;
	enum scan_form form;  /* open: the bytes so far begin a static library and no other file */
	unsigned magic;       /* how many they are */
	struct windows w;     /* of a member, in a static library, as all but the texts is */
	struct fatbin f;
	struct texts t;
	bool texts_only;      /* stop as soon as the string wanted is found */
	bool first_pass;
	unsigned passes;
	struct ar_stream ar;
	struct library sum;   /* of the members, in the arena `own` */
	struct arena own;
};

/* About 150 KiB of fields and up to 9 MiB of windows; scan_free gives them back. */
void scan_start(struct scan *s, const char *path, uint64_t size);
/* False when nothing more is wanted. */
bool scan_feed(struct scan *s, const uint8_t *p, size_t n);
/*
 * At the end of the bytes: whether another pass over them brings what is still missing. There is
 * none for a static library, whose members are read like files of their own as they stream by.
 */
bool scan_again(struct scan *s);
/* ERR_INPUT when a static library's sizes lie, or it is cut, though all bytes have passed. */
int scan_check(const struct scan *s, struct err *e);
/* What was found. `whole`: every byte has passed. */
void scan_result(struct scan *s, struct arena *a, bool whole, struct library *ret);
void scan_free(struct scan *s);

/*
 * The same for a file that can be sought: payloads are jumped over. Static libraries are read
 * member by member.
 */
int scan_blob(struct arena *a, struct blob *source, const char *path, struct library *ret,
	      struct err *e);
/* Only the containers of a file, as the caller's to free; texts and headers are passed over. */
int scan_containers(struct blob *source, struct fatbin *ret, struct err *e);
