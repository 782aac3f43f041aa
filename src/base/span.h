/*
 * Text that somebody else owns: a pointer and a length, not terminated.
 * Readers cut their input into spans; nothing is copied until a fact is kept. What is asked for
 * every character or word is inline: the length of a literal is then known to the compiler.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
	const char *p;
	size_t n;
};

#define SPAN(literal) ((struct span){ (literal), sizeof(literal) - 1 })
/* Room for a version, an sm or a code within an expression; it lives as long as the block. */
#define TEXT_ROOM ((char[8]){ 0 })
#define SPAN_FMT "%.*s"
#define SPAN_ARG(s) (int)((s).n > 4096 ? 4096 : (s).n), (s).p ? (s).p : ""

/* Character classes of ASCII, whatever the locale. */
static inline bool ascii_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool ascii_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_alnum(char c)
{
	return ascii_digit(c) || ascii_alpha(c);
}

/* Of the names of packages, of files and of what a program is told by. */
static inline bool ascii_name(char c)
{
	return ascii_alnum(c) || c == '_' || c == '-' || c == '.';
}

static inline bool ascii_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A span over a terminated string; NULL gives an empty span. */
static inline struct span span_of(const char *s)
{
	return (struct span){ s, s ? strlen(s) : 0 };
}

/* Part of s from `from` on, at most n bytes; out of range gives what there is. */
static inline struct span span_sub(struct span s, size_t from, size_t n)
{
	if (from > s.n)
		from = s.n;
	if (n > s.n - from)
		n = s.n - from;
	return (struct span){ s.p ? s.p + from : s.p, n };
}

static inline struct span span_from(struct span s, size_t from)
{
	return span_sub(s, from, s.n);
}

static inline bool span_eq(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}
bool span_eq_nocase(struct span a, struct span b);
/* Compares bytes like strcmp. */
int span_cmp(struct span a, struct span b);
/* The same without regard to the case of ASCII letters. */
int span_cmp_nocase(struct span a, struct span b);

static inline bool span_is(struct span a, const char *s)
{
	size_t i = 0;

	while (i < a.n && s[i] && a.p[i] == s[i])
		i++;
	return i == a.n && !s[i];
}

/* Byte by byte: most words differ in their first. */
static inline bool span_starts(struct span s, const char *prefix)
{
	size_t i = 0;

	while (i < s.n && prefix[i] && s.p[i] == prefix[i])
		i++;
	return !prefix[i];
}

static inline bool span_starts_nocase(struct span s, const char *prefix)
{
	size_t i = 0;

	while (i < s.n && prefix[i] && ascii_lower(s.p[i]) == ascii_lower(prefix[i]))
		i++;
	return !prefix[i];
}

static inline bool span_ends(struct span s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.n >= n && (n == 0 || memcmp(s.p + s.n - n, suffix, n) == 0);
}

/* Index of the first match, or -1. */
ptrdiff_t span_find_char(struct span s, char c);
ptrdiff_t span_rfind_char(struct span s, char c);
ptrdiff_t span_find_n(struct span s, const char *needle, size_t n);
ptrdiff_t span_find_nocase(struct span s, const char *needle);

/* The length of what is written in the code is known there. */
static inline ptrdiff_t span_find(struct span s, const char *needle)
{
	size_t n = strlen(needle);

	return s.n < n ? -1 : span_find_n(s, needle, n);
}

/* Without white space (space, tab, CR, LF, VT, FF) at the ends. */
struct span span_trim(struct span s);
/* "Driver Version : 550.54.14", "Processes:": false: it is no label with what that tells. */
bool span_pair(struct span line, struct span *label, struct span *value);
/* Without the quotes around it, if the same stands at both ends. */
struct span span_unquoted(struct span s);

/* Removes `prefix` from the front of *s; false and no change if it is not there. */
static inline bool span_take(struct span *s, const char *prefix)
{
	if (!span_starts(*s, prefix))
		return false;
	*s = span_from(*s, strlen(prefix));
	return true;
}

/* Removes all up to the end of the first `mark`; false and no change if it is not there. */
bool span_pass(struct span *s, const char *mark);

/*
 * Takes the part up to `sep` (or the end) off the front of *rest into *part.
 * False when *rest was exhausted before; an empty last part is given once.
 */
bool span_next(struct span *rest, char sep, struct span *part);

/* The same for words between white space; empty words do not occur. */
bool span_word(struct span *rest, struct span *word);

/* How many bytes at the front are letters or digits (ASCII) or stand in `more`; digits or those. */
static inline size_t span_run_alnum(struct span s, const char *more)
{
	size_t n = 0;

	while (n < s.n && (ascii_alnum(s.p[n]) || memchr(more, s.p[n], strlen(more))))
		n++;
	return n;
}

static inline size_t span_run_digits(struct span s, const char *more)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || memchr(more, s.p[n], strlen(more))))
		n++;
	return n;
}

/* Whether it is one of words with blanks between: span_in(s, "mkl openblas nomkl"). */
bool span_in(struct span s, const char *words);
bool span_in_nocase(struct span s, const char *words);
/* The length of the first of such words that it begins with; 0: with none. */
size_t span_starts_in(struct span s, const char *words);

/* Whether one of the texts begins it, ends it, stands in it: span_holds(s, ONE_OF("a b", "c")). */
#define ONE_OF(...) (const char *const[]){ __VA_ARGS__, NULL }
bool span_begins(struct span s, const char *const *texts);
bool span_closes(struct span s, const char *const *texts);
bool span_holds(struct span s, const char *const *texts);

/* The whole of it is such a run, and there is one. */
bool span_alnum(struct span s, const char *more);
bool span_digits(struct span s, const char *more);

/* Behind the last slash of a path. */
struct span span_base(struct span path);

/* Takes a line off *rest, without its LF, CR LF or CR. False at the end. */
bool span_line(struct span *rest, struct span *line);

/* Takes leading decimal digits off *s. False if there are none or they exceed 64 bits. */
bool span_take_u64(struct span *s, uint64_t *ret);

/* The whole span as a decimal number. False on anything else, or overflow. */
bool span_u64(struct span s, uint64_t *ret);
/* The whole span as hexadecimal digits, with or without 0x. */
bool span_hex(struct span s, uint64_t *ret);

/* "*" stands for any text, also none; everything else for itself, whatever the case (ASCII): the
 * patterns of conda's specs and of the matrix. */
bool span_glob(struct span glob, struct span text);
