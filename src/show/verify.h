/* What verify found, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/verified.h"

/* `verbose`: with every step. */
void show_verified(struct arena *a, const struct term *t, const struct verified *v, int verbose);
/* One object on one line; the fields are those of data/schema/verify.json. */
void show_verified_json(struct arena *a, struct json *j, const struct verified *v);

/* Why a step failed; "": that is not known. */
const char *verify_why(struct arena *a, const struct probe_step *s);

/* One row of the table of many nodes. */
struct merged_node {
	const char *node, *driver, *torch, *text;
	size_t gpus, good;
	bool ok;
};

/* All nodes, as lines and a sum, or as one object. */
void show_merged(struct arena *a, const struct term *t, const struct merged_node *v, size_t n);
void show_merged_json(struct json *j, const struct merged_node *v, size_t n);
