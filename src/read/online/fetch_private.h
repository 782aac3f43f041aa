/* What is asked for over HTTP, and what is kept of it. */
#pragma once

#include "door/http.h"
#include "os/file.h"
#include "os/save.h"
#include "read/online/fetch.h"

enum { KEPT_MOST = 64 << 20 };

struct fetch_silent {
	const char *url;
	struct err why;
};

struct fetch {
	struct arena *arena;
	struct fetch_options o;
	struct http *http;
	char *piece;
	ARRAY(struct fetch_silent) silent;
	bool swept;            /* what was kept too long is gone */
};

/* A document that was kept: open where its bytes begin. */
struct kept {
	int file;
	const char *etag;
	struct fetch_head head;
};

/* kept.c: where an address has led; itself, with the user in it, where that is the same place. */
const char *kept_at(struct fetch *f, const char *url, const char *ended);
bool kept_open(struct fetch *f, const char *url, struct kept *ret);
/* False: it is not to be kept, or cannot be. */
bool kept_begin(struct fetch *f, const char *url, const struct http_head *h,
		const struct fetch_head *head, struct os_save *ret);
