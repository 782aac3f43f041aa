/* What the files of patterns share. */
#pragma once

#include "explain/pattern.h"

/* Takes a fact of that type off the front of s: its value in the form that pattern.h names, and in
 * *n how long it was. NULL: there is none. */
const char *pattern_fact(struct arena *a, struct span type, struct span s, size_t *n);

/* "a|b|c": the next one is taken off; an empty one is given as well. False at the end. */
static inline bool pattern_word(struct span *rest, struct span *word)
{
	return span_next(rest, '|', word);
}

/*
 * Literals that are looked for all at once, and where each stands in a text: one pass, however many
 * there are.
 */
struct literal {
	struct span text;
	uint32_t *v; /* its places, the first first */
	size_t n, room;
	size_t more;  /* than are kept */
	uint32_t next;
};

enum { LITERAL_LEAST = 3, LITERAL_LONG = 8, LITERAL_BUCKETS = 32768 };

struct literals {
	struct literal *v;
	size_t n, room;
	uint32_t buckets[LITERAL_BUCKETS]; /* number of the first + 1 */
};

/* Unless it is there, or shorter than LITERAL_LEAST. */
void literals_add(struct arena *a, struct literals *to, struct span text);
/* LITERAL_LONG bytes behind the text may be read, whatever they are. */
void literals_scan(struct arena *a, struct literals *all, struct span text);
/* NULL: it was not added, or is nowhere. */
const struct literal *literals_get(const struct literals *all, struct span text);

/* "& cudatoolkit & nvcc|compiler & has|contain": all of them in one sentence, see pattern.h. */
bool statement_is_pattern(struct span pattern);
/* denied: where it is said not to be so. */
bool statement_find(struct span pattern, const struct pattern_text *text, bool denied,
		    size_t *at);
/* Which bytes end a sentence, as far as statements are looked for. */
const bool *statement_ends(struct arena *a, const struct pattern_text *text);
/* The clause that the byte stands in denies what a pattern found there, by a word that is not of
 * the pattern itself. */
bool statement_denies(struct span pattern, const struct pattern_text *text, size_t at);
/* The next part of it, or of what has to stand beside a pattern, is taken off; *unwanted: none of
 * its words may stand there. False at the end. */
bool statement_part(struct span *rest, struct span *words, bool *unwanted);
/* The first of its parts, as a list of words. */
struct span statement_key(struct span pattern);
/* A word as it stands in a text: without the "_" that asks for its end. */
struct span statement_literal(struct span word);
