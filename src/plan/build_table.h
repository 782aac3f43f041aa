/*
 * The catalogue as a table: builds that some filters let through, those that differ only in the
 * Python or the build string as one row.
 */
#pragma once

#include "fact/wish.h"
#include "plan/driver.h"
#include "plan/plan.h"

/* Empty or NULL: everything goes through. Strings are compared without regard to case. */
struct table_filter {
	const struct package_wish *torch;
	const char *variant;      /* "cu126", "cpu" */
	struct sm_list gpus;      /* the build must have code for each, counting PTX */
	struct python python;     /* major 0: any */
	const char *channel;
	bool any_manager;
	enum manager manager;     /* unless any_manager */
	const char *driver;       /* of the platform of each row */
};

struct table_row {
	const struct build *build; /* the first of those that are one row */
	struct python_set pythons; /* of all of them */
	struct strings builds;     /* conda's build strings */
	struct gpu_fit *fits;      /* one per GPU of the filter */
	size_t n_fits;
	enum driver_support support; /* of the filter's driver; SUPPORT_UNKNOWN without one */
	const struct gap_fact *gaps; /* of its wheel's libraries */
	size_t n_gaps;
	const char *least_driver;  /* for its CUDA on its platform; NULL not known or none needed */
};

struct table {
	struct table_row *v;
	size_t n, room;
};

/* The build is, and so is what its GPUs run. */
bool table_row_certain(const struct table_row *row);

/* Adds the rows of one platform, the newest torch first. The catalogue holds that platform. */
void table_add(struct arena *a, const struct catalogue *c, const char *platform,
	const struct table_filter *f, struct table *to);
