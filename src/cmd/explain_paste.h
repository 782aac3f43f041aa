/* What stands beside a message in the same text: a table of nvidia-smi, a collect_env, a list. */
#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"
#include "fact/env.h"

/* The first machine in the text whose GPUs or driver an output tells; false: there is none. */
bool explain_paste_host(struct run *r, struct matrix *m, struct span text, struct host *ret);
/* The first environment in the text in which torch is installed; false: there is none. */
bool explain_paste_env(struct run *r, struct span text, struct env *ret);
