/* Any text, as somebody might paste it into explain. */
#include <stdlib.h>

#include "explain/explain.h"
#include "read/charset.h"

int fuzz_one(const uint8_t *data, size_t n);

static const struct symptoms *symptoms(void)
{
	static struct arena arena;
	static struct symptoms all;
	struct matrix *m;
	struct err e;

	if (all.n)
		return &all;
	if (matrix_open(&arena, NULL, &m, &e) < 0 || symptoms_read(m, &arena, &all, &e) < 0)
		abort();
	return &all;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct meanings found;
	struct host h;
	const char *encoding;
	struct span text = charset_text(&a, (struct span){ (const char *)data, n }, &encoding);

	explain_text(&a, symptoms(), text, NULL, NULL, &found);
	for (size_t i = 0; i < found.n; i++)
		if (!found.v[i].cause || found.v[i].at > text.n)
			abort();
	if (explain_host(&a, &found.facts, &h))
		explain_machine(&a, NULL, &h, &found);
	return 0;
}
