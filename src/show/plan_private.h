/* What show/plan*.c and show/explain.c share. */
#pragma once

#include "show/line.h"
#include "show/plan.h"
#include "show/sentence.h"

/* The page as it is written: what was said once is not said again. */
struct page_writer {
	struct arena *a;
	const struct term *t;
	const struct plan_page *page;
	struct strings said;
};

/* One plan: what it is, its commands, why it runs, what to know about it. */
void show_one_plan(struct page_writer *w, const struct plan *p, const char *label);
/* Its two halves: what it is and for whom, then the rest. */
void show_plan_head(struct page_writer *w, const struct plan *p, const char *label);
void show_plan_body(struct page_writer *w, const struct plan *p);
/* The same without its undo and notes, for those that are not the first. */
void show_brief_plan(struct page_writer *w, const struct plan *p, const char *label);
/* Refusals in groups of like reasons, or with --all one by one. */
void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page);
/* "GPU 0 (GTX 1080 Ti)", "gpu[01-07]": what a part of a split serves. */
const char *show_served(const struct page_writer *w, const struct plan *p);
/* With its severity as label and its code behind; what a plan has is no error. */
void show_finding(struct arena *a, const struct term *t, enum finding_code code, const char *text,
		  bool in_plan);
/*
 * Those for which `shown` holds, each sentence once, with those of whom it is said in front.
 * Without a code they are notes.
 */
void show_folded(const struct page_writer *w, const struct findings *of,
		 bool (*shown)(const struct page_writer *w, const struct finding *f), bool in_plan);

/* The machines, and what was found of them and of the whole. */
void show_found(const struct page_writer *w);
void show_machines(const struct page_writer *w);
/* What was found of each of several machines; a machine alone has it above its plan. */
void show_machines_found(const struct page_writer *w);
/* plan_fleet.c, of several machines: the groups that a plan serves, a line each. */
void show_fleet_rows(const struct page_writer *w, const struct plan *p);
/* "gpu[01-12], ws1 GPU 0, 2": the same in one line. */
const char *show_fleet_served(const struct page_writer *w, const struct plan *p);
/* That one plan does not serve all, and the groups that none serves. */
void show_fleet_verdict(const struct page_writer *w);
/* What a group costs the others, and the drivers that would unite. */
void show_fleet_costs(const struct page_writer *w);
const char *show_fleet_without(const struct page_writer *w, const struct fleet_trial *t);
const char *show_fleet_upgrade(const struct page_writer *w, const struct fleet_trial *t);
/* fleet_json.c: "groups" beside the hosts; "fleet", null where there is one group. */
void show_groups_json(struct arena *a, struct json *j, const struct plan_page *page);
void show_fleet_json(struct arena *a, struct json *j, const struct plan_page *page);
/* Wishes that cannot be had; what would gain. */
void show_instead(struct arena *a, const struct term *t, const struct answer *answer);
void show_changes(struct arena *a, const struct term *t, const struct plan_page *page);
