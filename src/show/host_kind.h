/* Many machines in few lines: those of which all that is said is equal are one kind. */
#pragma once

#include "base/arena.h"
#include "base/term.h"
#include "fact/found.h"
#include "fact/host.h"
#include "plan/plan.h"

struct host_kinds {
	const size_t *first; /* of each host: the first of its kind */
	const size_t *size;  /* of each first: how many there are */
	bool few_lines;      /* several are alike, or there are too many for a block each */
};

struct host_kinds host_kinds_of(struct arena *a, const struct hosts *hosts);

/* A line for each kind, named after its first host, and its problems. */
void host_kinds_show(struct arena *a, const struct term *t, const struct hosts *hosts,
		     const struct host_kinds *k);

/* "gpu01 gpu07 gpu13 and 4 more", or where the first comes from: those of the kind of `first`. */
const char *host_kinds_who(struct arena *a, const struct hosts *hosts, const struct host_kinds *k,
			   size_t first);

/* "gpu01 (7 alike), host 4 GPU 0": the machines that a plan serves; NULL: none that is named. */
const char *host_kinds_served(struct arena *a, const struct hosts *hosts,
			      const struct host_kinds *k, const struct plan *p);
