#include "fuzz/command.h"
#include "fuzz/folder.h"
#include "read/env/cuda_env.h"

/* An environment as a folder: site-packages, conda-meta, settings, libraries. */
static void look_at(struct arena *a)
{
	struct place p = { .root = "" };
	struct cuda_env found = { 0 };
	struct err e;

	if (cuda_env_find(a, &p, folder_path, &found, &e) && !e.text[0] && !e.form)
		abort();
}

static void run(const char *line)
{
	struct command c;

	command_start(&c);
	command_line(&c, line);
	command_word(&c, span_of(folder_path));
	command_end(&c);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"doctor --gpu RTX_4090 --driver 550 -v --env",
		"doctor --json --redact --gpu sm_61 --driver 450 --env",
		"doctor --cleanup --env",
		"suggest --gpu T4 --driver 550 --json --env",
		"inspect",
		"inspect --json --gpu T4 --driver 550",
	};
	static char *none[] = { NULL };
	ARENA_AUTO a = { 0 };

	environ = none;
	folder_fill(&a, (struct span){ (const char *)data, n });
	look_at(&a);
	run(lines[n % 6]);
	return 0;
}
