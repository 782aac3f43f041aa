/* The machines of a plan in a line, and what was found of them. */
#include "fact/host_fold.h"
#include "show/plan_private.h"

#include <string.h>

#include "base/tr.h"
#include "fact/platform.h"
#include "show/host.h"

enum { NAMES_SHOWN = 6 };

/* --- the line --------------------------------------------------------------------------------- */

static bool is_assumed(const struct answer *answer, size_t host)
{
	return ANY(x, answer->findings, x->code == CP014 && x->host == (int)host);
}

/* Of one machine; the driver of several is a range. */
static const char *system_text(struct arena *a, const struct plan_page *page, size_t i)
{
	struct host h = page->hosts->v[i];
	bool assumed = !h.platform && is_assumed(page->answer, i);

	if (page->hosts->n > 1) {
		h.driver = h.driver_cuda = h.glibc = h.macos = NULL;
		h.driver_missing = false;
	}
	if (!assumed)
		return show_host_system(a, &h);
	h.platform = arena_printf(a, tr("%s (assumed)"),
				  tr(platform_words(host_platform(&page->hosts->v[i]))));
	return show_host_system(a, &h);
}

/* Each text once. */
static const char *systems_of(const struct page_writer *w)
{
	const struct host_groups *groups = &w->page->answer->fleet.groups;
	struct strings systems = { 0 };

	for (size_t i = 0; i < groups->n; i++)
		strings_add_once(w->a, &systems,
				 system_text(w->a, w->page, groups->v[i].hosts[0]));
	return strings_joined(w->a, &systems, ", ");
}

static void machine_line(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	size_t groups = w->page->answer->fleet.groups.n;
	const struct host *h = hosts->v;
	bool *on;

	if (hosts->n > 1) {
		show_line(w->t, STYLE_BOLD, tr("Machines"),
			  arena_printf(w->a, groups == 1 ? tr("%zu in %zu group; %s") :
				       tr("%zu in %zu groups; %s"), hosts_machines(hosts),
				       groups, systems_of(w)));
		return;
	}
	on = arena_alloc(w->a, h->gpus.n + 1);
	memset(on, true, h->gpus.n);
	show_line(w->t, STYLE_BOLD, tr("Machine"),
		  arena_printf(w->a, "%s%s%s; %s", h->name ? h->name : "", h->name ? ": " : "",
			       show_host_gpu_names(w->a, h, on, " × "),
			       system_text(w->a, w->page, 0)));
}

/* --- what was found of them ------------------------------------------------------------------- */

/* What the machine says itself is not said again of the whole. */
static bool is_whole(const struct page_writer *w, const struct finding *f)
{
	const struct hosts *hosts = w->page->hosts;

	if (f->host >= 0 && f->words.form == FORM_OF_CODE &&
	    host_has_problem(&hosts->v[f->host], f->code))
		return false;
	if (f->code == CP120 && hosts->n > 1 && f->words.form == FORM_OF_CODE)
		return false; /* the verdict of the fleet says it */
	return w->page->more || !sentence_is_detail(f);
}

static bool is_note(const struct page_writer *w, const struct finding *f)
{
	return w->page->more || !sentence_is_detail(f);
}

/* Each group once, by its first machine. */
static void blocks(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	const struct host_groups *groups = &w->page->answer->fleet.groups;

	for (size_t i = 0; i < groups->n; i++) {
		const struct host *h = &hosts->v[groups->v[i].hosts[0]];

		if (hosts->n > 1)
			show_line(w->t, STYLE_BOLD, "",
				  host_group_names(w->a, hosts, &groups->v[i], 0));
		show_host(w->a, w->t, h);
		show_host_problems(w->a, w->t, h, true);
	}
}

void show_found(const struct page_writer *w)
{
	if (!w->page->more && w->page->hosts->n == 1)
		show_host_problems(w->a, w->t, &w->page->hosts->v[0], false);
	show_folded(w, &w->page->answer->findings, is_whole, false);
	show_folded(w, &w->page->answer->notes, is_note, false);
}

void show_machines(const struct page_writer *w)
{
	if (w->page->more)
		blocks(w);
	else
		machine_line(w);
	show_found(w);
	if (w->page->hosts->n > 1)
		show_fleet_verdict(w);
}

static bool has_more_than_details(const struct host *h)
{
	return ANY(x, h->problems, !sentence_is_detail(&x->what));
}

void show_machines_found(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	const struct host_groups *groups = &w->page->answer->fleet.groups;

	for (size_t i = 0; i < groups->n && hosts->n > 1 && !w->page->more; i++) {
		const struct host *h = &hosts->v[groups->v[i].hosts[0]];

		if (!has_more_than_details(h))
			continue;
		show_line(w->t, STYLE_BOLD, tr("of"),
			  host_group_names(w->a, hosts, &groups->v[i], NAMES_SHOWN));
		show_host_problems(w->a, w->t, h, false);
	}
}
