/* The plan that a corrected file asks for: of what the user wrote, as much as can hold. */
#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"
#include "check/fix_part.h"

/* What is given up, the least first. */
enum { COMPANIONS = 1, CHANNELS = 2, CUDA = 4, PYTHON = 8, PATCH = 16, TORCH = 32 };

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
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (strcmp(s->tool, "environment") == 0 && strcmp(s->key, "channels") == 0)
			strings_add(k->arena, &w->channels, s->value);
	}
}

static struct wish wish_of(struct checkup *k, bool conda, unsigned without)
{
	struct wish w = { 0 };

	if (!(without & PYTHON))
		w.python = k->python;
	if (conda)
		declared_wish_conda(k->arena, k->env, &w);
	else
		declared_wish_pip(k->arena, k->env, k->python, k->platform, &w);
	if (without)
		without_labels(k, &w.torch);
	if (without & COMPANIONS)
		w.torchvision.n = w.torchaudio.n = 0;
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

/* A line names the Python, so that another can stand there. */
static bool names_python(const struct checkup *k)
{
	return !k->env->python && declared_python(k->arena, k->env).major;
}

bool fix_target(struct checkup *k, bool conda, struct plan *ret)
{
	enum installer kept = k->installer;
	const struct plan *p = NULL;

	k->installer = conda ? INSTALLER_CONDA : kept == INSTALLER_UV ? kept : INSTALLER_PIP;
	for (size_t i = 0; !p && i < sizeof steps / sizeof *steps; i++) {
		struct wish w = wish_of(k, conda, steps[i]);
		struct answer answer;

		if (steps[i] & PYTHON && !names_python(k))
			continue;
		p = cure_answer(k, &w, &answer) ? cure_first(&answer) : NULL;
		if (p)
			*ret = *p;
	}
	k->installer = kept;
	return p != NULL;
}
