/* How changes are looked for; for change*.c only. */
#pragma once

#include "plan/order.h"
#include "plan/solve.h"

/*
 * Changes are found by trial: one fact is changed, everything else stays, and the best plan is
 * looked for again. What counts as gain is order_gain: certain, whole, newer torch.
 */
struct trial {
	struct solve *s;
	enum installer installer;
	key_t64 best;          /* of what fits now; 0: nothing does */
	struct want want;      /* the wishes, one of them changed */
	struct scene scene;    /* the hosts, one fact changed */
	bool any_glibc;
};

struct trial_result {
	key_t64 gain;          /* 0: nothing fits, or nothing that gains */
	size_t build;
};

/* A trial of what was asked, in which nothing is changed yet. */
struct trial trial_of(struct solve *s, enum installer installer, key_t64 best);
struct trial_result trial_run(struct trial *t);
/* Whether it is better than what fits now. */
bool trial_gains(const struct trial *t, const struct trial_result *r);
/* Notes the change that led to the result, once for the same words. */
void trial_add(const struct trial *t, enum change_kind kind, enum finding code, const char *what,
	const struct trial_result *r);

/* Another driver, newer or older; NVIDIA's compatibility package. */
void change_driver(struct solve *s, enum installer installer, key_t64 best);
void change_compat(struct solve *s, enum installer installer, key_t64 best);
