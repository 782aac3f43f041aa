/*
 * Libraries that may be absent, opened when they are needed: a table says which functions go into
 * which pointers of a structure, and by which names, the newest first.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { DL_NAMES = 3 };

struct dl_symbol {
	size_t offset;                /* of the function pointer in the structure that is filled */
	bool required;
	const char *names[DL_NAMES];  /* the first that exists counts; the rest NULL */
};

/*
 * Opens the first of the NULL-ended list `libraries` that loads, and fills `into`. Optional
 * functions that are absent stay NULL. ERR_MISSING with the loader's own words where none loads,
 * or a required function is absent. *ret is for dl_close; a library that talks to a driver is
 * better left open.
 */
int dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
	    void **ret, struct err *e);
void dl_close(void *handle);
/* False: this program is static, and nothing can be loaded into it. */
bool dl_can(void);
/* Keeps a library loaded, so that another finds it by its soname; NULL or failure is nothing. */
void dl_keep(const char *library);
/* The file that a library was loaded from, into `to`; "" where the loader does not say. */
void dl_path(void *handle, char *to, size_t n);
