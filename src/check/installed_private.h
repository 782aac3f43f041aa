/* What the checks ask of packages that are installed. */
#pragma once

#include "check/checkup.h"

/* Pip's record, not conda's package seen through pip. */
bool installed_is_pip(const struct env_package *p);
/* Python sees it, but the installer of this environment does not remove it. */
bool installed_is_outside(const struct env_package *p);
/* What somebody calls it: "torch 2.5.1+cu121 (pip)". */
const char *installed_text(struct arena *a, const struct env_package *p);
/* The version without its local label. */
const char *installed_public(struct arena *a, const char *version);
/* Compares dotted numbers of two parts: same release family. */
bool installed_same_minor(const char *a, const char *b);
/* Of the minor release of `want`, or of those that it takes: ">=0.8,<0.10". */
bool installed_fits(struct arena *a, const char *want, const char *version);
/* The newest wheel of PyPI that works beside torch of that CUDA major; NULL: none is known. */
const char *installed_made_for(struct checkup *k, const char *package, const char *torch,
			       unsigned cuda);
/* "name==0.9.1"; where `want` is ">=0.8,<0.10", the newest of those that works beside it. */
const char *installed_spec(struct checkup *k, const struct env_package *p, const char *want,
			   const char *torch, unsigned cuda);
/* A torch for a GPU: "cu126"; its CUDA as X.Y. */
bool installed_is_cuda(const char *variant);
/* The libraries of the prefix are conda's, or may be. */
bool installed_by_conda(const struct env *env);

/* torchvision, torchaudio, torchtext, torchcodec: each release belongs to one torch. */
bool installed_is_companion(const struct checkup *k, const char *name);
/* The torch that METADATA of this release asks for, by the matrix; NULL: it does not say. */
const char *installed_release_asks(const struct checkup *k, const char *package,
				   const char *version);
/* The libraries of this release were compiled against the torch that it asks for. */
bool installed_release_compiled(const struct checkup *k, const char *package,
				const char *version);
/* The line of its METADATA that asks for versions of that project, and applies there. */
bool installed_requires(struct checkup *k, const struct env_package *p, const char *name,
			struct requirement *ret);
/* The torch that METADATA of a package asks for, or else the matrix says; NULL: any. */
const char *installed_asks(struct checkup *k, const struct env_package *p);
/* The torch that is there is of that set ("==2.1.2"); a set that cannot be read excludes none. */
bool installed_meets(struct checkup *k, const char *spec);

/* "nvidia-cudnn-cu12" of pip is of CUDA major 12; 0: the name does not say. */
unsigned installed_nvidia_major(const struct env_package *p);
/* Another program than torch that brings these packages; NULL: none is known. */
const char *installed_nvidia_user(const struct checkup *k, const struct strings *names);
