/*
 * Conditions within one command, "if [ "$CUDA" = 118 ]; then pip install …; else …; fi" in one
 * RUN: which of its branches is run, by the default that an ARG has.
 */
#include <string.h>

#include "base/buf.h"
#include "read/env/command_private.h"

enum { DEEP = 30 };

/* "else" or "elif" between the innermost "if" before word `at` and its "fi". */
static size_t branch_of_word(const struct strings *words, size_t at, bool *several)
{
	size_t branch[DEEP], n = 0, depth = 0;

	for (size_t i = 0; i < words->n && (i < at || n); i++) {
		bool turn = strcmp(words->v[i], "elif") == 0 || strcmp(words->v[i], "else") == 0;

		if (strcmp(words->v[i], "if") == 0) {
			if (i < at && n < DEEP)
				branch[n++] = i;
			else
				depth++;
		} else if (strcmp(words->v[i], "fi") == 0) {
			if (i > at && depth == 0)
				break;
			if (i > at)
				depth--;
			else
				n -= n > 0;
		} else if (turn && n && (i < at || depth == 0)) {
			*several = true;
			if (i < at)
				branch[n - 1] = i;
		}
	}
	return n ? branch[n - 1] : SIZE_MAX;
}

/* "[ cu118 = cu118 ]" of "if [ "$CUDA" = cu118 ]", by what the default of an ARG makes of it. */
static enum tri holds(const struct strings *w, size_t i)
{
	const char *a, *sign, *b;
	size_t end = i;
	bool same;

	while (end < w->n && strcmp(w->v[end], ";") != 0 && strcmp(w->v[end], "then") != 0) {
		if (strpbrk(w->v[end], "$*?("))
			return TRI_UNKNOWN;
		end++;
	}
	if (i >= end || (strcmp(w->v[i], "[") != 0 && strcmp(w->v[i], "[[") != 0 &&
			 strcmp(w->v[i], "test") != 0))
		return TRI_UNKNOWN;
	end -= strcmp(w->v[i++], "test") != 0;
	if (end == i + 2 && (strcmp(w->v[i], "-n") == 0 || strcmp(w->v[i], "-z") == 0))
		return (w->v[i + 1][0] != '\0') == (w->v[i][1] == 'n') ? TRI_YES : TRI_NO;
	if (end != i + 3)
		return TRI_UNKNOWN;
	a = w->v[i];
	sign = w->v[i + 1];
	b = w->v[i + 2];
	same = strcmp(a, b) == 0;
	if (strcmp(sign, "=") == 0 || strcmp(sign, "==") == 0)
		return same ? TRI_YES : TRI_NO;
	return strcmp(sign, "!=") == 0 ? (same ? TRI_NO : TRI_YES) : TRI_UNKNOWN;
}

/* Whether the branch that begins with word `branch` is run, by the conditions from `first` on. */
static enum tri is_run(const struct strings *w, size_t first, size_t branch)
{
	enum tri before = TRI_NO; /* one of the branches above is */

	for (size_t i = first, depth = 0; i <= branch; i++) {
		bool own = strcmp(w->v[i], "if") == 0 && i == first;
		bool turn = strcmp(w->v[i], "elif") == 0 || strcmp(w->v[i], "else") == 0;
		enum tri is;

		depth += strcmp(w->v[i], "if") == 0;
		depth -= depth && strcmp(w->v[i], "fi") == 0;
		if (!own && !(turn && depth == 1))
			continue;
		is = strcmp(w->v[i], "else") == 0 ? TRI_YES : holds(w, i + 1);
		if (before == TRI_YES || (is == TRI_NO && i == branch))
			return TRI_NO;
		if (i == branch)
			return before == TRI_UNKNOWN ? TRI_UNKNOWN : is;
		before = is == TRI_NO ? before : is;
	}
	return TRI_UNKNOWN;
}

/* The "if" of the branch that word `at` stands in; SIZE_MAX: it is in none. */
static size_t if_of_word(const struct strings *w, size_t at)
{
	size_t open[DEEP], n = 0;

	for (size_t i = 0; i < at; i++) {
		if (strcmp(w->v[i], "if") == 0 && n < DEEP)
			open[n++] = i;
		n -= n && strcmp(w->v[i], "fi") == 0;
	}
	return n ? open[n - 1] : SIZE_MAX;
}

bool env_condition_fails(const struct strings *words, size_t at)
{
	bool several;
	size_t first = if_of_word(words, at), i = branch_of_word(words, at, &several);

	return first != SIZE_MAX && i != SIZE_MAX && is_run(words, first, i) == TRI_NO;
}

const char *env_condition_word(struct arena *a, const struct strings *words, size_t at, bool known)
{
	bool several = false;
	size_t i = branch_of_word(words, at, &several);
	BUF_AUTO b = BUF(1024);

	if (i == SIZE_MAX || !several)
		return NULL;
	if (known && is_run(words, if_of_word(words, at), i) == TRI_YES)
		return NULL;
	buf_str(&b, words->v[i]);
	for (i++; strcmp(words->v[i - 1], "else") != 0 && i < at &&
	     strcmp(words->v[i], ";") != 0; i++) {
		buf_char(&b, ' ');
		buf_str(&b, words->v[i]);
	}
	return arena_str(a, buf_cstr(&b));
}
