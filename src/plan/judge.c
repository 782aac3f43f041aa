/* A build against the GPUs of a scene in a few look-ups: a key to order by, or no plan. */
#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"
#include "plan/extend.h"
#include "plan/judge_private.h"

/* Widths of the fields above the place of the build; they sum up to 16. */
enum {
	W_CERTAIN = 1,
	W_WHOLE = 1,
	W_COMMON = 1,
	W_RANK = 10,
	W_SUPPORT = 2,
	W_CUBIN = 1,
	GAIN_SHIFT = W_SUPPORT + W_CUBIN + BUILD_PLACE_BITS,
};

/* A driver that is not known may serve as well as any. */
static unsigned support_place(enum driver_support s)
{
	return SUPPORT_NONE - (s == SUPPORT_UNKNOWN ? SUPPORT_DIRECT : s);
}

uint64_t judge_key(int rank, uint64_t place, const struct merits *m)
{
	uint64_t key = m->certain;

	key = key << W_WHOLE | m->whole;
	key = key << W_COMMON | m->common;
	key = key << W_RANK | (rank < 0 ? 0u : (unsigned)rank & ((1u << W_RANK) - 1));
	key = key << W_CUBIN | m->cubin;
	key = key << W_SUPPORT | support_place(m->support);
	return key << BUILD_PLACE_BITS | place;
}

bool judge_is_certain(uint64_t key)
{
	return key >> (W_WHOLE + W_COMMON + W_RANK + GAIN_SHIFT);
}

bool judge_is_cubin(uint64_t key)
{
	return key >> (W_SUPPORT + BUILD_PLACE_BITS) & 1;
}

bool judge_is_direct(uint64_t key)
{
	return judge_is_cubin(key) &&
	       (key >> BUILD_PLACE_BITS & ((1u << W_SUPPORT) - 1)) == support_place(SUPPORT_DIRECT);
}

uint64_t judge_gain(uint64_t key)
{
	return key >> GAIN_SHIFT;
}

uint64_t judge_least(uint64_t gain)
{
	return (gain + 1) << GAIN_SHIFT;
}

static void fill_fits(struct judge *j, size_t atom)
{
	const struct platform_builds *p = j->p;
	struct sm sm = judge_atom_of(j, atom)->sm;
	bool aarch64 = platform_is_linux_arm(p->platform);

	for (size_t i = 0; i < p->codes.n && sm.major; i++) {
		struct code code = { p->codes.v[i]->sass, p->codes.v[i]->ptx,
				     p->codes.v[i]->cuda, aarch64 };

		j->fits[atom * p->codes.n + i] = code_fit(j->c, &code, sm);
	}
}

static enum driver_support support_of(const struct judge *j, size_t atom, pair_t cuda)
{
	const struct atom *at = judge_atom_of(j, atom);
	const struct driver *d = &judge_machine(j, atom)->driver;
	enum driver_support s;

	if (at->sm.major == 0 || cuda == 0)
		return SUPPORT_UNKNOWN;
	if (driver_before_gpu(d, at->cc) || driver_after_gpu(d, at->cc))
		return SUPPORT_NONE;
	s = driver_takes(j->c, d, cuda);
	return s == SUPPORT_NONE && cuda <= j->s->compat ? SUPPORT_FORWARD : s;
}

pair_t judge_first_jetpack(const struct judge *j, size_t atom)
{
	const struct cc_fact *cc = judge_atom_of(j, atom)->cc;

	EACH(const struct l4t_fact, l, j->c->l4ts) {
		struct driver d = { .version = l->driver, .l4t = true };

		if (!driver_before_gpu(&d, cc))
			return l->cuda;
	}
	return 0;
}

/*
 * Whoever has a card and says nothing of its driver may have any that is still common: a CUDA that
 * needs a newer one, and newer than the cards of the machine do, is late.
 */
static bool is_late(const struct judge *j, size_t atom, pair_t cuda)
{
	const struct machine *m = judge_machine(j, atom);
	const struct driver *d = &m->driver;
	int first = j->c->common_branch;
	const char *least = cuda ? driver_least(j->c, d, cuda) : NULL;

	if (d->l4t) {
		/* Of a newer family than the oldest JetPack with this GPU has. */
		pair_t jetpack = d->cuda || d->missing ? 0 : judge_first_jetpack(j, atom);

		return jetpack && cuda / 100 > jetpack / 100;
	}
	if (!least || !first || d->version || d->cuda || d->missing || d->any)
		return false;
	for (size_t i = 0; i < j->n_atoms; i++) {
		const struct cc_fact *cc = judge_atom_of(j, i)->cc;

		if (judge_machine(j, i) != m || !cc)
			continue;
		if (cc->integrated)
			return false;
		first = cc->first_branch > first ? cc->first_branch : first;
	}
	return driver_cmp(least, driver_first_release(j->arena, j->c, d, first)) > 0;
}

static void fill_drivers(struct judge *j, size_t atom)
{
	size_t n = j->p->cudas.n;

	for (size_t i = 0; i < n; i++) {
		pair_t cuda = pair_of(j->p->cudas.v[i]);

		j->support[atom * n + i] = (unsigned char)support_of(j, atom, cuda);
		j->late[atom * n + i] = is_late(j, atom, cuda);
		j->ptx[atom * n + i] = cuda <= j->s->compat ||
			driver_takes_ptx(j->c, &judge_machine(j, atom)->driver, cuda);
	}
}

struct judge judge_make(struct arena *a, const struct catalogue *c, const struct scene *s,
	struct want *w, const struct platform_builds *p, const size_t *atoms, size_t n, bool cpu)
{
	struct judge j = { .arena = a, .c = c, .s = s, .w = w, .p = p, .atoms = atoms,
			   .n_atoms = n, .cpu = cpu };

	j.fits = arena_array(a, n * p->codes.n, sizeof *j.fits);
	j.support = arena_array(a, n * p->cudas.n, 1);
	j.ptx = arena_array(a, n * p->cudas.n, 1);
	j.late = arena_array(a, n * p->cudas.n, 1);
	for (size_t i = 0; i < n; i++) {
		fill_fits(&j, i);
		fill_drivers(&j, i);
	}
	return j;
}

const struct fit *judge_fit(const struct judge *j, size_t build, size_t atom)
{
	return &j->fits[atom * j->p->codes.n + j->p->key[build].code];
}

enum driver_support judge_support(const struct judge *j, size_t build, size_t atom)
{
	return (enum driver_support)j->support[atom * j->p->cudas.n + j->p->key[build].cuda];
}

static bool takes_some(struct python_set set, struct python_set among)
{
	return python_set_empty(among) || !python_set_empty(python_set_both(set, among));
}

bool judge_python(const struct judge *j, const struct build *b)
{
	struct python p = j->w->python;

	if (p.major && !python_set_empty(j->w->among) && !python_set_has(j->w->among, p))
		return false;
	if (p.major == 0)
		return takes_some(b->pythons, j->w->among) ||
		       takes_some(b->pythons_unknown, j->w->among);
	return python_set_has(b->pythons, p) || python_set_has(b->pythons_unknown, p);
}

bool judge_system(const struct judge *j, size_t build, size_t atom)
{
	pair_t need = j->p->key[build].os_least, have = judge_machine(j, atom)->os_version;

	return j->any_system || need == 0 || have == 0 || have >= need;
}

bool judge_arm(const struct judge *j, const struct build *b, size_t atom)
{
	return !b->arm || strcmp(b->arm, "tegra") != 0 || judge_machine(j, atom)->driver.l4t;
}

bool judge_needs_own(const struct judge *j, const struct build *b, size_t atom)
{
	const struct cc_fact *cc = judge_atom_of(j, atom)->cc;

	return cc && cc->own_code && !(b->arm && strcmp(b->arm, "tegra") == 0);
}

bool judge_too_new(const struct judge *j, const struct build *b, size_t atom)
{
	const struct cc_fact *cc = judge_atom_of(j, atom)->cc;

	return cc && cc->last_cuda && pair_of(b->cuda) > cc->last_cuda;
}

/* The nearest of its variant in that direction whose code is known; n: there is none. */
static size_t neighbour(const struct judge *j, size_t build, int step)
{
	const struct build *b = &j->p->v[build];
	size_t i = build + (size_t)step;

	for (; i < j->p->n && j->p->v[i].manager == b->manager; i += (size_t)step)
		if (j->p->v[i].code_confidence != CONFIDENCE_NONE && j->p->v[i].rank != b->rank &&
		    strcmp(j->p->v[i].variant, b->variant) == 0)
			return i;
	return j->p->n;
}

const struct build *judge_lacking_neighbour(const struct judge *j, size_t build, size_t atom)
{
	const struct build *ret = NULL;

	for (int step = -1; step <= 1; step += 2) {
		size_t i = neighbour(j, build, step);

		if (i >= j->p->n)
			continue;
		if (judge_fit(j, i, atom)->cubin.major || judge_fit(j, i, atom)->ptx.major)
			return NULL;
		ret = &j->p->v[i];
	}
	return ret;
}

bool judge_by_ptx(const struct judge *j, size_t build, size_t atom, struct by_ptx *ret)
{
	const struct build *b = &j->p->v[build];
	const struct fit *fit = judge_fit(j, build, atom);
	bool known = b->code_confidence != CONFIDENCE_NONE;
	const struct atom *at = judge_atom_of(j, atom);

	if (known && (fit->cubin.major || !fit->ptx.major))
		return false;
	if (at->sm.major == 0 || b->cuda.major == 0)
		return false;
	if (!known && !(at->cc && pair_of(b->cuda) < at->cc->first_cuda))
		return false;
	*ret = by_ptx_of_build(j->c, b, at->sm);
	return true;
}

static bool by_ptx_is(const struct judge *j, size_t build, size_t atom, enum ptx_verdict verdict)
{
	struct by_ptx by;

	return judge_by_ptx(j, build, atom, &by) && by.verdict == verdict;
}

static bool code_runs(const struct judge *j, size_t build, size_t atom)
{
	const struct build *b = &j->p->v[build];
	const struct fit *fit = judge_fit(j, build, atom);

	if (judge_atom_of(j, atom)->sm.major == 0)
		return true;
	if (b->code_confidence == CONFIDENCE_NONE)
		return !judge_needs_own(j, b, atom) && !judge_too_new(j, b, atom) &&
		       !judge_lacking_neighbour(j, build, atom) &&
		       !by_ptx_is(j, build, atom, PTX_PARTLY);
	return fit->cubin.major || (fit->ptx.major && judge_ptx(j, build, atom) &&
				    !by_ptx_is(j, build, atom, PTX_PARTLY));
}

/* For the Python that was asked for it has a file; for another it may. */
static bool has_file(const struct judge *j, const struct build *b)
{
	return j->w->python.major == 0 || python_set_has(b->pythons, j->w->python);
}

bool judge_build_certain(const struct judge *j, size_t build)
{
	return j->p->v[build].certain && has_file(j, &j->p->v[build]);
}

bool judge_certain(const struct judge *j, size_t build)
{
	return judge_build_certain(j, build) && judge_runs(j, build);
}

bool judge_runs(const struct judge *j, size_t build)
{
	const struct build *b = &j->p->v[build];

	if (code_doubt(b) || !has_file(j, b))
		return false;
	if (j->w->extend_on && !extend_certain(j, build))
		return false;
	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++)
		if (by_ptx_is(j, build, i, PTX_UNKNOWN))
			return false;
	return true;
}

bool judge_atom(const struct judge *j, size_t build, size_t atom)
{
	const struct build *b = &j->p->v[build];

	if (!judge_system(j, build, atom) || !judge_arm(j, b, atom))
		return false;
	if (j->cpu)
		return b->cuda.major == 0;
	if (judge_atom_of(j, atom)->sm.major && b->cuda.major == 0)
		return false;
	if (j->sure == SURE_SOUND && judge_atom_of(j, atom)->sm.major &&
	    !judge_fit(j, build, atom)->cubin.major)
		return false;
	return judge_support(j, build, atom) != SUPPORT_NONE && code_runs(j, build, atom) &&
	       (!j->w->extend_on || extend_fits(j, build, atom));
}

const struct gap_fact *judge_gap(const struct judge *j, size_t build, size_t atom, size_t *from)
{
	const struct build_key *key = &j->p->key[build];
	struct sm sm = judge_atom_of(j, atom)->sm;

	while (*from < key->n_gaps) {
		const struct gap_fact *g = &j->c->gaps.v[key->gap + (*from)++];

		if (sm_equal(g->sm, sm))
			return g;
	}
	return NULL;
}

/* A gap that hits only several GPUs is a warning and changes no order. */
static bool whole(const struct judge *j, size_t build, size_t atom)
{
	const struct gap_fact *g;
	size_t from = 0;

	while ((g = judge_gap(j, build, atom, &from)))
		if (!g->several && !g->calls)
			return false;
	return true;
}

static bool whole_for_all(const struct judge *j, size_t build)
{
	for (size_t i = 0; i < j->n_atoms && j->p->key[build].n_gaps; i++)
		if (!whole(j, build, i))
			return false;
	return true;
}

bool judge_late(const struct judge *j, size_t build)
{
	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++)
		if (j->late[i * j->p->cudas.n + j->p->key[build].cuda])
			return true;
	return false;
}

key_t64 judge_potential(const struct judge *j, size_t build)
{
	const struct build *b = &j->p->v[build];
	const struct build_key *key = &j->p->key[build];
	bool is_whole = key->n_gaps == 0 || j->cpu || whole_for_all(j, build);

	return judge_key(b->rank, key->place,
			 &(struct merits){ b->certain, is_whole, !judge_late(j, build),
					   SUPPORT_DIRECT, true });
}

const char *judge_companion(const struct build *b, const char *version, struct python_set set,
	struct python p)
{
	if (!version || strcmp(version, "none") == 0 || p.major == 0 || python_set_empty(set) ||
	    python_set_has(set, p))
		return version;
	return build_is_from(b, CHANNEL_PYPI) || build_is_from(b, CHANNEL_CONDA_FORGE) ?
		       "none" : NULL;
}

/* What was asked for is published; where the plan has to be sure, it is known to be. */
static bool has_companion(const struct judge *j, const struct specs *asked,
	const struct build *b, const char *version, struct python_set pythons)
{
	if (asked->n == 0)
		return true;
	version = judge_companion(b, version, pythons, j->w->python);
	return want_published(asked, version) && (version || j->sure == SURE_ANY);
}

static bool is_known(const struct build *b, const char *version, struct python_set pythons)
{
	return version && (python_set_empty(pythons) ||
			   !python_set_empty(python_set_both(b->pythons, pythons)));
}

/* Which of those that are asked for belongs to the build is known, for a Python that it has. */
static bool knows_companions(const struct judge *j, const struct build *b)
{
	return (!j->w->vision.n || is_known(b, b->torchvision, b->torchvision_pythons) ||
		want_other(j->w, b, true)) &&
	       (!j->w->audio.n || is_known(b, b->torchaudio, b->torchaudio_pythons) ||
		want_other(j->w, b, false));
}

static bool fits(const struct judge *j, size_t build)
{
	const struct build *b = &j->p->v[build];

	if (!judge_python(j, b) ||
	    !has_companion(j, &j->w->vision, b, b->torchvision, b->torchvision_pythons) ||
	    !has_companion(j, &j->w->audio, b, b->torchaudio, b->torchaudio_pythons))
		return false;
	for (size_t i = 0; i < j->n_atoms; i++)
		if (!judge_atom(j, build, i))
			return false;
	return (!j->w->extend_on || extend_fits(j, build, j->n_atoms)) &&
	       (j->sure == SURE_ANY || judge_certain(j, build));
}

static key_t64 key_of(const struct judge *j, size_t build)
{
	const struct build *b = &j->p->v[build];
	bool known = knows_companions(j, b);
	struct merits m = { .certain = known && judge_certain(j, build), .cubin = true };

	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++) {
		enum driver_support one = judge_support(j, build, i);

		m.support = one > m.support ? one : m.support;
		m.cubin = m.cubin && (judge_atom_of(j, i)->sm.major == 0 ||
				      judge_fit(j, build, i)->cubin.major);
	}
	m.common = !judge_late(j, build);
	m.whole = known && (j->cpu || whole_for_all(j, build));
	return judge_key(b->rank, j->p->key[build].place, &m);
}

struct verdict judge_build(struct judge *j, size_t build)
{
	struct verdict v = { .allowed = want_allows(j->w, &j->p->v[build]) };

	v.fits = v.allowed && fits(j, build);
	if (v.fits)
		v.key = key_of(j, build);
	return v;
}

struct judge judge_again(const struct judge *j, const struct scene *s, struct want *w)
{
	struct judge ret = *j;

	ret.s = s;
	ret.w = w;
	if (s->machines.v == j->s->machines.v && s->compat == j->s->compat)
		return ret;
	ret.support = arena_array(j->arena, j->n_atoms * j->p->cudas.n, 1);
	ret.ptx = arena_array(j->arena, j->n_atoms * j->p->cudas.n, 1);
	ret.late = arena_array(j->arena, j->n_atoms * j->p->cudas.n, 1);
	for (size_t i = 0; i < j->n_atoms; i++)
		fill_drivers(&ret, i);
	return ret;
}
