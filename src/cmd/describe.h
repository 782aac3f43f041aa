/* What --gpu, --driver, --platform and --glibc say about a host. */
#pragma once

#include "cmd/cmd.h"
#include "fact/host.h"
#include "know/matrix.h"

/* Puts what was given in the place of what the host had. An unknown GPU is ERR_INPUT. */
int cmd_describe(struct run *r, struct matrix *m, struct host *h, struct err *e);
