/* What files ask for, as wishes of the resolver. */
#pragma once

#include "fact/env.h"
#include "plan/plan.h"

/* Adds what requirements and specs say of torch, its companions and its CUDA; groups, locks and
 * what markers exclude there are left out. A CUDA that is wished for already stays. */
void declared_wish(struct arena *a, const struct env *env, struct python python,
		   const char *platform, struct wish *w);
/* The same, only of what conda or only of what pip is asked for. */
void declared_wish_conda(struct arena *a, const struct env *env, struct wish *w);
void declared_wish_pip(struct arena *a, const struct env *env, struct python python,
		       const char *platform, struct wish *w);
/* The minor release of Python that a file names, "python=3.10", or that its range leaves as the
 * only one, ">=3.10,<3.11"; major 0: none. */
struct python declared_python(struct arena *a, const struct env *env);
/*
 * The one that the wheels of its lines are for, "name @ https://host/…-cp312-cp312-….whl"; they
 * are installed for no other; the first of them. NULL: none is named, or they differ.
 */
const struct env_declared *declared_wheel_python(struct arena *a, const struct env *env,
						 const char *platform, struct python *ret);
/* Whether a line of pip's applies there: no group, and its marker does not say no. */
bool declared_applies(struct arena *a, const struct env_declared *d, struct python python,
		      const char *platform);
/* A file of the package is named, by its line or as a source of the project. */
bool declared_has_url(const struct env *env, const char *name);
/* The one version that a set pins, without its label; NULL: none. */
const char *declared_pin(struct arena *a, const struct pep440_set *set);
/* "cu118" of "torch==2.4.1+cu118"; NULL: it pins no label. */
const char *declared_label(struct arena *a, const struct env_declared *d);
/* Its first or its last patch release is one that the set takes. */
bool declared_admits(struct arena *a, const struct pep440_set *set, struct python p);
/* "3.10", "=3.10.4", "3.10.*"; not ">=3.9". */
bool declared_python_minor(const char *version, struct python *ret);
/* A package of conda that says which CUDA: cudatoolkit, pytorch-cuda, cuda-version. */
bool declared_names_cuda(const struct env_declared *d);
/* "cudatoolkit=11.3" is CUDA "11.3"; NULL: it names none. */
const char *declared_cuda(struct arena *a, const struct env_declared *d);
