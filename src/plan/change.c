/*
 * What would give a plan, or a better one: wishes changed, or the machine. Changes are found by
 * trial: some facts say nothing any more, everything else stays, and the best plan is looked for.
 * What it needs of those facts is the change, which is then applied: only what that gives is
 * printed. What counts as gain is judge_gain: certain, whole, newer torch.
 */
#include <string.h>

#include "plan/change_private.h"
#include "plan/extend.h"
#include "plan/verdict_private.h"

/* A scene in which drivers say nothing: what the best driver could give at most. */
static struct scene any_driver(struct solve *s)
{
	struct scene ret = scene_copied(s->arena, &s->scene);

	for (size_t i = 0; i < ret.machines.n; i++) {
		struct driver *d = &ret.machines.v[i].driver;

		if (!d->l4t)
			*d = (struct driver){ .any = true, .windows = d->windows };
	}
	return ret;
}

/* The smallest driver that gains, and the smallest that gains all there is to gain. */
static bool newer_driver(struct trial *t, key_t64 most)
{
	struct solve *s = t->s;
	struct versions v = trial_drivers(s);
	key_t64 last = judge_gain(t->best), gain;
	bool first = true;

	t->free = BIT(CHANGE_DRIVER);
	for (size_t i = 0; i < v.n && last < most; i++) {
		struct trial_result r;

		t->scene = scene_with_driver(s->arena, s->c, &s->scene, v.v[i]);
		t->driver = v.v[i];
		r = trial_run(t);
		if (r.gain <= last || (!first && r.gain != most))
			continue;
		gain = trial_add(t, &r);
		last = gain > last ? gain : last;
		first = first && gain == 0;
	}
	return !first;
}

/* The last branch for a GPU that the driver of its host has dropped. */
static const struct branch_fact *older_branch(const struct solve *s, bool *windows)
{
	const struct branch_fact *ret = NULL;

	EACH(const struct atom, at, s->scene.atoms) {
		const struct driver *d = &s->scene.machines.v[at->machine].driver;

		if (!driver_after_gpu(d, at->cc) || (ret && ret->branch <= at->cc->last_branch))
			continue;
		ret = catalogue_branch_no(s->c, at->cc->last_branch);
		*windows = d->windows;
	}
	return ret;
}

static bool older_driver(struct trial *t)
{
	struct solve *s = t->s;
	bool windows = false;
	const struct branch_fact *b = older_branch(s, &windows);
	struct trial_result r;
	int number;

	if (!b)
		return false;
	number = windows && b->windows_last ? b->windows_last : b->branch;
	t->free = BIT(CHANGE_DRIVER_OLDER);
	t->driver = arena_printf(s->arena, "%d", number);
	t->scene = scene_driven(s->arena, s->c, &s->scene,
				arena_printf(s->arena, "%d.999", number));
	r = trial_run(t);
	return trial_gains(t, &r) && trial_add(t, &r);
}

/* Another driver, newer or older. */
static bool try_driver(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result most;

	t.scene = any_driver(s);
	most = trial_run(&t);
	if (!trial_gains(&t, &most))
		return false;
	return (int)newer_driver(&t, most.gain) | (int)older_driver(&t);
}

/* cuda-compat: data-center GPUs under Linux only, on a branch that the guide lists. */
static pair_t compat_for(const struct solve *s)
{
	const struct machine *m = &s->scene.machines.v[0];
	pair_t ret = 0;

	if (m->driver.windows || m->driver.l4t || m->driver.compat || !m->driver.branch)
		return 0;
	EACH(const struct compat_fact, f, s->c->compats)
		if (f->branch == m->driver.branch->branch && f->cuda > ret)
			ret = f->cuda;
	return ret;
}

static bool data_center(const struct solve *s)
{
	EACH(const struct atom, at, s->scene.atoms) {
		EACH(const struct member, m, at->members) {
			const char *segment = m->gpu < 0 ? NULL :
				s->scene.hosts->v[m->host].gpus.v[m->gpu].segment;

			if (!segment || strcmp(segment, "datacenter") != 0)
				return false;
		}
	}
	return true;
}

/* NVIDIA's compatibility package. */
static bool try_compat(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	struct trial_result r;

	if (s->scene.machines.n != 1 || !data_center(s))
		return false;
	t.scene.compat = compat_for(s);
	if (t.scene.compat == 0)
		return false;
	t.free = BIT(CHANGE_COMPAT);
	r = trial_run(&t);
	return trial_gains(&t, &r) && trial_add(&t, &r);
}

/* How far a release is from those that the wish allows. */
struct span_of_ranks {
	int low, high;
};

static struct span_of_ranks ranks_asked(struct solve *s)
{
	struct span_of_ranks ret = { RANKS_MAX, 0 };

	for (size_t i = 0; i < s->p->n; i++) {
		int rank = s->p->v[i].rank;

		if (!want_torch(&s->want, &s->p->v[i]))
			continue;
		ret.low = rank < ret.low ? rank : ret.low;
		ret.high = rank > ret.high ? rank : ret.high;
	}
	return ret;
}

/* The release nearest to those that the wish allows, of all builds that fit without it. */
static struct trial_result nearest_torch(struct trial *t)
{
	struct solve *s = t->s;
	struct span_of_ranks asked = ranks_asked(s);
	struct judge j;
	struct ranking all;
	struct trial_result r = { 0 };
	int least = RANKS_MAX;

	t->want.torch.n = 0;
	t->want.torch.local = false;
	j = trial_judge(t);
	all = rank_make(&j, installer_manager(t->installer));
	for (size_t i = 0; i < all.n; i++) {
		int rank = s->p->v[all.order[i]].rank;
		int far = rank > asked.high ? rank - asked.high :
			  rank < asked.low ? asked.low - rank : 0;

		if (far >= least)
			continue;
		least = far;
		r = (struct trial_result){ 1, all.order[i] };
	}
	return r;
}

/* Another channel, also one of an installer that was not asked for. */
static bool try_channel(struct solve *s, enum installer installer, key_t64 best)
{
	struct trial t = trial_of(s, installer, best);
	enum installer other = installer_usual(installer_manager(installer) == MANAGER_PIP ?
					       MANAGER_CONDA : MANAGER_PIP);
	struct trial_result r;

	t.free = BIT(CHANGE_CHANNEL);
	t.want.by_channel[0] = t.want.by_channel[1] = false;
	r = trial_run(&t);
	if (!trial_gains(&t, &r) && !wished_manager(s, installer_manager(other))) {
		t.installer = other;
		r = trial_run(&t);
	}
	return trial_gains(&t, &r) && trial_add(&t, &r);
}

/* Those that the plan goes without, and it: "flash-attn,vllm". */
static const char *left_out(struct solve *s, size_t extension)
{
	const char *ret = NULL;

	for (size_t i = 0; i < s->want.extend->n; i++)
		if (!(s->want.extend_on >> i & 1))
			ret = arena_printf(s->arena, "%s%s,", ret ? ret : "",
					   s->want.extend->v[i].name);
	return ret ? arena_printf(s->arena, "%s%s", ret, s->want.extend->v[extension].name) :
		     s->want.extend->v[extension].name;
}

/* What each extension that is wished for costs, or that it splits machines that go together. */
static bool try_without(struct solve *s, enum installer installer, key_t64 best)
{
	bool any = false, told = s->want.extend_on &&
		(best || (s->scene.hosts->n > 1 && split_serves_some(s)));

	for (size_t i = 0; told && i < s->want.extend->n; i++) {
		struct trial t = trial_of(s, installer, best);
		struct trial_result r;

		if (!(s->want.extend_on >> i & 1))
			continue;
		t.free = BIT(CHANGE_WITHOUT);
		t.without = left_out(s, i);
		t.want.extend_on &= ~(1u << i);
		r = trial_run(&t);
		any |= trial_gains(&t, &r) && trial_add(&t, &r);
	}
	return any;
}

/* The facts that one may let go of together, those before that are less to let go of. */
static unsigned kinds_told(const struct solve *s)
{
	const struct want *w = &s->want;
	unsigned ret = w->python.major ? BIT(CHANGE_PYTHON) : 0;

	EACH(const struct machine, m, s->scene.machines) {
		ret |= m->driver.version && !m->driver.l4t ? BIT(CHANGE_DRIVER) : 0;
		ret |= m->os_version ? BIT(CHANGE_SYSTEM) : 0;
	}
	return ret | (w->cuda ? BIT(CHANGE_CUDA) : 0) | (w->torch.n ? BIT(CHANGE_TORCH) : 0) |
	       (w->vision.n ? BIT(CHANGE_VISION) : 0) | (w->audio.n ? BIT(CHANGE_AUDIO) : 0) |
	       (w->by_channel[0] || w->by_channel[1] ? BIT(CHANGE_CHANNEL) : 0);
}

static struct trial trial_without(struct solve *s, enum installer installer, key_t64 best,
	unsigned kinds)
{
	struct trial t = trial_of(s, installer, best);

	t.free = kinds;
	t.any_system = kinds & BIT(CHANGE_SYSTEM);
	if (kinds & BIT(CHANGE_DRIVER))
		t.scene = any_driver(s);
	if (kinds & BIT(CHANGE_PYTHON))
		t.want.python = (struct python){ 0 };
	if (kinds & BIT(CHANGE_CUDA))
		t.want.cuda = 0;
	if (kinds & BIT(CHANGE_CHANNEL))
		t.want.by_channel[0] = t.want.by_channel[1] = false;
	if (kinds & BIT(CHANGE_VISION))
		t.want.vision.n = 0;
	if (kinds & BIT(CHANGE_AUDIO))
		t.want.audio.n = 0;
	return t;
}

/* One fact that says nothing any more, or several together. */
static bool try_set(struct solve *s, enum installer installer, key_t64 best, unsigned kinds)
{
	struct trial t = trial_without(s, installer, best, kinds);
	struct trial_result r = kinds & BIT(CHANGE_TORCH) ? nearest_torch(&t) : trial_run(&t);

	return trial_gains(&t, &r) && trial_add(&t, &r);
}

/* Where no single fact helps: two of them, or three; those with another torch are the last. */
static void try_together(struct solve *s, enum installer installer)
{
	enum { TOLD = 3 };
	unsigned told = kinds_told(s), torch;
	int n = 0;

	for (int size = 2; size <= 3 && n == 0; size++)
		for (torch = 0; torch <= 1; torch++)
			for (unsigned set = 1; set < BIT(CHANGE_KINDS) && n < TOLD; set++)
				if ((set & ~told) == 0 && __builtin_popcount(set) == size &&
				    !(set & BIT(CHANGE_TORCH)) == !torch)
					n += try_set(s, installer, 0, set);
}

/*
 * What a change gives is certain; where what fits is not, anything that is gains. Of several GPUs
 * by machine code alone: a certain split would come before one plan that rests on PTX.
 */
void change_solve(struct solve *s, enum installer installer, key_t64 best)
{
	/* With a function of their own, or facts that simply say nothing; some only where nothing
	 * fits. */
	static const struct {
		bool (*own)(struct solve *, enum installer, key_t64);
		enum change_kind kind;
		bool for_none;
	} tries[] = {
		{ .own = try_driver }, { .own = try_compat }, { .kind = CHANGE_PYTHON },
		{ .kind = CHANGE_CUDA, .for_none = true },
		{ .kind = CHANGE_TORCH, .for_none = true },
		{ .kind = CHANGE_VISION, .for_none = true },
		{ .kind = CHANGE_AUDIO, .for_none = true },
		{ .own = try_without }, { .own = try_channel }, { .kind = CHANGE_SYSTEM },
	};
	unsigned told = kinds_told(s);
	enum judge_sure sure = s->judge.sure;
	key_t64 certain = judge_is_certain(best) ? best : 0;
	bool any = false;

	/* With plans of several installers, the changes for the first are enough. */
	if (installer != s->installers[0] && !s->wish->n_installers &&
	    (best || s->plans.n || s->changes.n))
		return;
	s->judge.sure = s->scene.atoms.n > 1 && !s->cpu ? SURE_SOUND : SURE_CERTAIN;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		if (tries[i].own)
			any |= tries[i].own(s, installer, best);
		else if ((told & BIT(tries[i].kind)) && !(certain && tries[i].for_none))
			any |= try_set(s, installer, certain, BIT(tries[i].kind));
	if (certain == 0 && !any)
		try_together(s, installer);
	s->judge.sure = sure;
}

void change_missing_driver(struct solve *s)
{
	const struct plan *p = s->plans.v;
	size_t build = (size_t)(p->build - s->judge.p->v);
	const char *least = verdict_least_driver(&s->judge, build);
	struct trial t = trial_of(s, p->installer, 0);
	struct trial_result r = { 1, build };
	size_t before = s->changes.n;
	struct change *v, first;

	t.free = BIT(CHANGE_DRIVER);
	t.driver = least;
	/* A Jetson's driver belongs to its system, and has no number to ask for. */
	if (!least || ANY(x, s->scene.machines, x->driver.missing && x->driver.l4t) ||
	    !trial_add(&t, &r) || s->changes.n == before)
		return;
	v = s->changes.v;
	first = v[before];
	first.code = CP004;
	memmove(v + 1, v, before * sizeof *v);
	v[0] = first;
}
