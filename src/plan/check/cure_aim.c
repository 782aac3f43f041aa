/* Commands that name the environment they are for. */
#include <string.h>

#include "plan/check/checkup_part.h"

/* Words put behind the verb of a command. */
static void insert(struct arena *a, struct command *c, size_t at, const char *x, const char *y)
{
	const char **argv = arena_array(a, c->n + 2, sizeof *argv);

	memcpy(argv, c->argv, at * sizeof *argv);
	argv[at] = x;
	argv[at + 1] = y;
	memcpy(argv + at + 2, c->argv + at, (c->n - at) * sizeof *argv);
	c->argv = argv;
	c->n += 2;
}

void cure_aim(struct checkup *k, struct commands *to)
{
	bool windows = strncmp(k->platform, "win-", 4) == 0;
	const char *prefix = k->env->prefix;

	if (!prefix || !k->env->why || strcmp(k->env->why, "--env") != 0)
		return;
	for (size_t i = 0; i < to->n; i++) {
		struct command *c = &to->v[i];

		if (strcmp(c->argv[0], "python") == 0)
			c->argv[0] = arena_printf(k->arena, windows ? "%s\\Scripts\\python.exe" :
						  "%s/bin/python", prefix);
		else if (strcmp(c->argv[0], "uv") == 0 && c->n > 3)
			insert(k->arena, c, 3, "--python", prefix);
		else if (strcmp(c->argv[0], "conda") == 0 && c->n > 2)
			insert(k->arena, c, 2, "-p", prefix);
	}
}

struct commands checkup_cleanup(struct checkup *k)
{
	struct commands to = cure_cleanup(k);

	cure_aim(k, &to);
	return to;
}
