/* Commands that name the environment they are for. */
#include <string.h>

#include "install/command_part.h"

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

/* Which option of a program names the place, and behind how many words it goes. */
static const struct aim {
	const char *program, *verb, *option;
	size_t at;
	bool project;
} aims[] = {
	{ "uv", "pip", "--python", 3, false },
	{ "uv", NULL, "--project", 2, true },
	{ "pixi", "workspace", "--manifest-path", 4, true },
	{ "pixi", NULL, "--manifest-path", 2, true },
	{ "conda", NULL, "-p", 2, false },
	{ "mamba", NULL, "-p", 2, false },
	{ "micromamba", NULL, "-p", 2, false },
};

static void aim_one(struct arena *a, const struct env *env, struct command *c)
{
	for (size_t i = 0; i < sizeof aims / sizeof *aims; i++) {
		const struct aim *m = &aims[i];
		const char *place = m->project ? env->project : env->prefix;

		if (strcmp(c->argv[0], m->program) != 0 || c->n < 2 ||
		    (m->verb && strcmp(c->argv[1], m->verb) != 0))
			continue;
		if (place && c->n >= m->at)
			insert(a, c, m->at, m->option, place);
		return;
	}
}

void command_aim(struct arena *a, const struct env *env, const char *platform,
		 struct commands *to)
{
	bool windows = strncmp(platform, "win-", 4) == 0;

	if (!env->prefix || !env->why || strcmp(env->why, "--env") != 0)
		return;
	for (size_t i = 0; i < to->n; i++) {
		struct command *c = &to->v[i];

		if (strcmp(c->argv[0], "python") == 0)
			c->argv[0] = arena_printf(a, windows ? "%s\\Scripts\\python.exe" :
						  "%s/bin/python", env->prefix);
		else
			aim_one(a, env, c);
	}
}
