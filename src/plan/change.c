/* What would give a plan, or a better one: a wish changed, or the machine. */
#include <stdlib.h>
#include <string.h>

#include "plan/solve_private.h"

/*
 * Changes are found by trial: one fact is changed, everything else stays, and the best plan is
 * looked for again. What counts as gain is judge_gain: certain, whole, newer torch.
 */
struct trial {
	struct solve *s;
	enum installer installer;
	key_t64 best;          /* of what fits now; 0: nothing does */
	struct want want;      /* the wishes, one of them changed */
	struct scene scene;    /* the hosts, one fact changed */
	bool any_glibc;
};

struct trial_result {
	key_t64 gain;          /* 0: nothing fits, or nothing that gains */
	size_t build;
};

/* A trial of what was asked, in which nothing is changed yet. */
static struct trial trial_of(struct solve *s, enum installer installer, key_t64 best)
{
	return (struct trial){ .s = s, .installer = installer, .best = best, .want = s->want,
			       .scene = s->scene };
}

static struct trial_result trial_run(struct trial *t)
{
	struct solve *s = t->s;
	struct judge j = judge_again(&s->judge, &t->scene, &t->want);
	struct trial_result r = { 0 };
	key_t64 key = t->best ? judge_least(judge_gain(t->best)) - 1 : 0;

	j.any_glibc = t->any_glibc;
	if (rank_best(&j, installer_manager(t->installer), &r.build, &key))
		r.gain = judge_gain(key);
	return r;
}

/* Whether it is better than what fits now. */
static bool trial_gains(const struct trial *t, const struct trial_result *r)
{
	return r->gain > judge_gain(t->best);
}

/* Notes the change that led to the result, once for the same words. */
static void trial_add(const struct trial *t, enum change_kind kind, enum finding_code code,
	const char *what, const struct trial_result *r)
{
	struct solve *s = t->s;

	for (size_t i = 0; i < s->changes.n; i++)
		if (strcmp(s->changes.v[i].what, what) == 0)
			return;
	ARRAY_ADD(s->arena, s->changes) =
		(struct change){ kind, code, what, t->installer, &s->p->v[r->build] };
}

/* A scene in which drivers say nothing: what the best driver could give at most. */
static struct scene any_driver(struct solve *s)
{
	struct scene ret = s->scene;

	ret.machines.v = arena_array(s->arena, ret.machines.n, sizeof *ret.machines.v);
	for (size_t i = 0; i < ret.machines.n; i++) {
		ret.machines.v[i] = s->scene.machines.v[i];
		if (!ret.machines.v[i].driver.l4t)
			ret.machines.v[i].driver =
				(struct driver){ .windows = ret.machines.v[i].driver.windows };
	}
	return ret;
}

struct versions {
	const char **v;
	size_t n, room;
};

static void add_version(struct arena *a, struct versions *to, const char *version,
	const char *oldest)
{
	if (!version || driver_cmp(version, oldest) <= 0)
		return;
	for (size_t i = 0; i < to->n; i++)
		if (driver_cmp(to->v[i], version) == 0)
			return;
	ARRAY_ADD(a, *to) = version;
}

static int by_version(const void *a, const void *b)
{
	return driver_cmp(*(const char *const *)a, *(const char *const *)b);
}

/* Drivers at which something changes, above the oldest of the hosts. */
static struct versions thresholds(struct solve *s)
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
			add_version(s->arena, &ret, driver_first(s->arena, s->c, first,
				    s->scene.atoms.v[i].cc->first_branch), first->version);
	if (ret.n)
		qsort(ret.v, ret.n, sizeof *ret.v, by_version);
	return ret;
}

/* The smallest driver that gains, and the smallest that gains all there is to gain. */
static void newer_driver(struct trial *t, key_t64 most)
{
	struct solve *s = t->s;
	struct versions v = thresholds(s);
	struct trial_result last = { .gain = judge_gain(t->best) }, r;
	bool first = true;

	for (size_t i = 0; i < v.n && last.gain < most; i++) {
		t->scene = scene_with_driver(s->arena, s->c, &s->scene, v.v[i]);
		r = trial_run(t);
		if (r.gain <= last.gain)
			continue;
		last = r;
		if (first || r.gain == most)
			trial_add(t, CHANGE_DRIVER, FINDING_NONE,
				  arena_printf(s->arena, "driver>=%s", v.v[i]), &r);
		first = false;
	}
}

/* The last branch for a GPU that the driver of its host has dropped. */
static const struct branch_fact *older_branch(const struct solve *s, bool *windows)
{
	const struct branch_fact *ret = NULL;

	for (size_t i = 0; i < s->scene.atoms.n; i++) {
		const struct atom *at = &s->scene.atoms.v[i];
		const struct driver *d = &s->scene.machines.v[at->machine].driver;

		if (!driver_after_gpu(d, at->cc) || (ret && ret->branch <= at->cc->last_branch))
			continue;
		ret = catalogue_branch_no(s->c, at->cc->last_branch);
		*windows = d->windows;
	}
	return ret;
}

static void older_driver(struct trial *t)
{
	struct solve *s = t->s;
	bool windows = false;
	const struct branch_fact *b = older_branch(s, &windows);
	struct trial_result r;
	int number;

	if (!b)
		return;
	number = windows && b->windows_last ? b->windows_last : b->branch;
	t->scene = any_driver(s);
	for (size_t i = 0; i < t->scene.machines.n; i++)
		t->scene.machines.v[i].driver = driver_changed(s->c, &t->scene.machines.v[i].driver,
			arena_printf(s->arena, "%d.999", number));
	r = trial_run(t);
	if (trial_gains(t, &r))
		trial_add(t, CHANGE_DRIVER_OLDER, CP005,
			  arena_printf(s->arena, "driver==%d.*", number), &r);
}

/* Another driver, newer or older. */
static void try_driver(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result most;

	t.scene = any_driver(s);
	most = trial_run(&t);
	if (!trial_gains(&t, &most))
		return;
	newer_driver(&t, most.gain);
	older_driver(&t);
}

/* cuda-compat: data-center GPUs under Linux only, on a branch that the guide lists. */
static pair_t compat_for(const struct solve *s)
{
	const struct machine *m = &s->scene.machines.v[0];
	pair_t ret = 0;

	if (m->driver.windows || m->driver.l4t || m->driver.compat || !m->driver.branch)
		return 0;
	for (size_t k = 0; k < s->c->compats.n; k++) {
		const struct compat_fact *f = &s->c->compats.v[k];

		if (f->branch == m->driver.branch->branch && f->cuda > ret)
			ret = f->cuda;
	}
	return ret;
}

static bool data_center(const struct solve *s)
{
	for (size_t i = 0; i < s->scene.atoms.n; i++) {
		const struct atom *at = &s->scene.atoms.v[i];

		for (size_t k = 0; k < at->members.n; k++) {
			const struct member *m = &at->members.v[k];
			const char *segment = m->gpu < 0 ? NULL :
				s->scene.hosts->v[m->host].gpus.v[m->gpu].segment;

			if (!segment || strcmp(segment, "datacenter") != 0)
				return false;
		}
	}
	return true;
}

/* NVIDIA's compatibility package. */
static void try_compat(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result r;

	if (s->scene.machines.n != 1 || !data_center(s))
		return;
	t.scene.compat = compat_for(s);
	if (t.scene.compat == 0)
		return;
	r = trial_run(&t);
	if (trial_gains(&t, &r))
		trial_add(&t, CHANGE_COMPAT, CP115,
			  arena_printf(s->arena, "cuda-compat==%s",
				       pair_text(s->arena, pair_of(s->p->v[r.build].cuda))), &r);
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
	enum installer other = installer_usual(installer_manager(installer) == MANAGER_PIP ?
					       MANAGER_CONDA : MANAGER_PIP);
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
		try_driver, try_compat, try_python, try_cuda, try_torch, try_channel, try_glibc,
	};

	if (!worth_trying(s, installer, best))
		return;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		tries[i](s, installer, best);
}
