/*
 * The facts of the machine itself. NVIDIA's library is asked in a child with a time limit; what
 * it does not say comes from /proc and /sys. Nothing is run, and nothing is loaded into this
 * process.
 */
#pragma once

#include "fact/host.h"
#include "fact/probe.h"
#include "read/place.h"

/* Fills *ret, source "live". Whatever is missing on a machine is an answer: there is no failure. */
void read_live(struct arena *a, const struct place *p, struct host *ret);
/* Only the CUDA toolkits, by the files that say their version, added to *h. */
void live_toolkits(struct arena *a, const struct place *p, struct host *h);

/* The python that PATH starts, or that a shim of pyenv leads to; NULL if there is none. */
const char *live_python_program(struct arena *a, const struct place *p);
/* Has a pyvenv.cfg or conda-meta. */
bool live_is_environment(struct arena *a, const struct place *p, const char *prefix);
/* "3.12", "3.13t" of an environment, from its files; NULL if they do not say. */
const char *live_python_version(struct arena *a, const struct place *p, const char *prefix);

/*
 * The files that CUDA opens to reach the driver, and the module behind them. Nothing is run.
 * Fills the layer "files": OK, or FAILED with what is missing or closed.
 */
void live_device_files(struct arena *a, const struct place *p, const struct host *h,
		  struct probe_step *ret);
