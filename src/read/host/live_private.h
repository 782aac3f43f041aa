/* The parts of the facts of the machine itself; each adds to *h what it finds. */
#pragma once

#include "read/host/live.h"

void live_nvml(struct arena *a, const struct place *p, struct host *h);
void live_driver(struct arena *a, const struct place *p, struct host *h);
void live_tegra(struct arena *a, const struct place *p, struct host *h);
void live_python(struct arena *a, const struct place *p, struct host *h);
/* After live_python. */
void live_tools(struct arena *a, const struct place *p, struct host *h);

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  …": its number; NULL: none. What
 * is not `whole` may have lost the end of its last word. */
const char *live_module(struct arena *a, struct span line, bool whole);
/* What a program of PATH starts in the end: behind shims, scripts and links; NULL: nothing. */
const char *live_program_behind(struct arena *a, const struct place *p, const char *path);
/* "/opt/env/bin/python" -> "/opt/env"; NULL: it lies elsewhere. */
const char *live_prefix_of(struct arena *a, const char *path);
