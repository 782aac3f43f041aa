#include "show/plan_part.h"

#include "base/text.h"
#include "show/host.h"
#include "show/shell.h"

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
		(p->rank > 1 ? show_brief_plan : show_one_plan)(w, p, label_of(p, i));
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
		if (h->problems.v[i].code == code)
			return true;
	return false;
}

/* Findings of the whole, but for those that the block of their machine has said. */
void show_machines(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct findings *found = &page->answer->findings;
	const struct hosts *hosts = page->hosts;

	for (size_t i = 0; i < hosts->n; i++) {
		if (hosts->n > 1)
			show_line(t, STYLE_BOLD, "", arena_printf(a, "host %zu", i + 1));
		show_host(a, t, &hosts->v[i]);
		show_host_problems(a, t, &hosts->v[i]);
	}
	for (size_t i = 0; i < found->n; i++) {
		struct finding *r = &found->v[i];

		if (r->host < 0 || !is_problem(&hosts->v[r->host], r->code))
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
	show_refusals(a, t, page);
	show_changes(a, t, answer);
	footer(a, t, page);
}

void show_plan_commands(struct arena *a, FILE *f, const struct plan_page *page)
{
	const struct answer *answer = page->answer;

	for (size_t i = 0; i < answer->n_plans; i++) {
		const struct plan *p = &answer->plans[i];

		if (i && p->part <= 0)
			return;
		if (p->part >= 0)
			fprintf(f, "# %s: %s\n", show_served(a, page->hosts, p),
				sentence_build(a, p->build));
		for (size_t k = 0; k < p->steps.n; k++) {
			shell_step(f, &p->steps.v[k]);
			fputc('\n', f);
		}
	}
}
