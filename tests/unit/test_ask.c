#include "fact/ask.h"
#include "read/env/env.h"
#include "unit/unit.h"

static struct asks asks_of(struct arena *a, const char *file, const char *text)
{
	struct envs envs = { 0 };
	struct err e = { 0 };

	if (read_envs(a, file, span_of(text), ENV_AS_DECLARED, NULL, &envs, &e))
		fail_msg("%s", unit_err(&e));
	assert_int_equal(envs.n, 1);
	return asks_of_env(a, &envs.v[0], NULL);
}

TEST(ask_of_requirements_has_its_places_in_order)
{
	ARENA_AUTO a = { 0 };
	struct asks all = asks_of(&a, "requirements.txt",
		"--extra-index-url https://download.pytorch.org/whl/cu121\n-f https://x.org/l\n"
		"torch<2.5\ntorchvision\n");

	assert_int_equal(all.n, 1);
	assert_int_equal(all.v[0].installer, INSTALLER_PIP);
	assert_int_equal(all.v[0].specs.n, 2);
	assert_string_equal(all.v[0].specs.v[1].name, "torchvision");
	assert_int_equal(all.v[0].specs.v[0].at.line, 3);
	assert_int_equal(all.v[0].places.n, 2);
	assert_int_equal(all.v[0].places.v[0].kind, ASK_INDEX);
	assert_int_equal(all.v[0].places.v[1].kind, ASK_LINKS);
}

TEST(ask_of_conda_and_of_pip_are_two)
{
	ARENA_AUTO a = { 0 };
	struct asks all = asks_of(&a, "environment.yml",
		"channels: [pytorch, nodefaults]\ndependencies:\n  - python=3.10\n  - pytorch=2.1\n"
		"  - pip:\n    - xformers\n");

	assert_int_equal(all.n, 2);
	assert_string_equal(all.v[0].specs.v[0].name, "xformers");
	assert_int_equal(all.v[1].installer, INSTALLER_CONDA);
	assert_int_equal(all.v[1].specs.n, 2);
	assert_int_equal(all.v[1].places.n, 1);
	assert_true(all.v[1].no_defaults);
}

TEST(ask_of_each_extra_has_what_is_always_asked)
{
	ARENA_AUTO a = { 0 };
	struct asks all = asks_of(&a, "pyproject.toml",
		"[project]\nname = \"x\"\nrequires-python = \">=3.10\"\n"
		"dependencies = [\"numpy\"]\n"
		"[project.optional-dependencies]\ngpu = [\"torch>=2.1\"]\n"
		"[[tool.uv.index]]\nname = \"pt\"\n"
		"url = \"https://download.pytorch.org/whl/cu124\"\n"
		"explicit = true\n[tool.uv.sources]\ntorch = { index = \"pt\" }\n");

	assert_int_equal(all.n, 2);
	assert_int_equal(all.v[0].installer, INSTALLER_UV);
	assert_true(all.v[0].installer_said);
	assert_string_equal(all.v[0].pythons, ">=3.10");
	assert_int_equal(all.v[0].specs.n, 1);
	assert_string_equal(all.v[1].group, "gpu");
	assert_int_equal(all.v[1].specs.n, 2);
	assert_string_equal(all.v[1].specs.v[1].index, all.v[1].places.v[0].url);
	assert_int_equal(all.v[1].places.v[0].kind, ASK_NAMED);
}
