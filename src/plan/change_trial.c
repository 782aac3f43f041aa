/* What a fact that says nothing would have to be for a build, and what that gives. */
#include <string.h>

#include "base/sort.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "plan/change_private.h"
#include "plan/extend.h"

struct trial trial_of(struct solve *s, enum installer installer, key_t64 best)
{
	return (struct trial){ .s = s, .installer = installer, .best = best, .want = s->want,
			       .scene = s->scene };
}

struct judge trial_judge(struct trial *t)
{
	struct judge j = judge_again(&t->s->judge, &t->scene, &t->want);

	j.any_system = t->any_system;
	j.cpu = t->s->cpu;
	return j;
}

struct trial_result trial_run(struct trial *t)
{
	struct judge j = trial_judge(t);
	struct trial_result r = { 0 };
	key_t64 key = t->best ? judge_least(judge_gain(t->best)) - 1 : 0;

	if (rank_best(&j, installer_manager(t->installer), &r.build, &key))
		r.gain = judge_gain(key);
	return r;
}

bool trial_gains(const struct trial *t, const struct trial_result *r)
{
	return r->gain > judge_gain(t->best);
}

static void add_version(struct arena *a, struct versions *to, const char *version,
	const char *oldest)
{
	if (version && driver_cmp(version, oldest) > 0 &&
	    !ANY(x, *to, driver_cmp(*x, version) == 0))
		ARRAY_ADD(a, *to) = version;
}

static int by_version(const void *a, const void *b)
{
	return driver_cmp(*(const char *const *)a, *(const char *const *)b);
}

struct versions trial_drivers(struct solve *s)
{
	const struct driver *first = NULL;
	struct versions ret = { 0 };

	for (size_t i = 0; i < s->scene.machines.n; i++) {
		const struct driver *d = &s->scene.machines.v[i].driver;

		if (d->version && !d->l4t && (!first || driver_cmp(d->version, first->version) < 0))
			first = d;
	}
	if (!first)
		return ret;
	for (size_t i = 0; i < s->p->cudas.n; i++) {
		pair_t cuda = pair_of(s->p->cudas.v[i]);

		add_version(s->arena, &ret, driver_least(s->c, first, cuda), first->version);
		add_version(s->arena, &ret, driver_least_ptx(s->arena, s->c, first, cuda),
			    first->version);
	}
	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (s->scene.atoms.v[i].cc)
			add_version(s->arena, &ret, driver_first_release(s->arena, s->c, first,
				    s->scene.atoms.v[i].cc->first_branch), first->version);
	sort_stable(ret.v, ret.n, sizeof *ret.v, by_version);
	return ret;
}

/* The least driver with which the build fits; NULL: it does with that of now, or with none. */
static const char *least_driver(struct trial *t, size_t build)
{
	struct versions v = trial_drivers(t->s);
	struct trial now = *t;
	struct judge j;

	now.scene.machines = t->s->scene.machines;
	j = trial_judge(&now);
	for (size_t i = 0; i < v.n && !judge_build(&j, build).fits; i++) {
		now.scene = scene_with_driver(t->s->arena, t->s->c, &t->s->scene, v.v[i]);
		j = trial_judge(&now);
		if (judge_build(&j, build).fits)
			return v.v[i];
	}
	return NULL;
}

static unsigned python_distance(struct python a, struct python b)
{
	unsigned x = a.major == 2 ? 0 : a.minor, y = b.major == 2 ? 0 : b.minor;

	return x > y ? x - y : y - x;
}

/* The Python nearest to the one asked for that extensions have, too; NULL: that itself will do. */
static const char *nearest_python(struct trial *t, size_t build)
{
	struct python_set pythons = want_pythons(&t->s->want, &t->s->p->v[build]);
	struct python asked = t->s->wish->python, nearest = { 0 };
	struct judge j = trial_judge(t);

	if (t->want.extend_on)
		pythons = python_set_both(pythons, extend_pythons(&j, build, j.n_atoms, j.sure));
	if (asked.major == 0)
		asked = t->s->want.python;
	if (asked.major == 0 || python_set_has(pythons, asked))
		return NULL;
	for (uint8_t minor = 5; minor < 32; minor++) {
		struct python p = { 3, minor, false };

		if (python_set_has(pythons, p) &&
		    (!nearest.major || python_distance(p, asked) < python_distance(nearest, asked)))
			nearest = p;
	}
	return nearest.major ? python_said(t->s->arena, nearest) : NULL;
}

/* The version of a companion to ask for; NULL: what was asked for will do. */
static const char *companion(const struct specs *asked, const char *version)
{
	if (!version || strcmp(version, "none") == 0)
		return NULL;
	return asked->n && specs_take(asked, version) ? NULL : version;
}

/* The wishes that were replaced, as they could not be had: they have to be said otherwise. */
static unsigned replaced_wishes(const struct solve *s)
{
	static const struct {
		const char *what;
		enum change_kind kind;
	} wishes[] = {
		{ "torch", CHANGE_TORCH }, { "cuda", CHANGE_CUDA }, { "python", CHANGE_PYTHON },
		{ "channel", CHANGE_CHANNEL }, { "build", CHANGE_BUILD },
		{ "torchvision", CHANGE_VISION }, { "torchaudio", CHANGE_AUDIO },
	};
	unsigned ret = 0;

	for (size_t i = 0; i < s->instead.n; i++)
		for (size_t k = 0; k < sizeof wishes / sizeof *wishes; k++)
			if (strcmp(s->instead.v[i].what, wishes[k].what) == 0)
				ret |= BIT(wishes[k].kind);
	return ret;
}

/* What the build asks of a fact; NULL: that need not change. */
static const char *value_of(struct trial *t, enum change_kind kind, size_t build)
{
	const struct build *b = &t->s->p->v[build];
	bool replaced = replaced_wishes(t->s) & BIT(kind);
	struct want *asked = &t->s->want;

	switch (kind) {
	case CHANGE_DRIVER:
		return t->driver ? t->driver : least_driver(t, build);
	case CHANGE_DRIVER_OLDER:
		return t->driver;
	case CHANGE_COMPAT:
		return pair_text(t->s->arena, pair_of(b->cuda));
	case CHANGE_CUDA:
		return asked->cuda && !replaced && want_cuda(asked, b) ? NULL :
		       pair_text(t->s->arena, pair_of(b->cuda));
	case CHANGE_SYSTEM:
		return arena_printf(t->s->arena, "%s>=%s",
				    platform_is_mac(b->platform) ? "macos" : "glibc", b->os_least);
	case CHANGE_CHANNEL:
		return b->channel;
	case CHANGE_PYTHON:
		return nearest_python(t, build);
	case CHANGE_TORCH:
		/* Where a label was asked for, the release alone would not say what changes. */
		return asked->torch.n && !replaced && want_torch(asked, b) ? NULL :
		       t->s->want.torch.local ? build_said(t->s->arena, b) : b->torch;
	case CHANGE_VISION:
		return companion(&asked->vision, b->torchvision);
	case CHANGE_AUDIO:
		return companion(&asked->audio, b->torchaudio);
	case CHANGE_BUILD:
		return b->build;
	case CHANGE_WITHOUT:
		return t->without;
	case CHANGE_WITHOUT_HOSTS:
		break;
	}
	return NULL;
}

static struct change_parts parts_of(struct trial *t, unsigned kinds, size_t build)
{
	struct change_parts ret = { 0 };

	for (int k = 0; k < CHANGE_KINDS; k++) {
		const char *value = kinds & BIT(k) ? value_of(t, (enum change_kind)k, build) : NULL;

		if (value)
			ret.v[ret.n++] = (struct change_part){ (enum change_kind)k, value };
	}
	return ret;
}

key_t64 trial_add(struct trial *t, const struct trial_result *r)
{
	struct solve *s = t->s;
	struct change_parts p = parts_of(t, t->free, r->build);
	unsigned replaced = replaced_wishes(s) & ~t->free;
	struct change_result gives = { 0 };
	const char *what;

	if (p.n)
		gives = change_apply(s, &p, t->installer);
	if (p.n && !gives.build && replaced) {
		p = parts_of(t, t->free | replaced, r->build);
		gives = change_apply(s, &p, t->installer);
	}
	if (!gives.build || gives.gain <= judge_gain(t->best))
		return 0;
	what = change_text(s->arena, &p);
	if (!ANY(x, s->changes, strcmp(x->what, what) == 0))
		ARRAY_ADD(s->arena, s->changes) = (struct change){
			.kind = p.v[0].kind, .what = what,
			.code = p.v[0].kind == CHANGE_COMPAT ? CP115 :
				p.v[0].kind == CHANGE_DRIVER_OLDER ? CP005 : FINDING_NONE,
			.installer = t->installer, .gives = gives.build,
			.parts = !t->best && s->scene.hosts->n > 1 && !s->scene.missing.n };
	return gives.gain;
}
