#include "read/host/host_json.h"

int fuzz_one(const uint8_t *data, size_t n);

/* JSON of any kind: hosts, labels, or the texts in it. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = { 0 };
	struct host_json other = { 0 };
	struct err e;

	host_json_read(&a, "fuzz", (struct span){ (const char *)data, n }, &hosts, &other, &e);
	return 0;
}
