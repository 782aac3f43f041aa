/*
 * Several groups of machines: which environment each gets, and what each costs the others. A group
 * is left out, everything else stays, and the answer is looked for again.
 */
#include "fact/host_fold.h"
#include "plan/solve_private.h"

enum {
	GROUPS_MOST = 64, /* more of them are not tried one by one */
};

/* The oldest of what a group's GPUs get is what it gets. */
static void give(struct fleet_trial *t, size_t group, const struct build *b)
{
	if (!t->gives[group] || b->rank < t->gives[group]->rank)
		t->gives[group] = b;
}

static size_t members_of(const struct scene *s)
{
	size_t n = 0;

	EACH(const struct atom, at, s->atoms) {
		EACH(const struct member, m, at->members) {
			n += m->gpu >= 0;
		}
	}
	return n;
}

/* What the parts of a split, or one plan for all, give to the groups. */
static void take_plans(const struct host_groups *groups, const struct plan *v, size_t n,
	enum installer installer, const struct scene *scene, struct fleet_trial *ret)
{
	size_t served = 0;

	for (size_t i = 0; i < n; i++) {
		if (v[i].installer != installer || v[i].part < 0)
			continue;
		ret->parts++;
		served += v[i].n_gpus;
		for (size_t k = 0; k < v[i].n_hosts; k++)
			give(ret, groups->of[v[i].hosts[k]], v[i].build);
	}
	ret->whole = served >= members_of(scene);
}

static void take_one(const struct host_groups *groups, const struct scene *scene,
	const struct build *b, struct fleet_trial *ret)
{
	EACH(const struct atom, at, scene->atoms) {
		EACH(const struct member, m, at->members) {
			give(ret, groups->of[m->host], b);
		}
	}
	ret->parts = 1;
	ret->whole = true;
}

static bool try_as_sure(struct solve *s, struct solve *t, enum judge_sure sure,
	struct fleet_trial *ret)
{
	enum installer installer = s->installers[0];
	const struct host_groups *groups = &s->answer->fleet.groups;
	key_t64 key = 0;
	size_t at;

	t->judge.sure = sure;
	if (t->p && rank_best(&t->judge, installer_manager(installer), &at, &key)) {
		take_one(groups, &t->scene, &t->p->v[at], ret);
		return true;
	}
	if (!split_solve(t, installer))
		return false;
	take_plans(groups, t->plans.v, t->plans.n, installer, &t->scene, ret);
	return ret->parts > 0;
}

/* As the answer is looked for: of sound plans before all. */
bool fleet_try(struct solve *s, const struct scene *scene, struct fleet_trial *ret)
{
	struct answer answer = { 0 };
	struct solve t = { .arena = s->arena, .c = s->c, .wish = s->wish, .want = s->want,
			   .p = s->p, .atoms = s->atoms, .answer = &answer, .trial = true,
			   .scene = *scene, .served = s->served };

	ret->gives = arena_array(s->arena, s->answer->fleet.groups.n, sizeof *ret->gives);
	if (t.scene.atoms.n == 0)
		return false;
	if (t.p)
		t.judge = judge_make(s->arena, s->c, &t.scene, &t.want, s->p, s->atoms,
				     t.scene.atoms.n, false);
	return try_as_sure(s, &t, SURE_SOUND, ret) || try_as_sure(s, &t, SURE_ANY, ret);
}

/* Groups that differ in nothing that decides stand and fall together. */
static bool same_atoms(const struct solve *s, size_t a, size_t b)
{
	const struct host_groups *groups = &s->answer->fleet.groups;

	return EVERY(x, s->scene.atoms, ANY(m, x->members, groups->of[m->host] == a) ==
					ANY(m, x->members, groups->of[m->host] == b));
}

/* The scene without the GPUs of groups that are left out; of the others one host is enough. */
static struct scene without(struct solve *s, const bool *out)
{
	const struct host_groups *groups = &s->answer->fleet.groups;
	struct scene ret = s->scene;

	ret.atoms.v = arena_array(s->arena, ret.atoms.n, sizeof *ret.atoms.v);
	ret.atoms.n = 0;
	EACH(const struct atom, at, s->scene.atoms) {
		struct atom *to = &ret.atoms.v[ret.atoms.n];

		*to = *at;
		to->members.v = NULL;
		to->members.n = to->members.room = 0;
		EACH(const struct member, m, at->members) {
			size_t group = groups->of[m->host];

			if (!out[group] && groups->v[group].hosts[0] == (size_t)m->host)
				ARRAY_ADD(s->arena, to->members) = *m;
		}
		ret.atoms.n += to->members.n > 0;
	}
	return ret;
}

/* A newer environment, or with `fewer` fewer of them, and none that is older. */
static bool gains(const struct fleet *f, const struct fleet_trial *t, bool fewer)
{
	bool newer = fewer && t->parts < f->parts;

	if (t->parts > f->parts || !t->whole)
		return false;
	for (size_t i = 0; i < f->groups.n; i++) {
		if (!t->gives[i] || !f->gives[i])
			continue;
		if (t->gives[i]->rank < f->gives[i]->rank)
			return false;
		newer |= t->gives[i]->rank > f->gives[i]->rank;
	}
	return newer;
}

/*
 * Adds what the others have without those, and those alone. That a part of the split has its own
 * environment without the other parts is said of one that is a single kind of machines only.
 */
static void leave_out(struct solve *s, const bool *out, bool single)
{
	struct fleet *f = &s->answer->fleet;
	bool *others = arena_array(s->arena, f->groups.n, sizeof *others);
	struct fleet_trial t = { .groups = arena_array(s->arena, f->groups.n, sizeof *t.groups) };
	struct fleet_trial alone = { 0 };
	struct scene scene = without(s, out);

	if (members_of(&scene) == 0 || !fleet_try(s, &scene, &t) || !gains(f, &t, single))
		return;
	for (size_t i = 0; i < f->groups.n; i++) {
		others[i] = !out[i];
		if (out[i])
			t.groups[t.n++] = i;
	}
	scene = without(s, others);
	if (fleet_try(s, &scene, &alone) && alone.parts == 1)
		t.alone = alone.gives[t.groups[0]];
	ARRAY_ADD(s->arena, f->without) = t;
}

/* Each group without which the others have more. */
static void try_without(struct solve *s)
{
	struct fleet *f = &s->answer->fleet;
	bool *tried = arena_array(s->arena, f->groups.n, sizeof *tried);

	f->without_known = f->groups.n <= GROUPS_MOST;
	for (size_t i = 0; f->without_known && i < f->groups.n; i++) {
		bool *out = arena_array(s->arena, f->groups.n, sizeof *out);
		size_t n = 0;

		if (tried[i])
			continue;
		for (size_t k = i; k < f->groups.n; k++) {
			out[k] = k == i || same_atoms(s, i, k);
			tried[k] |= out[k];
			n += out[k];
		}
		if (n < f->groups.n)
			leave_out(s, out, true);
	}
}

/* How many machines are left out, if the build serves the others, none of which gets an older. */
static size_t machines_out(const struct solve *s, size_t build, bool *out)
{
	const struct fleet *f = &s->answer->fleet;
	size_t n = 0;

	EACH(const struct atom, at, s->scene.atoms) {
		if (judge_atom(&s->judge, build, (size_t)(at - s->scene.atoms.v)))
			continue;
		EACH(const struct member, m, at->members) {
			out[f->groups.of[m->host]] = true;
		}
	}
	for (size_t i = 0; i < f->groups.n; i++) {
		if (!out[i] && f->gives[i] && f->gives[i]->rank > s->p->v[build].rank)
			return SIZE_MAX;
		n += out[i] ? f->groups.v[i].machines : 0;
	}
	return n;
}

/* Fewer than half of the machines, the fewest without which one sound plan serves all others. */
static const bool *fewest_out(struct solve *s)
{
	size_t most = (hosts_machines(s->scene.hosts) - 1) / 2;
	const bool *ret = NULL;

	s->judge.sure = SURE_SOUND;
	for (size_t i = 0; i < s->p->n && most; i++) {
		const struct build *b = &s->p->v[i];
		bool *out;
		size_t n;

		if (b->manager != installer_manager(s->installers[0]) ||
		    !want_allows(&s->want, b) || !judge_python(&s->judge, b) ||
		    !judge_build_certain(&s->judge, i))
			continue;
		out = arena_array(s->arena, s->answer->fleet.groups.n, sizeof *out);
		n = machines_out(s, i, out);
		if (n == 0 || n > most)
			continue;
		ret = out;
		most = n - 1;
	}
	s->judge.sure = SURE_ANY;
	return ret;
}

static bool is_tried(const struct fleet *f, const bool *out)
{
	size_t n = 0;

	for (size_t k = 0; k < f->groups.n; k++)
		n += out[k];
	return ANY(t, f->without, t->n == n && EVERY(x, LIST(t->groups, n), out[*x]));
}

/* "without ws1, host 7" */
static const char *names_of(const struct solve *s, const size_t *hosts, size_t n)
{
	struct strings names = { 0 };
	const size_t *all = hosts_places(s->arena, s->scene.hosts, hosts, n, &n);

	for (size_t i = 0; i < n; i++) {
		const char *name = hosts_name(s->scene.hosts, all[i]);

		if (name)
			strings_add(s->arena, &names, name);
		else
			strings_printf(s->arena, &names, "host %zu", all[i] + 1);
	}
	return arena_printf(s->arena, "without %s", strings_joined(s->arena, &names, ", "));
}

/* Among the changes, too, where one environment serves the others, and they are more. */
static void tell_change(struct solve *s, const struct fleet_trial *t)
{
	const struct host_groups *groups = &s->answer->fleet.groups;
	struct change c = { .kind = CHANGE_WITHOUT_HOSTS, .installer = s->installers[0],
			    .parts = 1,
			    .hosts = arena_array(s->arena, s->scene.hosts->n, sizeof *c.hosts) };
	size_t out = 0;

	for (size_t k = 0; k < t->n; k++)
		out += groups->v[t->groups[k]].machines;
	if (2 * out >= hosts_machines(s->scene.hosts))
		return;
	for (size_t i = 0; i < s->scene.hosts->n; i++)
		if (ANY(x, LIST(t->groups, t->n), *x == groups->of[i]))
			c.hosts[c.n_hosts++] = i;
	for (size_t i = 0; i < groups->n && !c.gives; i++)
		c.gives = t->gives[i];
	c.what = names_of(s, c.hosts, c.n_hosts);
	ARRAY_ADD(s->arena, s->changes) = c;
}

/* What the answer has given them. */
static void take_answer(struct solve *s, struct fleet *f)
{
	struct fleet_trial now = {
		.gives = arena_array(s->arena, f->groups.n, sizeof *now.gives) };
	const struct plan *first = s->plans.v;

	if (s->plans.n && first->part < 0)
		take_one(&f->groups, &s->scene, first->build, &now);
	else
		take_plans(&f->groups, first, s->plans.n, f->installer, &s->scene, &now);
	f->gives = now.gives;
	f->parts = now.parts;
	f->whole = now.whole;
}

bool fleet_solve(struct solve *s)
{
	struct fleet *f = &s->answer->fleet;
	const bool *out;

	if (s->n_installers == 0 || f->groups.n < 2)
		return false;
	f->installer = s->plans.n ? s->plans.v[0].installer : s->installers[0];
	take_answer(s, f);
	if (s->cpu || s->answer->cpu_only || f->installer != s->installers[0])
		return false;
	try_without(s);
	out = s->p && f->parts > 1 ? fewest_out(s) : NULL;
	if (out && !is_tried(f, out))
		leave_out(s, out, false);
	EACH(const struct fleet_trial, t, f->without) {
		if (t->parts == 1 && f->parts > 1)
			tell_change(s, t);
	}
	return true;
}
