/* What of a text the known forms did not read, for the reader of free text. */
#include "read/host/left_private.h"

void left_without(struct left *l, struct span line)
{
	struct span *last = l->read.n ? &l->read.v[l->read.n - 1] : NULL;
	const char *end = last ? last->p + last->n : NULL;

	if (last && !span_trim((struct span){ end, (size_t)(line.p - end) }).n)
		last->n = (size_t)(line.p + line.n - last->p);
	else
		ARRAY_ADD(l->a, l->read) = line;
}

struct span left_of(const struct left *l, struct span text)
{
	const char *at = text.p;
	bool any = false;
	char *to;

	for (size_t i = 0; i <= l->read.n && !any; i++) {
		const char *end = i < l->read.n ? l->read.v[i].p : text.p + text.n;

		any = ANY(c, LIST(at, (size_t)(end - at)), ascii_alnum(*c));
		at = i < l->read.n ? end + l->read.v[i].n : at;
	}
	if (!any || !l->read.n)
		return any ? text : span_sub(text, 0, 0);
	to = arena_span(l->a, text);
	for (size_t i = 0; i < l->read.n; i++)
		for (size_t k = 0; k < l->read.v[i].n; k++)
			if (l->read.v[i].p[k] != '\n' && l->read.v[i].p[k] != '\r')
				to[(size_t)(l->read.v[i].p - text.p) + k] = ' ';
	return (struct span){ to, text.n };
}
