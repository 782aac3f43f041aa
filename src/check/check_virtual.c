/*
 * The machine as the solvers of conda and pixi see it: the driver as a virtual package, or as the
 * manifest of a workspace describes it.
 */
#include <string.h>

#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/find_private.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "fact/project.h"
#include "plan/driver.h"

static const char *virtual_of(const struct checkup *k, const char *name)
{
	size_t n = strlen(name);

	return FIRST_TELLS(x, k->env->virtuals, strncmp(*x, name, n) == 0 &&
		(*x)[n] == '=', *x + n + 1, NULL);
}

static const struct env_setting *override_of(const struct checkup *k)
{
	const struct env_setting *s = env_setting(k->env, SETTING_CONDA, "CONDA_OVERRIDE_CUDA");

	return s ? s : env_setting(k->env, SETTING_VARIABLE, "CONDA_OVERRIDE_CUDA");
}

/* The variable stands for what the driver would say; empty, it says that there is none. */
static void overridden(struct checkup *k, const struct env_setting *s)
{
	pair_t driver = k->host ? driver_of(k->c, k->host).cuda : 0, told = pair_parse(s->value);
	const char *is;
	struct found *f;

	if (!find_first_gpu(k) || (*s->value && (!driver || !told || told == driver)))
		return;
	is = driver ? pair_text(k->arena, driver) : NULL;
	f = *s->value ? FIND(k, CP308, OVERRIDE_OTHER, SAY(have, s->value), SAY(need, is)) :
			FIND(k, CP308, OVERRIDE_EMPTY);
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, UNSET_OR_SET, SAY(need, is));
}

/* conda asks the driver for __cuda; without it the solver takes builds for the CPU. */
void check_virtuals(struct checkup *k)
{
	const char *cuda = virtual_of(k, "__cuda"), *driver = k->host ? k->host->driver_cuda : NULL;
	const struct env_setting *override = override_of(k);
	struct found *f;

	if (k->env->virtuals.n == 0 && override && override->value)
		overridden(k, override);
	if (k->env->virtuals.n == 0 || platform_is_mac(k->platform))
		return;
	if (!cuda) {
		f = FIND(k, CP308, NO_VIRTUAL_CUDA);
		if (!find_first_gpu(k))
			f->severity = SEVERITY_NOTE;
		FIND_ADVICE(k, f, INSTALL_DRIVER_OR_OVERRIDE, SAY(need, driver));
	} else if (driver && pair_parse(cuda) && pair_parse(cuda) != pair_parse(driver)) {
		f = FIND(k, CP308, VIRTUAL_CUDA_OTHER,
			 SAY(have, pair_text(k->arena, pair_parse(cuda))), SAY(need, driver));
		FIND_ADVICE(k, f, UNSET_OVERRIDE, SAY(need, driver));
	} else {
		return;
	}
	find_at(k, f, &(struct origin){ .file = k->env->source, .text = "virtual packages" });
}

/*
 * The manifest of a pixi workspace: pixi solves for the machine that it describes, not for the one
 * that it stands on. Source: pixi's manual, "PyTorch Installation" and "System Requirements".
 */

static const struct env_setting *declared_of(const struct checkup *k)
{
	const struct env_setting *s = env_setting(k->env, SETTING_PIXI, "platforms.cuda");

	return s ? s : env_setting(k->env, SETTING_PIXI, "system-requirements.cuda");
}

/* Whether it comes from the channel pytorch, by its line or by the order of the channels. */
static bool is_of_pytorch(const struct checkup *k, const struct env_declared *d)
{
	const char *channel = d->spec.f[CONDA_CHANNEL];

	return channel ? channel_is(channel, CHANNEL_PYTORCH) :
			 channel_leads(k->env, CHANNEL_PYTORCH, CHANNEL_CONDA_FORGE);
}

/* A torch of conda-forge, whose CUDA builds ask for __cuda; those of the channel pytorch do not. */
static const struct env_declared *torch_of(const struct checkup *k)
{
	const struct env_declared *found = NULL;

	EACH(const struct env_declared, d, k->env->declared) {
		if (d->kind != DECLARED_SPEC || !d->parsed || !d->name || d->group)
			continue;
		if (strcmp(d->name, "pytorch-cuda") == 0)
			return NULL;
		if (project_is_conda_torch(d->name) && !is_of_pytorch(k, d))
			found = d;
	}
	return found;
}

static bool has_cuda_build(const struct env_declared *d)
{
	const char *build = d->spec.f[CONDA_BUILD];

	return strcmp(d->name, "pytorch-gpu") == 0 || (build && strstr(build, "cuda"));
}

static bool has_cpu_build(const struct env_declared *d)
{
	const char *build = d->spec.f[CONDA_BUILD];

	return build && strstr(build, "cpu");
}

/* Nothing says that there is CUDA: builds that need it are no candidates. */
static void says_nothing(struct checkup *k, const struct env_declared *d, pair_t driver)
{
	const struct gpu *g = find_first_gpu(k);
	unsigned major = driver ? driver / 100 : 12;
	struct found *f;

	if (has_cpu_build(d) || (!g && !has_cuda_build(d)))
		return;
	f = has_cuda_build(d) ?
		FIND_ASKED(k, CP308, d, MANIFEST_WITHOUT_CUDA, SAY(line, d->text)) :
		FIND_ASKED(k, CP201, d, MANIFEST_TAKES_CPU, SAY(line, d->text),
			   SAY(gpu, g ? g->name : NULL));
	if (g)
		find_gpu(k, f, g);
	f->severity = SEVERITY_ERROR;
	FIND_ADVICE(k, f, DECLARE_CUDA,
		    SAY(example, arena_printf(k->arena, "platforms = [{ platform = \"%s\", "
					      "cuda = \"%u\" }]", k->platform, major)),
		    SAY(older, arena_printf(k->arena, "cuda = \"%u\"", major)));
}

/* pixi refuses machines that are less than the manifest says. */
static void says_too_much(struct checkup *k, const struct env_setting *s, pair_t driver)
{
	uint64_t major;
	struct span text = span_of(s->value);
	pair_t asked = pair_parse(s->value);
	struct found *f;

	if (!asked && span_u64(text, &major) && major < 100)
		asked = (pair_t)(major * 100);
	if (!driver || asked <= driver)
		return;
	f = FIND(k, CP308, MANIFEST_ASKS_TOO_MUCH, SAY(need, s->value),
		 SAY(have, pair_text(k->arena, driver)));
	f->severity = SEVERITY_ERROR;
	f->asked = true;
	find_at(k, f, &s->origin);
	find_edit(k, f, &s->origin, s->value, arena_printf(k->arena, "%u", driver / 100));
	FIND_ADVICE(k, f, WRITE_OR_UPDATE_DRIVER, SAY(new, fact_number(k->arena, driver / 100)));
}

void check_pixi(struct checkup *k)
{
	const struct env_declared *d = torch_of(k);
	const struct env_setting *s = declared_of(k);
	pair_t driver = k->host ? driver_of(k->c, k->host).cuda : 0;

	if (!env_setting(k->env, SETTING_PIXI, "platforms") || !d || platform_is_mac(k->platform))
		return;
	if (s)
		says_too_much(k, s, driver);
	else
		says_nothing(k, d, driver);
}
