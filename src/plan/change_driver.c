/* What another driver would change. */
#include <stdlib.h>
#include <string.h>

#include "plan/change_part.h"
#include "plan/driver.h"

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
	struct trial_result last = { .gain = order_gain(t->best) }, r;
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

void change_driver(struct solve *s, enum installer installer, key_t64 best)
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

void change_compat(struct solve *s, enum installer installer, key_t64 best)
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
