/* A machine in words: the block "Machine" that detect and suggest begin with. */
#pragma once

#include "base/arena.h"
#include "base/term.h"
#include "fact/host.h"

/* The line of the system and its driver, and one for each GPU. */
void show_host(struct arena *a, const struct term *t, const struct host *h);
/* The lines of the GPUs alone. */
void show_host_gpus(struct arena *a, const struct term *t, const struct host *h);
/* What else was found: toolkits, Python, the variables that choose GPUs. */
void show_host_more(struct arena *a, const struct term *t, const struct host *h);
/* The problems, each with its code. */
void show_host_problems(struct arena *a, const struct term *t, const struct host *h);
