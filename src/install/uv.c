/* uv: by its pip in an environment, by the manifest in a project. */
#include "install/install_private.h"

static void uv_create(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "venv", NULL);
	if (s->seed)
		argv_add(to, "--seed", NULL);
	install_python(to, s, "");
	argv_add(to, ENV_FOLDER, NULL);
}

static void uv_pip(struct argv *to, const struct step *s, const char *verb)
{
	argv_add(to, step_program(s), "pip", verb, NULL);
	argv_option(to, "--python", s->fresh ? ENV_FOLDER : s->place->prefix);
}

static void uv_install(struct argv *to, const struct step *s)
{
	uv_pip(to, s, "install");
	if (s->anew == ANEW_ALONE)
		argv_add(to, "--force-reinstall", "--no-deps", NULL);
	else if (s->anew == ANEW_BESIDE)
		argv_add(to, "--reinstall", NULL);
	install_pip_specs(to, s);
	/* uv takes a package from the first index that has its name; pip looks into all. */
	if (s->extra_index_url)
		argv_add(to, "--index-strategy", "unsafe-best-match", NULL);
}

static void uv_install_files(struct argv *to, const struct step *s)
{
	uv_pip(to, s, "install");
	install_pip_files(to, s);
}

static void uv_uninstall(struct argv *to, const struct step *s)
{
	uv_pip(to, s, "uninstall");
	argv_all(to, &s->specs);
}

static void uv_project(struct argv *to, const struct step *s, const char *verb)
{
	argv_add(to, step_program(s), verb, NULL);
	argv_option(to, "--project", s->place->project);
}

static void uv_group(struct argv *to, const struct step *s)
{
	argv_option(to, s->extra ? "--optional" : "--group", s->group);
}

static void uv_add(struct argv *to, const struct step *s)
{
	uv_project(to, s, "add");
	uv_group(to, s);
	argv_all(to, &s->specs);
}

static void uv_drop(struct argv *to, const struct step *s)
{
	uv_project(to, s, "remove");
	uv_group(to, s);
	argv_add(to, "--no-sync", NULL);
	argv_all(to, &s->specs);
}

/*
 * uv add --index writes no `explicit`, so that numpy and others would come from there too. Lists
 * of sources may follow the table [tool.uv.sources] of the file
 * (docs.astral.sh/uv/concepts/indexes, "Pinning a package to an index").
 */
static void uv_name_index(struct argv *to, const struct step *s)
{
	const char *there = step_on_windows(s) ? "win32" : "linux";
	struct strings lines = { 0 };

	if (!s->index_there) {
		strings_add(to->a, &lines, "[[tool.uv.index]]");
		strings_printf(to->a, &lines, "name = \"%s\"", s->index_name);
		strings_printf(to->a, &lines, "url = \"%s\"", s->index_url);
		strings_add(to->a, &lines, "explicit = true");
	}
	for (size_t i = 0; i < s->specs.n; i++) {
		strings_printf(to->a, &lines, "[[tool.uv.sources.%s]]", s->specs.v[i]);
		strings_printf(to->a, &lines, "index = \"%s\"", s->index_name);
		strings_printf(to->a, &lines, "marker = \"sys_platform == '%s'\"", there);
	}
	install_append(to, s, &lines);
}

static void uv_sync(struct argv *to, const struct step *s)
{
	uv_project(to, s, "sync");
}

static void uv_reinstall(struct argv *to, const struct step *s)
{
	uv_project(to, s, "sync");
	argv_options(to, "--reinstall-package", &s->specs);
}

const struct install_writer install_uv = { {
	[STEP_CREATE] = uv_create,
	[STEP_DISCARD] = install_discard_folder,
	[STEP_INSTALL] = uv_install,
	[STEP_INSTALL_FILES] = uv_install_files,
	[STEP_REMOVE] = uv_uninstall,
	[STEP_NAME_INDEX] = uv_name_index,
	[STEP_DROP] = uv_drop,
	[STEP_ADD] = uv_add,
	[STEP_SYNC] = uv_sync,
	[STEP_REINSTALL] = uv_reinstall,
} };
