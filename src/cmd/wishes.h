/* From options and arguments to what the user asks of a plan. */
#pragma once

#include "cmd/cmd.h"
#include "fact/host.h"
#include "plan/steps.h"

/* SPEC… and the options of IN_WISH. ERR_USAGE with a sentence. */
int cmd_wish(struct run *r, struct wish *ret, struct err *e);

/* Where the user stands: known of this machine only. */
struct ground cmd_ground(struct run *r, const struct hosts *hosts);
