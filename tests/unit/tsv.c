#include "unit/tsv.h"

#include "os/io.h"
#include "unit/unit.h"

struct tsv tsv_open(struct arena *a, const char *name)
{
	struct tsv t = { 0 };
	struct err e;

	if (io_read(a, arena_printf(a, "%s%s", TEST_FILES, name), IO_MAX, &t.text, &e))
		fail_msg("%s", unit_err(&e));
	return t;
}

bool tsv_next(struct tsv *t)
{
	struct span line;

	do {
		if (!span_line(&t->text, &line))
			return false;
		t->line++;
	} while (line.n == 0 || line.p[0] == '#');
	for (size_t i = 0; i < TSV_FIELDS; i++) {
		t->f[i] = SPAN("");
		span_next(&line, '\t', &t->f[i]);
	}
	return true;
}

struct span tsv_text(struct arena *a, struct span field)
{
	char *to = arena_alloc(a, field.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < field.n; i++) {
		char c = field.p[i], next = i + 1 < field.n ? field.p[i + 1] : 0;
		char meant = next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : 0;

		to[n++] = c == '\\' && meant ? meant : c;
		i += c == '\\' && meant;
	}
	return (struct span){ to, n };
}
