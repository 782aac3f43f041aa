/*
 * A step as a command: its argument vector. Nothing is quoted here: how a vector is written for a
 * shell is the business of show/shell.h.
 */
#pragma once

#include "fact/step.h"

struct command {
	const char **argv; /* n arguments */
	size_t n;
};

/* The command that does a step, in the words of its installer; n is 0 for a verb that this
 * installer does not have, which neither plans nor cures ask of it. */
struct command install_command(struct arena *a, const struct step *s);
