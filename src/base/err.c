#include "base/err.h"

#include <stdio.h>
#include <string.h>

#include "base/tr.h"

int err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->text, sizeof e->text, tr(fmt), ap);
	va_end(ap);
	e->code = code;
	e->form = 0;
	return code;
}

unsigned err_keep(struct err *e, const char *text)
{
	unsigned at = e->used < sizeof e->text ? e->used : sizeof e->text - 1;
	size_t n = strnlen(text, sizeof e->text - 1 - at);

	memcpy(e->text + at, text, n);
	e->text[at + n] = '\0';
	e->used = at + (unsigned)n + 1;
	return at;
}

void err_place(struct err *e, int what, const char *text)
{
	if (e->places < ERR_PLACES)
		e->place[e->places++] = (struct err_text){ what, err_keep(e, text) };
}

int err_at(struct err *e, const char *fmt, ...)
{
	char all[ERR_TEXT];
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	vsnprintf(all, sizeof all, tr(fmt), ap);
	va_end(ap);
	n = strlen(all);
	if (e->form) {
		err_place(e, 0, all);
		return e->code;
	}
	if (n + sizeof ": " < sizeof all) {
		size_t fits = strnlen(e->text, sizeof all - n - sizeof ": ");

		memcpy(all + n, ": ", 2);
		memcpy(all + n + 2, e->text, fits);
		all[n + 2 + fits] = '\0';
	}
	memcpy(e->text, all, sizeof all);
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
