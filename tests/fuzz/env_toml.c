#include "read/env/toml_private.h"

int fuzz_one(const uint8_t *data, size_t n);

static size_t count(const struct tree *t)
{
	size_t n = 1;

	for (const struct tree *c = tree_first(t); c; c = c->next)
		n += count(c);
	return n;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct tree *t = NULL;
	struct err e = { 0 };
	int rc = toml_parse(&a, (struct span){ (const char *)data, n }, &t, &e);

	if (!t || (rc && !e.text[0]) || count(t) > TOML_NODES_MAX + 1)
		__builtin_trap();
	return 0;
}
