/*
 * Verdicts: one platform's builds against some atoms of a scene. What builds share (device code,
 * CUDA) is judged once per atom or machine, so that a verdict on a build is a few look-ups.
 */
#pragma once

#include "plan/by_ptx.h"
#include "plan/code_fit.h"
#include "plan/scene_private.h"
#include "plan/want.h"

/* What a plan has to be: anything that may run, what is known to, that by machine code alone. */
enum judge_sure { SURE_ANY, SURE_CERTAIN, SURE_SOUND };

struct judge {
	struct arena *arena;
	const struct catalogue *c;
	const struct scene *s;
	struct want *w;
	const struct platform_builds *p;
	const size_t *atoms;   /* indexes into the scene's */
	size_t n_atoms;
	bool cpu;              /* the CPU builds are what is judged */
	enum judge_sure sure;
	bool any_system;        /* used to find out what a newer one would give */
	struct fit *fits;      /* atom × code */
	unsigned char *support, *ptx, *late; /* atom × CUDA */
};

/* What decides on the order of builds that fit: the larger number comes first. */
typedef uint64_t key_t64;

struct verdict {
	bool allowed;          /* the wishes allow it */
	bool fits;
	key_t64 key;           /* of one that fits */
};

/* For the n atoms of the scene that are named. `cpu`: CPU builds are wanted, or all there is. */
struct judge judge_make(struct arena *a, const struct catalogue *c, const struct scene *s,
	struct want *w, const struct platform_builds *p, const size_t *atoms, size_t n, bool cpu);

/* The same platform and GPUs with other drivers and wishes. */
struct judge judge_again(const struct judge *j, const struct scene *s, struct want *w);

/* By all atoms together. `build` is an index of the platform, `atom` one of the atoms. */
struct verdict judge_build(struct judge *j, size_t build);
/* How it would stand if nothing kept it away. */
key_t64 judge_potential(const struct judge *j, size_t build);

/* It needs a newer driver than a machine whose driver is not known may be thought to have. */
bool judge_late(const struct judge *j, size_t build);
/* The CUDA of the oldest JetPack that drives the GPU; 0: none is listed. */
pair_t judge_first_jetpack(const struct judge *j, size_t atom);

/* One atom alone. */
bool judge_atom(const struct judge *j, size_t build, size_t atom);
const struct fit *judge_fit(const struct judge *j, size_t build, size_t atom);
enum driver_support judge_support(const struct judge *j, size_t build, size_t atom);
static inline bool judge_ptx(const struct judge *j, size_t build, size_t atom)
{
	return j->ptx[atom * j->p->cudas.n + j->p->key[build].cuda];
}

/*
 * A companion of the build for that Python. Files were listed on PyPI only: on another index a
 * missing Python means that it is not known. One of conda is an exact build for the Python of its
 * torch.
 */
const char *judge_companion(const struct build *b, const char *version, struct python_set set,
	struct python p);
/* The first library without code for one of the atoms that decides the order; NULL none. */
const struct gap_fact *judge_gap(const struct judge *j, size_t build, size_t atom, size_t *from);
bool judge_python(const struct judge *j, const struct build *b);
bool judge_system(const struct judge *j, size_t build, size_t atom);
/* A tegra build off Jetson. */
bool judge_arm(const struct judge *j, const struct build *b, size_t atom);
/* A build of which nothing more is known is none for a GPU that needs code of its own. */
bool judge_needs_own(const struct judge *j, const struct build *b, size_t atom);
/*
 * For a build of which it is not known what code it has: the nearest older and newer ones of its
 * variant of which it is known, that have none for the GPU; it hardly has more. NULL: one has, or
 * none is known.
 */
const struct build *judge_lacking_neighbour(const struct judge *j, size_t build, size_t atom);
/* Its CUDA no longer makes code for the GPU, whatever else is not known of it. */
bool judge_too_new(const struct judge *j, const struct build *b, size_t atom);
/* The row is certain, also for the Python asked for. */
bool judge_build_certain(const struct judge *j, size_t build);
/* The row is certain, also for the Python asked for and for what runs by PTX only. */
bool judge_certain(const struct judge *j, size_t build);
/* It is known to run, wherever it is there: its own code, and all that was wished for beside it. */
bool judge_runs(const struct judge *j, size_t build);
/*
 * False: it has a cubin for the atom, or nothing, or its code is not known and its CUDA made code
 * for it. What an older CUDA made can be PTX only.
 */
bool judge_by_ptx(const struct judge *j, size_t build, size_t atom, struct by_ptx *ret);

/* The GPU, and the machine it is in. */
static inline const struct atom *judge_atom_of(const struct judge *j, size_t atom)
{
	return &j->s->atoms.v[j->atoms[atom]];
}

static inline const struct machine *judge_machine(const struct judge *j, size_t atom)
{
	return &j->s->machines.v[judge_atom_of(j, atom)->machine];
}

/* The order of preference, DESIGN rule 6, as one number. */
struct merits {
	bool certain, whole;   /* whole: no library gap */
	bool common;           /* drivers that are not known need not be new ones */
	enum driver_support support; /* the worst */
	bool cubin;            /* for every GPU */
};

/* `place` is build_place. */
uint64_t judge_key(int rank, uint64_t place, const struct merits *m);
bool judge_is_certain(uint64_t key);
/* By machine code on every GPU; and with a driver that names the CUDA of the build itself. */
bool judge_is_cubin(uint64_t key);
bool judge_is_direct(uint64_t key);
/* Only what makes one plan better than another for the user: certain, whole, torch. */
uint64_t judge_gain(uint64_t key);
/* The least key that gains more. */
uint64_t judge_least(uint64_t gain);
