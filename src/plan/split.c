/* Where no plan serves every GPU: the fewest plans that together do. */

#include "base/sort.h"
#include "fact/build.h"
#include "plan/solve_private.h"
#include "plan/verdict_private.h"

/*
 * No build serves every atom: the fewest groups such that each has a plan. A build is reduced to
 * the set of atoms that it serves; of those that serve the same set the best counts.
 */
enum { SETS_MAX = 512, ATOMS_MAX = 256, WORDS = ATOMS_MAX / 64 };

struct set {
	uint64_t w[WORDS];
};

struct choice {
	struct set set;
	key_t64 gain;
};

struct choices {
	struct choice *v;
	size_t n;
	size_t atoms;
};

static bool set_has(const struct set *s, size_t atom)
{
	return s->w[atom / 64] >> atom % 64 & 1;
}

static size_t set_size(const struct set *s)
{
	size_t n = 0;

	for (int i = 0; i < WORDS; i++)
		n += (size_t)__builtin_popcountll(s->w[i]);
	return n;
}

static bool set_equal(const struct set *a, const struct set *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static void choice_add(struct choices *c, const struct set *set, key_t64 gain)
{
	for (size_t i = 0; i < c->n; i++)
		if (set_equal(&c->v[i].set, set)) {
			c->v[i].gain = gain > c->v[i].gain ? gain : c->v[i].gain;
			return;
		}
	if (c->n < SETS_MAX)
		c->v[c->n++] = (struct choice){ *set, gain };
}

/* Machines without a GPU get builds for the CPU where none with one is beside them. */
static bool is_for_cpu(const struct solve *s, const size_t *atoms, size_t n)
{
	return s->want.cpu || !ANY(x, LIST(atoms, n), s->scene.atoms.v[*x].sm.major);
}

static struct judge part_judge(struct solve *s, const struct platform_builds *p,
	const size_t *atoms, size_t n, bool cpu)
{
	struct judge j = judge_make(s->arena, s->c, &s->scene, &s->want, p, atoms, n, cpu);

	j.sure = s->judge.sure;
	return j;
}

static bool may_serve(struct solve *s, const struct judge *j, enum manager m, size_t build)
{
	const struct build *b = &j->p->v[build];

	return b->manager == m && want_allows(&s->want, b) &&
	       (!j->sure || judge_certain(j, build)) && judge_python(j, b) &&
	       want_published(&s->want.vision, b->torchvision) &&
	       want_published(&s->want.audio, b->torchaudio);
}

/* The builds that serve an atom, and all that decides on that but the other wishes. */
struct served {
	const struct platform_builds *p;
	enum manager manager;
	enum judge_sure sure;
	bool cpu;
	unsigned extend_on;
	struct python python;
	struct sm sm;
	struct machine machine;
	bool *builds;
};

static bool is_same(const struct served *a, const struct served *b)
{
	return sm_equal(a->sm, b->sm) && a->p == b->p && a->manager == b->manager &&
	       a->sure == b->sure && a->cpu == b->cpu && a->extend_on == b->extend_on &&
	       python_cmp(a->python, b->python) == 0 &&
	       a->machine.driver.newer == b->machine.driver.newer &&
	       scene_same_machine(&a->machine, &b->machine);
}

static const bool *builds_of(struct solve *s, const struct platform_builds *p, enum manager m,
	size_t atom, bool cpu)
{
	const struct atom *at = &s->scene.atoms.v[atom];
	struct served one = { p, m, s->judge.sure, cpu, s->want.extend_on, s->want.python, at->sm,
			      s->scene.machines.v[at->machine], NULL };
	const struct served *had = FIRST_OF(x, s->served->all, is_same(x, &one));
	struct judge j;

	if (had)
		return had->builds;
	one.builds = arena_array(s->served->arena, p->n, sizeof *one.builds);
	j = part_judge(s, p, &atom, 1, cpu);
	for (size_t i = 0; i < p->n; i++)
		one.builds[i] = may_serve(s, &j, m, i) && judge_atom(&j, i, 0);
	ARRAY_ADD(s->served->arena, s->served->all) = one;
	return one.builds;
}

/* What every build of one platform serves. */
static void add_platform(struct solve *s, const struct platform_builds *p, enum manager m,
	const size_t *atoms, size_t n, struct choices *to)
{
	const bool **served = arena_array(s->arena, n, sizeof *served);
	bool cpu = is_for_cpu(s, atoms, n);
	struct judge j = part_judge(s, p, atoms, 0, cpu);

	for (size_t k = 0; k < n; k++)
		served[k] = builds_of(s, p, m, atoms[k], cpu);
	for (size_t i = 0; i < p->n; i++) {
		struct set set = { 0 };
		struct merits merits = { judge_build_certain(&j, i), true, true, SUPPORT_DIRECT,
					 true };

		for (size_t k = 0; k < n; k++)
			if (served[k][i])
				set.w[atoms[k] / 64] |= (uint64_t)1 << atoms[k] % 64;
		if (set_size(&set))
			choice_add(to, &set, judge_gain(judge_key(p->v[i].rank, 0, &merits)));
	}
}

static const char *platform_of(const struct solve *s, size_t atom)
{
	return s->scene.machines.v[s->scene.atoms.v[atom].machine].platform;
}

static size_t atoms_of(const struct solve *s, const char *platform, size_t *to)
{
	size_t n = 0;

	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (strcmp(platform_of(s, i), platform) == 0)
			to[n++] = i;
	return n;
}

static struct choices choices_of(struct solve *s, enum manager m)
{
	struct choices c = { .v = arena_array(s->arena, SETS_MAX, sizeof *c.v),
			     .atoms = s->scene.atoms.n };

	EACH(const struct platform_builds, p, s->c->platforms) {
		size_t *atoms = arena_array(s->arena, c.atoms, sizeof *atoms);
		size_t n = atoms_of(s, p->platform, atoms);

		if (n)
			add_platform(s, p, m, atoms, n, &c);
	}
	return c;
}

static struct set set_without(struct set a, const struct set *b)
{
	for (int i = 0; i < WORDS; i++)
		a.w[i] &= ~b->w[i];
	return a;
}

static size_t set_first(const struct set *s)
{
	size_t i = 0;

	while (i < ATOMS_MAX && !set_has(s, i))
		i++;
	return i;
}

/* The search for the fewest choices that serve all that can be served. */
enum { COVER_STEPS = 1 << 16 }; /* per number of choices; behind it the greedy ones will do */

struct cover {
	const struct choices *c;
	size_t *now, *best;    /* indexes of choices */
	size_t n;              /* how many are looked for */
	key_t64 gain;          /* of the best; 0: none found */
	size_t most;           /* that one choice serves */
	int steps;             /* left */
};

/*
 * All covers of n choices, by the first atom that is left: one of the choices that serve it is in
 * each of them. That with the most to gain is kept.
 */
static void cover_search(struct cover *v, struct set left, size_t depth, key_t64 gain)
{
	size_t atom = set_first(&left);

	if (atom == ATOMS_MAX && gain > v->gain) {
		v->gain = gain;
		memcpy(v->best, v->now, v->n * sizeof *v->now);
	}
	if (atom == ATOMS_MAX || set_size(&left) > (v->n - depth) * v->most)
		return;
	for (size_t i = 0; i < v->c->n && v->steps > 0; i++) {
		if (!set_has(&v->c->v[i].set, atom))
			continue;
		v->steps--;
		v->now[depth] = i;
		cover_search(v, set_without(left, &v->c->v[i].set), depth + 1,
			     gain + v->c->v[i].gain);
	}
}

/* The fewest choices that serve all, in the order of choices; 0 where the search was given up. */
static size_t cover_of(struct arena *a, const struct choices *c, const struct set *all,
	size_t *pick)
{
	struct cover v = { .c = c, .best = pick,
			   .now = arena_array(a, c->atoms + 1, sizeof *v.now) };

	for (size_t i = 0; i < c->n; i++)
		v.most = set_size(&c->v[i].set) > v.most ? set_size(&c->v[i].set) : v.most;
	for (v.n = 1; v.n <= c->atoms; v.n++) {
		v.steps = COVER_STEPS;
		cover_search(&v, *all, 0, 0);
		if (v.gain || v.steps == 0)
			break;
	}
	if (v.gain)
		sort_sizes(pick, v.n);
	return v.gain ? v.n : 0;
}

/* The choice that serves most of what is left, the better of two alike. */
static size_t greedy(const struct choices *c, const struct set *left)
{
	size_t ret = 0, most = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct set rest = set_without(*left, &c->v[i].set);
		size_t n = set_size(left) - set_size(&rest);

		if (n < most || n == 0 || (n == most && c->v[i].gain <= c->v[ret].gain))
			continue;
		most = n;
		ret = i;
	}
	return ret;
}

/* Each atom goes to the best choice that serves it: groups of atoms, one per part. */
static void assign(const struct choices *c, const size_t *pick, size_t n, size_t *part)
{
	for (size_t i = 0; i < c->atoms; i++) {
		part[i] = SIZE_MAX;
		for (size_t k = 0; k < n; k++)
			if (set_has(&c->v[pick[k]].set, i) &&
			    (part[i] == SIZE_MAX || c->v[pick[k]].gain > c->v[pick[part[i]]].gain))
				part[i] = k;
	}
}

static struct set served_by(const struct choices *c)
{
	struct set all = { 0 };

	for (size_t i = 0; i < c->n; i++)
		for (int w = 0; w < WORDS; w++)
			all.w[w] |= c->v[i].set.w[w];
	return all;
}

static size_t partition(struct arena *a, const struct choices *c, size_t *part, size_t *pick)
{
	struct set all = served_by(c), left = { 0 };
	size_t n;

	n = cover_of(a, c, &all, pick);
	if (n == 0)
		left = all;
	while (set_size(&left) && n < c->atoms) {
		pick[n] = greedy(c, &left);
		left = set_without(left, &c->v[pick[n++]].set);
	}
	assign(c, pick, n, part);
	return n;
}

static void add_hosts(const struct solve *s, const size_t *atoms, size_t n, struct plan *to)
{
	bool *in = arena_array(s->arena, s->scene.hosts->n, sizeof *in);

	to->hosts = arena_array(s->arena, s->scene.hosts->n, sizeof *to->hosts);
	for (size_t i = 0; i < n; i++) {
		const struct atom *at = &s->scene.atoms.v[atoms[i]];

		for (size_t k = 0; k < at->members.n; k++)
			in[at->members.v[k].host] = true;
	}
	for (size_t i = 0; i < s->scene.hosts->n; i++)
		if (in[i])
			to->hosts[to->n_hosts++] = i;
}

/* The plan of one part: the atoms are all of one platform. */
static bool add_part(struct solve *s, enum installer installer, const size_t *part, size_t k,
	int number)
{
	size_t *atoms = arena_array(s->arena, s->scene.atoms.n, sizeof *atoms), n = 0, best;
	const struct platform_builds *p;
	struct judge j;
	struct plan plan;
	key_t64 key;

	for (size_t i = 0; i < s->scene.atoms.n; i++)
		if (part[i] == k)
			atoms[n++] = i;
	if (n == 0)
		return false;
	p = catalogue_builds(s->c, platform_of(s, atoms[0]));
	j = part_judge(s, p, atoms, n, is_for_cpu(s, atoms, n));
	key = 0;
	if (!rank_best(&j, installer_manager(installer), &best, &key))
		return false;
	plan = offer_plan(&j, best, installer);
	plan.part = number;
	plan.rank = number + 1;
	add_hosts(s, atoms, n, &plan);
	findings_add(s->arena, &plan.notes,
		     (struct finding){ .words.form = FORM_PART_OF_SPLIT, .host = -1, .gpu = -1 });
	offer_last(&j, &plan);
	ARRAY_ADD(s->arena, s->plans) = plan;
	if (s->p) { /* why it does not do for the others */
		j = s->judge;
		j.cpu = false;
		verdict_refuse(s, &j, best, installer);
	}
	return true;
}

/* Its GPU is one of the set under another compute capability, as its name fits several. */
static bool is_of_served(const struct solve *s, const struct set *set, size_t atom)
{
	struct member m = s->scene.atoms.v[atom].members.v[0];

	for (size_t i = 0; i < s->scene.atoms.n; i++)
		for (size_t k = 0; k < s->scene.atoms.v[i].members.n && set_has(set, i); k++)
			if (s->scene.atoms.v[i].members.v[k].host == m.host &&
			    s->scene.atoms.v[i].members.v[k].gpu == m.gpu)
				return true;
	return false;
}

/* Which GPUs the choice that serves most leaves out (CP120). */
static void find_losers(struct solve *s, const struct choices *c, const struct plan *best)
{
	const struct set *set = &c->v[0].set;

	if (!s->p)
		findings_add(s->arena, &s->answer->findings, (struct finding){
			.code = CP120, .words.form = FORM_DIFFERENT_PLATFORMS, .host = -1,
			.gpu = -1 });
	for (size_t i = 1; i < c->n; i++)
		if (set_size(&c->v[i].set) > set_size(set))
			set = &c->v[i].set;
	for (size_t i = 0; i < c->atoms && s->p; i++) {
		const struct atom *at = &s->scene.atoms.v[i];
		const char *sm = at->sm.major ? sm_said(s->arena, at->sm) : NULL;
		bool name = s->scene.hosts->n == 1 && is_of_served(s, set, i);

		if (set_has(set, i))
			continue;
		findings_add(s->arena, &s->answer->findings, (struct finding){
			.code = CP120, .have = sm,
			.words = name ? PHRASE(s->arena, NOT_ALL_OF_THE_NAME, SAY(limit, sm)) :
					(struct phrase){ 0 },
			.need = build_said(s->arena, best->build),
			.host = at->members.v[0].host, .gpu = at->members.v[0].gpu });
	}
}

/* What has to be sure leaves nobody out whom something else would serve. */
static bool serves_as_many(struct solve *s, const struct choices *c, enum manager m)
{
	enum judge_sure sure = s->judge.sure;
	struct choices any;
	struct set has = served_by(c), may;

	if (!sure)
		return true;
	s->judge.sure = SURE_ANY;
	any = choices_of(s, m);
	s->judge.sure = sure;
	may = served_by(&any);
	return set_equal(&has, &may);
}

bool split_serves_some(struct solve *s)
{
	for (size_t i = 0; i < s->n_installers && s->scene.atoms.n <= ATOMS_MAX; i++)
		if (choices_of(s, installer_manager(s->installers[i])).n)
			return true;
	return false;
}

bool split_solve(struct solve *s, enum installer installer)
{
	size_t n_atoms = s->scene.atoms.n, first = s->plans.n, n;
	size_t *part = arena_array(s->arena, n_atoms, sizeof *part);
	size_t *pick = arena_array(s->arena, n_atoms + 2, sizeof *pick);
	struct choices c;
	int parts = 0;

	if (n_atoms > ATOMS_MAX)
		return false;
	c = choices_of(s, installer_manager(installer));
	if (c.n == 0 || !serves_as_many(s, &c, installer_manager(installer)))
		return false;
	n = partition(s->arena, &c, part, pick);
	for (size_t k = 0; k < n; k++)
		parts += add_part(s, installer, part, k, parts);
	if (parts == 0)
		return false;
	if (s->answer->parts == 0)
		find_losers(s, &c, &s->plans.v[first]);
	if (s->answer->parts == 0 || parts < s->answer->parts)
		s->answer->parts = parts;
	return true;
}
