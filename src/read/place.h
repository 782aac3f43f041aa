/*
 * Where the facts of a live machine are read: its files below a root, its environment. Tests put a
 * folder and a list in their place. Paths given and returned are those of the machine, without
 * the root in front.
 */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/strings.h"
#include "base/span.h"

/* A file whose text is given: it is not read. */
struct place_text {
	const char *path;
	struct span bytes;
};

struct place {
	const char *root;    /* put before every path; "" is this machine itself */
	const char *const *env; /* "NAME=value", ended by NULL */
	const char *nvml;    /* library to ask; NULL: the usual ones, none at all below a root */
	const char *libcuda; /* the same */
	unsigned patience;   /* milliseconds for the driver to answer; 0: PLACE_PATIENCE */
	const struct place_text *texts; /* these files are taken to hold that */
	size_t n_texts;
	bool elsewhere;      /* an environment here is meant for another machine, see env_live.h */
};

/* A driver that has to start first needs 2 to 3 seconds where there are eight GPUs. */
enum { PLACE_PATIENCE = 20000 };

/* A folder that holds more is not read on. */
enum { PLACE_ENTRIES = 4096 };

/* This machine, or what CUDAPLAN_ROOT, CUDAPLAN_NVML and CUDAPLAN_LIBCUDA name instead. */
struct place place_here(const char *const *env);

/* A variable's value; NULL when it is not set. */
const char *place_env(const struct place *p, const char *name);
/* The variable, but NULL when it is empty too. */
const char *place_env_set(const struct place *p, const char *name);

/* A whole file; false if it cannot be read, or is larger than `max`. */
bool place_read(struct arena *a, const struct place *p, const char *path, size_t max,
		struct span *ret);
/* The beginning of a file that may be larger; empty if it cannot be read. */
struct span place_head(struct arena *a, const struct place *p, const char *path);
/* The first line of a file without white space around it; NULL if there is none. */
const char *place_line(struct arena *a, const struct place *p, const char *path);
bool place_exists(struct arena *a, const struct place *p, const char *path);
/* The path with every link in it resolved; NULL if it does not exist, or leads outside the root. */
const char *place_real(struct arena *a, const struct place *p, const char *path);
/* Names in a folder that begin with `prefix`, sorted. */
struct strings place_list(struct arena *a, const struct place *p, const char *folder,
			  const char *prefix);
/* "a/b", without a double slash. */
const char *place_join(struct arena *a, const char *folder, const char *name);
/* The same, NULL where the folder is. */
const char *place_below(struct arena *a, const char *folder, const char *name);
/* A file that can be run. */
bool place_runs(struct arena *a, const struct place *p, const char *path);
/* The path of a program on PATH that can be run; NULL if there is none. */
const char *place_program(struct arena *a, const struct place *p, const char *name);
/* The same without the folders whose names end so. */
const char *place_program_beside(struct arena *a, const struct place *p, const char *name,
				 const char *without);
