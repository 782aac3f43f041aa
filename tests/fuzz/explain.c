/* Any text, as somebody might paste it into explain. */
#include <stdlib.h>

#include "explain/explain.h"
#include "read/charset.h"

int fuzz_one(const uint8_t *data, size_t n);

static struct catalogue catalogue;
static struct symptoms symptoms;

static void read_matrix(void)
{
	static struct arena arena;
	struct matrix *m;
	struct err e;

	if (symptoms.n)
		return;
	if (matrix_open(&arena, NULL, &m, &e) < 0 || symptoms_read(m, &arena, &symptoms, &e) < 0 ||
	    catalogue_open(&arena, m, &catalogue, &e) < 0)
		abort();
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct meanings found;
	struct host h;
	const char *encoding;
	struct span text = charset_text(&a, (struct span){ (const char *)data, n }, &encoding);

	read_matrix();
	explain_text(&a, &symptoms, text, NULL, NULL, &found);
	for (size_t i = 0; i < found.n; i++)
		if (!found.v[i].cause || found.v[i].at > text.n)
			abort();
	if (explain_host(&a, &found.facts, &h))
		explain_machine(&a, &catalogue, &h, &found);
	return 0;
}
