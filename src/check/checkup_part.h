/* What the checks share; for src/check only. */
#pragma once

#include "check/checkup.h"

/* A new finding with its usual severity and title; the cause is made of its parts. The pointer is
 * good until the next one. */
struct found *find(struct checkup *k, enum finding code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void find_at(struct checkup *k, struct found *f, const struct origin *o);
void find_package(struct checkup *k, struct found *f, const struct env_package *p);
/* A finding about a line that asks for something. */
struct found *find_asked(struct checkup *k, enum finding code, const struct env_declared *d,
			 const char *cause);
void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text);
void advise(struct checkup *k, struct found *f, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* A GPU of the machine that is not hidden and answers; NULL: none is known. */
const struct gpu *first_gpu(const struct checkup *k);
/* The version without its local label. */
const char *public_version(struct arena *a, const char *version);
/* Compares dotted numbers of two parts: same release family. */
bool same_minor(const char *a, const char *b);
/* The torch that METADATA of this release asks for, by the matrix; NULL: it does not say. */
const char *torch_wanted(const struct checkup *k, const char *package, const char *version);
/* The torch that is there is of that set ("==2.1.2"); a set that cannot be read excludes none. */
bool torch_fits(struct checkup *k, const char *spec);
/* torchvision, torchaudio, torchtext, torchcodec. */
bool is_companion(const char *name);
/* A torch for a GPU: "cu126"; its CUDA as X.Y. */
bool is_cuda_variant(const char *variant);
/* "nvidia-cudnn-cu12" of pip is of CUDA major 12; 0: the name does not say. */
unsigned nvidia_major(const struct env_package *p);
/* Another program than torch that brings these packages; NULL: none is known. */
const char *nvidia_user(const struct checkup *k, const struct strings *names);
/* Pip's record, not conda's package seen through pip. */
bool is_pip(const struct env_package *p);
/* What somebody calls it: "torch 2.5.1+cu121 (pip)". */
const char *package_text(struct arena *a, const struct env_package *p);

enum { LIMIT_WORDS = 4 };

/* check_conflict.c: a specifier on torch that follows from a line. */
struct limit {
	const struct env_declared *from;
	const char *spec;      /* "==2.1.2", "==2.0.0 or ==2.0.1" */
	const char *through;   /* "torchvision 0.16.2"; NULL: it names torch itself */
	const char *place;     /* "the index of cu118 has torch 2.0.0 to 2.7.1"; NULL: no index */
	ARRAY(struct pep440_set) any; /* one of these */
	uint64_t taken[LIMIT_WORDS];  /* the releases of the matrix that it takes, by rank */
};

struct limits {
	struct limit *v;
	size_t n, room;
};

/* Of all lines that apply: those of torch, and of what each of its releases goes with. */
struct limits limits_collect(struct checkup *k);
/* Whether a release of torch, with any label that is asked for, is taken by a limit. */
bool limit_takes(const struct limit *l, const char *torch);
/* All of them take it. */
bool limits_take(const struct limits *l, const char *torch);
const char *limit_text(struct arena *a, const struct limit *l);
/* Reports the smallest set that no torch meets: one line, two, or three. False: there is none. */
bool limits_conflict(struct checkup *k, const struct limits *l);
/* Packages that are there and whose METADATA takes no torch that the lines ask for. */
void limits_installed(struct checkup *k, const struct limits *l);
/* The torch that METADATA of a package asks for, or else the matrix says; NULL: any. */
const char *torch_asked(struct checkup *k, const struct env_package *p);
/* The one version that a set pins, without its label; NULL: none. */
const char *pin_of(struct checkup *k, const struct pep440_set *set);

/* check_place.c: whether a line finds its torch where it is looked for, what comes from there. */
void check_place(struct checkup *k, const struct env_declared *d, const struct limits *l);
/* The first reason against a build; code FINDING_NONE: it runs, or that is not known. */
struct reason refused_for(struct checkup *k, const struct build *b);
/* The newest of PyPI that the lines and the Python allow; NULL: none. */
const struct build *brought_by_pypi(struct checkup *k, const struct limits *l);
/* Whether a line pins a torch that is older than all that the matrix has. */
bool predates_matrix(struct checkup *k, const struct env_declared *d);

/* check_config.c: a finding about the line of a setting. */
struct found *find_setting(struct checkup *k, enum finding code, const struct env_setting *s,
			   const char *cause);
/* check_mirror.c: findings about the host of a setting. */
bool mirror_dead(struct checkup *k, const struct env_setting *s);
void mirror_incomplete(struct checkup *k, const struct env_setting *s);
/* The mirror, if it is known to leave that channel out; NULL: it is not. */
const char *mirror_without(const char *url, const char *channel);
/* check_declared.c: whether the matrix has conda's builds of all torches that are asked for. */
bool conda_covered(struct checkup *k);

/* check_blocking.c: says which lines rule every build out that runs there, the smallest set. */
void blocking_lines(struct checkup *k, struct found *f);

/* cure.c */
/* Installs `b` in the place of the torch that is there. */
void cure_install(struct checkup *k, struct found *f, const struct build *b);
/* The build that changes least: the same torch, its minor release, any; NULL: none runs. */
const struct build *cure_build(struct checkup *k);
/* The newest that has that companion, torchvision or torchaudio; NULL: none runs. */
const struct build *cure_build_beside(struct checkup *k, const char *companion);
/* Companions anew, beside the torch that stays. */
void cure_companions(struct checkup *k, struct found *f);
/* One command: pip, uv or conda, by who owns the package. */
void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names);
void cure_add(struct checkup *k, struct found *f, enum env_owner owner,
	      const struct strings *specs);
/* Removes every torch with what belongs to it, and installs one. */
struct commands cure_cleanup(struct checkup *k);
/* The answer of the resolver about torch of this version and CUDA ("2.5.1", "12.1"; NULL: any). */
bool cure_ask(struct checkup *k, const char *torch, const char *cuda, bool all,
	      struct answer *ret);

/* The answer to any wish; its installers are set. False: nothing can be asked. */
bool cure_answer(struct checkup *k, struct wish *wish, struct answer *ret);
/* The first plan with CUDA that serves everything; NULL: none. */
const struct plan *cure_first(const struct answer *answer);

/* The checks, in the order of the report. */
void check_host(struct checkup *k);
void check_build(struct checkup *k);
void check_fit(struct checkup *k);
void check_companions(struct checkup *k);
void check_extensions(struct checkup *k);
void check_owners(struct checkup *k);
void check_leftovers(struct checkup *k);
void check_strays(struct checkup *k);
void check_majors(struct checkup *k);
void check_pins(struct checkup *k);
void check_asked(struct checkup *k);
void check_told(struct checkup *k);
void check_cudnn(struct checkup *k);
void check_paths(struct checkup *k);
void check_numeric(struct checkup *k);
void check_declared(struct checkup *k);
void check_requirements(struct checkup *k);
void check_offers(struct checkup *k);
void check_virtuals(struct checkup *k);
void check_pixi(struct checkup *k);
void check_refused(struct checkup *k);
void check_plain(struct checkup *k);
void check_channels(struct checkup *k);
void check_indexes(struct checkup *k);
void check_variables(struct checkup *k);
void check_toolkits(struct checkup *k);
