/* What explain says of a build. */
#pragma once

#include "show/plan.h"

struct explained {
	const char *asked;             /* as the user wrote it */
	const struct plan *fits;       /* the best plan with it, or NULL */
	struct findings reasons;        /* why not */
};

/* `explain` for a build, in words. */
void show_explained_text(struct arena *a, const struct term *t, const struct plan_page *page,
			 const struct explained *x);
/* The object of `explain` for a build; its fields are those of data/schema/explain.json. */
void show_explained_json(struct arena *a, struct json *j, const struct plan_page *page,
			 const struct explained *x);
