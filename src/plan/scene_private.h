/*
 * The hosts reduced to what decides: machines that are alike are one, and GPUs that are alike on
 * them are one atom. A build serves an atom or it does not.
 */
#pragma once

#include "plan/driver.h"
#include "plan/plan.h"

struct machine {
	int host;              /* the first of those that are alike */
	const char *platform;
	struct driver driver;
	pair_t os_version;     /* glibc, on a Mac macOS; 0 not known */
	uint32_t like;         /* scene.c looks them up by it */
};

struct member {
	int host, gpu;         /* gpu -1: a host without a GPU to plan for */
};

struct atom {
	size_t machine;
	struct sm sm;          /* major 0: no GPU */
	const struct cc_fact *cc; /* NULL: not in the matrix */
	ARRAY(struct member) members;
	uint32_t like;
};

struct scene {
	const struct hosts *hosts;
	struct scene_places *places; /* of scene.c */
	ARRAY(struct machine) machines;
	ARRAY(struct atom) atoms;
	ARRAY(struct missing) missing;
	struct findings notes;
	struct findings findings;
	bool has_gpu;          /* a GPU to plan for */
	bool kept_from;        /* a GPU is there, hidden or unusable: CPU is not what was meant */
	bool without_driver;   /* a GPU to plan for has no driver installed */
	bool barred;           /* a host whose platform has no builds at all (CP107) */
	pair_t compat;         /* a trial: forward compatibility up to this CUDA is there */
	int several;           /* a host with that many GPUs to plan for */
};

/*
 * Takes the machines apart into what is judged alike; what stands in the way is a finding. Without
 * the hosts that `before`, a scene of all of them, has as missing; NULL: with all.
 */
void scene_make(struct arena *a, const struct catalogue *c, const struct hosts *hosts,
	const struct wish *wish, const struct scene *before, struct scene *ret);

/* All that is read of a host decides alike. */
bool scene_same_machine(const struct machine *a, const struct machine *b);

/* The same scene with machines of its own; with that driver on each, but for a Jetson's. */
struct scene scene_copied(struct arena *a, const struct scene *s);
struct scene scene_driven(struct arena *a, const struct catalogue *c, const struct scene *s,
	const char *version);

/* The same scene with every driver that is older than `version`, or missing, replaced by it. */
struct scene scene_with_driver(struct arena *a, const struct catalogue *c, const struct scene *s,
	const char *version);

/* MIG is enabled and has no device: CUDA sees no GPU there. */
bool scene_mig_without_device(const struct gpu *g);

/* ERR_INPUT: a GPU is to be ignored that no host has, where their GPUs are known. */
int scene_check_ignored(struct arena *a, const struct hosts *hosts, const struct wish *wish,
	struct err *e);
