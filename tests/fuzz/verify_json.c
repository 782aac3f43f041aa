#include "read/host/verify_json.h"

int fuzz_one(const uint8_t *data, size_t n);

/* Lines of many nodes, as verify --merge reads them. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct node_reports all = { 0 };
	struct err e;

	read_verified(&a, "fuzz", (struct span){ (const char *)data, n }, &all, &e);
	return 0;
}
