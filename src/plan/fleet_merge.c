/*
 * The least set of newer drivers that leaves the fewest environments. Of each build the driver is
 * known that each GPU needs for it; few builds that serve all between them are looked for, and of
 * those the ones for which the fewest machines have to change. What comes of that is tried.
 */
#include <string.h>

#include "plan/change_private.h"

enum {
	NEVER = 255,        /* whatever the driver is */
	CLASSES_MOST = 256, /* builds that differ in what they need */
	ATOMS_MOST = 256,
	STEPS = 1 << 18,    /* of the search */
};

struct places {
	size_t *v, n, room;
};

struct merge {
	struct solve *s;
	struct versions drivers;
	struct scene *scenes;     /* with each of them on all machines that have an older one */
	ARRAY(unsigned char *) classes; /* of builds that need the same of each atom: 0 for
					 * nothing, else the driver, from 1 */
	struct places *atoms;     /* of each group */
	int steps;
	bool given_up;
	size_t n, *now, *best;    /* classes of a set, and of the best */
	unsigned char *drivers_now, *drivers_best; /* of each group */
	size_t hosts_best, sum_best;
	bool *hopeless;           /* of each atom */
	bool found;
};

/* --- what builds need ------------------------------------------------------------------------ */

static bool is_least(const unsigned char *a, const unsigned char *b, size_t n)
{
	return EVERY(x, LIST(a, n), *x <= b[x - a]);
}

/* A build that another one beats, whatever the atom, adds nothing. */
static void class_add(struct merge *m, unsigned char *need)
{
	size_t n = m->s->scene.atoms.n, kept = 0;

	if (ANY(x, m->classes, is_least(*x, need, n)))
		return;
	for (size_t i = 0; i < m->classes.n; i++)
		if (!is_least(need, m->classes.v[i], n))
			m->classes.v[kept++] = m->classes.v[i];
	m->classes.n = kept;
	m->given_up |= kept == CLASSES_MOST;
	if (!m->given_up)
		ARRAY_ADD(m->s->arena, m->classes) = need;
}

static void make_classes(struct merge *m)
{
	struct solve *s = m->s;
	size_t atoms = s->scene.atoms.n, n = m->drivers.n;
	struct judge *with = arena_array(s->arena, n + 1, sizeof *with);
	unsigned char *need = arena_array(s->arena, atoms, 1);

	with[0] = s->judge;
	with[0].sure = SURE_SOUND;
	for (size_t i = 0; i < n; i++) {
		m->scenes[i] = scene_with_driver(s->arena, s->c, &s->scene, m->drivers.v[i]);
		with[i + 1] = judge_again(&with[0], &m->scenes[i], &s->want);
	}
	for (size_t i = 0; i < s->p->n && !m->given_up; i++) {
		const struct build *b = &s->p->v[i];

		if (b->manager != installer_manager(s->installers[0]) ||
		    !want_allows(&s->want, b) || !judge_certain(with, i) ||
		    !judge_python(with, b) || !want_published(&s->want.vision, b->torchvision) ||
		    !want_published(&s->want.audio, b->torchaudio))
			continue;
		for (size_t k = 0; k < atoms; k++) {
			need[k] = 0;
			while (need[k] <= n && !judge_atom(&with[need[k]], i, k))
				need[k]++;
			need[k] = need[k] > n ? NEVER : need[k];
		}
		class_add(m, memcpy(arena_array(s->arena, atoms, 1), need, atoms));
	}
}

/* What no build serves with any driver is left out of it all: it needs nothing, of any build. */
static void leave_hopeless(struct merge *m)
{
	for (size_t k = 0; k < m->s->scene.atoms.n; k++) {
		m->hopeless[k] = EVERY(x, m->classes, (*x)[k] == NEVER);
		for (size_t i = 0; m->hopeless[k] && i < m->classes.n; i++)
			m->classes.v[i][k] = 0;
	}
}

/* Each group gets something, but for those that are hopeless. */
static bool serves_all(const struct merge *m, const struct build **gives)
{
	for (size_t i = 0; i < m->s->answer->fleet.groups.n; i++)
		if (!gives[i] && !ANY(x, m->atoms[i], m->hopeless[*x]))
			return false;
	return true;
}

/* --- the search ------------------------------------------------------------------------------ */

static bool drops(const struct scene *with, size_t atom)
{
	const struct atom *at = &with->atoms.v[atom];

	return driver_after_gpu(&with->machines.v[at->machine].driver, at->cc);
}

/* The least driver of a group with which its GPUs are served by the set; NEVER: none. */
static unsigned char driver_for(const struct merge *m, size_t group)
{
	unsigned char ret = 0;

	EACH(const size_t, atom, m->atoms[group]) {
		unsigned char least = NEVER;

		for (size_t k = 0; k < m->n; k++) {
			unsigned char need = m->classes.v[m->now[k]][*atom];

			least = need < least ? need : least;
		}
		ret = least > ret ? least : ret;
	}
	if (!ret || ret == NEVER)
		return ret;
	/* no other GPU of these machines is dropped */
	return ANY(x, m->atoms[group], drops(&m->scenes[ret - 1], *x)) ? NEVER : ret;
}

static void set_judge(struct merge *m)
{
	const struct host_groups *groups = &m->s->answer->fleet.groups;
	size_t hosts = 0, sum = 0;

	for (size_t i = 0; i < groups->n; i++) {
		m->drivers_now[i] = driver_for(m, i);
		if (m->drivers_now[i] == NEVER)
			return;
		hosts += m->drivers_now[i] ? groups->v[i].machines : 0;
		sum += m->drivers_now[i];
	}
	if (m->found && (hosts > m->hosts_best ||
			 (hosts == m->hosts_best && sum >= m->sum_best)))
		return;
	m->found = true;
	m->hosts_best = hosts;
	m->sum_best = sum;
	memcpy(m->drivers_best, m->drivers_now, groups->n);
}

/* The first atom that none of the first `depth` classes can serve. */
static size_t first_left(const struct merge *m, size_t depth)
{
	size_t atom = 0;

	while (atom < m->s->scene.atoms.n &&
	       ANY(x, LIST(m->now, depth), m->classes.v[*x][atom] != NEVER))
		atom++;
	return atom;
}

static void search(struct merge *m, size_t depth)
{
	size_t atom = first_left(m, depth);

	if (depth == m->n) {
		if (atom == m->s->scene.atoms.n)
			set_judge(m);
		return;
	}
	for (size_t i = 0; i < m->classes.n && !m->given_up; i++) {
		if (atom < m->s->scene.atoms.n && m->classes.v[i][atom] == NEVER)
			continue;
		m->given_up = --m->steps < 0;
		m->now[depth] = i;
		search(m, depth + 1);
	}
}

/* --- what comes of it ------------------------------------------------------------------------ */

/* The machines of each group with the driver that it is to get. */
static struct scene changed(struct merge *m)
{
	struct solve *s = m->s;
	const struct host_groups *groups = &s->answer->fleet.groups;
	struct hosts *hosts = arena_new(s->arena, struct hosts);
	struct scene ret;

	hosts->v = arena_array(s->arena, s->scene.hosts->n, sizeof *hosts->v);
	hosts->n = hosts->room = s->scene.hosts->n;
	memcpy(hosts->v, s->scene.hosts->v, hosts->n * sizeof *hosts->v);
	for (size_t i = 0; i < hosts->n; i++) {
		struct host *h = &hosts->v[i];
		unsigned char driver = m->drivers_best[groups->of[i]];

		if (!driver)
			continue;
		h->driver = m->drivers.v[driver - 1];
		h->driver_cuda = h->driver_library = NULL;
		h->driver_missing = false;
		h->problems.n = 0;
	}
	scene_make(s->arena, s->c, hosts, s->wish, NULL, &ret);
	return ret;
}

/* The driver of a group, and how far it may go: the branches behind drop a GPU. */
static struct fleet_driver driver_told(const struct merge *m, size_t group)
{
	const struct host_group *g = &m->s->answer->fleet.groups.v[group];
	struct fleet_driver ret = { .least = m->drivers.v[m->drivers_best[group] - 1] };

	EACH(const size_t, atom, m->atoms[group]) {
		const struct atom *at = &m->s->scene.atoms.v[*atom];
		const struct member *of =
			FIRST_OF(x, at->members, (size_t)x->host == g->hosts[0]);

		if (!of || !at->cc || !at->cc->last_branch ||
		    (ret.last && ret.last <= at->cc->last_branch))
			continue;
		ret.last = at->cc->last_branch;
		ret.gpu = of->gpu;
	}
	return ret;
}

static void tell(struct merge *m)
{
	struct solve *s = m->s;
	struct fleet *f = &s->answer->fleet;
	size_t n = f->groups.n;
	struct fleet_trial t = { .groups = arena_array(s->arena, n, sizeof *t.groups),
				 .drivers = arena_array(s->arena, n, sizeof *t.drivers) };
	struct scene scene = changed(m);
	size_t *atoms = s->atoms;

	for (size_t i = 0; i < n; i++) {
		if (!m->drivers_best[i])
			continue;
		t.groups[t.n] = i;
		t.drivers[t.n++] = driver_told(m, i);
	}
	if (t.n == 0) /* a host of which nothing is known has nothing to change */
		return;
	s->atoms = arena_array(s->arena, scene.atoms.n, sizeof *s->atoms);
	for (size_t i = 0; i < scene.atoms.n; i++)
		s->atoms[i] = i;
	if (fleet_try(s, &scene, &t) && serves_all(m, t.gives) && t.parts == (int)m->n)
		ARRAY_ADD(s->arena, f->upgrades) = t;
	s->atoms = atoms;
}

static void list_atoms(struct merge *m)
{
	const struct scene *scene = &m->s->scene;
	const struct host_groups *groups = &m->s->answer->fleet.groups;

	m->atoms = arena_array(m->s->arena, groups->n, sizeof *m->atoms);
	for (size_t i = 0; i < scene->atoms.n; i++) {
		EACH(const struct member, at, scene->atoms.v[i].members) {
			struct places *to = &m->atoms[groups->of[at->host]];

			if (!to->n || to->v[to->n - 1] != i)
				ARRAY_ADD(m->s->arena, *to) = i;
		}
	}
}

void fleet_merge(struct solve *s)
{
	struct fleet *f = &s->answer->fleet;
	struct merge m = { .s = s, .steps = STEPS };
	size_t most;

	if (!s->p || s->scene.atoms.n > ATOMS_MOST)
		return;
	m.drivers = trial_drivers(s);
	if (m.drivers.n >= NEVER)
		return;
	m.scenes = arena_array(s->arena, m.drivers.n, sizeof *m.scenes);
	m.now = arena_array(s->arena, s->scene.atoms.n + 1, sizeof *m.now);
	m.drivers_now = arena_array(s->arena, f->groups.n, 1);
	m.drivers_best = arena_array(s->arena, f->groups.n, 1);
	list_atoms(&m);
	m.hopeless = arena_array(s->arena, s->scene.atoms.n, sizeof *m.hopeless);
	make_classes(&m);
	leave_hopeless(&m);
	most = (size_t)f->parts - (f->parts && serves_all(&m, f->gives));
	for (m.n = 1; m.n <= most && !m.found && !m.given_up; m.n++)
		search(&m, 0);
	m.n--;
	f->upgrades_known = !m.given_up;
	if (m.found && !m.given_up)
		tell(&m);
}
