#include "read/env/env.h"

#include <string.h>

int fuzz_one(const uint8_t *data, size_t n);

/* Anything pasted about an environment: facts or one sentence, in each reading. */
int fuzz_one(const uint8_t *data, size_t n)
{
	for (int as = ENV_AS_ANY; as <= ENV_AS_DECLARED; as++) {
		ARENA_AUTO a = { 0 };
		struct envs envs = { 0 };
		struct err e = { 0 };
		int rc = read_envs(&a, "fuzz", (struct span){ (const char *)data, n },
				   (enum env_as)as, NULL, &envs, &e);

		if (rc ? (!e.text[0] && !e.form) || rc != ERR_INPUT : envs.n == 0)
			__builtin_trap();
		for (size_t i = 0; i < envs.n; i++)
			for (size_t k = 0; k < envs.v[i].packages.n; k++)
				if (!envs.v[i].packages.v[k].name ||
				    !envs.v[i].packages.v[k].origin.file)
					__builtin_trap();
	}
	return 0;
}
