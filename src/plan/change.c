/* What would give a plan, or a better one: a wish changed, or the machine. */
#include <string.h>

#include "plan/change_part.h"

struct trial trial_of(struct solve *s, enum installer installer, key_t64 best)
{
	return (struct trial){ .s = s, .installer = installer, .best = best, .want = s->want,
			       .scene = s->scene };
}

struct trial_result trial_run(struct trial *t)
{
	struct solve *s = t->s;
	struct judge j = judge_again(&s->judge, &t->scene, &t->want);
	struct trial_result r = { 0 };
	key_t64 key = t->best ? order_least(order_gain(t->best)) - 1 : 0;

	j.any_glibc = t->any_glibc;
	if (rank_best(&j, installer_manager(t->installer), &r.build, &key))
		r.gain = order_gain(key);
	return r;
}

bool trial_gains(const struct trial *t, const struct trial_result *r)
{
	return r->gain > order_gain(t->best);
}

void trial_add(const struct trial *t, enum change_kind kind, enum finding code, const char *what,
	const struct trial_result *r)
{
	struct solve *s = t->s;

	for (size_t i = 0; i < s->changes.n; i++)
		if (strcmp(s->changes.v[i].what, what) == 0)
			return;
	ARRAY_ADD(s->arena, s->changes) =
		(struct change){ kind, code, what, t->installer, &s->p->v[r->build] };
}

static unsigned python_distance(struct python a, struct python b)
{
	unsigned x = a.major == 2 ? 0 : a.minor, y = b.major == 2 ? 0 : b.minor;

	return x > y ? x - y : y - x;
}

static void try_python(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct python asked = s->want.python, nearest = { 0 };
	struct trial_result most, r;
	char text[PYTHON_TEXT];

	if (asked.major == 0)
		return;
	t.want.python = (struct python){ 0 };
	most = trial_run(&t);
	if (!trial_gains(&t, &most))
		return;
	for (uint8_t minor = 5; minor < 32; minor++) {
		t.want.python = (struct python){ 3, minor, false };
		r = trial_run(&t);
		if (r.gain != most.gain || (nearest.major && python_distance(nearest, asked) <=
					    python_distance(t.want.python, asked)))
			continue;
		nearest = t.want.python;
		most = r;
	}
	if (nearest.major)
		trial_add(&t, CHANGE_PYTHON, FINDING_NONE,
			  arena_printf(s->arena, "python==%s", python_text(nearest, text)), &most);
}

static void drop_torch(struct want *w)
{
	w->torch.n = 0;
	w->torch.local = false;
}

/* Where a label was asked for, the release alone would not say what changes. */
static const char *torch_text(const struct solve *s, const struct build *b)
{
	return s->want.torch.local ? arena_printf(s->arena, "torch==%s+%s", b->torch, b->variant) :
				     arena_printf(s->arena, "torch==%s", b->torch);
}

/* The release nearest to those that the wish allows, of all builds that fit without it. */
static void try_torch(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct judge j;
	struct ranking all;
	struct trial_result r = { 0 };
	int least = RANKS_MAX, low = RANKS_MAX, high = 0;

	if (best || s->want.torch.n == 0)
		return;
	for (size_t i = 0; i < s->p->n; i++) {
		int rank = s->p->v[i].rank;

		if (!want_torch(&s->want, &s->p->v[i]))
			continue;
		low = rank < low ? rank : low;
		high = rank > high ? rank : high;
	}
	drop_torch(&t.want);
	j = judge_again(&s->judge, &t.scene, &t.want);
	all = rank_make(&j, installer_manager(installer));
	for (size_t i = 0; i < all.n; i++) {
		int rank = s->p->v[all.order[i]].rank;
		int far = rank > high ? rank - high : rank < low ? low - rank : 0;

		if (far >= least)
			continue;
		least = far;
		r = (struct trial_result){ 1, all.order[i] };
	}
	if (r.gain)
		trial_add(&t, CHANGE_TORCH, FINDING_NONE, torch_text(s, &s->p->v[r.build]), &r);
}

static void try_cuda(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result r;

	if (best || (s->want.cuda == 0 && !s->want.torch.local))
		return;
	t.want.cuda = 0;
	r = trial_run(&t);
	if (r.gain)
		trial_add(&t, CHANGE_CUDA, FINDING_NONE,
			  arena_printf(s->arena, "cuda==%s",
				       pair_text(s->arena, pair_of(s->p->v[r.build].cuda))), &r);
}

static bool asked(const struct solve *s, enum manager m)
{
	for (size_t i = 0; i < s->n_installers; i++)
		if (installer_manager(s->installers[i]) == m)
			return true;
	return false;
}

/* Another channel, also one of an installer that was not asked for. */
static void try_channel(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	enum installer other = installer_manager(installer) == MANAGER_PIP ? INSTALLER_CONDA :
			       INSTALLER_PIP;
	struct trial_result r;

	t.want.by_channel[0] = t.want.by_channel[1] = false;
	r = trial_run(&t);
	if (!trial_gains(&t, &r) && !asked(s, installer_manager(other))) {
		t.installer = other;
		r = trial_run(&t);
	}
	if (trial_gains(&t, &r))
		trial_add(&t, CHANGE_CHANNEL, FINDING_NONE,
			  arena_printf(s->arena, "channel==%s", s->p->v[r.build].channel), &r);
}

static void try_glibc(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result r;

	t.any_glibc = true;
	r = trial_run(&t);
	if (trial_gains(&t, &r) && s->p->v[r.build].glibc)
		trial_add(&t, CHANGE_GLIBC, FINDING_NONE,
			  arena_printf(s->arena, "glibc>=%s", s->p->v[r.build].glibc), &r);
}

/* With plans of several installers, the changes for the first are enough. */
static bool worth_trying(const struct solve *s, enum installer installer, key_t64 best)
{
	return installer == s->installers[0] || s->wish->n_installers ||
	       (best == 0 && s->plans.n == 0 && s->changes.n == 0);
}

void change_solve(struct solve *s, enum installer installer, key_t64 best)
{
	static void (*const tries[])(struct solve *, enum installer, key_t64) = {
		change_driver, change_compat, try_python, try_cuda, try_torch, try_channel,
		try_glibc,
	};

	if (!worth_trying(s, installer, best))
		return;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		tries[i](s, installer, best);
}
