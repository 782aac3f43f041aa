#include "read/host/host.h"

int fuzz_one(const uint8_t *data, size_t n);

/* Anything pasted: facts or one sentence, never neither. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = { 0 };
	struct err e = { 0 };
	int rc = read_hosts(&a, "fuzz", (struct span){ (const char *)data, n }, &hosts, &e);

	if (rc ? (!e.text[0] && !e.form) || rc != ERR_INPUT : hosts.n == 0)
		__builtin_trap();
	return 0;
}
