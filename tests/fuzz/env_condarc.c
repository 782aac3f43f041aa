#include "read/env/condarc_private.h"

int fuzz_one(const uint8_t *data, size_t n);

/* Two files cut out of the bytes, merged. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	static const char *const none[] = { "HOME=/home/me", NULL };
	struct place p = { .root = "", .env = none };
	struct condarc_file v[2] = { { "one", { (const char *)data, n / 2 } },
				     { "two", { (const char *)data, n } } };
	struct condarc_files files = { v, 2, 2 };
	struct condarc c, defaults = { .channel_alias = "https://channels.example",
				       .subdir = "linux-64" };
	struct env e = env_new("fuzz");

	condarc_merge(&a, &files, &p, &defaults, &c, &e);
	return 0;
}
