#include "base/strings.h"

#include <string.h>

#include "base/sort.h"

void strings_add(struct arena *a, struct strings *s, const char *value)
{
	arena_grow(a, (void **)&s->v, s->n, &s->room, sizeof *s->v);
	s->v[s->n++] = value;
}

void strings_printf(struct arena *a, struct strings *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_add(a, s, arena_vprintf(a, fmt, ap));
	va_end(ap);
}

void strings_add_once(struct arena *a, struct strings *s, const char *value)
{
	if (!strings_has(s, value))
		strings_add(a, s, value);
}

/* A text at its place in a list; stable sorting keeps the first of equal ones first. */
static int by_text_at(const void *a, const void *b)
{
	return strings_by_text(*(const char **const *)a, *(const char **const *)b);
}

void strings_unique(struct strings *s)
{
	ARENA_AUTO scratch = { 0 };
	const char ***at = arena_array(&scratch, s->n + 1, sizeof *at), *before = NULL;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		at[i] = &s->v[i];
	sort_stable(at, s->n, sizeof *at, by_text_at);
	for (size_t i = 0; i < s->n; i++) {
		const char *one = *at[i];

		if (before && strcmp(before, one) == 0)
			*at[i] = NULL;
		before = one;
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i])
			s->v[n++] = s->v[i];
	s->n = n;
}

void strings_add_all(struct arena *a, struct strings *s, const struct strings *more)
{
	for (size_t i = 0; i < more->n; i++)
		strings_add(a, s, more->v[i]);
}

bool strings_has(const struct strings *s, const char *value)
{
	return ANY(x, *s, strcmp(*x, value) == 0);
}

const char *strings_joined(struct arena *a, const struct strings *s, const char *between)
{
	ARENA_AUTO own = { 0 };
	struct span *parts = arena_array(&own, 2 * s->n + 1, sizeof *parts);

	for (size_t i = 0; i < s->n; i++) {
		parts[2 * i] = span_of(i ? between : "");
		parts[2 * i + 1] = span_of(s->v[i]);
	}
	return s->n ? arena_spans(a, parts, 2 * s->n) : "";
}

int strings_by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The first of the rows that is not before the text, or that is behind it. */
static size_t bound(const void *v, size_t n, size_t size, const char *text, bool behind)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = low + (n - low) / 2;
		int c = strings_by_text((const char *)v + middle * size, &text);

		if (c < 0 || (behind && c == 0))
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

const void *strings_run(const void *v, size_t n, size_t size, const char *text, size_t *ret)
{
	size_t first = bound(v, n, size, text, false);

	*ret = bound(v, n, size, text, true) - first;
	return *ret ? (const char *)v + first * size : NULL;
}
