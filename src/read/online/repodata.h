/*
 * repodata.json of a conda channel's folder, as it comes: what conda's index is, and the names of
 * the files in it. Of 300 MB of JSON only these are looked at; of the rest the structure alone is,
 * which is enough to know a file's name (a member of "packages" or "packages.conda") from the same
 * text elsewhere, and a document that is whole from one that is cut.
 * https://docs.conda.io/projects/conda-build/en/stable/concepts/generating-index.html; base_url:
 * CEP 15.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { REPODATA_WORD = 1024, REPODATA_DEPTH = 64 };

enum repodata_part { REPODATA_OTHER, REPODATA_INFO, REPODATA_FILES };

struct repodata {
	void (*file)(void *own, struct span name); /* called for every file */
	void *own;
	size_t depth;
	uint64_t objects;        /* bit: which of the open ones are objects, the innermost lowest */
	enum repodata_part part; /* of the document that is open */
	bool in_string, escaped; /* within a text; behind its backslash */
	bool keeps;              /* that text is kept … */
	bool waits;              /* … and was, until it is known whether it is a name */
	bool value;              /* a value of "info" is to come, for `name` */
	bool failed, began, ended, has_files;
	char word[REPODATA_WORD], name[16];
	size_t n;                /* of word; more than its room: too long to be of use */
	char subdir[64], base_url[REPODATA_WORD]; /* of "info"; "" not said */
};

void repodata_start(struct repodata *r, void (*file)(void *own, struct span name), void *own);
/* False: it is no such document. */
bool repodata_add(struct repodata *r, const char *p, size_t n);
/* Whether what came was one, and all of it. */
bool repodata_whole(const struct repodata *r);
