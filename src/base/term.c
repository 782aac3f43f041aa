#include "base/term.h"

const char *term_on(const struct term *t, enum style s)
{
	static const char *const codes[] = {
		[STYLE_PLAIN] = "",         [STYLE_BOLD] = "\033[1m",  [STYLE_DIM] = "\033[2m",
		[STYLE_GOOD] = "\033[32m",  [STYLE_WARN] = "\033[33m", [STYLE_BAD] = "\033[31m",
	};

	return t->colour ? codes[s] : "";
}

const char *term_off(const struct term *t)
{
	return t->colour ? "\033[0m" : "";
}
