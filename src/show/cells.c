#include "show/cells_private.h"

#include "base/text.h"
#include "base/tr.h"

static void measure(const struct cells_row *c, bool head, size_t width[CELLS])
{
	for (int i = 0; i < CELLS; i++) {
		size_t w = text_width(span_of(c->v[i]));

		if (w > width[i] && (!head || width[i]))
			width[i] = w;
	}
}

/* The last column is not padded. */
static void print(const struct term *t, const struct cells_row *c, const size_t width[CELLS])
{
	size_t pending = 0;

	for (int i = 0; i < CELLS; i++) {
		if (width[i] == 0)
			continue;
		fprintf(t->f, "%*s", c->v[i][0] ? (int)pending : 0, "");
		text_safe(t->f, span_of(c->v[i]));
		pending = (c->v[i][0] ? 0 : pending) + width[i] - text_width(span_of(c->v[i])) + 2;
	}
	fputc('\n', t->f);
}

void cells_print(const struct term *t, const struct cells_row *head, const struct cells_row *rows,
	size_t n)
{
	size_t width[CELLS] = { 0 };
	struct cells_row said;

	for (int i = 0; i < CELLS; i++)
		said.v[i] = tr(head->v[i]);
	for (size_t i = 0; i < n; i++)
		measure(&rows[i], false, width);
	measure(&said, true, width);
	fputs(term_on(t, STYLE_BOLD), t->f);
	print(t, &said, width);
	fputs(term_off(t), t->f);
	for (size_t i = 0; i < n; i++)
		print(t, &rows[i], width);
}
