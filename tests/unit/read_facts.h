/* Hosts as lines of text that tests compare. */
#pragma once

#include "base/buf.h"
#include "fact/host.h"

/* What nvidia-smi can say, tab-separated, as in nvidia_smi/expected.tsv. */
void facts_put(struct buf *b, const struct host *h);
/* The same and everything else: name, libc, Python, toolkits, variables, torch, packages. */
void facts_put_all(struct buf *b, const struct host *h);
