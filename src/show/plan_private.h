/* What show/plan*.c and show/explain.c share. */
#pragma once

#include "base/buf.h"
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

/* One plan: what it is, why it runs, its commands, what to know about it. */
void show_one_plan(struct page_writer *w, const struct plan *p, const char *label);
/* The same in two lines and its commands, for those that are not the first. */
void show_brief_plan(struct page_writer *w, const struct plan *p, const char *label);
/* Refusals in groups of like reasons, or with --all one by one. */
void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page);
/* "GPU 0, GPU 2": what a part of a split serves. */
const char *show_served(struct arena *a, const struct hosts *hosts, const struct plan *p);
/* A finding that is words already. */
void show_finding(struct arena *a, const struct term *t, enum finding_code code, const char *text,
		  bool in_plan);
/* Findings with their severity as label and their code behind; what a plan has is no error. */
void show_findings(struct arena *a, const struct term *t, const struct hosts *hosts,
		   const struct findings *r, bool in_plan);

/* The machines and what was found of them; wishes that cannot be had; what would gain. */
void show_machines(struct arena *a, const struct term *t, const struct plan_page *page);
void show_instead(struct arena *a, const struct term *t, const struct answer *answer);
void show_changes(struct arena *a, const struct term *t, const struct answer *answer);

