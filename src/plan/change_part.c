/*
 * No one plan serves all: what machines that no plan serves need so that one does, and, where no
 * change of all machines helps, those of one part so that there are fewer parts. The drivers at
 * which something changes are set on them, and the answer is looked for again; what that gives them
 * is what is printed.
 */
#include <string.h>

#include "plan/change_private.h"

enum { TRIES_MOST = 96 }; /* splits of one answer, as each looks at every build */

struct group {
	struct solve *s;
	enum installer installer;
	int rank;                /* of the torch that they have; 0: no plan serves them */
	bool *hosts;             /* those of the part */
	size_t n_hosts;
	bool *atoms;             /* all of theirs */
	int parts;               /* of the split as it is */
	int tries;               /* left */
};

/* What a driver on a group gives. */
struct outcome {
	const struct build *gives; /* to all of the group; NULL: the split is no better */
	int parts;
	size_t *left, n_left;    /* hosts with a GPU that no part serves then */
};

/* A group that a driver serves. */
struct solved {
	struct group group;
	const char *version;
	struct outcome outcome;
};

struct solved_groups {
	struct solved *v;
	size_t n, room;
};

/* Hosts of which some GPU is served by another part have nothing of their own to change. */
static bool is_whole(const struct group *g)
{
	const struct scene *scene = &g->s->scene;

	for (size_t i = 0; i < scene->atoms.n; i++) {
		const struct atom *at = &scene->atoms.v[i];
		size_t in = 0;

		for (size_t k = 0; k < at->members.n; k++)
			in += g->hosts[at->members.v[k].host];
		if (in && in < at->members.n)
			return false;
		g->atoms[i] = in;
	}
	return true;
}

static bool serves_all_of(const struct group *g, const struct plan *p)
{
	size_t served = 0, all = 0;

	for (size_t i = 0; i < g->s->scene.atoms.n; i++)
		if (g->atoms[i])
			all += g->s->scene.atoms.v[i].members.n;
	for (size_t i = 0; i < p->n_gpus; i++)
		served += g->hosts[p->gpus[i].host];
	return all && served >= all;
}

static void group_begin(struct group *g, int rank)
{
	g->rank = rank;
	g->hosts = arena_array(g->s->arena, g->s->scene.hosts->n, sizeof *g->hosts);
	g->atoms = arena_array(g->s->arena, g->s->scene.atoms.n, sizeof *g->atoms);
	g->n_hosts = 0;
}

static bool group_end(struct group *g)
{
	for (size_t i = 0; i < g->s->scene.hosts->n; i++)
		g->n_hosts += g->hosts[i];
	return g->n_hosts && g->n_hosts < g->s->scene.hosts->n && is_whole(g);
}

static bool group_of_part(struct group *g, const struct plan *plan)
{
	group_begin(g, plan->build->rank);
	for (size_t i = 0; i < plan->n_gpus; i++)
		g->hosts[plan->gpus[i].host] = true;
	return group_end(g) && serves_all_of(g, plan);
}

static bool is_of_split(const struct group *g, const struct plan *p)
{
	return p->installer == g->installer && p->part >= 0;
}

/* Of each host whether some part serves a GPU of it. */
static bool *served_hosts(const struct group *g)
{
	bool *ret = arena_array(g->s->arena, g->s->scene.hosts->n, sizeof *ret);

	EACH(const struct plan, p, g->s->plans) {
		for (size_t k = 0; is_of_split(g, p) && k < p->n_gpus; k++)
			ret[p->gpus[k].host] = true;
	}
	return ret;
}

/* The hosts with these GPUs, where no part serves any of theirs. */
static bool group_of_atom(struct group *g, const bool *served, const struct atom *at)
{
	group_begin(g, 0);
	for (size_t i = 0; i < at->members.n; i++) {
		if (at->sm.major == 0 || served[at->members.v[i].host])
			return false;
		g->hosts[at->members.v[i].host] = true;
	}
	return group_end(g);
}

/* The scene with that driver on the machines of the group where theirs is older, or missing. */
static bool scene_changed(const struct group *g, const char *version, struct arena *a,
			  struct scene *ret)
{
	size_t n = g->s->scene.machines.n;
	bool any = false;

	*ret = g->s->scene;
	ret->machines.v = arena_array(a, 2 * n, sizeof *ret->machines.v);
	memcpy(ret->machines.v, g->s->scene.machines.v, n * sizeof *ret->machines.v);
	memcpy(ret->machines.v + n, g->s->scene.machines.v, n * sizeof *ret->machines.v);
	ret->machines.n = ret->machines.room = 2 * n;
	for (size_t i = n; i < 2 * n; i++) {
		struct driver *d = &ret->machines.v[i].driver;

		if (!d->l4t && (d->version || d->missing) && driver_cmp(d->version, version) < 0)
			*d = driver_changed(g->s->c, d, version);
	}
	ret->atoms.v = arena_array(a, ret->atoms.n, sizeof *ret->atoms.v);
	for (size_t i = 0; i < ret->atoms.n; i++) {
		ret->atoms.v[i] = g->s->scene.atoms.v[i];
		if (!g->atoms[i])
			continue;
		ret->atoms.v[i].machine += n;
		any |= driver_cmp(ret->machines.v[ret->atoms.v[i].machine].driver.version,
				  version) == 0;
	}
	return any;
}

/* Of each GPU, host after host, and of each host without one, whether some plan serves it. */
static bool *served_by(const struct solve *s, size_t *first)
{
	size_t n = 0;
	bool *ret;

	for (size_t i = 0; i < s->scene.hosts->n; i++) {
		first[i] = n + 1; /* GPU -1 stands before it */
		n += s->scene.hosts->v[i].gpus.n + 1;
	}
	ret = arena_array(s->arena, n, sizeof *ret);
	EACH(const struct plan, p, s->plans) {
		for (size_t i = 0; i < p->n_gpus; i++)
			ret[first[p->gpus[i].host] + (size_t)p->gpus[i].gpu] = true;
	}
	return ret;
}

/* The hosts with a GPU that none of the plans serves, in their order; *ret lives in a. */
static size_t hosts_left(const struct solve *s, struct arena *a, size_t **ret)
{
	bool *left = arena_array(s->arena, s->scene.hosts->n, sizeof *left);
	size_t *first = arena_array(s->arena, s->scene.hosts->n, sizeof *first), n = 0;
	const bool *served = served_by(s, first);

	EACH(const struct atom, at, s->scene.atoms) {
		EACH(const struct member, m, at->members) {
			left[m->host] |= m->gpu >= 0 && !served[first[m->host] + (size_t)m->gpu];
		}
	}
	for (size_t i = 0; i < s->scene.hosts->n; i++)
		n += left[i];
	*ret = arena_array(a, n, sizeof **ret);
	n = 0;
	for (size_t i = 0; i < s->scene.hosts->n; i++)
		if (left[i])
			(*ret)[n++] = i;
	return n;
}

/* As the answer is looked for: one plan, or a split, of sound ones before all. */
static bool solve_again(struct group *g, struct solve *t, struct outcome *ret)
{
	for (int sure = SURE_SOUND; sure >= SURE_ANY; sure -= SURE_SOUND) {
		key_t64 key = 0;
		size_t at;

		t->judge.sure = (enum judge_sure)sure;
		if (rank_best(&t->judge, installer_manager(g->installer), &at, &key)) {
			*ret = (struct outcome){ .gives = &t->p->v[at], .parts = 1 };
			return false;
		}
		if (split_solve(t, g->installer))
			return true;
	}
	return false;
}

/* The build that all machines of the group get, where the split gets smaller. */
static struct outcome try_version(struct group *g, const char *version)
{
	struct solve *s = g->s;
	struct answer answer = { 0 };
	ARENA_AUTO own = { 0 };
	struct solve t = { .arena = &own, .c = s->c, .wish = s->wish, .want = s->want,
			   .p = s->p, .atoms = s->atoms, .answer = &answer, .trial = true,
			   .served = s->served };
	struct outcome ret = { 0 };

	if (g->tries-- <= 0 || !scene_changed(g, version, &own, &t.scene))
		return ret;
	t.judge = judge_again(&s->judge, &t.scene, &t.want);
	t.judge.cpu = false;
	if (!solve_again(g, &t, &ret) || (g->rank && answer.parts >= g->parts))
		return ret;
	ret.parts = answer.parts;
	ret.n_left = hosts_left(&t, s->arena, &ret.left);
	for (size_t i = 0; i < t.plans.n && !ret.gives; i++)
		if (serves_all_of(g, &t.plans.v[i]))
			ret.gives = t.plans.v[i].build;
	return ret;
}

static void add(struct solve *s, const struct solved *v)
{
	struct change_parts what = { .v = { { CHANGE_DRIVER, v->version } }, .n = 1 };
	const struct group *g = &v->group;
	const char *text = change_text(s->arena, &what);
	size_t *hosts = arena_array(s->arena, g->n_hosts, sizeof *hosts), n = 0;

	/* A change of all hosts says it already. */
	if (ANY(x, s->changes,
		x->n_hosts == 0 && v->outcome.parts == 1 && v->outcome.n_left == 0 &&
			x->gives == v->outcome.gives && strcmp(x->what, text) == 0))
		return;
	for (size_t i = 0; i < s->scene.hosts->n; i++)
		if (g->hosts[i])
			hosts[n++] = i;
	ARRAY_ADD(s->arena, s->changes) = (struct change){
		.kind = CHANGE_DRIVER, .what = text, .gives = v->outcome.gives,
		.installer = g->installer, .hosts = hosts, .n_hosts = n,
		.parts = v->outcome.parts, .left = v->outcome.left, .n_left = v->outcome.n_left };
}

static void solve_group(struct group *g, struct solved_groups *to)
{
	struct versions v = trial_drivers(g->s);

	for (size_t i = 0; i < v.n; i++) {
		struct outcome o = try_version(g, v.v[i]);

		if (o.gives && o.gives->rank >= g->rank) {
			ARRAY_ADD(g->s->arena, *to) = (struct solved){ *g, v.v[i], o };
			return;
		}
	}
}

/* Groups that ask for one driver are one change, where it then gives one build to all of them. */
static bool unite(struct solved *a, const struct solved *b, int *tries)
{
	struct group g = a->group;
	struct outcome o;

	if (driver_cmp(a->version, b->version) != 0 || a->outcome.gives != b->outcome.gives)
		return false;
	group_begin(&g, a->group.rank);
	for (size_t i = 0; i < g.s->scene.hosts->n; i++)
		g.hosts[i] = a->group.hosts[i] || b->group.hosts[i];
	if (!group_end(&g))
		return false;
	g.tries = *tries;
	o = try_version(&g, a->version);
	*tries = g.tries;
	if (o.gives != a->outcome.gives)
		return false;
	a->group = g;
	a->outcome = o;
	return true;
}

static void add_all(struct solve *s, struct solved_groups *all, int *tries)
{
	for (size_t i = 0; i < all->n; i++) {
		for (size_t k = i + 1; k < all->n; k++)
			if (all->v[k].version && unite(&all->v[i], &all->v[k], tries))
				all->v[k].version = NULL;
		if (all->v[i].version)
			add(s, &all->v[i]);
	}
}

void change_solve_parts(struct solve *s)
{
	struct group g = { .s = s, .installer = s->installers[0], .tries = TRIES_MOST };
	struct solved_groups solved = { 0 };
	const bool *served = served_hosts(&g);
	size_t n = s->plans.n;
	bool any = s->changes.n;

	for (size_t i = 0; i < n; i++)
		g.parts += is_of_split(&g, &s->plans.v[i]);
	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (group_of_atom(&g, served, &s->scene.atoms.v[i]))
			solve_group(&g, &solved);
	for (size_t i = 0; !any && i < n; i++)
		if (is_of_split(&g, &s->plans.v[i]) && group_of_part(&g, &s->plans.v[i]))
			solve_group(&g, &solved);
	add_all(s, &solved, &g.tries);
}
