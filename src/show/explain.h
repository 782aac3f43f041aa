/* What explain says: of a build, and of what was recognised in a text. */
#pragma once

#include "explain/explain.h"
#include "show/plan.h"

struct explained {
	const char *asked;             /* as the user wrote it */
	const struct plan *fits;       /* the best plan with it, or NULL */
	struct findings reasons;        /* why not */
	bool elsewhere;                /* it fits, and yet something was told to be wrong */
	bool driver;                   /* which driver it needs is asked */
	struct phrase lead;            /* answers what else is asked; form 0: nothing does */
	struct phrase wheels;          /* why no wheel of it does; form 0: some may */
};

/* `explain` for a build, in words. */
void show_explained_text(struct arena *a, const struct term *t, const struct plan_page *page,
			 const struct explained *x);
/* The object of `explain` for a build; its fields are those of data/schema/explain.json. */
void show_explained_json(struct arena *a, struct json *j, const struct plan_page *page,
			 const struct explained *x);

/* `page` is the plan that helps; NULL: none was made. */
void show_meanings_text(struct arena *a, const struct term *t, const struct meanings *m,
			const struct plan_page *page);
/* The object of `explain` for a text; its fields are those of data/schema/explain.json. */
void show_meanings_json(struct arena *a, struct json *j, const struct meanings *m,
			const struct plan_page *page);
/* One plan more, for another system than the one that was assumed. */
void show_other_plan(struct arena *a, const struct term *t, const struct plan_page *page,
		     const char *label);
