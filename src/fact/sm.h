/* Compute capabilities and the code made for them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

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

/* Not major 0. Equal ones have the same letter, too. */
bool sm_known(struct sm s);
bool sm_equal(struct sm a, struct sm b);
/* By number, then plain before a before f. */
int sm_cmp(struct sm a, struct sm b);
bool sm_list_has(const struct sm_list *l, struct sm s);
/* The same members, letters too. */
bool sm_list_equal(const struct sm_list *x, const struct sm_list *y);
/* Adds s in its place unless it is there; false when the list is full. */
bool sm_list_add(struct sm_list *l, struct sm s);

/* "86", "90a" as in JSON; "8.6" as people say. Into a caller's buffer, which is returned. */
enum { SM_TEXT = 8 };
const char *sm_text(struct sm s, char to[SM_TEXT]);
const char *sm_dotted(struct sm s, char to[SM_TEXT]);
