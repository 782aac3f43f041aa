/* A change is set and the answer looked for again, so that what is printed is what it gives. */
#include <string.h>

#include "base/tr.h"
#include "plan/change_private.h"

static const char *const forms[CHANGE_KINDS] = {
	[CHANGE_DRIVER] = "driver>=%s",
	[CHANGE_DRIVER_OLDER] = "driver==%s.*",
	[CHANGE_COMPAT] = "cuda-compat==%s",
	[CHANGE_SYSTEM] = "%s",
	[CHANGE_CHANNEL] = "channel==%s",
	[CHANGE_PYTHON] = "python==%s",
	[CHANGE_TORCH] = "torch==%s",
	[CHANGE_CUDA] = "cuda==%s",
	[CHANGE_VISION] = "torchvision==%s",
	[CHANGE_AUDIO] = "torchaudio==%s",
	[CHANGE_BUILD] = "build==%s",
	[CHANGE_WITHOUT] = N_("without %s"),
};

const char *change_text(struct arena *a, const struct change_parts *p)
{
	const char *ret = "";

	for (size_t i = 0; i < p->n; i++) {
		const char *one = arena_printf(a, tr(forms[p->v[i].kind]), p->v[i].value);

		ret = i ? arena_printf(a, "%s, %s", ret, one) : one;
	}
	return ret;
}

/* All that the parts are set in. */
struct setting {
	struct arena *arena;
	const struct catalogue *c;
	enum installer installer;
	struct wish wish;
	struct scene scene;
	unsigned without;      /* bits of extensions */
};

static void set_system(struct setting *t, pair_t least)
{
	t->scene = scene_copied(t->arena, &t->scene);
	for (size_t i = 0; i < t->scene.machines.n; i++) {
		pair_t *has = &t->scene.machines.v[i].os_version;

		*has = *has && *has < least ? least : *has;
	}
}

static void set_strings(struct setting *t, struct strings *to, const char *value)
{
	*to = (struct strings){ 0 };
	strings_add(t->arena, to, value);
}

/*
 * Those that are left out keep their place, so that the bits of others stay as they are. Of several
 * names ("flash-attn,vllm") the plan goes without all but the last already.
 */
static void set_without(struct setting *t, const char *names)
{
	const char *comma = strrchr(names, ','), *name = comma ? comma + 1 : names;
	const struct extension_wish *x = wish_extension(&t->wish, name);

	if (x)
		t->without |= 1u << (x - t->wish.extensions.v);
}

static const char *exactly(struct setting *t, const char *value)
{
	return arena_printf(t->arena, "==%s", value);
}

static void set_part(struct setting *t, const struct change_part *p)
{
	switch (p->kind) {
	case CHANGE_DRIVER:
		t->scene = scene_with_driver(t->arena, t->c, &t->scene, p->value);
		break;
	case CHANGE_DRIVER_OLDER:
		t->scene = scene_driven(t->arena, t->c, &t->scene,
					arena_printf(t->arena, "%s.999", p->value));
		break;
	case CHANGE_COMPAT:
		t->scene.compat = pair_parse(p->value);
		break;
	case CHANGE_SYSTEM:
		set_system(t, pair_parse(strchr(p->value, '=') + 1));
		break;
	case CHANGE_CHANNEL:
		/* A channel brings the installer that knows it. */
		set_strings(t, &t->wish.channels, p->value);
		if (!installer_among(t->wish.installers, t->wish.n_installers, t->installer)) {
			t->wish.installers[0] = t->installer;
			t->wish.n_installers = 1;
		}
		break;
	case CHANGE_PYTHON:
		python_parse(span_of(p->value), &t->wish.python);
		break;
	case CHANGE_TORCH:
		set_strings(t, &t->wish.torch, exactly(t, p->value));
		break;
	case CHANGE_CUDA:
		t->wish.cuda = p->value;
		t->wish.cuda_runtime = false;
		break;
	case CHANGE_VISION:
		set_strings(t, &t->wish.torchvision, exactly(t, p->value));
		break;
	case CHANGE_AUDIO:
		set_strings(t, &t->wish.torchaudio, exactly(t, p->value));
		break;
	case CHANGE_BUILD:
		t->wish.build = p->value;
		break;
	case CHANGE_WITHOUT:
		set_without(t, p->value);
		break;
	case CHANGE_WITHOUT_HOSTS: /* of a split alone: change_part.c */
		break;
	}
}

struct change_result change_apply(struct solve *s, const struct change_parts *p,
				  enum installer installer)
{
	struct setting t = { .arena = s->arena, .c = s->c, .installer = installer,
			     .wish = *s->wish, .scene = s->scene };
	struct solve trial = { .arena = s->arena, .c = s->c, .wish = &t.wish, .p = s->p,
			       .atoms = s->atoms, .trial = true };
	struct change_result none = { 0 };
	key_t64 key = 0;
	struct err e;
	size_t at;

	for (size_t i = 0; i < p->n; i++)
		set_part(&t, &p->v[i]);
	trial.scene = t.scene;
	if (want_make(s->arena, &t.wish, &trial.want, &e))
		return none;
	trial.want.c = s->c;
	trial.want.extend = s->want.extend;
	trial.want.extend_on = s->want.extend_on & ~t.without;
	wished_installers(&trial);
	if (instead_solve(&trial, &e) || trial.contradiction ||
	    !installer_among(trial.installers, trial.n_installers, installer))
		return none;
	trial.judge = judge_again(&s->judge, &trial.scene, &trial.want);
	trial.judge.cpu = s->cpu;
	if (!wished_best(&trial, installer, &at, &key))
		return none;
	return (struct change_result){ &s->p->v[at], judge_gain(key) };
}
