/*
 * Text that somebody else owns: a pointer and a length, not terminated.
 * Readers cut their input into spans; nothing is copied until a fact is kept.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
	const char *p;
	size_t n;
};

#define SPAN(literal) ((struct span){ (literal), sizeof(literal) - 1 })
#define SPAN_FMT "%.*s"
#define SPAN_ARG(s) (int)((s).n > 4096 ? 4096 : (s).n), (s).p ? (s).p : ""

/* A span over a terminated string; NULL gives an empty span. */
struct span span_of(const char *s);

bool span_eq(struct span a, struct span b);
bool span_eq_nocase(struct span a, struct span b);
/* Compares bytes like strcmp. */
int span_cmp(struct span a, struct span b);
/* The same without regard to the case of ASCII letters. */
int span_cmp_nocase(struct span a, struct span b);
bool span_is(struct span a, const char *s);

bool span_starts(struct span s, const char *prefix);
bool span_starts_nocase(struct span s, const char *prefix);
bool span_ends(struct span s, const char *suffix);

/* Index of the first match, or -1. */
ptrdiff_t span_find_char(struct span s, char c);
ptrdiff_t span_rfind_char(struct span s, char c);
ptrdiff_t span_find(struct span s, const char *needle);
ptrdiff_t span_find_nocase(struct span s, const char *needle);

/* Part of s from `from` on, at most n bytes; out of range gives what there is. */
struct span span_sub(struct span s, size_t from, size_t n);
struct span span_from(struct span s, size_t from);

/* Without white space (space, tab, CR, LF, VT, FF) at the ends. */
struct span span_trim(struct span s);

/* Removes `prefix` from the front of *s; false and no change if it is not there. */
bool span_take(struct span *s, const char *prefix);

/*
 * Takes the part up to `sep` (or the end) off the front of *rest into *part.
 * False when *rest was exhausted before; an empty last part is given once.
 */
bool span_next(struct span *rest, char sep, struct span *part);

/* The same for words between white space; empty words do not occur. */
bool span_word(struct span *rest, struct span *word);

/* Takes a line off *rest, without its LF, CR LF or CR. False at the end. */
bool span_line(struct span *rest, struct span *line);

/* Takes leading decimal digits off *s. False if there are none or they exceed 64 bits. */
bool span_take_u64(struct span *s, uint64_t *ret);

/* The whole span as a decimal number. False on anything else, or overflow. */
bool span_u64(struct span s, uint64_t *ret);
/* The whole span as hexadecimal digits, with or without 0x. */
bool span_hex(struct span s, uint64_t *ret);

/* Character classes of ASCII, whatever the locale. */
bool ascii_digit(char c);
bool ascii_alpha(char c);
bool ascii_alnum(char c);
bool ascii_space(char c);
char ascii_lower(char c);
