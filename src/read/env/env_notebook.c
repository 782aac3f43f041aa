/*
 * A notebook (nbformat.readthedocs.io/en/latest/format_description.html): the lines of its cells of
 * code, decoded. What its cells printed is of another machine and another day.
 */
#include "door/yajl.h"
#include "read/env/env_private.h"

enum { LOOK = 4000 };

struct cells {
	struct arena *a;
	struct span rest, raw; /* of the text: behind line `line`, and that line */
	unsigned line;
	struct env_lines *to;
};

/* The line of the file with that number; they are asked for in order, some again. */
static struct span raw_line(struct cells *c, unsigned no)
{
	while (c->line < no && span_line(&c->rest, &c->raw))
		c->line++;
	return c->raw;
}

/* One line of code; where it stands in the file is known if nothing in it is escaped. */
static void add_line(struct cells *c, struct span s, struct span raw, unsigned no)
{
	ptrdiff_t at;

	while (s.n && ascii_space(s.p[s.n - 1]))
		s.n--;
	at = s.n ? span_find(raw, arena_span(c->a, s)) : -1;
	ARRAY_ADD(c->a, *c->to) = (struct line){
		.s = s, .no = no, .cut = at > 0 ? (unsigned)at : 0, .whole = true,
	};
}

static void add_text(struct cells *c, const struct tree *text)
{
	struct span all = span_of(tree_text(text)), line, raw = raw_line(c, text->line);

	while (span_line(&all, &line))
		add_line(c, line, raw, text->line);
}

static void add_cell(struct cells *c, const struct tree *cell)
{
	const struct tree *source = tree_get(cell, "source");
	struct span kind = span_of(tree_get_text(cell, "cell_type"));

	source = source ? source : tree_get(cell, "input"); /* nbformat 3 */
	if (!source || !span_is(kind, "code"))
		return;
	if (source->kind == TREE_TEXT)
		add_text(c, source);
	for (const struct tree *l = tree_first(source); l; l = l->next)
		if (tree_text(l))
			add_text(c, l);
	add_line(c, span_of(""), span_of(""), source->line);
}

/* The Python that it was run with last: "3.11.5", or by its kernel's name "Python 3.8 (torch)". */
static const char *kernel_python(struct arena *a, const struct tree *root)
{
	const struct tree *of = tree_at(root, "metadata.language_info");
	const char *version = tree_get_text(of, "version");
	struct span name = span_of(tree_get_text(tree_at(root, "metadata.kernelspec"),
						 "display_name")), word;
	struct python p;

	if (version && span_is(span_of(tree_get_text(of, "name")), "python"))
		return version;
	return span_take(&name, "Python ") && span_word(&name, &word) && python_parse(word, &p) ?
		arena_span(a, word) : NULL;
}

bool env_notebook(struct arena *a, struct span text, struct env_lines *ret, const char **python)
{
	struct span head = span_sub(text, 0, text.n < LOOK ? text.n : LOOK);
	struct cells c = { .a = a, .rest = text, .to = ret };
	struct tree *root = NULL;
	struct err e;

	if (!span_starts(span_trim(head), "{") ||
	    (span_find(head, "\"cells\"") < 0 && span_find(head, "\"worksheets\"") < 0) ||
	    json_parse(a, text, &root, &e) != 0)
		return false;
	for (const struct tree *cell = tree_first(tree_get(root, "cells")); cell; cell = cell->next)
		add_cell(&c, cell);
	for (const struct tree *w = tree_first(tree_get(root, "worksheets")); w; w = w->next)
		for (const struct tree *cell = tree_first(tree_get(w, "cells")); cell;
		     cell = cell->next)
			add_cell(&c, cell);
	*python = kernel_python(a, root);
	return true;
}
