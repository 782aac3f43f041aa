/* Compute capabilities and the code made for them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * A compute capability (8.6), or the target of device code: suffix 'a' is code for exactly this
 * capability, 'f' code for its family. major 0 is "not known".
 */
struct sm {
	uint8_t major, minor;
	char suffix; /* 0, 'a' or 'f' */
};

enum { SM_LIST_MAX = 48 };

struct sm_list {
	size_t n;
	struct sm v[SM_LIST_MAX];
};

/* "86", "8.6", "sm_86", "compute_90a", "cc8.6"; the last digit is the minor. False otherwise. */
bool sm_parse(struct span s, struct sm *ret);
/* Words between spaces, commas or semicolons; false on the first bad one, or too many. */
bool sm_list_parse(struct span s, struct sm_list *ret);

/* Not major 0. */
static inline bool sm_known(struct sm s)
{
	return s.major != 0;
}

/* Whatever letter stands behind: sm_110a is code for the GPU of 11.0. */
static inline bool sm_number_equal(struct sm a, struct sm b)
{
	return a.major == b.major && a.minor == b.minor;
}

/* The same letter, too. */
static inline bool sm_equal(struct sm a, struct sm b)
{
	return sm_number_equal(a, b) && a.suffix == b.suffix;
}

/* By number, then plain before a before f. */
int sm_cmp(struct sm a, struct sm b);
bool sm_list_has(const struct sm_list *l, struct sm s);
/* The same members, letters too. */
bool sm_list_equal(const struct sm_list *x, const struct sm_list *y);
/* What both have; what the first has and the second has not. */
struct sm_list sm_list_both(const struct sm_list *x, const struct sm_list *y);
struct sm_list sm_list_without(const struct sm_list *x, const struct sm_list *y);
/* Adds s in its place unless it is there; false when the list is full. */
bool sm_list_add(struct sm_list *l, struct sm s);

/* "86", "90a" as in JSON; "8.6" as people say. Into a caller's buffer, which is returned. */
enum { SM_TEXT = 8 };
const char *sm_text(struct sm s, char to[SM_TEXT]);
const char *sm_dotted(struct sm s, char to[SM_TEXT]);
/* "8.6"; "7.5, 8.0" with ", " between: as people say, in the arena. */
const char *sm_said(struct arena *a, struct sm s);
const char *sm_list_said(struct arena *a, const struct sm_list *l, const char *between);
/* "75 80 90a" */
const char *sm_list_text(struct arena *a, const struct sm_list *l);

enum code_kind { CODE_PTX = 1, CODE_SASS = 2, CODE_OLD_CUBIN = 4, CODE_LTO = 8, CODE_OTHER = 0 };
enum code_codec { CODEC_NONE, CODEC_LZ4, CODEC_ZSTD };

/* What tells one entry from another; compare with sm_code_equal. */
struct sm_code {
	enum code_kind kind;
	struct sm sm;
	enum code_codec codec;
	bool stub;                    /* a cubin without any kernel: runs nothing */
	uint8_t isa_major, isa_minor; /* of PTX */
};

/* In every member. */
bool sm_code_equal(const struct sm_code *a, const struct sm_code *b);
/* "none", "lz4", "zstd" */
const char *sm_codec_name(enum code_codec c);
