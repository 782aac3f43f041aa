/* The plan that corrected files are to ask for: what is asked for stays as far as it can. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/fix_private.h"
#include "check/lines_solved_private.h"
#include "fact/project.h"

/* What is given up, the least first. */
enum { COMPANIONS = 1, CHANNELS = 2, CUDA = 4, PYTHON = 8, PATCH = 16, TORCH = 32, ALONE = 64,
	BESIDE = 128 };

static const unsigned steps[] = {
	0,
	COMPANIONS,
	COMPANIONS | CUDA,
	COMPANIONS | CHANNELS,
	COMPANIONS | CUDA | CHANNELS,
	COMPANIONS | CUDA | PYTHON,
	COMPANIONS | CUDA | CHANNELS | PYTHON,
	COMPANIONS | CUDA | PATCH,
	COMPANIONS | CUDA | CHANNELS | PATCH,
	COMPANIONS | CUDA | CHANNELS | TORCH,
	COMPANIONS | CUDA | CHANNELS | TORCH | PYTHON,
	COMPANIONS | CUDA | CHANNELS | ALONE,
	COMPANIONS | CUDA | CHANNELS | TORCH | ALONE,
	COMPANIONS | CUDA | CHANNELS | TORCH | PYTHON | ALONE,
};

/* "==2.1.2" and "==2.1.2+cu118" become "==2.1.*"; what pins nothing stays. */
static void loosen(struct checkup *k, struct strings *torch)
{
	for (size_t i = 0; i < torch->n; i++) {
		struct span s = span_of(torch->v[i]);
		pair_t minor = span_take(&s, "==") ? pair_parse(s.p) : 0;

		if (minor)
			torch->v[i] = arena_printf(k->arena, "==%u.%u.*", minor / 100, minor % 100);
	}
}

/* "==2.1.2+cpu": which label it is follows from the machine. */
static void without_labels(struct checkup *k, struct strings *torch)
{
	for (size_t i = 0; i < torch->n; i++)
		torch->v[i] = arena_span(k->arena, span_sub(span_of(torch->v[i]), 0,
							    strcspn(torch->v[i], "+")));
}

static void add_channels(struct checkup *k, struct wish *w)
{
	EACH(const struct env_setting, s, k->env->settings) {
		if (s->tool == SETTING_ENVIRONMENT && strcmp(s->key, "channels") == 0)
			strings_add(k->arena, &w->channels, s->value);
	}
}

bool fix_is_line(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform) && d->origin.line;
}

/* Of what is asked for any version will do, where `loose`, but one there has to be. */
static void keep_companion(struct checkup *k, const char *name, bool loose, struct strings *to)
{
	bool asked = to->n || ANY(d, k->env->declared, d->name && strcmp(d->name, name) == 0 &&
		(fix_is_line(k, d) || (d->kind == DECLARED_SPEC && !d->group)));

	to->n = loose ? 0 : to->n;
	if (asked && !to->n)
		strings_add(k->arena, to, ">=0");
}

/*
 * Where no Python is known, what is written is to hold for all that the project admits and that the
 * line of torch held for: for the oldest of them; major 0: nothing says which.
 */
static struct python oldest(struct checkup *k)
{
	const struct env_setting *s = env_setting(k->env, SETTING_PROJECT, "requires-python");
	const struct env_declared *torch = FIRST_OF(d, k->env->declared, fix_is_line(k, d) &&
		d->kind == DECLARED_REQUIREMENT && project_is_torch(d->name));
	struct python_set set = { 0 };

	if (s && torch && !k->python.major)
		set = python_set_both(pythons_of(k, s->value), check_taken_by(k, torch));
	set.gil &= -set.gil;
	set.free = 0;
	return python_newest(set);
}

static struct wish wish_of(struct checkup *k, bool conda, unsigned without)
{
	struct wish w = { 0 };

	if (k->beside && !conda && !(without & BESIDE))
		w.extensions = k->beside->extensions;

	if (!(without & PYTHON))
		w.python = k->python.major ? k->python : oldest(k);
	if (conda)
		declared_wish_conda(k->arena, k->env, &w);
	else
		declared_wish_pip(k->arena, k->env, k->python, k->platform, &w);
	if (without & CUDA)
		without_labels(k, &w.torch);
	if (!(without & ALONE)) {
		keep_companion(k, "torchvision", without & COMPANIONS, &w.torchvision);
		keep_companion(k, "torchaudio", without & COMPANIONS, &w.torchaudio);
	} else if (without & COMPANIONS) {
		w.torchvision.n = w.torchaudio.n = 0;
	}
	if (without & CUDA)
		w.cuda = NULL;
	if (without & PATCH)
		loosen(k, &w.torch);
	if (without & TORCH)
		w.torch.n = 0;
	if (conda && !(without & CHANNELS))
		add_channels(k, &w);
	return w;
}

/* A line names the Python, so that another can stand there, or it is one of several. */
static bool names_python(struct checkup *k)
{
	return (!k->env->python && declared_python(k->arena, k->env).major) || oldest(k).major;
}

bool fix_is_word(const struct env_declared *d)
{
	return d->typed && !d->listed;
}

/* By its name or by what it was read as: no line of pip can stand in it. */
bool fix_is_toml(const struct checkup *k, const char *file)
{
	return span_ends(span_of(file), ".toml") ||
	       text_formats_only(&k->env->formats, TEXT_TOML);
}

/* Requirements stand there as strings of a list. */
bool fix_is_list(const struct checkup *k, const char *file)
{
	return fix_is_toml(k, file) || text_formats_only(&k->env->formats, TEXT_SETUP);
}

/* The first of PyPI alone. */
static const struct plan *first_of_pypi(const struct answer *answer)
{
	return cure_first(answer) ? FIRST_OF(p, LIST(answer->plans, answer->n_plans),
		p->build->cuda.major && p->part < 0 && !p->build->index_url) : NULL;
}

/* Its syntax has strings for what is asked, and no place for an index. */
static bool takes_no_index(const struct checkup *k, const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT && !fix_is_word(d) && !d->under_pip &&
	       (d->origin.spot.begin || fix_is_list(k, d->origin.file));
}

/* All that asks for torch stands in such a list. */
static bool only_pypi(struct checkup *k)
{
	bool ret = false;

	EACH(const struct env_declared, d, k->env->declared) {
		if (!fix_is_line(k, d) || !project_is_torch(d->name))
			continue;
		ret = takes_no_index(k, d) && !(k->by_project && fix_is_toml(k, d->origin.file));
		if (!ret)
			break;
	}
	return ret && !env_setting(k->env, SETTING_PIP, "extra-index-url");
}

/* "dgl-cuda10.2": what was built for a CUDA stands in no other environment. */
static bool ties_cuda(const struct checkup *k)
{
	return ANY(d, k->env->declared, d->kind == DECLARED_SPEC && d->name &&
		   strstr(d->name, "-cuda") &&
		   ascii_digit(strstr(d->name, "-cuda")[strlen("-cuda")]));
}

/* By PTX, and whether all of it runs so is not known. */
static bool is_unsure(const struct plan *p)
{
	return ANY(f, p->findings, f->code == CP109) &&
	       ANY(g, LIST(p->gpus, p->n_gpus), g->via == VIA_PTX);
}

/* The extensions that lines name stay as they are as long as some torch has wheels of them. What is
 * known to run goes before all of which that is not known. */
static const struct plan *target(struct checkup *k, bool conda, unsigned beside)
{
	const struct plan *p = NULL, *unsure = NULL;
	size_t n = sizeof steps / sizeof *steps, first = !conda && only_pypi(k) ? 0 : n;

	for (size_t at = first; !p && at < 2 * n; at++) {
		size_t i = at % n;
		struct wish w = wish_of(k, conda, steps[i] | beside);
		struct answer answer;

		if ((steps[i] & PYTHON && !names_python(k)) ||
		    (steps[i] & CUDA && conda && ties_cuda(k)))
			continue;
		w.all = at < n;
		if (cure_answer(k, &w, &answer))
			p = at < n ? first_of_pypi(&answer) : cure_first(&answer);
		if (p && is_unsure(p)) {
			unsure = unsure ? unsure : p;
			p = NULL;
		}
	}
	return p ? p : unsure;
}

bool fix_target(struct checkup *k, bool conda, struct plan *ret)
{
	bool beside = !conda && k->beside && k->beside->extensions.n;
	enum installer kept = k->installer;
	const struct plan *p;

	k->installer = conda ? INSTALLER_CONDA : kept == INSTALLER_UV ? kept : INSTALLER_PIP;
	p = beside ? target(k, conda, 0) : NULL;
	if (!p)
		p = target(k, conda, BESIDE);
	k->installer = kept;
	if (p)
		*ret = *p;
	return p;
}
