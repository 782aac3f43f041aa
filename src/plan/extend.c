#include "plan/extend_private.h"

#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"

/*
 * Official wheels have the C++11 ABI from a release on, some variants earlier; another ABI is an
 * undefined symbol at import (Dao-AILab/flash-attention #1644, #1717).
 */
static bool has_new_abi(const struct catalogue *c, const struct extension *x,
	const struct build *b)
{
	return ANY(abi, x->abis, (*abi->variant == '*' || strcmp(abi->variant, b->variant) == 0) &&
		   (*abi->platform == '*' || strcmp(abi->platform, b->platform) == 0) &&
		   b->rank >= catalogue_rank(c, abi->torch));
}

static bool torch_fits(const struct extend_file *f, const struct build *b)
{
	unsigned at = (unsigned)b->rank - 1;

	return b->rank > 0 && at < EXTEND_RANKS * 64 && (f->taken[at / 64] >> at % 64 & 1);
}

static bool cuda_fits(const struct extend_file *f, const struct build *b)
{
	if (f->any_cuda)
		return true;
	if (f->cuda)
		return pair_of(b->cuda) == f->cuda;
	return b->cuda.major ? f->majors >> b->cuda.major & 1 : f->majors == 0;
}

/* A generation that came after the CUDA that compiled it runs PTX of it at most. */
static bool may_know(const struct judge *j, const struct extend_file *f, size_t atom)
{
	const struct cc_fact *cc = judge_atom_of(j, atom)->cc;

	return cc && (!f->cuda || f->cuda >= cc->first_cuda) &&
	       (f->cuda || f->any_cuda || f->majors == 0 ||
		f->majors >> (cc->first_cuda / 100) != 0);
}

/* By the CUDA that compiled it, where that is known: no later one than the build's. */
static bool takes_ptx(const struct judge *j, const struct extend_file *f, size_t build, size_t atom)
{
	if (f->any_cuda)
		return true;
	return f->cuda ? driver_takes_ptx(j->c, &judge_machine(j, atom)->driver, f->cuda) :
			 judge_ptx(j, build, atom);
}

enum runs { RUNS_UNASKED, RUNS_NOT, RUNS_BY_PTX, RUNS_PERHAPS, RUNS };

/* What the GPU decides, whatever its driver is. */
static enum runs code_runs(const struct judge *j, const struct extend_file *f, size_t build,
	size_t atom)
{
	struct code code = { &f->sass, &f->ptx, j->p->v[build].cuda,
			     platform_is_linux_arm(j->p->platform) };
	struct sm sm = judge_atom_of(j, atom)->sm;
	struct fit fit;

	if (sm_known(f->least) && sm_cmp(sm, f->least) < 0)
		return RUNS_NOT;
	if (!f->code_known)
		return f->any_cuda || (sm_known(f->least) && may_know(j, f, atom)) ? RUNS :
										     RUNS_PERHAPS;
	fit = code_fit(j->c, &code, sm);
	return fit.cubin.major ? RUNS : fit.ptx.major ? RUNS_BY_PTX : RUNS_NOT;
}

/* A GPU that takes desktop code of some builds is asked for each of them. */
static enum runs gpu_runs(const struct judge *j, const struct extend_file *f, size_t build,
	size_t atom)
{
	const struct atom *one = judge_atom_of(j, atom);
	bool kept = one->cc && !one->cc->desktop && sm_equal(one->cc->sm, one->sm);
	unsigned char asked = RUNS_UNASKED,
		      *runs = kept ? &f->runs[one->cc - j->c->ccs.v] : &asked;

	if (one->sm.major == 0 || j->cpu)
		return RUNS;
	if (*runs == RUNS_UNASKED)
		*runs = (unsigned char)code_runs(j, f, build, atom);
	if (*runs == RUNS_BY_PTX)
		return takes_ptx(j, f, build, atom) ? RUNS : RUNS_NOT;
	return (enum runs)*runs;
}

enum extend_lack extend_build_lacks(const struct catalogue *c, const struct extension *x,
	const struct extend_file *f, const struct build *b)
{
	if (*f->f->platform != '*' && strcmp(f->f->platform, b->platform) != 0)
		return EXTEND_PLATFORM;
	if (!torch_fits(f, b))
		return EXTEND_TORCH;
	if (!cuda_fits(f, b))
		return EXTEND_CUDA;
	return f->f->abi && (strcmp(f->f->abi, "TRUE") == 0) != has_new_abi(c, x, b) ?
	       EXTEND_ABI : EXTEND_FITS;
}

/* The part of it that the machines decide: of n atoms from *ret_atom on. */
static enum extend_lack atoms_lack(const struct judge *j, const struct extend_file *f, size_t build,
	size_t n, size_t *ret_atom, bool *ret_sure)
{
	bool sure = f->sure;

	for (size_t i = *ret_atom; n-- > 0; i++) {
		enum runs runs = gpu_runs(j, f, build, i);
		pair_t have = judge_machine(j, i)->os_version;

		*ret_atom = i;
		sure &= runs == RUNS;
		if (!j->any_system && f->os_least && have && have < f->os_least)
			return platform_is_mac(j->p->platform) ? EXTEND_MACOS : EXTEND_SYSTEM;
		if (runs == RUNS_NOT)
			return EXTEND_GPU;
	}
	*ret_sure = sure;
	return EXTEND_FITS;
}

/* Wheels go with pip's builds, packages of conda-forge with that channel's. */
static bool is_of_manager(const struct extend_file *f, const struct build *b)
{
	if (b->manager == MANAGER_PIP)
		return !f->f->conda;
	return f->f->conda && strcmp(b->channel, f->f->place) == 0;
}

enum extend_lack extend_file_lacks(const struct judge *j, size_t build,
	const struct extend_wish *w, const struct extend_file *f, size_t *ret_atom, bool *ret_sure)
{
	const struct build *b = &j->p->v[build];
	enum extend_lack lack = is_of_manager(f, b) ? extend_build_lacks(j->c, w->x, f, b) :
						      EXTEND_CHANNEL;

	*ret_atom = 0;
	return lack ? lack : atoms_lack(j, f, build, j->n_atoms, ret_atom, ret_sure);
}

bool extend_is_on(const struct judge *j, size_t wish)
{
	return j->w->extend_on >> wish & 1;
}

/* A build is asked of for every atom, and again in every trial. */
static const struct extend_with *ask_of_build(const struct judge *j, struct extend_wish *w,
	size_t build)
{
	const struct build *b = &j->p->v[build];
	struct extend_with **all = &w->with[j->p - j->c->platforms.v], *to;

	if (!*all)
		*all = arena_array(w->arena, j->p->n, sizeof **all);
	to = &(*all)[build];
	if (to->v)
		return to;
	to->v = arena_array(w->arena, w->first[b->rank] - w->first[b->rank - 1], sizeof *to->v);
	for (size_t i = w->first[b->rank - 1]; i < w->first[b->rank]; i++)
		if (is_of_manager(w->of_rank[i], b) &&
		    extend_build_lacks(j->c, w->x, w->of_rank[i], b) == EXTEND_FITS)
			to->v[to->n++] = w->of_rank[i];
	return to;
}

static struct python_set pythons_of(const struct judge *j, struct extend_wish *w, size_t build,
	size_t atom, bool sure)
{
	const struct build *b = &j->p->v[build];
	const struct extend_with *with;
	struct python_set ret = { 0 };
	bool one = atom < j->n_atoms;

	if (b->rank < 1 || b->rank > EXTEND_RANKS * 64)
		return ret;
	with = ask_of_build(j, w, build);
	for (size_t i = 0; i < with->n; i++) {
		struct python_set more = with->v[i]->pythons;
		size_t first = one ? atom : 0;
		bool is_sure;

		if (python_set_empty(python_set_without(more, ret)))
			continue;
		if (atoms_lack(j, with->v[i], build, one ? 1 : j->n_atoms, &first,
			       &is_sure) != EXTEND_FITS ||
		    (sure && !is_sure))
			continue;
		ret = python_set_either(ret, more);
	}
	return ret;
}

struct python_set extend_pythons(const struct judge *j, size_t build, size_t atom, bool sure)
{
	const struct build *b = &j->p->v[build];
	struct python_set ret = catalogue_pythons_of(b);

	ret = python_set_empty(j->w->among) ? ret : python_set_both(ret, j->w->among);
	for (size_t i = 0; i < j->w->extend->n && !python_set_empty(ret); i++)
		if (extend_is_on(j, i))
			ret = python_set_both(ret, pythons_of(j, &j->w->extend->v[i], build, atom,
							 sure));
	return ret;
}

static bool takes(const struct judge *j, struct python_set set)
{
	struct python p = j->w->python;

	return p.major ? python_set_has(set, p) : set.gil != 0;
}

bool extend_fits(const struct judge *j, size_t build, size_t atom)
{
	return takes(j, extend_pythons(j, build, atom, false));
}

bool extend_certain(const struct judge *j, size_t build)
{
	return takes(j, extend_pythons(j, build, j->n_atoms, true));
}

enum extend_lack extend_lacks(const struct judge *j, size_t build, size_t wish, size_t *atom)
{
	struct extend_wish *w = &j->w->extend->v[wish];
	struct python_set set = pythons_of(j, w, build, j->n_atoms, false);
	enum extend_lack last = j->p->v[build].manager == MANAGER_PIP ? EXTEND_NOTHING :
									EXTEND_CHANNEL;
	bool sure;

	if (!python_set_empty(set))
		return takes(j, python_set_both(set, j->p->v[build].pythons)) ? EXTEND_FITS :
										 EXTEND_PYTHON;
	for (size_t i = 0; i < w->n; i++) {
		size_t there = 0;
		enum extend_lack lack = extend_file_lacks(j, build, w, &w->v[i], &there,
							  &sure);

		if (lack > last) {
			last = lack;
			*atom = there;
		}
	}
	return last;
}
