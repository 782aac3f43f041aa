/* How names of GPUs are written: what is compared is letters and digits in lower case. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/span.h"

enum { SPELLING_MAX = 120 }; /* no name is longer; nothing longer is looked for */

/* In lower case, of the same length; "？" is "?" and blanks. */
struct span spelling_lower(struct arena *a, struct span s);
/* Lower case letters and digits only: "NVIDIA A100-PCIE-40GB" is "nvidiaa100pcie40gb". */
struct span spelling_key(struct arena *a, struct span s);
/*
 * Without what is not part of a name: white space around it, the profile of a MIG device
 * (" MIG 1g.5gb"), the tail of an OpenGL renderer ("/PCIe/SSE2"). One "…" becomes three dots.
 */
struct span spelling_plain(struct arena *a, struct span s);
/* Takes a vendor or brand off the front of a key; false when there is none. */
bool spelling_drop_brand(struct span *key);
/*
 * Takes a last word that people add to a name off the end of it: "12GB", "12G", "12 GB", "mobile",
 * "Max-Q", "GPU"; false when there is none.
 */
bool spelling_drop_addition(struct span *name);
/* "rtx2080super" of "rtx2080s" and "rtx3070" of the mobile "rtx3070m", as people shorten these; of
 * any other key, "quadro1000m", nothing. */
struct span spelling_whole(struct arena *a, struct span key);
/* Whether the beginning of a key says more than a brand: three characters, a digit among them. */
bool spelling_telling(struct span key);
/* Letters to insert, remove, change or swap to make one of the other; `most` + 1 if more. */
size_t spelling_distance(struct span a, struct span b, size_t most);
