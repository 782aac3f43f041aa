/* What every installer says for every verb of a step. */
#include "unit/step_line.h"

/* Every verb of every family, in the active environment and in one that is named. */
static const struct verb_case {
	enum installer by;
	enum step_verb verb;
	const char *active, *named; /* NULL: the same */
} verb_cases[] = {
	{ INSTALLER_PIP, STEP_INSTALL, "python -m pip install a b",
	  "/e/bin/python -m pip install a b" },
	{ INSTALLER_PIP, STEP_REMOVE, "python -m pip uninstall a b",
	  "/e/bin/python -m pip uninstall a b" },
	{ INSTALLER_PIP, STEP_CLEAR_CACHE, "python -m pip cache remove a b",
	  "/e/bin/python -m pip cache remove a b" },
	{ INSTALLER_PIP, STEP_INSTALL_FILES, "python -m pip install -r r.txt a b",
	  "/e/bin/python -m pip install -r r.txt a b" },
	{ INSTALLER_UV, STEP_INSTALL_FILES, "uv pip install -r r.txt a b",
	  "uv pip install --python /e -r r.txt a b" },
	{ INSTALLER_CONDA, STEP_INSTALL_FILES, "python -m pip install -r r.txt a b",
	  "/e/bin/python -m pip install -r r.txt a b" },
	{ INSTALLER_UV, STEP_INSTALL, "uv pip install a b", "uv pip install --python /e a b" },
	{ INSTALLER_UV, STEP_REMOVE, "uv pip uninstall a b", "uv pip uninstall --python /e a b" },
	{ INSTALLER_UV, STEP_ADD, "uv add a b", "uv add --project /p a b" },
	{ INSTALLER_UV, STEP_DROP, "uv remove --no-sync a b",
	  "uv remove --project /p --no-sync a b" },
	{ INSTALLER_UV, STEP_NAME_INDEX, "sh -c printf \"%s\\n\" \"$@\" >>\"$0\" pyproject.toml  "
	  "[[tool.uv.index]] name = \"n\" url = \"https://u/\" explicit = true "
	  " [[tool.uv.sources.a]] index = \"n\" marker = \"sys_platform == 'linux'\" "
	  " [[tool.uv.sources.b]] index = \"n\" marker = \"sys_platform == 'linux'\"",
	  "sh -c printf \"%s\\n\" \"$@\" >>\"$0\" /p/pyproject.toml  "
	  "[[tool.uv.index]] name = \"n\" url = \"https://u/\" explicit = true "
	  " [[tool.uv.sources.a]] index = \"n\" marker = \"sys_platform == 'linux'\" "
	  " [[tool.uv.sources.b]] index = \"n\" marker = \"sys_platform == 'linux'\"" },
	{ INSTALLER_POETRY, STEP_NAME_INDEX,
	  "poetry source add --priority explicit n https://u/",
	  "poetry -C /p source add --priority explicit n https://u/" },
	{ INSTALLER_POETRY, STEP_ADD, "poetry add --source n a b",
	  "poetry -C /p add --source n a b" },
	{ INSTALLER_POETRY, STEP_DROP, "poetry remove --lock a b",
	  "poetry -C /p remove --lock a b" },
	{ INSTALLER_POETRY, STEP_SYNC, "poetry sync", "poetry -C /p sync" },
	{ INSTALLER_POETRY, STEP_REINSTALL,
	  "poetry run python -m pip install --force-reinstall --no-deps a b",
	  "poetry -C /p run python -m pip install --force-reinstall --no-deps a b" },
	{ INSTALLER_PDM, STEP_NAME_INDEX, "sh -c printf \"%s\\n\" \"$@\" >>\"$0\" pyproject.toml  "
	  "[[tool.pdm.source]] name = \"n\" url = \"https://u/\" "
	  "include_packages = [\"a\", \"b\"] exclude_packages = [\"*\"]",
	  "sh -c printf \"%s\\n\" \"$@\" >>\"$0\" /p/pyproject.toml  "
	  "[[tool.pdm.source]] name = \"n\" url = \"https://u/\" "
	  "include_packages = [\"a\", \"b\"] exclude_packages = [\"*\"]" },
	{ INSTALLER_PDM, STEP_ADD, "pdm add a b", "pdm add -p /p a b" },
	{ INSTALLER_PDM, STEP_SYNC, "pdm sync --clean", "pdm sync -p /p --clean" },
	{ INSTALLER_PDM, STEP_REINSTALL, "pdm sync --reinstall", "pdm sync -p /p --reinstall" },
	{ INSTALLER_UV, STEP_SYNC, "uv sync", "uv sync --project /p" },
	{ INSTALLER_UV, STEP_REINSTALL, "uv sync --reinstall-package a --reinstall-package b",
	  "uv sync --project /p --reinstall-package a --reinstall-package b" },
	{ INSTALLER_CONDA, STEP_INSTALL, "conda install a b", "conda install -p /e a b" },
	{ INSTALLER_MAMBA, STEP_REMOVE, "mamba remove a b", "mamba remove -p /e a b" },
	{ INSTALLER_PIXI, STEP_ADD, "pixi add --pypi a b",
	  "pixi add --manifest-path /p --pypi a b" },
	{ INSTALLER_PIXI, STEP_REMOVE, "pixi remove a b", "pixi remove --manifest-path /p a b" },
	{ INSTALLER_PIXI, STEP_REINSTALL, "pixi reinstall a b",
	  "pixi reinstall --manifest-path /p a b" },
	{ INSTALLER_PIXI, STEP_ADD_CHANNELS, "pixi workspace channel add --prepend main c",
	  "pixi workspace channel add --manifest-path /p --prepend main c" },
	{ INSTALLER_PIXI, STEP_DECLARE_CUDA, "pixi workspace platform edit linux-64 --cuda 12",
	  "pixi workspace platform edit --manifest-path /p linux-64 --cuda 12" },
	{ INSTALLER_PIP, STEP_DELETE, "rm -- a b", NULL },
	{ INSTALLER_PIP, STEP_DELETE_TREES, "rm -r -- a b", NULL },
};

TEST(install_every_verb)
{
	static const struct step_place active = { "linux-64", NULL, NULL };
	static const struct step_place named = { "linux-64", "/e", "/p" };
	const char *specs[] = { "a", "b" }, *channels[] = { "defaults", "c" };
	const char *files[] = { "r.txt" };
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof verb_cases / sizeof *verb_cases; i++) {
		const struct verb_case *c = &verb_cases[i];
		struct step s = {
			.verb = c->verb, .by = c->by, .place = &active, .of = MANAGER_PIP,
			.specs = { specs, c->verb == STEP_SYNC ? 0 : 2, 2 },
			.channels = { channels, c->verb == STEP_ADD_CHANNELS ? 2 : 0, 2 },
			.files = { files, c->verb == STEP_INSTALL_FILES ? 1 : 0, 1 },
			.cuda = { 12, 6 }, .index_name = "n",
			.index_url = c->by == INSTALLER_POETRY || c->verb == STEP_NAME_INDEX ?
				"https://u/" : NULL,
		};
		struct steps one = { &s, 1, 1 };

		is_step(&one, 0, c->active);
		s.place = &named;
		is_step(&one, 0, c->named ? c->named : c->active);
	}
}

TEST(install_anew)
{
	static const struct step_place active = { "linux-64", NULL, NULL };
	const char *specs[] = { "a==1" };
	struct step s = { .verb = STEP_INSTALL, .place = &active, .specs = { specs, 1, 1 } };
	struct steps one = { &s, 1, 1 };
	ARENA_AUTO a = { 0 };

	s.anew = ANEW_ALONE;
	is_step(&one, 0, "python -m pip install --force-reinstall --no-deps a==1");
	s.anew = ANEW_BESIDE;
	is_step(&one, 0, "python -m pip install --ignore-installed a==1");
	s.by = INSTALLER_UV;
	is_step(&one, 0, "uv pip install --reinstall a==1");
	s.anew = ANEW_NO;
	s.verb = STEP_REMOVE;
	s.by = INSTALLER_PIP;
	s.sure = true;
	is_step(&one, 0, "python -m pip uninstall -y a==1");
}
