/*
 * Options as one sorted table: parsing, --help, the man pages' check and the completions all come
 * from it. A row says which commands know it, and where its value goes. And which of several words
 * was meant.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/strings.h"

enum opt_kind {
	OPT_FLAG,  /* bool */
	OPT_COUNT, /* int, one more each time */
	OPT_VALUE, /* const char * */
	OPT_LIST,  /* struct strings, one more each time */
};

struct opt {
	const char *name;      /* without -- */
	char letter;           /* or 0 */
	enum opt_kind kind;
	const char *arg;       /* what --help calls the value; "a|b|c" allows only these */
	const char *help;      /* one line, no full stop */
	uint64_t commands;     /* a bit per command that knows it */
	size_t offset;         /* of the field in the structure that is filled */
	uint64_t many;         /* commands where files that follow its value are values of it too */
	unsigned group;        /* of --help */
};

struct opt_table {
	const struct opt *v;   /* sorted by name */
	size_t n;
	const char *const *groups; /* titles, in order; NULL: one list */
	size_t n_groups;
	/* What another word for a value of that option stands for, NULL: nothing; may be NULL. */
	const char *(*meant)(const char *option, const char *value);
	/* Whether a word behind a value of a row with `many` is a file. */
	bool (*is_file)(const char *word);
};

/*
 * Reads argv[1…argc-1] for the command with the bit `command` into `into`. Options and arguments
 * may be mixed, "--" ends the options, a long name may be shortened while it stays unique.
 * Where a row says `many`, words behind its value that are files (as a shell puts them in the place
 * of a pattern: regular ones, or whatever is there under a path with a slash) are values too.
 * Values point into argv. ERR_USAGE with one sentence, which names the nearest option on a typo.
 */
int opt_parse(const struct opt_table *t, uint64_t command, struct arena *a, int argc, char **argv,
	      void *into, struct strings *args, struct err *e);

/* The last value of an option among words that are not read yet; NULL: it is not there. */
const char *opt_value_of(int argc, char **argv, const char *name);

/* Writes the options of a command as tables for --help, one a group, wrapped at `width`. */
void opt_help(const struct opt_table *t, uint64_t command, FILE *f, size_t width);

/* The name in names[n] that is nearest to a misspelt word, or NULL if none is near. */
const char *opt_nearest(const char *word, const char *const *names, size_t n);
