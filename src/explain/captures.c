/* Facts by their names, and texts that name them. */
#include <string.h>

#include "base/buf.h"
#include "explain/pattern.h"

const char *captures_get(const struct captures *c, const char *name)
{
	return FIRST_TELLS(x, *c, strcmp(x->name, name) == 0, x->value, NULL);
}

void captures_add(struct arena *a, struct captures *c, const char *name, const char *value)
{
	if (value && !captures_get(c, name))
		ARRAY_ADD(a, *c) = (struct capture){ name, value };
}

void captures_add_all(struct arena *a, struct captures *c, const struct captures *from)
{
	for (size_t i = 0; i < from->n; i++)
		captures_add(a, c, from->v[i].name, from->v[i].value);
}

/* {name} or {name|or}; false: not known, and nothing stands in for it. */
static bool fill_fact(struct buf *b, struct arena *a, struct span what, const struct captures *c)
{
	ptrdiff_t bar = span_find_char(what, '|');
	struct span name = bar < 0 ? what : span_sub(what, 0, (size_t)bar);
	const char *value = captures_get(c, arena_span(a, name));

	if (value)
		buf_str(b, value);
	else if (bar >= 0)
		buf_span(b, span_from(what, (size_t)bar + 1));
	return value || bar >= 0;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c);

static bool fill_part(struct buf *b, struct arena *a, struct span *s, const struct captures *c)
{
	char close = s->p[0] == '[' ? ']' : '}';
	ptrdiff_t end = span_find_char(*s, close);
	struct span inner;
	size_t mark = b->n;

	if (end < 0)
		end = (ptrdiff_t)s->n - 1;
	inner = span_sub(*s, 1, (size_t)end - 1);
	*s = span_from(*s, (size_t)end + 1);
	if (close == '}')
		return fill_fact(b, a, inner, c);
	if (span_find_char(inner, '{') < 0) {
		buf_char(b, '[');
		buf_span(b, inner);
		buf_char(b, ']');
		return true;
	}
	if (!fill(b, a, inner, c))
		buf_cut(b, mark);
	return true;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c)
{
	bool whole = true;

	while (s.n) {
		size_t n = 0;

		while (n < s.n && s.p[n] != '{' && s.p[n] != '[')
			n++;
		buf_span(b, span_sub(s, 0, n));
		s = span_from(s, n);
		if (s.n)
			whole &= fill_part(b, a, &s, c);
	}
	return whole;
}

const char *captures_fill(struct arena *a, const char *text, const struct captures *c)
{
	BUF_AUTO b = BUF_WORDS;

	if (!text)
		return NULL;
	(void)fill(&b, a, span_of(text), c);
	return arena_str(a, buf_cstr(&b));
}
