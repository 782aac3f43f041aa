#include "show/words.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "read/host/live_private.h"

static const char *const no_env[] = { NULL };

static struct place place_of(const char *root)
{
	return (struct place){ .root = root, .env = no_env };
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* "" where there is no such problem. */
static const char *problem_text(struct arena *a, const struct host *h, enum finding_code code)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == code)
			return words_finding(a, &h->problems.v[i].what);
	return "";
}

static void ask(struct arena *a, const char *answers, struct host *h)
{
	struct place p = place_of(TEST_FILES "root/amd");

	p.nvml = TEST_FAKE "nvml.so";
	p.patience = 300;
	setenv("FAKE_NVML", answers, 1);
	*h = host_new("live");
	live_nvml(a, &p, h);
	unsetenv("FAKE_NVML");
}

TEST(live_gives_up_on_a_library_that_hangs_at_its_start)
{
	ARENA_AUTO a = { 0 };
	double begin = seconds();
	struct host h;

	ask(&a, TEST_FILES "nvml/hang-start", &h);
	assert_true(seconds() - begin < 5);
	assert_non_null(strstr(problem_text(&a, &h, CP007), "does not answer in time"));
	assert_null(h.driver);
	assert_false(h.gpus_known);
}

TEST(live_keeps_what_was_told_before_a_hang)
{
	ARENA_AUTO a = { 0 };
	struct host h;

	ask(&a, TEST_FILES "nvml/hang-gpu", &h);
	assert_string_equal(h.driver, "550.54.15");
	assert_string_equal(h.driver_cuda, "12.4");
	assert_int_equal(h.gpus.n, 1);
	assert_string_equal(h.gpus.v[0].name, "NVIDIA GeForce GTX 1080 Ti");
	assert_false(h.gpus_known);
	assert_non_null(strstr(problem_text(&a, &h, CP007), "when a GPU is asked"));
}

TEST(live_asks_no_library_below_a_root)
{
	ARENA_AUTO a = { 0 };
	struct place p = place_of(TEST_FILES "root/bare");
	struct host h;

	read_live(&a, &p, &h);
	assert_null(h.driver);
	assert_true(h.driver_missing);
	assert_int_equal(h.gpus.n, 1);
	assert_string_equal(h.gpus.v[0].pci_id, "10de:1db4");
	assert_int_equal(h.wsl, TRI_NO);
}

TEST(live_root_that_is_not_there_gives_nothing)
{
	ARENA_AUTO a = { 0 };
	struct place p = place_of(TEST_FILES "root/no-such");
	struct host h;

	read_live(&a, &p, &h);
	assert_null(h.platform);
	assert_null(h.glibc);
	assert_int_equal(h.gpus.n, 0);
	assert_int_equal(h.nvidia_present, TRI_UNKNOWN);
	assert_false(h.gpus_known);
}

/* Python by the files of an environment, and by what pyenv's shims would start. */
static const char *python_with(struct arena *a, const char *const *env, const char **prefix)
{
	struct place p = place_of(TEST_FILES "root/pythons");
	struct host h = host_new("live");

	p.env = env;
	live_python(a, &p, &h);
	if (prefix)
		*prefix = h.env;
	return h.python;
}

TEST(live_python_of_environments)
{
	static const char *const venv[] = { "VIRTUAL_ENV=/venv", NULL };
	static const char *const conda[] = { "CONDA_PREFIX=/conda", NULL };
	static const char *const path_wins[] = {
		"PATH=/conda/bin:/usr/bin", "VIRTUAL_ENV=/venv", NULL,
	};
	static const char *const plain[] = { "PATH=/nowhere:/usr/bin", NULL };
	static const char *const gone[] = { "PATH=/usr/bin", "VIRTUAL_ENV=/deleted", NULL };
	static const char *const nothing[] = { NULL };
	ARENA_AUTO a = { 0 };
	const char *prefix;

	assert_string_equal(python_with(&a, venv, &prefix), "3.12");
	assert_string_equal(prefix, "/venv");
	assert_string_equal(python_with(&a, conda, &prefix), "3.13t");
	assert_string_equal(python_with(&a, path_wins, &prefix), "3.13t");
	assert_string_equal(prefix, "/conda");
	assert_string_equal(python_with(&a, plain, &prefix), "3.11");
	assert_null(prefix);
	assert_string_equal(python_with(&a, gone, &prefix), "3.11");
	assert_null(prefix);
	assert_null(python_with(&a, nothing, &prefix));
}

TEST(live_python_behind_pyenv)
{
	static const char *const global[] = { "PATH=/pyenv/shims:/usr/bin", NULL };
	static const char *const chosen[] = { "PATH=/pyenv/shims", "PYENV_VERSION=3.8.18", NULL };
	static const char *const local[] = { "PATH=/pyenv/shims", "PWD=/srv/deep", NULL };
	static const char *const hostile[] = {
		"PATH=/pyenv/shims", "PYENV_VERSION=../../venv", NULL,
	};
	ARENA_AUTO a = { 0 };

	assert_string_equal(python_with(&a, global, NULL), "3.10");
	assert_string_equal(python_with(&a, chosen, NULL), "3.8");
	assert_string_equal(python_with(&a, local, NULL), "3.9");
	assert_null(python_with(&a, hostile, NULL));
}

TEST(place_stays_below_its_root)
{
	struct place p = place_of(TEST_FILES "root/pythons");
	ARENA_AUTO a = { 0 };

	assert_null(place_real(&a, &p, "/outside"));
	assert_string_equal(place_real(&a, &p, "/usr/bin/python3"), "/usr/bin/python3.11");
	assert_null(place_real(&a, &p, "/no/such"));
	assert_string_equal(place_join(&a, "/a/", "b"), "/a/b");
	assert_int_equal(place_list(&a, &p, "/no/such", "").n, 0);
}
