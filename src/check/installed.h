/* The torch that is installed, as Python would import it, and its row of the matrix. */
#pragma once

#include "fact/env.h"
#include "fact/host.h"
#include "know/catalogue.h"

struct installed {
	const struct env_package *torch; /* the one that is imported; NULL: none */
	const struct env_package *pip, *conda; /* owned by either; NULL: none */
	const char *version;   /* "2.5.1", without the local label */
	const char *variant;   /* "cu121", "cpu", "rocm6.1"; NULL not known */
	struct cuda_version cuda; /* major 0: none, or not known */
	const struct build *build; /* the row of the matrix; NULL: not known there */
	bool cpu;              /* a CPU build, known to be one */
	bool other;            /* for other devices: ROCm, XPU */
	bool preview;          /* nightly or built by somebody else: not of the matrix */
	bool by_default;       /* no label: what a plain install brings there */
};

/* What the matrix, the channels and the machine say of it. All zero where there is no torch. */
struct installed installed_find(struct arena *a, const struct catalogue *c, const struct env *env,
				const struct host *host, const char *platform);
