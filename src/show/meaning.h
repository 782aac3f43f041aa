/* What was recognised in a text, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "explain/explain.h"
#include "show/plan.h"

/* `page` is the plan that helps; NULL: none was made. */
void show_meanings_text(struct arena *a, const struct term *t, const struct meanings *m,
			const struct plan_page *page);
/* The object of `explain` for a text; its fields are those of data/schema/explain.json. */
void show_meanings_json(struct arena *a, struct json *j, const struct meanings *m,
			const struct plan_page *page);
