/*
 * The matrix that `cudaplan update` keeps for a user: a folder for each, by its serial, and a text
 * `current` beside them that says which counts. At a start that text and what the system says of
 * the file are all that is looked at; `update --check` reads the file itself.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"

enum { STORED_KEY = 17, STORED_FILES = 2 };

/* The highest serial that a key has signed for this user. */
struct stored_seen {
	char key[STORED_KEY];
	uint64_t serial;
};

struct stored {
	const char *folder;
	uint64_t serial, before;     /* 0: none */
	struct stored_stamp {
		uint64_t size, inode;
		int64_t changed;
	} stamp[STORED_FILES];       /* of its files, when they were written */
	ARRAY(struct stored_seen) seen;
};

/* "2026.11.21" is 2026112100, "2026.11.21.2" the second of that day, 2026112102; else 0. */
uint64_t stored_serial(struct span version);
/* Of the matrix inside the program. */
uint64_t stored_serial_inside(void);

/* What is kept in a folder. ERR_NONE: nothing; ERR_MISSING: it cannot be read. */
int stored_read(struct arena *a, const char *folder, struct stored *ret, struct err *e);
/* Whether its files are those that were written, as far as the system tells. */
bool stored_stands(struct arena *a, const struct stored *k);
/* "FOLDER/2026112100/NAME", or "FOLDER/2026112100" of ""; matrix_open takes the folder. */
const char *stored_file(struct arena *a, const struct stored *k, uint64_t serial, const char *name);
/* The highest serial of a key; 0: none was seen. */
uint64_t stored_highest(const struct stored *k, const char *key);
void stored_see(struct arena *a, struct stored *k, const char *key, uint64_t serial);
/* Makes one the matrix that counts, its file being there, and says so in `current`: at once, or not
 * at all. ERR_MISSING. */
int stored_switch(struct arena *a, struct stored *k, uint64_t serial, struct err *e);

