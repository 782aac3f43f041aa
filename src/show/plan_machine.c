/* The machines of a plan in a line, and what was found of them. */
#include "show/plan_private.h"

#include <string.h>

#include "base/dotted.h"
#include "fact/platform.h"
#include "show/host.h"
#include "show/host_kind.h"

enum { NAMES_SHOWN = 6 };

/* --- the line --------------------------------------------------------------------------------- */

/* Texts that differ, in their order, and how often each one comes. */
struct tally {
	const char **v;
	size_t *times, n;
};

static struct tally tally_new(struct arena *a, size_t most)
{
	return (struct tally){ arena_array(a, most, sizeof(char *)),
			       arena_array(a, most, sizeof(size_t)), 0 };
}

static void tally_add(struct tally *to, const char *text)
{
	size_t i = 0;

	while (i < to->n && strcmp(to->v[i], text) != 0)
		i++;
	if (i == to->n)
		to->v[to->n++] = text;
	to->times[i]++;
}

static const char *listed(struct arena *a, const struct tally *of, bool times)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < of->n && i < NAMES_SHOWN; i++) {
		if (i)
			buf_str(&b, ", ");
		if (times && of->times[i] > 1)
			buf_printf(&b, "%zu × ", of->times[i]);
		buf_str(&b, of->v[i]);
	}
	if (of->n > NAMES_SHOWN)
		buf_printf(&b, " and %zu more", of->n - NAMES_SHOWN);
	return arena_str(a, buf_cstr(&b));
}

static const char *gpu_words(struct arena *a, const struct gpu *g)
{
	bool mig = g->mig.mode && strcmp(g->mig.mode, "Enabled") == 0;

	return arena_printf(a, "%s%s%s", sentence_gpu_name(a, g), mig ? " (MIG)" : "",
			    g->hidden ? " (hidden)" : "");
}

static const char *gpus_text(struct arena *a, const struct hosts *hosts)
{
	size_t n = 0, unknown = 0;
	struct tally names;

	for (size_t i = 0; i < hosts->n; i++)
		n += hosts->v[i].gpus.n;
	names = tally_new(a, n);
	EACH(const struct host, h, *hosts) {
		for (size_t k = 0; k < h->gpus.n; k++)
			tally_add(&names, gpu_words(a, &h->gpus.v[k]));
		unknown += !h->gpus.n && !h->gpus_known && h->nvidia_present != TRI_NO;
	}
	if (n == 0)
		return unknown ? "GPUs not known" : "no NVIDIA GPU";
	return listed(a, &names, true);
}

static bool is_assumed(const struct answer *answer, size_t host)
{
	for (size_t i = 0; i < answer->findings.n; i++)
		if (answer->findings.v[i].code == CP014 &&
		    answer->findings.v[i].host == (int)host)
			return true;
	return false;
}

/* Of one machine; the driver of several is a range. */
static const char *system_text(struct arena *a, const struct plan_page *page, size_t i)
{
	struct host h = page->hosts->v[i];
	bool assumed = !h.platform && is_assumed(page->answer, i);

	if (page->hosts->n > 1) {
		h.driver = h.driver_cuda = h.glibc = NULL;
		h.driver_missing = false;
	}
	if (!assumed)
		return show_host_system(a, &h);
	h.platform = arena_printf(a, "%s (assumed)", show_platform(PLATFORM_LINUX));
	return show_host_system(a, &h);
}

/* "driver 535.54.03 to 575.57.08" */
static const char *drivers_text(struct arena *a, const struct hosts *hosts)
{
	const char *least = NULL, *most = NULL;

	for (size_t i = 0; i < hosts->n && hosts->n > 1; i++) {
		const char *d = hosts->v[i].driver;

		if (d && (!least || dotted_cmp(span_of(d), span_of(least)) < 0))
			least = d;
		if (d && (!most || dotted_cmp(span_of(d), span_of(most)) > 0))
			most = d;
	}
	if (!least)
		return "";
	if (strcmp(least, most) == 0)
		return arena_printf(a, ", driver %s", least);
	return arena_printf(a, ", drivers %s to %s", least, most);
}

static void machine_line(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	struct tally systems = tally_new(w->a, hosts->n);
	const char *count = "";

	for (size_t i = 0; i < hosts->n; i++)
		tally_add(&systems, system_text(w->a, w->page, i));
	if (hosts->n > 1)
		count = arena_printf(w->a, "%zu: ", hosts->n);
	else if (hosts->n && hosts->v[0].name)
		count = arena_printf(w->a, "%s: ", hosts->v[0].name);
	show_line(w->t, STYLE_BOLD, hosts->n > 1 ? "Machines" : "Machine",
		  arena_printf(w->a, "%s%s; %s%s", count, gpus_text(w->a, hosts),
			       listed(w->a, &systems, false), drivers_text(w->a, hosts)));
}

/* --- what was found of them ------------------------------------------------------------------- */

/* What the machine says itself is not said again of the whole. */
static bool is_whole(const struct page_writer *w, const struct finding *f)
{
	const struct hosts *hosts = w->page->hosts;

	if (f->host >= 0 && f->words.form == FORM_OF_CODE &&
	    host_has_problem(&hosts->v[f->host], f->code))
		return false;
	return w->page->more || !sentence_is_detail(f);
}

static bool is_note(const struct page_writer *w, const struct finding *f)
{
	return w->page->more || !sentence_is_detail(f);
}

static void blocks(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	struct host_kinds kinds = host_kinds_of(w->a, hosts);

	if (kinds.few_lines) {
		host_kinds_show(w->a, w->t, hosts, &kinds);
		return;
	}
	for (size_t i = 0; i < hosts->n; i++) {
		if (hosts->n > 1)
			show_line(w->t, STYLE_BOLD, "", sentence_host(w->a, hosts, i));
		show_host(w->a, w->t, &hosts->v[i]);
		show_host_problems(w->a, w->t, &hosts->v[i], true);
	}
}

void show_machines(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;

	if (w->page->more)
		blocks(w);
	else
		machine_line(w);
	if (!w->page->more && hosts->n == 1)
		show_host_problems(w->a, w->t, &hosts->v[0], false);
	show_folded(w, &w->page->answer->findings, is_whole, false);
	show_folded(w, &w->page->answer->notes, is_note, false);
}

static bool has_more_than_details(const struct host *h)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (!sentence_is_detail(&h->problems.v[i].what))
			return true;
	return false;
}

void show_machines_found(const struct page_writer *w)
{
	const struct hosts *hosts = w->page->hosts;
	struct host_kinds kinds = host_kinds_of(w->a, hosts);

	for (size_t i = 0; i < hosts->n && hosts->n > 1 && !w->page->more; i++) {
		if (kinds.first[i] != i || !has_more_than_details(&hosts->v[i]))
			continue;
		show_line(w->t, STYLE_BOLD, "of", host_kinds_who(w->a, hosts, &kinds, i));
		show_host_problems(w->a, w->t, &hosts->v[i], false);
	}
}
