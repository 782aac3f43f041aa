/* Poetry: its project names a source for torch alone, and asks for torch there. */
#include "install/install_private.h"

static void poetry_in(struct argv *to, const struct step *s)
{
	argv_add(to, "poetry", NULL);
	argv_option(to, "-C", s->fresh ? ENV_FOLDER : s->place->project);
}

static void poetry_create(struct argv *to, const struct step *s)
{
	argv_add(to, "poetry", "new", NULL);
	install_python(to, s, ".*");
	argv_add(to, ENV_FOLDER, NULL);
}

/* An explicit source serves only what names it (python-poetry.org/docs/repositories). */
static void poetry_name_index(struct argv *to, const struct step *s)
{
	poetry_in(to, s);
	argv_add(to, "source", "add", "--priority", "explicit", s->index_name, s->index_url, NULL);
}

/* What is asked for already is asked for anew, with its source. */
static void poetry_add(struct argv *to, const struct step *s)
{
	poetry_in(to, s);
	argv_add(to, "add", NULL);
	argv_option(to, "--group", s->group);
	argv_option(to, "--source", s->index_url ? s->index_name : NULL);
	argv_all(to, &s->specs);
}

/* Beside [project] the source of what is added again without one stays. */
static void poetry_drop(struct argv *to, const struct step *s)
{
	poetry_in(to, s);
	argv_add(to, "remove", "--lock", NULL);
	argv_option(to, "--group", s->group);
	argv_all(to, &s->specs);
}

static void poetry_sync(struct argv *to, const struct step *s)
{
	poetry_in(to, s);
	argv_add(to, "sync", NULL);
}

/* Poetry puts nothing again that is there by its record: its pip does. */
static void poetry_reinstall(struct argv *to, const struct step *s)
{
	poetry_in(to, s);
	argv_add(to, "run", "python", "-m", "pip", "install", "--force-reinstall", "--no-deps",
		 NULL);
	argv_all(to, &s->specs);
}

const struct install_writer install_poetry = { {
	[STEP_CREATE] = poetry_create,
	[STEP_DISCARD] = install_discard_folder,
	[STEP_NAME_INDEX] = poetry_name_index,
	[STEP_ADD] = poetry_add,
	[STEP_DROP] = poetry_drop,
	[STEP_SYNC] = poetry_sync,
	[STEP_REINSTALL] = poetry_reinstall,
} };
