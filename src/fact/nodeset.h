/* Names of nodes as cluster tools fold them: "gpu[03-05,7],ws1". Both ways. */
#pragma once

#include "base/arena.h"
#include "base/span.h"
#include "base/strings.h"

/*
 * The names that a folded one stands for, in order, zeros in front kept; "(3)" behind it, as clush
 * prints, is left out; no more than the first `most`. False: it is not folded well, *ret is then
 * the text itself. Sources: pdsh(1), hostlist expressions; ClusterShell, NodeSet.
 */
bool nodeset_expand(struct arena *a, struct span s, size_t most, struct strings *ret);

/* Takes what stands before the next comma that is in no brackets: "gpu[1,3]", "gpu:2(S:0,2)". */
bool nodeset_next(struct span *rest, struct span *ret);

/*
 * The other way round: those that differ in one number alone become one word, so that what it gives
 * unfolds to the same names, each once: "gpu[03-05,7],ws1". Behind `most` words and ranges it ends
 * with how many names more there are; 0: all of them.
 */
const char *nodeset_fold(struct arena *a, const struct strings *names, size_t most);
