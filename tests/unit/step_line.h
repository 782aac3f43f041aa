/* A step as the words that are printed. */
#pragma once

#include <string.h>

#include "base/buf.h"
#include "install/install.h"
#include "plan/steps.h"
#include "unit/unit.h"

static inline const char *line(struct arena *a, const struct steps *list, size_t n)
{
	BUF_AUTO b = BUF(4096);
	struct command c;

	assert_true(n < list->n);
	c = install_command(a, &list->v[n]);
	for (size_t i = 0; i < c.n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", c.argv[i]);
	return arena_str(a, buf_cstr(&b));
}

/* About the n-th step of a list, within a test that has an arena `a`. */
#define is_step(list, n, want) assert_string_equal(line(&a, list, n), want)
#define step_begins(list, n, want) assert_true(span_starts(span_of(line(&a, list, n)), want))
#define step_has(list, n, text) assert_non_null(strstr(line(&a, list, n), text))
