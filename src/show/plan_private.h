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

/* One plan: what it is, its commands, why it runs, what to know about it. */
void show_one_plan(struct page_writer *w, const struct plan *p, const char *label);
/* The same without its undo and notes, for those that are not the first. */
void show_brief_plan(struct page_writer *w, const struct plan *p, const char *label);
/* Refusals in groups of like reasons, or with --all one by one. */
void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page);
/* "GPU 0 (GTX 1080 Ti)", "gpu02 (7 alike)": what a part of a split serves. */
const char *show_served(struct arena *a, const struct hosts *hosts, const struct plan *p);
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
void show_machines(const struct page_writer *w);
/* What was found of each of several machines; a machine alone has it above its plan. */
void show_machines_found(const struct page_writer *w);
/* Wishes that cannot be had; what would gain. */
void show_instead(struct arena *a, const struct term *t, const struct answer *answer);
void show_changes(struct arena *a, const struct term *t, const struct plan_page *page);
