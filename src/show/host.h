/* A machine in words: the block "Machine" that detect and suggest begin with. */
#pragma once

#include "base/arena.h"
#include "base/term.h"
#include "fact/host.h"

/* The line of the system and its driver, and one for each GPU. */
void show_host(struct arena *a, const struct term *t, const struct host *h);
/* Its system and driver in words, without where that comes from. */
const char *show_host_system(struct arena *a, const struct host *h);
/*
 * "8 × A100-SXM4-80GB, Tesla T4 (hidden)": each name once, behind how often and the sign, of those
 * GPUs for which `on` is set.
 */
const char *show_host_gpu_names(struct arena *a, const struct host *h, const bool *on,
				const char *times_sign);
/* What else was seen: toolkits, Python, the variables that choose GPUs; all of it, or not. */
void show_host_more(struct arena *a, const struct term *t, const struct host *h, bool all);
/* Where its facts stand in the text: a line for each line. */
void show_host_from(struct arena *a, const struct term *t, const struct host *h);
/* The problems, each with its code; with those that are details only (see sentence.h). */
void show_host_problems(struct arena *a, const struct term *t, const struct host *h, bool details);
