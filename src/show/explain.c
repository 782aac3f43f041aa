#include "show/explain.h"

#include "show/plan_part.h"

void show_explained_text(struct arena *a, const struct term *t, const struct plan_page *page,
			 const struct explained *x)
{
	struct page_writer w = { .a = a, .t = t, .page = page };

	show_machines(a, t, page);
	fputc('\n', t->f);
	show_line(t, x->fits ? STYLE_GOOD : STYLE_BAD, x->fits ? "yes" : "no",
		  arena_printf(a, "%s %s", x->asked, x->fits ? "fits" : "does not fit"));
	show_instead(a, t, page->answer);
	if (x->fits) {
		show_one_plan(&w, x->fits, "Plan");
		return;
	}
	if (page->answer->n_instead)
		return;
	show_refusals(a, t, page);
	show_changes(a, t, page->answer);
}

void show_explained_json(struct arena *a, struct json *j, const struct plan_page *page,
			 const struct explained *x)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "build", x->asked);
	json_bool_key(j, "fits", x->fits != NULL);
	json_key(j, "reasons");
	show_reasons_json(a, j, page->hosts, &x->reasons);
	show_changes_json(a, j, page->answer);
	show_instead_json(a, j, page->answer);
	json_close(j);
	fputc('\n', j->f);
}
