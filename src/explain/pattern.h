/*
 * How a message reads, with facts in it: "with cuda capability {sm} is not compatible". A pattern
 * is in lower case and has single blanks; it is found anywhere in a text made by pattern_text.
 * {..} skips up to 80 bytes, {...} up to 600, {...)} the same within parentheses; {a|b|} is one of
 * these, or nothing where an empty one stands last, and {a|b|:name} takes which one it is as that
 * fact; @name stands for the words of a class (know/message.h), joined by "|".
 * {type:name} takes a fact (the name is the type where none is given):
 *   sm       "sm_86", "8.6", "compute_90a"       becomes "8.6", "9.0a"
 *   list     several of those                     as written
 *   gpu      a name, up to 60 bytes               as written
 *   cudalib  a soname of CUDA's libraries
 *   version  "2.1.0+cu121"   int  "15"            word, soname: no blank; of name characters
 *   release  "2.1.0", without a label             same takes again what has that name
 *   newer    the same, above the fact "asked"; older: below it
 *   other    a package that is not of torch's kin as written
 *   driver   a driver, and nothing behind it      as written
 *   name     a package, and no virtual one        as written
 *   =text    nothing: the fact is that text
 *   cuda     "12.1"          cudaint "11060"      becomes "11.6"; "1201" "12.1"
 *   cudnn    "(8, 3, 2)", "7102"                  becomes "8.3.2", "7.1.2"
 *
 * "a|b & !c|d :: rest" is the rest where a or b stands anywhere in the text, as the start of a
 * word, and neither c nor d (and so for each part): what is said of a Mac, of a Jetson.
 *
 * "a|b & !c :: ~" is found by no text: torch sees no GPU where a or b stands beside.
 *
 * "& a|b & c & !d" is a statement: each part, in any order, in one sentence, at the start of a word
 * (of a whole one, where it ends in "_"), and none of !d. A sentence that denies it is none, a
 * question is; "&& a & b" is one either way. Statements are looked for in the first 16 KiB.
 */
#pragma once

#include "base/arena.h"
#include "base/span.h"
#include "base/strings.h"

struct capture {
	const char *name, *value;
};

struct captures {
	struct capture *v;
	size_t n, room;
};

/* The words, joined by "|", that deny ("not"), that only look so ("not only"), that ask ("?"), that
 * ask for a reason ("why"), and that hold a word without its meaning ("how should"). */
struct speech {
	struct span denials, harmless, asks, wonders, idle;
};

struct literals;

/* From that byte of the text on they stand as in the source from there on. */
struct pattern_run {
	uint32_t at, from;
};

/*
 * A text as patterns expect it: blanks, line ends (also written as \n), boxes, what stands before
 * the lines of logs and marks of quotes made one blank, none where Chinese meets Latin, full-width
 * marks made plain; `lower` is the same in lower case.
 */
struct pattern_text {
	struct span plain, lower;
	struct span source;              /* as it was given */
	ARRAY(struct pattern_run) runs;  /* where in it the bytes were */
	const struct literals *literals; /* what patterns are found by */
	const bool *ends;                /* sentences end with these, of its first bytes */
	struct speech speech;
};

/* In the arena; without literals and speech. The text has less than 4 GiB. */
struct pattern_text pattern_text(struct arena *a, struct span text);
/* Where the byte was in the source. */
size_t pattern_source(const struct pattern_text *text, size_t at);
/* The text from there on, as patterns see it, at most so many bytes. */
const char *pattern_quote(struct arena *a, const struct pattern_text *text, size_t at, size_t most);

/* Whether a longer word goes on there: "cu11" of "nvidia-cublas-cu11". */
bool pattern_within_word(const struct pattern_text *text, size_t at);

/* Finds the places of all patterns (expanded) in one pass, for pattern_find. */
void pattern_scan(struct arena *a, const struct strings *patterns, struct pattern_text *text);

/* Finds the pattern; its facts are added to *to, and where it begins to *at. It gives up on texts
 * that would take too long. */
bool pattern_find(struct arena *a, const char *pattern, const struct pattern_text *text,
		  struct captures *to, size_t *at);

/* What the pattern wants beside is in the text, and nothing that it does not. */
bool pattern_may_stand(const char *pattern, const struct pattern_text *text);
/* It is ":: ~", and so. */
bool pattern_stands_in(const char *pattern, const struct pattern_text *text);

/* The statement is said not to be so. */
bool pattern_find_denied(const char *pattern, const struct pattern_text *text, size_t *at);

/* What the pattern found is said not to be so; false for statements, which are found only where
 * nothing denies them. */
bool pattern_is_denied(const char *pattern, const struct pattern_text *text, size_t at);

/* Where the sentence begins that the byte stands in. */
size_t pattern_sentence(const struct pattern_text *text, size_t at);
/* That sentence is a question. */
bool pattern_asks(const struct pattern_text *text, size_t at);
/* The sentence says that the statement is not so: "I don't need it?" */
bool pattern_asks_denied(const char *pattern, const struct pattern_text *t, size_t at);
/* Where in the source the line begins that the byte stands in, if it begins a message of a program
 * ("RuntimeError: …"); SIZE_MAX: it does not. */
size_t pattern_message(const struct pattern_text *text, size_t at);

/* "& …": a statement. */
bool pattern_is_statement(const char *pattern);

/* NULL: no such fact. */
const char *captures_get(const struct captures *c, const char *name);
/* Unless it is there. */
void captures_add(struct arena *a, struct captures *c, const char *name, const char *value);
void captures_add_all(struct arena *a, struct captures *c, const struct captures *from);

/* Puts facts into a text: {name}, {name|or else}; a part in [brackets] is left out where one of its
 * facts is not known; one without facts keeps its brackets. */
const char *captures_fill(struct arena *a, const char *text, const struct captures *c);
