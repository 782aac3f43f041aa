/*
 * The facts of the machine itself. NVIDIA's library is asked in a child with a time limit; what
 * it does not say comes from /proc and /sys. Nothing is run, and nothing is loaded into this
 * process.
 */
#pragma once

#include "fact/host.h"
#include "read/place.h"

/* Fills *ret, source "live". Whatever is missing on a machine is an answer: there is no failure. */
void read_live(struct arena *a, const struct place *p, struct host *ret);

/* Its parts; each adds to *h what it finds. */
void live_nvml(struct arena *a, const struct place *p, struct host *h);
void live_driver(struct arena *a, const struct place *p, struct host *h);
void live_system(struct arena *a, const struct place *p, struct host *h);
void live_tegra(struct arena *a, const struct place *p, struct host *h);
void live_toolkits(struct arena *a, const struct place *p, struct host *h);
void live_python(struct arena *a, const struct place *p, struct host *h);

/* The python that PATH starts, or that a shim of pyenv leads to; NULL if there is none. */
const char *live_python_program(struct arena *a, const struct place *p);
/* Has a pyvenv.cfg or conda-meta. */
bool live_is_environment(struct arena *a, const struct place *p, const char *prefix);
/* "3.12", "3.13t" of an environment, from its files; NULL if they do not say. */
const char *live_python_version(struct arena *a, const struct place *p, const char *prefix);
