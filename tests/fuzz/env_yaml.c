#include "door/yaml.h"

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
	enum yaml_fault fault;
	struct err e = { 0 };
	int rc = yaml_parse(&a, (struct span){ (const char *)data, n }, &t, &fault, &e);

	if ((rc != 0) != (fault != YAML_FINE) || (rc && !e.text[0]))
		__builtin_trap();
	if (t && count(t) > YAML_NODES_MAX + 1)
		__builtin_trap();
	return 0;
}
