/* What --redact takes out of facts, so that they can be shown to others. */
#pragma once

#include "fact/found.h"
#include "fact/host.h"

/* Home folders become "~": /home/NAME, /Users/NAME, /root, C:\Users\NAME, and `home` (or NULL). */
const char *redact_path(struct arena *a, const char *path, const char *home);
/* The same in all that a finding says. */
void redact_finding(struct arena *a, struct finding *f, const char *home);

/*
 * Replaces in place host names, UUIDs and home paths. UUIDs become GPU-00, MIG-00-01, also in
 * CUDA_VISIBLE_DEVICES, so that what they hide stays the same. `number` is the host's, from 1.
 */
void redact_host(struct arena *a, struct host *h, size_t number, const char *home);
