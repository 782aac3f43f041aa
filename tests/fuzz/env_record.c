#include "door/yajl.h"
#include "read/env/env_private.h"

int fuzz_one(const uint8_t *data, size_t n);

/* The members of a record of conda-meta, the same as a tree, and as a pip.conf. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span text = { (const char *)data, n }, rest = text, key, value;
	struct env e = env_new("fuzz");
	struct tree *t = NULL;
	struct err err;
	size_t members = 0;

	while (env_json_skim(&rest, &key, &value))
		if (++members > n || value.p < text.p || value.p + value.n > text.p + n)
			__builtin_trap();
	json_parse(&a, text, &t, &err);
	pip_conf_read(&a, text, "fuzz", 1, &e);
	pip_conf_settle(&e, 0);
	return 0;
}
