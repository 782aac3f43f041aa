/* Single commands of cures, in the words of whoever changes the environment. */
#include <string.h>

#include "check/cure_private.h"
#include "install/command_part.h"

/* What is installed with torch and bound to it, in the order of removal. */
static const char *const family[] = {
	"torch", "torchvision", "torchaudio", "torchtext", "torchdata", "torchcodec", "triton",
	"pytorch-triton", "functorch",
};

bool cure_is_family(const char *name)
{
	for (size_t i = 0; i < sizeof family / sizeof *family; i++)
		if (strcmp(name, family[i]) == 0)
			return true;
	return strcmp(name, "pytorch") == 0;
}

bool cure_by_uv(const struct checkup *k)
{
	return k->installer == INSTALLER_UV;
}

static struct strings pip_words(struct checkup *k, const char *verb)
{
	struct strings argv = cure_by_uv(k) ? words(k->arena, "uv", "pip", verb, NULL) :
					      words(k->arena, "python", "-m", "pip", verb, NULL);

	if (!cure_by_uv(k) && strcmp(verb, "uninstall") == 0)
		strings_add(k->arena, &argv, "-y");
	return argv;
}

void cure_put(struct checkup *k, struct commands *to, struct strings argv,
	      const struct strings *names)
{
	if (names->n == 0)
		return;
	words_all(k->arena, &argv, names);
	command_put(k->arena, to, argv);
}

/* Who changes conda's packages there: in a pixi environment the manifest is changed. */
static struct strings conda_words(struct checkup *k, const char *verb)
{
	bool add = k->conda == INSTALLER_PIXI && strcmp(verb, "install") == 0;

	return words(k->arena, installer_name(k->conda), add ? "add" : verb, NULL);
}

/* uv keeps the environment of a project as its lock says: what is not asked for goes by itself. */
bool cure_in_project(const struct checkup *k)
{
	return cure_by_uv(k) && k->env->project;
}

static bool all_family(const struct strings *names)
{
	for (size_t i = 0; i < names->n; i++)
		if (!cure_is_family(names->v[i]))
			return false;
	return true;
}

static void sync_project(struct checkup *k, struct commands *to, const struct strings *names)
{
	if (names->n && !all_family(names))
		command_put(k->arena, to, words(k->arena, "uv", "sync", NULL));
}

/* pixi too: the wheels there are those of its lock, and there need not be a pip. */
bool cure_in_workspace(const struct checkup *k)
{
	return k->env->kind == ENV_PIXI && !cure_by_uv(k);
}

/* "pixi add" writes anew what is asked for; the rest is what its lock does not name. */
static void sync_workspace(struct checkup *k, struct commands *to, const struct strings *names)
{
	if (names->n && !all_family(names))
		command_put(k->arena, to, words(k->arena, "pixi", "reinstall", NULL));
}

void cure_remove_of(struct checkup *k, struct commands *to, enum env_owner owner,
		    const struct strings *names)
{
	if (owner == OWNER_CONDA)
		cure_put(k, to, conda_words(k, "remove"), names);
	else if (cure_in_workspace(k))
		sync_workspace(k, to, names);
	else if (cure_in_project(k))
		sync_project(k, to, names);
	else
		cure_put(k, to, pip_words(k, "uninstall"), names);
}

void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names)
{
	cure_remove_of(k, &f->cure, owner, names);
}

/* The manifest is changed, and what is installed follows. */
static bool in_manifest(const struct checkup *k)
{
	return cure_in_project(k) || cure_in_workspace(k);
}

struct strings cure_install_words(struct checkup *k)
{
	if (cure_in_workspace(k))
		return words(k->arena, "pixi", "add", "--pypi", NULL);
	return cure_in_project(k) ? words(k->arena, "uv", "add", NULL) : pip_words(k, "install");
}

/* "uv sync --reinstall-package nvidia-cudnn-cu12", or the specs as the project's own. */
static struct strings project_words(struct checkup *k, const struct strings *specs)
{
	struct span last = span_of(specs->n ? specs->v[specs->n - 1] : "");
	const char *name = arena_span(k->arena, span_sub(last, 0, strcspn(last.p, "=")));
	struct strings argv = cure_install_words(k);

	if (specs->n && strcmp(specs->v[0], "--force-reinstall") == 0)
		return cure_in_workspace(k) ? words(k->arena, "pixi", "reinstall", name, NULL) :
			words(k->arena, "uv", "sync", "--reinstall-package", name, NULL);
	words_all(k->arena, &argv, specs);
	return argv;
}

void cure_add(struct checkup *k, struct found *f, enum env_owner owner,
	      const struct strings *specs)
{
	if (owner == OWNER_CONDA)
		cure_put(k, &f->cure, conda_words(k, "install"), specs);
	else if (in_manifest(k))
		command_put(k->arena, &f->cure, project_words(k, specs));
	else
		cure_put(k, &f->cure, pip_words(k, "install"), specs);
}
