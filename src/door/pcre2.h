/* Regular expressions (PCRE2), of Perl and so nearly of Python, as conda takes them. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/regex.h"

/*
 * Everything lies in the arena. Time and memory of a match are bounded: one that reaches the bound
 * is none. ERR_INPUT says what is wrong with the pattern.
 */
int pcre2_regex(struct arena *a, struct span pattern, struct regex *ret, struct err *e);
