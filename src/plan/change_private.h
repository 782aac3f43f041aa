/* One change is what is set together, everything else as it is; what it gives is tried. */
#pragma once

#include "plan/solve_private.h"

#define BIT(kind) (1u << (kind))

struct change_part {
	enum change_kind kind;
	const char *value;     /* "580.65.06", "3.12" */
};

struct change_parts {
	struct change_part v[CHANGE_KINDS];
	size_t n;
};

/* "driver>=580.65.06, python==3.12" */
const char *change_text(struct arena *a, const struct change_parts *p);

/* The first plan of an installer. */
struct change_result {
	const struct build *build; /* NULL: there is none */
	key_t64 gain;              /* of judge_gain */
};

/*
 * The wishes as they were said and the machines as they are, with the parts set. No plan: one
 * that the answer would say of that it is not what was asked for is none.
 */
struct change_result change_apply(struct solve *s, const struct change_parts *p,
				  enum installer installer);

/* change_trial.c: some facts say nothing any more, and the best plan is looked for. */
struct trial {
	struct solve *s;
	enum installer installer;
	key_t64 best;          /* of what fits now; 0: nothing does */
	unsigned free;         /* BIT of the kinds that say nothing */
	const char *driver;    /* newer or older, that is tried; NULL: the least that will do */
	struct want want;      /* the wishes, some of them changed */
	struct scene scene;    /* the hosts, some facts changed */
	bool any_system;
	const char *without;   /* the extensions that are left out: "flash-attn,vllm" */
};

struct trial_result {
	key_t64 gain;          /* 0: nothing fits, or nothing that gains */
	size_t build;
};

/* A trial of what was asked, in which nothing is changed yet. */
struct trial trial_of(struct solve *s, enum installer installer, key_t64 best);
struct judge trial_judge(struct trial *t);
struct trial_result trial_run(struct trial *t);
/* Whether it is better than what fits now. */
bool trial_gains(const struct trial *t, const struct trial_result *r);
/*
 * Notes the change that leads to the result with what it gives when it is applied, once for the
 * same words. 0: it does not gain.
 */
key_t64 trial_add(struct trial *t, const struct trial_result *r);

struct versions {
	const char **v;
	size_t n, room;
};

/* Drivers at which something changes, above the oldest of the hosts; in their order. */
struct versions trial_drivers(struct solve *s);
