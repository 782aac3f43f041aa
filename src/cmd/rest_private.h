/* What files ask for beside torch, for the command that installs it after the plan. */
#pragma once

#include "check/checkup.h"
#include "cmd/cmd.h"
#include "plan/steps.h"

/*
 * Fills the ground: the files of -r and their lines, and those of -f in the words of pip and of
 * conda. Nothing where a line has hashes: that takes no other package beside it.
 */
void rest_take(struct run *r, const struct checkup *k, struct ground *to);

/*
 * Where the plan has another torch or companion than the files pin, which would contradict it in
 * one command, their other lines stand for them.
 */
void rest_without(struct run *r, const struct answer *answer, struct ground *to);

/*
 * The hosts as the lines of the files are to be judged for: a live one without an active
 * environment has the first of its Pythons that the files take, or none.
 */
const struct hosts *rest_hosts(struct arena *a, const struct env *env, const struct hosts *hosts);
