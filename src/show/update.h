/* update: what matrix is here, what is there, what was done. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/found.h"

enum update_done {
	UPDATE_TAKEN,   /* another matrix counts now */
	UPDATE_SAME,    /* there is nothing newer */
	UPDATE_UNDONE,  /* the one before counts again */
	UPDATE_CHECKED, /* nothing was to be done */
};

/* One matrix; version NULL: there is none. */
struct update_matrix {
	uint64_t serial;
	const char *version, *date, *torch, *next_by; /* NULL: not known */
	const char *key;    /* who signed it; NULL: it came with the program */
	const char *path;   /* NULL: inside the program */
};

struct update_page {
	enum update_done done;
	struct update_matrix here, before, there; /* there: what the index or the file has */
	const char *at;     /* the index, or the file; NULL: nobody was asked */
	struct phrase bad;  /* why what is kept does not count; form 0: it does */
	struct phrase left; /* why the index could not be asked; form 0: it could */
};

void show_update(struct arena *a, const struct term *t, const struct update_page *p);
void show_update_json(struct arena *a, struct json *j, const struct update_page *p);
