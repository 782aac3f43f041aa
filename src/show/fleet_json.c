/* Groups of equal machines, and what they cost and would gain, as suggest --json has them. */
#include "show/host_json.h"
#include "show/json_key.h"
#include "show/plan_private.h"

#include <string.h>

static const char *build_text(struct arena *a, const struct build *b)
{
	return b ? arena_printf(a, "torch %s %s", b->torch, b->variant) : NULL;
}

/* Equal GPUs once; the index is that of the first. */
static void gpus_json(struct arena *a, struct json *j, const struct host *h)
{
	json_list_key(j, "gpus");
	for (size_t i = 0, last; i < h->gpus.n; i = last) {
		const struct gpu *g = &h->gpus.v[i];
		char sm[SM_TEXT];

		for (last = i + 1; last < h->gpus.n; last++)
			if (strcmp(sentence_gpu_name(a, g),
				   sentence_gpu_name(a, &h->gpus.v[last])) != 0 ||
			    !sm_equal(g->sm, h->gpus.v[last].sm))
				break;
		json_open(j);
		json_str_key(j, "name", g->name);
		json_str_key(j, "sm", sm_known(g->sm) ? sm_text(g->sm, sm) : NULL);
		json_int_key(j, "count", (int64_t)(last - i));
		json_close(j);
	}
	json_end(j);
}

void show_groups_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct fleet *f = &page->answer->fleet;

	json_list_key(j, "groups");
	for (size_t i = 0; i < f->groups.n; i++) {
		const struct host_group *g = &f->groups.v[i];
		const struct host *h = &page->hosts->v[g->hosts[0]];

		json_open(j);
		json_str_key(j, "names", host_group_names(a, page->hosts, g, 0));
		json_int_key(j, "size", (int64_t)g->machines);
		gpus_json(a, j, h);
		json_str_key(j, "platform", h->platform);
		json_str_key(j, "glibc", h->glibc);
		json_str_key(j, "driver", h->driver);
		json_str_key(j, "python", h->python);
		json_str_key(j, "gives", f->gives ? build_text(a, f->gives[i]) : NULL);
		show_places_json(a, j, "hosts", page->hosts, g->hosts, g->n);
		json_close(j);
	}
	json_end(j);
}

static void trial_json(struct arena *a, struct json *j, const struct fleet *f,
		       const struct fleet_trial *t, const char *text)
{
	JSON_VALUES(j, "groups", const size_t, group, LIST(t->groups, t->n))
		json_int(j, (int64_t)*group);
	if (t->drivers) {
		json_list_key(j, "drivers");
		for (size_t i = 0; i < t->n; i++) {
			json_open(j);
			json_int_key(j, "group", (int64_t)t->groups[i]);
			json_str_key(j, "driver", arena_printf(a, ">=%s", t->drivers[i].least));
			json_key_index(j, "last_branch",
				       t->drivers[i].last ? t->drivers[i].last : -1);
			json_close(j);
		}
		json_end(j);
	} else {
		json_str_key(j, "alone", build_text(a, t->alone));
	}
	json_int_key(j, "environments", t->parts);
	/* to each group, in their order */
	JSON_VALUES(j, "gives", const struct build *const, given, LIST(t->gives, f->groups.n))
		json_str(j, build_text(a, *given));
	json_str_key(j, "text", text);
}

static void trials_json(const struct page_writer *w, struct json *j, const char *key,
			const struct fleet_trial *v, size_t n)
{
	JSON_EACH(j, key, const struct fleet_trial, t, LIST(v, n))
		trial_json(w->a, j, &w->page->answer->fleet, t, t->drivers ?
			   show_fleet_upgrade(w, t) : show_fleet_without(w, t));
}

void show_fleet_json(struct arena *a, struct json *j, const struct plan_page *page)
{
	const struct fleet *f = &page->answer->fleet;
	const struct page_writer w = { .a = a, .page = page };

	JSON_MAYBE(j, "fleet", f->gives && f->parts) {
		json_int_key(j, "environments", f->parts);
		json_bool_key(j, "serves_all", f->whole);
		json_bool_key(j, "without_known", f->without_known);
		trials_json(&w, j, "without", f->without.v, f->without.n);
		json_bool_key(j, "upgrades_known", f->upgrades_known);
		trials_json(&w, j, "upgrades", f->upgrades.v, f->upgrades.n);
	}
}
