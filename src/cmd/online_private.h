/* --online: what plans and cures fetch is asked for where they name it. */
#pragma once

#include "cmd/cmd.h"
#include "plan/answer.h"
#include "fact/host.h"

/*
 * Asks about the files of plans and adds CP310 to those that lack one; with --all of the best of
 * each installer. ERR_USAGE: --timeout.
 */
int cmd_online_plans(struct run *r, const struct hosts *hosts, struct answer *answer,
		     struct err *e);
/* The exit code of an answer whose files were asked for, from the one without; says what to try. */
int cmd_online_exit(struct run *r, const struct answer *answer, int code);
