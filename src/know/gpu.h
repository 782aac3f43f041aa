/* What a name, a PCI id or an sm stands for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "fact/host.h"
#include "fact/sm.h"
#include "know/matrix.h"

/* One GPU with one compute capability. Strings may be NULL: not known. */
struct card {
	struct sm sm;
	const char *architecture; /* "Pascal" */
	bool integrated;          /* in a Jetson board: its driver has no branch */
	bool own_code;            /* runs code of its own sm only */
	int first_branch;         /* driver branches: 0 not known, or older than the matrix */
	int last_branch;          /* 0: still driven by the newest, or integrated */
	const char *name;         /* as drivers from 470 on print it; NULL for a bare sm */
	const char *older_name;   /* as older drivers print it, where that differs */
	const char *segment;      /* "geforce", "titan", "professional", "datacenter", … */
	const char *form;         /* "board", "laptop", "embedded" */
	const char *product;      /* "Jetson AGX Orin / …" where the name does not say it */
};

/* All that a question may mean: several names, or one name on several chips. */
struct cards {
	ARRAY(struct card) all;
	struct sm_list sms;    /* the different compute capabilities among them */
	enum sm_source how;    /* SM_SOURCE_NONE: nothing known */
};

/*
 * By a name as a driver prints it, in full or cut, or as people write it ("3090", "A100",
 * "GTX 165..."). `branch` is the branch of the driver that printed it, or 0: cards that this
 * branch does not drive are left out, unless that leaves none. A name of both a card and a vGPU
 * profile is the card. Nothing known ("Graphics Device", "ERR!", a future name) is no error:
 * `how` is SM_SOURCE_NONE then.
 */
int gpu_by_name(struct matrix *m, struct arena *a, struct span name, int branch,
	struct cards *ret, struct err *e);

/*
 * As gpu_by_name for what a user names: also "86", "8.6", "sm_86" of a known compute capability
 * (SM_SOURCE_USER), the name of a chip ("GF104", "GK210GL") or of an architecture ("Fermi": every
 * compute capability of its boards; not "Tesla", which is a brand), and words that belong to no
 * name are left out ("3060 12GB", "4090 mobile").
 */
int gpu_by_text(struct matrix *m, struct arena *a, struct span text, struct cards *ret,
	struct err *e);

/* What all of them have in common in a text field, `offsetof(struct card, segment)`; or NULL. */
const char *cards_common(const struct cards *cards, size_t field);

/* By PCI id "10de:1b06" and subsystem "1462:3602" or NULL; "1b06" alone will do. */
int gpu_by_pci(struct matrix *m, struct arena *a, const char *id, const char *subsystem,
	struct cards *ret, struct err *e);

/* What is known of a compute capability; nothing known as above. The suffix is not looked at. */
int gpu_by_sm(struct matrix *m, struct arena *a, struct sm sm, struct cards *ret, struct err *e);



/* At most `most` names that are spelled nearly so, nearest first; *n may become 0. */
int gpu_nearest(struct matrix *m, struct arena *a, struct span text, size_t most,
	const char ***ret, size_t *n, struct err *e);
/* "sm_75, sm_80": the two compute capabilities nearest to that number. */
int gpu_nearest_sm(struct matrix *m, struct arena *a, unsigned number, const char **ret,
	struct err *e);
