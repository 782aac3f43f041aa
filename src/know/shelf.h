/* What belongs beside which torch: the pins of its wheels, its companions, and which torch other
 * packages ask for. */
#pragma once

#include "base/arena.h"
#include "know/matrix.h"

/* Beside torch of that variant ("*": any) stands this version of a package. */
struct beside {
	const char *package, *version, *torch, *variant;
};

/* A release of a package, and the torch that its METADATA asks for: "==2.1.2", ">=2.0". */
struct wants_torch {
	const char *package, *version, *torch;
};

struct besides {
	struct beside *v;
	size_t n, room;
};

struct shelf {
	struct besides pins;   /* exact, of one torch; its nvidia-* packages and triton */
	struct besides pairs;  /* torchvision, torchaudio, torchtext, torchcodec, triton, … */
	ARRAY(struct wants_torch) wants;
};

/* `torch` is the release whose pins are read; NULL: none. */
int shelf_read(struct matrix *m, struct arena *a, const char *torch, struct shelf *ret,
	struct err *e);
/* Releases of a companion beside a torch, from *from on; NULL: no more. */
const struct beside *shelf_next(const struct besides *b, const char *package, const char *torch,
	size_t *from);
