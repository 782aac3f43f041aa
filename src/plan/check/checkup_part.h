/* What the checks share; for plan/check*.c and plan/cure*.c only. */
#pragma once

#include "plan/check/checkup.h"

/* A new finding with its usual severity and title; the cause is made of its parts. The pointer is
 * good until the next one. */
struct found *find(struct checkup *k, enum finding code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void find_at(struct checkup *k, struct found *f, const struct origin *o);
void find_package(struct checkup *k, struct found *f, const struct env_package *p);
void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text);
void advise(struct checkup *k, struct found *f, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The version without its local label. */
const char *public_version(struct arena *a, const char *version);
/* Compares dotted numbers of two parts: same release family. */
bool same_minor(const char *a, const char *b);
/* A torch for a GPU: "cu126"; its CUDA as X.Y. */
bool is_cuda_variant(const char *variant);
/* "nvidia-cudnn-cu12" of pip is of CUDA major 12; 0: the name does not say. */
unsigned nvidia_major(const struct env_package *p);
/* Pip's record, not conda's package seen through pip. */
bool is_pip(const struct env_package *p);
/* What somebody calls it: "torch 2.5.1+cu121 (pip)". */
const char *package_text(struct arena *a, const struct env_package *p);

/* cure.c */
/* Installs `b` in the place of the torch that is there. */
void cure_install(struct checkup *k, struct found *f, const struct build *b);
/* The build that changes least: the same torch, its minor release, any; NULL: none runs. */
const struct build *cure_build(struct checkup *k);
/* Companions anew, beside the torch that stays. */
void cure_companions(struct checkup *k, struct found *f);
/* One command: pip, uv or conda, by who owns the package. */
void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names);
void cure_add(struct checkup *k, struct found *f, enum env_owner owner,
	      const struct strings *specs);
/* Removes every torch with what belongs to it, and installs one. */
struct commands cure_cleanup(struct checkup *k);
/* Commands for an environment that was named with --env say so: it need not be the active one. */
void cure_aim(struct checkup *k, struct commands *to);
/* The answer of the resolver about torch of this version and CUDA ("2.5.1", "12.1"; NULL: any). */
bool cure_ask(struct checkup *k, const char *torch, const char *cuda, bool all,
	      struct answer *ret);

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
void check_cudnn(struct checkup *k);
void check_paths(struct checkup *k);
void check_numeric(struct checkup *k);
void check_requirements(struct checkup *k);
void check_channels(struct checkup *k);
void check_indexes(struct checkup *k);
void check_toolkits(struct checkup *k);
