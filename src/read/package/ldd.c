#include "read/package/ldd.h"

enum { LINES = 20000, FILES = 1000, NEEDED = 1024 };

/* Whether the line names a library that is needed; *found: and where it is. */
static bool needed(struct span line, struct span *name, bool *found)
{
	struct span arrow;

	if (!span_word(&line, name) || !span_word(&line, &arrow) || !span_is(arrow, "=>"))
		return false;
	*found = !span_starts(span_trim(line), "not found");
	return true;
}

bool ldd_is(struct span text)
{
	struct span line, name;
	bool found;

	if (span_find(text, "=>") < 0)
		return false;
	for (unsigned i = 0; i < LINES && span_line(&text, &line); i++)
		if (needed(line, &name, &found))
			return true;
	return false;
}

static void add(struct arena *a, struct strings *s, struct span name)
{
	if (s->n == NEEDED)
		return;
	for (size_t i = 0; i < s->n; i++)
		if (span_is(name, s->v[i]))
			return;
	strings_add(a, s, arena_span(a, name));
}

/* "libtorch_cuda.so:" stands in front of what that one needs where ldd was asked about several. */
static bool head(struct span line, struct span *path)
{
	*path = span_trim(line);
	if (!span_ends(*path, ":") || span_find_char(*path, ' ') >= 0)
		return false;
	path->n--;
	return true;
}

void ldd_read(struct arena *a, struct span text, struct package *p)
{
	struct span line, name;

	for (unsigned i = 0; i < LINES && span_line(&text, &line); i++) {
		bool found;

		if (head(line, &name) && p->libraries.n < FILES) {
			ARRAY_ADD(a, p->libraries) =
				(struct library){ .path = arena_span(a, name) };
			continue;
		}
		if (!needed(line, &name, &found))
			continue;
		if (!p->libraries.n)
			ARRAY_ADD(a, p->libraries) = (struct library){ .path = "as ldd was asked" };
		add(a, &p->libraries.v[p->libraries.n - 1].needed, name);
		if (!found)
			add(a, &p->not_found, name);
	}
}
