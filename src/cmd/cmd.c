#include "cmd/cmd.h"

#include <string.h>

#include "base/text.h"

static void say(struct run *r, enum style style, const char *kind, const char *text)
{
	size_t indent = strlen(kind) + 2;

	fflush(r->out.f);
	fprintf(r->talk.f, "%s%s:%s ", term_on(&r->talk, style), kind, term_off(&r->talk));
	text_wrap(r->talk.f, span_of(text), indent, indent, r->talk.width);
	fputc('\n', r->talk.f);
}

int cmd_fail(struct run *r, const struct err *e)
{
	say(r, STYLE_BAD, "cudaplan: error", e->text);
	return err_exit(e->code);
}

void cmd_note(struct run *r, const char *fmt, ...)
{
	va_list ap;

	if (r->o->quiet)
		return;
	va_start(ap, fmt);
	say(r, STYLE_DIM, "note", arena_vprintf(r->arena, fmt, ap));
	va_end(ap);
}

void cmd_warn(struct run *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(r, STYLE_WARN, "warning", arena_vprintf(r->arena, fmt, ap));
	va_end(ap);
}
