/* What files and environments need of torch through other packages, as a wish of the resolver. */
#pragma once

#include "check/checkup.h"

struct bound {
	struct findings decided; /* notes: what excludes the newest torch, what was not judged */
	struct findings conflicts; /* lines that no build of torch meets together: CP218 */
	struct findings wider;   /* notes: what excludes older ones only */
};

/*
 * Adds to the wish which releases of torch the lines take: of a pinned package what its METADATA
 * asks for, of a range what any release asks for that is known. What is installed, and not named
 * by a line, binds where no line asks for torch. Source: Requires-Dist of the releases
 * (torch_extension, torch_companion), and what each torch pins (torch_release, torch_triton).
 */
void bind_wish(struct checkup *k, struct wish *w, struct bound *ret);
