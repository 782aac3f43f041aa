#include "show/plan_private.h"

#include <string.h>

#include "base/text.h"
#include "show/host.h"
#include "show/host_kind.h"
#include "show/shell.h"
#include "show/words.h"

enum { GROUPS_SHOWN = 5, BUILDS_SHOWN = 6 };

/* What differs within a group is left out of its reasons. */
struct group {
	struct findings why;
	struct buf names;
	const char *torch;  /* of the last name, which need not be said again */
	size_t n;
};

static bool same_text(const char *x, const char *y)
{
	return x == y || (x && y && strcmp(x, y) == 0);
}

/* A driver that is too old for the CUDA need not be told of its compression too. */
static bool is_implied(const struct findings *r, size_t n)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->v[n].code == CP104 && r->v[i].code == CP102)
			return true;
	return false;
}

/* Reasons that differ in their GPU alone are said once. */
static const char *why(struct arena *a, const struct hosts *hosts, const struct findings *r)
{
	BUF_AUTO out = BUF_WORDS;

	for (size_t i = 0; i < r->n; i++) {
		const char *text = sentence_finding(a, hosts, &r->v[i]);

		if (!is_implied(r, i) && span_find(buf_view(&out), text) < 0)
			buf_printf(&out, "%s%s", buf_view(&out).n ? "; " : "", text);
	}
	return arena_str(a, buf_cstr(&out));
}

static bool is_alike(const struct findings *x, const struct findings *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->v[i].code != y->v[i].code || x->v[i].host != y->v[i].host ||
		    x->v[i].gpu != y->v[i].gpu || !same_text(x->v[i].have, y->v[i].have))
			return false;
	return true;
}

static void keep_common(struct findings *into, const struct findings *r)
{
	for (size_t i = 0; i < into->n; i++)
		if (!same_text(into->v[i].need, r->v[i].need))
			into->v[i].need = NULL;
}

static struct findings reasons_copy(struct arena *a, const struct findings *r)
{
	struct findings copy = { arena_array(a, r->n, sizeof *r->v), r->n, r->n };

	for (size_t i = 0; i < r->n; i++)
		copy.v[i] = r->v[i];
	return copy;
}

static void name_build(struct group *g, const struct build *b)
{
	if (++g->n > BUILDS_SHOWN)
		return;
	if (b->manager == MANAGER_CONDA) {
		buf_printf(&g->names, "%s%s %s (%s)", g->n > 1 ? ", " : "", b->torch, b->variant,
			   b->channel);
		g->torch = NULL;
		return;
	}
	if (g->torch && strcmp(g->torch, b->torch) == 0)
		buf_printf(&g->names, " %s", b->variant);
	else
		buf_printf(&g->names, "%s%s %s", g->n > 1 ? ", " : "", b->torch, b->variant);
	g->torch = b->torch;
}

static bool same_name(const struct build *x, const struct build *y)
{
	return x->manager == y->manager && strcmp(x->torch, y->torch) == 0 &&
	       strcmp(x->variant, y->variant) == 0 &&
	       (x->manager == MANAGER_PIP || strcmp(x->channel, y->channel) == 0);
}

/* The same torch of PyPI and of the index, or in many conda builds, is one to the reader. */
static bool named_before(const struct answer *answer, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (same_name(answer->rejected[i].build, answer->rejected[n].build))
			return true;
	return false;
}

static void group_add(struct arena *a, const struct refusal *r, struct group *groups, size_t *n)
{
	size_t i = 0;

	while (i < *n && !is_alike(&groups[i].why, &r->reasons))
		i++;
	if (i == *n)
		groups[(*n)++] = (struct group){ .why = reasons_copy(a, &r->reasons),
						 .names = BUF_WORDS };
	keep_common(&groups[i].why, &r->reasons);
	name_build(&groups[i], r->build);
}

static void group_show(struct arena *a, const struct term *t, const struct hosts *hosts,
		       struct group *g, bool first)
{
	const char *more = g->n > BUILDS_SHOWN ?
		arena_printf(a, " and %zu more", g->n - BUILDS_SHOWN) : "";

	show_line(t, STYLE_BAD, first ? "Not this" : "",
	      arena_printf(a, "%s%s: %s", buf_cstr(&g->names), more, why(a, hosts, &g->why)));
}

static void grouped(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	struct group *groups = arena_array(a, answer->n_rejected, sizeof *groups);
	size_t n = 0;

	for (size_t i = 0; i < answer->n_rejected; i++)
		if (!named_before(answer, i))
			group_add(a, &answer->rejected[i], groups, &n);
	for (size_t i = 0; i < n; i++) {
		if (i < GROUPS_SHOWN)
			group_show(a, t, page->hosts, &groups[i], i == 0);
		buf_free(&groups[i].names);
	}
	if (n > GROUPS_SHOWN)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, "and builds with %zu other kinds of reasons (--all)",
				       n - GROUPS_SHOWN));
}

static void one_by_one(struct arena *a, const struct term *t, const struct plan_page *page)
{
	for (size_t i = 0; i < page->answer->n_rejected; i++) {
		const struct refusal *r = &page->answer->rejected[i];
		const struct build *b = r->build;

		show_line(t, STYLE_BAD, i ? "" : "Not this",
		      arena_printf(a, "%s %s %s%s%s [%s]: %s", b->torch, b->variant, b->channel,
				   b->build ? " " : "", b->build ? b->build : "",
				   installer_name(r->installer), why(a, page->hosts, &r->reasons)));
	}
}

void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page)
{
	if (page->all)
		one_by_one(a, t, page);
	else
		grouped(a, t, page);
}

void show_changes(struct arena *a, const struct term *t, const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_changes; i++)
		show_line(t, STYLE_GOOD, i ? "" : "better",
			  sentence_change(a, &answer->changes[i]));
}

void show_instead(struct arena *a, const struct term *t, const struct answer *answer)
{
	char name[8];

	for (size_t i = 0; i < answer->n_instead; i++)
		show_line(t, STYLE_BAD, "error",
		      arena_printf(a, "%s  [%s]", sentence_instead(a, &answer->instead[i]),
				   finding_name(answer->instead[i].code, name)));
}

static const char *label_of(const struct plan *p, size_t n)
{
	if (p->part > 0)
		return "and";
	return n == 0 ? "Plan" : "Or";
}

/* With --all one line each; the commands are those of the first. */
static void list_plan(struct arena *a, const struct term *t, const struct plan *p)
{
	const struct build *b = p->build;

	show_line(t, STYLE_GOOD, "fits",
	      arena_printf(a, "%s %s %s%s%s [%s]%s", b->torch, b->variant, b->channel,
			   b->build ? " " : "", b->build ? b->build : "",
			   installer_name(p->installer), p->certain ? "" : "  not certain"));
}

static void plans(struct page_writer *w)
{
	const struct answer *answer = w->page->answer;

	for (size_t i = 0; i < answer->n_plans; i++) {
		const struct plan *p = &answer->plans[i];

		if (w->page->all && p->rank > 1) {
			list_plan(w->a, w->t, p);
			continue;
		}
		if (w->page->file && i && p->part <= 0)
			break;
		(p->rank > 1 && !w->page->file ? show_brief_plan : show_one_plan)(w, p,
			label_of(p, i));
		fputc('\n', w->t->f);
	}
}

static void footer(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

	if (answer->n_judged == 0)
		return;
	if (answer->n_rejected || answer->n_changes)
		fputc('\n', t->f);
	text_wrap(t->f, span_of(arena_printf(a, "%zu builds judged%s; matrix of %s.",
		answer->n_judged, page->all ? "" : ", --all shows every one",
		page->matrix_date ? page->matrix_date : "unknown date")), 0, 0, t->width);
	fputc('\n', t->f);
}

static bool is_problem(const struct host *h, enum finding_code code)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == code)
			return true;
	return false;
}

static void show_blocks(struct arena *a, const struct term *t, const struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->n; i++) {
		if (hosts->n > 1)
			show_line(t, STYLE_BOLD, "", arena_printf(a, "host %zu", i + 1));
		show_host(a, t, &hosts->v[i]);
		show_host_problems(a, t, &hosts->v[i]);
	}
}

/* What is found of many machines is said once, and of which kinds. */
static void show_kinds_finding(struct arena *a, const struct term *t,
			       const struct plan_page *page, const struct host_kinds *k,
			       const struct finding *f)
{
	const struct findings *all = &page->answer->findings;
	const char *which = host_kinds_with(a, page->hosts, k, all, f);

	if (which)
		show_finding(a, t, f->code, arena_printf(a, "%s: %s", which, words_finding(a, f)),
			     false);
}

/* Findings of the whole, but for those that the block of their machine has said. */
void show_machines(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct findings *found = &page->answer->findings;
	const struct hosts *hosts = page->hosts;
	struct host_kinds kinds = host_kinds_of(a, hosts);

	if (kinds.few_lines)
		host_kinds_show(a, t, hosts, &kinds);
	else
		show_blocks(a, t, hosts);
	for (size_t i = 0; i < found->n; i++) {
		struct finding *r = &found->v[i];

		if (r->host >= 0 && r->words.form == FORM_OF_CODE &&
		    is_problem(&hosts->v[r->host], r->code))
			continue;
		if (r->host >= 0 && r->gpu < 0 && kinds.few_lines)
			show_kinds_finding(a, t, page, &kinds, r);
		else
			show_findings(a, t, hosts, &(struct findings){ .v = r, .n = 1 }, false);
	}
}

void show_plan_text(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	struct page_writer w = { .a = a, .t = t, .page = page };

	show_machines(a, t, page);
	for (size_t i = 0; i < answer->notes.n; i++)
		show_line(t, STYLE_DIM, "note", sentence_note(a, page->hosts, &answer->notes.v[i]));
	show_instead(a, t, answer);
	fputc('\n', t->f);
	plans(&w);
	if (page->file)
		return;
	show_refusals(a, t, page);
	show_changes(a, t, answer);
	footer(a, t, page);
}

void show_plan_commands(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

	for (size_t i = 0; i < answer->n_plans; i++) {
		const struct plan *p = &answer->plans[i];

		if (i && p->part <= 0)
			return;
		if (p->part >= 0) {
			text_safe(t->f, span_of(arena_printf(a, "# %s: %s",
							  show_served(a, page->hosts, p),
							  sentence_build(a, p->build))));
			fputc('\n', t->f);
		}
		for (size_t k = 0; k < p->steps.n; k++) {
			shell_step(a, t, &p->steps.v[k]);
			fputc('\n', t->f);
		}
	}
}
