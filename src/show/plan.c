#include "show/plan_private.h"

#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "show/shell.h"

enum { CHANGES_SHOWN = 2, OTHERS_SHOWN = 3 };

/* The drivers that unite, and those without whom, stand with what the groups get. */
static bool is_said_of_fleet(struct arena *a, const struct fleet *f, const struct change *c)
{
	if (c->kind == CHANGE_WITHOUT_HOSTS)
		return true;
	if (f->upgrades.n == 0 || c->kind != CHANGE_DRIVER)
		return false;
	return c->n_hosts || strcmp(c->what, arena_printf(a, "driver>=%s",
						f->upgrades.v[0].drivers[0].least)) == 0;
}

void show_changes(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	size_t most = page->more || page->all ? answer->n_changes : CHANGES_SHOWN, n = 0;

	for (size_t i = 0; i < answer->n_changes; i++) {
		if (!page->all && is_said_of_fleet(a, &answer->fleet, &answer->changes[i]))
			continue;
		if (n++ < most)
			show_line(t, STYLE_GOOD, n > 1 ? "" : tr("better"),
				  sentence_change(a, page->hosts, &answer->changes[i]));
	}
	if (n > most)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, tr("and %zu more: -v"), n - most));
}

void show_instead(struct arena *a, const struct term *t, const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_instead; i++)
		show_line(t, STYLE_BAD, tr("error"),
		      arena_printf(a, "%s  [%s]", sentence_instead(a, &answer->instead[i]),
				   finding_name(answer->instead[i].code, TEXT_ROOM)));
}

/* With --all one line each; the commands are those of the first. */
static void list_plan(struct arena *a, const struct term *t, const struct plan *p)
{
	const struct build *b = p->build;

	show_line(t, STYLE_GOOD, tr("fits"),
	      arena_printf(a, "%s %s %s%s%s [%s]%s", b->torch, b->variant, b->channel,
			   b->build ? " " : "", b->build ? b->build : "",
			   installer_name(p->installer), p->certain ? "" : tr("  not certain")));
}

static void others(struct page_writer *w)
{
	const struct answer *answer = w->page->answer;

	for (size_t i = answer_parts(answer); i < answer->n_plans; i++) {
		const struct plan *p = &answer->plans[i];

		if (w->page->all && p->rank > 1) {
			list_plan(w->a, w->t, p);
			continue;
		}
		(p->rank > 1 ? show_brief_plan : show_one_plan)(w, p, p->part > 0 ? tr("And") :
										       tr("Or"));
		fputc('\n', w->t->f);
	}
}

/* Of several machines those that stand together, then what unites them, then how to make each. */
static void fleet_plans(struct page_writer *w)
{
	const struct answer *answer = w->page->answer;
	size_t n = answer_parts(answer);

	for (size_t i = 0; i < n; i++)
		show_plan_head(w, &answer->plans[i], n == 1 ? tr("Install") :
			       arena_printf(w->a, tr("Plan %zu"), i + 1));
	show_fleet_costs(w);
	for (size_t i = 0; i < n; i++) {
		fputc('\n', w->t->f);
		if (n > 1)
			show_line(w->t, STYLE_GOOD, arena_printf(w->a, tr("Plan %zu"), i + 1),
				  sentence_build(w->a, answer->plans[i].build));
		show_plan_body(w, &answer->plans[i]);
	}
}

static void plans(struct page_writer *w)
{
	const struct answer *answer = w->page->answer;

	if (w->page->hosts->n > 1) {
		fleet_plans(w);
		return;
	}
	for (size_t i = 0; i < answer_parts(answer); i++) {
		show_one_plan(w, &answer->plans[i],
			      w->page->file ? tr("Plan") : i ? tr("And") : tr("Install"));
		if (i + 1 < answer_parts(answer))
			fputc('\n', w->t->f);
	}
}

/* Several of one release of a channel are named: then it is its CUDA that tells them apart. */
static bool is_one_of_several(const struct answer *answer, const struct build *b)
{
	size_t first = answer_parts(answer), n = 0;

	for (size_t i = first; i < answer->n_plans && i < first + OTHERS_SHOWN; i++)
		n += answer->plans[i].build->rank == b->rank &&
		     strcmp(answer->plans[i].build->channel, b->channel) == 0;
	return n > 1;
}

/* "torch 2.7.1 for CUDA 11.8, 2.13.0 from conda-forge and 2 more: -v" */
static void name_others(struct arena *a, const struct term *t, const struct answer *answer)
{
	size_t first = answer_parts(answer), n = answer->n_plans - first;
	BUF_AUTO b = BUF_WORDS;
	char cuda[CUDA_TEXT];

	for (size_t i = 0; i < n && i < OTHERS_SHOWN; i++) {
		const struct plan *p = &answer->plans[first + i];
		const struct build *o = p->build;

		buf_printf(&b, "%s%s", i ? tr(", ") : "torch ", o->torch);
		if (o->cuda.major && (o->manager != MANAGER_CONDA || is_one_of_several(answer, o)))
			buf_printf(&b, tr(" for CUDA %s"), cuda_version_text(o->cuda, cuda));
		if (o->manager == MANAGER_CONDA)
			buf_printf(&b, tr(" from %s"), o->channel);
		if (!p->certain)
			buf_str(&b, tr(" (not certain)"));
	}
	if (n > OTHERS_SHOWN)
		buf_printf(&b, tr(" and %zu more"), n - OTHERS_SHOWN);
	if (n)
		show_line(t, STYLE_PLAIN, tr("also"), arena_printf(a, tr("%s (commands: -v)"),
							       buf_cstr(&b)));
}

/* How much was looked at, and how old that is. */
static void footer(struct arena *a, const struct term *t, const struct plan_page *page)
{
	if (page->answer->n_judged == 0)
		return;
	show_line(t, STYLE_PLAIN, tr("of"),
		  arena_printf(a, tr("%zu builds, known on %s%s"), page->answer->n_judged,
			       page->matrix_date ? page->matrix_date : tr("an unknown date"),
			       page->all ? "" : tr(": --all has every one, with its reason")));
}

/* What the everyday screen ends with: what else there is, and what shows it. */
static void rest(struct page_writer *w)
{
	const struct answer *answer = w->page->answer;

	if (w->page->hosts->n == 1 || w->page->more || answer->n_plans == 0)
		show_refusals(w->a, w->t, w->page);
	show_changes(w->a, w->t, w->page);
	if (w->page->more || w->page->all)
		footer(w->a, w->t, w->page);
	else
		name_others(w->a, w->t, answer);
}

void show_plan_text(struct arena *a, const struct term *t, const struct plan_page *page)
{
	struct page_writer w = { .a = a, .t = t, .page = page };

	show_machines(&w);
	show_instead(a, t, page->answer);
	fputc('\n', t->f);
	plans(&w);
	show_machines_found(&w);
	if (page->file)
		return;
	if (page->more || page->all) {
		fputc('\n', t->f);
		others(&w);
	}
	rest(&w);
}

void show_plan_commands(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	struct page_writer w = { .a = a, .t = t, .page = page };

	for (size_t i = 0; i < answer->n_plans; i++) {
		const struct plan *p = &answer->plans[i];

		if (i && p->part <= 0)
			return;
		if (p->part >= 0) {
			text_safe(t->f, span_of(arena_printf(a, "# %s: %s",
							  show_served(&w, p),
							  sentence_build(a, p->build))));
			fputc('\n', t->f);
		}
		for (size_t k = 0; k < p->steps.n; k++) {
			shell_step(a, t, &p->steps.v[k]);
			fputc('\n', t->f);
		}
	}
}
