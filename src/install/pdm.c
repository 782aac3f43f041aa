/* pdm: its project names an index that torch alone is looked for in. */
#include "install/install_private.h"

static void pdm_verb(struct argv *to, const struct step *s, const char *verb)
{
	argv_add(to, "pdm", verb, NULL);
	argv_option(to, "-p", s->fresh ? ENV_FOLDER : s->place->project);
}

static void pdm_create(struct argv *to, const struct step *s)
{
	argv_add(to, "pdm", "init", "-n", "-p", ENV_FOLDER, NULL);
	install_python(to, s, "");
}

/*
 * What is included is looked for nowhere else, and what is excluded not there: else numpy and
 * others would come from there too (pdm-project.org/latest/usage/config, "Specify index for
 * individual packages").
 */
static void pdm_name_index(struct argv *to, const struct step *s)
{
	struct strings lines = { 0 };
	const char *names = "";

	for (size_t i = 0; i < s->specs.n; i++)
		names = arena_printf(to->a, "%s%s\"%s\"", names, i ? ", " : "", s->specs.v[i]);
	strings_add(to->a, &lines, "[[tool.pdm.source]]");
	strings_printf(to->a, &lines, "name = \"%s\"", s->index_name);
	strings_printf(to->a, &lines, "url = \"%s\"", s->index_url);
	strings_printf(to->a, &lines, "include_packages = [%s]", names);
	strings_add(to->a, &lines, "exclude_packages = [\"*\"]");
	install_append(to, s, &lines);
}

static void pdm_add(struct argv *to, const struct step *s)
{
	pdm_verb(to, s, "add");
	argv_option(to, s->extra ? "-G" : "-dG", s->group);
	argv_all(to, &s->specs);
}

static void pdm_sync(struct argv *to, const struct step *s)
{
	pdm_verb(to, s, "sync");
	argv_add(to, "--clean", NULL);
}

static void pdm_reinstall(struct argv *to, const struct step *s)
{
	pdm_verb(to, s, "sync");
	argv_add(to, "--reinstall", NULL);
}

const struct install_writer install_pdm = { {
	[STEP_CREATE] = pdm_create,
	[STEP_DISCARD] = install_discard_folder,
	[STEP_NAME_INDEX] = pdm_name_index,
	[STEP_ADD] = pdm_add,
	[STEP_SYNC] = pdm_sync,
	[STEP_REINSTALL] = pdm_reinstall,
} };
