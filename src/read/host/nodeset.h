/* Names of nodes as cluster tools fold them: "gpu[03-05,7],ws1". */
#pragma once

#include "base/arena.h"
#include "base/span.h"
#include "base/strings.h"

/*
 * The names that a folded one stands for, in order, zeros in front kept; "(3)" behind it, as clush
 * prints, is left out. False: it is not folded well, or stands for more than `most`; *ret is then
 * the text itself. Sources: pdsh(1), hostlist expressions; ClusterShell, NodeSet.
 */
bool nodeset_expand(struct arena *a, struct span s, size_t most, struct strings *ret);
