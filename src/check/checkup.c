#include "check/checkup.h"

#include <stdlib.h>
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "fact/platform.h"

static const struct check checks[] = {
	{ "driver", "driver and GPUs answer", check_host },
	{ "torch-build", "torch is a CUDA build where there is a GPU", check_build },
	{ "torch-fit", "torch runs on every GPU under this driver", check_fit },
	{ "owners", "one package manager owns torch, once", check_owners },
	{ "leftovers", "no leftovers of an uninstall", check_leftovers },
	{ "companions", "torchvision, torchaudio and triton belong to torch", check_companions },
	{ "extensions", "extensions ask for this torch", check_extensions },
	{ "cuda-majors", "libraries of one CUDA major", check_majors },
	{ "strays", "every library below nvidia belongs to a package", check_strays },
	{ "asked", "what torch itself asks for is there", check_asked },
	{ "told", "libraries of the version that their package has", check_told },
	{ "pins", "NVIDIA libraries as torch pins them", check_pins },
	{ "cudnn", "cuDNN is whole, and there once", check_cudnn },
	{ "numeric", "NumPy and mkl that this torch can work with", check_numeric },
	{ "paths", "no library before those of torch", check_paths },
	{ "declared", "an environment.yml asks for builds that exist", check_declared },
	{ "requirements", "what is asked for keeps this torch", check_requirements },
	{ "refused", "pip takes every line", check_refused },
	{ "plain", "an install without an index brings a torch that runs", check_plain },
	{ "offers", "a listed build of conda runs there", check_offers },
	{ "virtuals", "conda sees the driver", check_virtuals },
	{ "pixi", "a pixi workspace says which CUDA there is", check_pixi },
	{ "channels", "conda's channels and keys", check_channels },
	{ "indexes", "pip's indexes and keys", check_indexes },
	{ "variables", "no variable hides the GPUs", check_variables },
	{ "toolkits", "toolkits and numbers that may differ", check_toolkits },
};

const struct check *checkup_checks(size_t *n)
{
	*n = sizeof checks / sizeof *checks;
	return checks;
}

const char *checkup_platform(const struct env *env, const struct host *h)
{
	if (h && h->platform)
		return h->platform;
	return env->platform ? env->platform : PLATFORM_LINUX;
}

/* Who installed the torch that is to be changed. */
static enum installer owner(const struct env *env, const struct installed *here)
{
	if (here->torch && here->torch == here->conda)
		return INSTALLER_CONDA;
	if (!here->torch && env->kind == ENV_CONDA && env->packages.n == 0)
		return INSTALLER_CONDA;
	return env->kind == ENV_UV || (here->torch && here->torch->owner == OWNER_UV) ?
		INSTALLER_UV : INSTALLER_PIP;
}

static enum installer conda_tool(const struct env *env)
{
	enum installer i;

	if (env->kind == ENV_PIXI)
		return INSTALLER_PIXI;
	return env->tool && installer_parse(span_of(env->tool), &i) ? i : INSTALLER_CONDA;
}

void checkup_words(struct checkup *k, enum installer i)
{
	if (installer_manager(i) == MANAGER_CONDA)
		k->conda = i;
	else if (installer_manager(k->installer) == MANAGER_PIP)
		k->installer = i;
}

struct checkup checkup_make(struct arena *a, const struct catalogue *c, const struct shelf *shelf,
			    const struct env *env, const struct hosts *hosts)
{
	struct checkup k = {
		.arena = a, .c = c, .shelf = shelf, .env = env, .hosts = hosts,
		.host = hosts && hosts->n ? &hosts->v[0] : NULL,
	};
	const char *python = env->python ? env->python : k.host ? k.host->python : NULL;
	struct step_place *place = arena_new(a, struct step_place);

	k.platform = checkup_platform(env, k.host);
	*place = step_place_of(env, k.platform);
	k.place = place;
	if (!python || !python_parse(span_of(python), &k.python))
		k.python = declared_python(a, env);
	k.here = installed_find(a, c, env, k.host, k.platform);
	k.installer = owner(env, &k.here);
	k.conda = conda_tool(env);
	return k;
}

static int by_severity(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->severity != y->severity)
		return (int)y->severity - (int)x->severity;
	return (x->what.code > y->what.code) - (x->what.code < y->what.code);
}

/* One reinstallation of torch cures all findings that need one: the first keeps it. */
static void once(struct checkup *k)
{
	const struct found *first = NULL;
	const char *code;
	char name[8];

	for (size_t i = 0; i < k->found.n; i++) {
		struct found *f = &k->found.v[i];

		if (!f->replaces || f->cure.n == 0)
			continue;
		if (!first) {
			first = f;
			continue;
		}
		f->cure = (struct steps){ 0 };
		code = arena_str(k->arena, finding_name(first->what.code, name));
		if (f->advice.form)
			FIND_ADVICE(k, f, CURED_WITH_OR, SAY(code, code),
				    SAY_PHRASE(what, phrase_keep(k->arena, f->advice)));
		else
			FIND_ADVICE(k, f, CURED_WITH, SAY(code, code));
	}
}

void checkup_run(struct checkup *k)
{
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		checks[i].run(k);
	if (k->found.n)
		qsort(k->found.v, k->found.n, sizeof *k->found.v, by_severity);
	once(k);
}

void checkup_requirements(struct checkup *k)
{
	check_declared(k);
	check_requirements(k);
}

enum severity checkup_worst(const struct checkup *k)
{
	enum severity worst = SEVERITY_NOTE;

	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].severity > worst)
			worst = k->found.v[i].severity;
	return worst;
}

struct steps checkup_cleanup(struct checkup *k)
{
	return cure_cleanup(k);
}
