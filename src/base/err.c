#include "base/err.h"

#include <stdio.h>

int err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	e->code = code;
	return code;
}

int err_at(struct err *e, const char *fmt, ...)
{
	struct err inner = *e;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof e->text)
		snprintf(e->text + n, sizeof e->text - (size_t)n, ": %.*s",
			 (int)(sizeof e->text - (size_t)n), inner.text);
	return e->code;
}

int err_exit(int code)
{
	switch (code) {
	case 0:
		return EXIT_DONE;
	case ERR_USAGE:
		return EXIT_USAGE;
	case ERR_INPUT:
		return EXIT_INPUT;
	case ERR_MISSING:
		return EXIT_MISSING;
	case ERR_NONE:
		return EXIT_NO;
	default:
		return EXIT_FAULT;
	}
}
