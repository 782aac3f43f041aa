/* One plan as text, whole and as the everyday screen has it; the GPUs that it serves, in words. */
#include "show/plan_private.h"

#include <string.h>

#include "base/dotted.h"
#include "base/tr.h"
#include "fact/build.h"
#include "show/online_files.h"
#include "show/shell.h"
#include "show/words.h"

/* "1.2 GB"; decimal, as download pages count. */
static const char *plan_size_text(struct arena *a, long long bytes)
{
	double mb = (double)bytes / 1e6;

	return mb >= 1000 ? arena_printf(a, "%.1f GB", mb / 1000) : arena_printf(a, "%.0f MB", mb);
}

/* "torch 2.5.1, CUDA 12.1, Python 3.12, with conda from pytorch; torch has 1.4 GB" */
static const char *headline(struct arena *a, const struct plan *p)
{
	const struct build *b = p->build;
	BUF_AUTO out = BUF_WORDS;
	char text[CUDA_TEXT], python[PYTHON_TEXT];

	buf_printf(&out, "torch %s", b->torch);
	if (b->cuda.major)
		buf_printf(&out, ", CUDA %s", cuda_version_text(b->cuda, text));
	else
		buf_str(&out, tr(", CPU only"));
	if (p->python.major)
		buf_printf(&out, ", Python %s", python_text(p->python, python));
	buf_printf(&out, tr(", with %s"), installer_name(p->installer));
	if (b->manager == MANAGER_CONDA)
		buf_printf(&out, tr(" from %s"), b->channel);
	/* conda-forge keeps the bulk of torch in libtorch, of which no size is known. */
	if (b->size > 0 && !build_is_from(b, CHANNEL_CONDA_FORGE))
		buf_printf(&out, tr("; torch has %s"), plan_size_text(a, b->size));
	return arena_str(a, buf_cstr(&out));
}

static const char *fit_name(struct arena *a, const struct hosts *hosts, const struct gpu_fit *g)
{
	const struct host *h = &hosts->v[g->host];

	return g->gpu >= 0 && (size_t)g->gpu < h->gpus.n ?
		sentence_gpu_name(a, &h->gpus.v[g->gpu]) : tr("the GPU");
}

/* "RTX 4090 (8.9, runs 8.6)" */
static const char *fit_text(struct arena *a, const struct hosts *hosts, const struct gpu_fit *g)
{
	const char *name = fit_name(a, hosts, g);
	char sm[SM_TEXT], code[SM_TEXT];

	sm_dotted(g->sm, sm);
	sm_dotted(g->code, code);
	if (strstr(name, "...")) /* cut before it says which: what it may be */
		return strcmp(sm, code) == 0 ? arena_str(a, sm) :
			arena_printf(a, tr("%s (runs %s)"), sm, code);
	if (g->via == VIA_PTX)
		return arena_printf(a, tr("%s (%s, made from PTX %s)"), name, sm, code);
	if (strcmp(sm, code) == 0)
		return arena_printf(a, "%s (%s)", name, sm);
	return arena_printf(a, tr("%s (%s, runs %s)"), name, sm, code);
}

enum { FITS_SHOWN = 8 };

/* Each kind of GPU once, and the code that it runs. */
static const char *fits(struct arena *a, const struct hosts *hosts, const struct plan *p)
{
	const char *has = p->build->certain ? tr("has code for ") : tr("should have code for ");
	struct strings kinds = { 0 };
	BUF_AUTO out = BUF_WORDS;

	for (size_t i = 0; i < p->n_gpus; i++)
		if (p->gpus[i].via != VIA_NONE)
			strings_add_once(a, &kinds, fit_text(a, hosts, &p->gpus[i]));
	for (size_t i = 0; i < kinds.n && i < FITS_SHOWN; i++)
		buf_printf(&out, "%s%s", i ? tr(", ") : has, kinds.v[i]);
	if (kinds.n > FITS_SHOWN)
		buf_printf(&out, tr(" and %zu more"), kinds.n - FITS_SHOWN);
	return arena_str(a, buf_cstr(&out));
}

static const struct finding *find_note(const struct plan *p, enum form form)
{
	return FIRST_OF(x, p->notes, x->words.form == form);
}

static struct phrase direct_phrase(struct arena *a, const struct plan *p, const struct host *h)
{
	const struct finding *branch = find_note(p, FORM_CUDA_OF_BRANCH);
	const struct finding *newest = find_note(p, FORM_CUDA_OF_NEWEST_BRANCH);
	const char *takes = h->driver_cuda ? h->driver_cuda : branch ? branch->have : NULL;

	if (!h->driver_cuda && newest)
		return PHRASE(a, WHY_DRIVER_NEWER, SAY(driver, newest->have),
			      SAY(cuda, newest->need));
	if (!takes)
		return (struct phrase){ 0 };
	return PHRASE(a, WHY_DRIVER_DIRECT, SAY(driver, h->driver), SAY(cuda, takes));
}

/* Of the drivers that serve it though their own CUDA is older the oldest; NULL: there is none. */
static const struct finding *oldest_minor(const struct plan *p)
{
	const struct finding *least = NULL;

	EACH(const struct finding, f, p->findings)
		if (f->code == CP111 && f->have &&
		    (!least || dotted_cmp(span_of(f->have), span_of(least->have)) < 0))
			least = f;
	return least;
}

/* One line on the driver, with the number that decided. */
struct phrase show_plan_driver(struct arena *a, const struct plan *p, const struct hosts *hosts)
{
	const struct finding *least = find_note(p, FORM_LEAST_DRIVER), *minor = oldest_minor(p);
	const struct host *first = &hosts->v[p->n_gpus ? p->gpus[0].host : 0];
	const char *none = first->driver_missing ? N_("installed") : N_("given");

	if (least && least->need && strncmp(least->need, "CUDA ", 5) == 0)
		return PHRASE(a, WHY_JETPACK_NEEDED, SAY(cuda, least->need), SAY(what, none));
	if (least && least->need)
		return PHRASE(a, WHY_DRIVER_NEEDED, SAY(driver, least->need), SAY(what, none));
	if (minor && minor->need)
		return PHRASE(a, WHY_DRIVER_MINOR, SAY(driver, minor->have),
			      SAY(limit, minor->need),
			      SAY(cuda, fact_number(a, (unsigned)p->build->cuda.major)));
	if (hosts->n > 1 || p->support != SUPPORT_DIRECT)
		return (struct phrase){ 0 };
	return direct_phrase(a, p, &hosts->v[0]);
}

static void undo(struct arena *a, const struct term *t, const struct plan *p)
{
	for (size_t i = 0; i < p->undo.n; i++) {
		show_label(t, STYLE_DIM, tr("undo"));
		shell_step(a, t, &p->undo.v[i]);
		fputc('\n', t->f);
	}
}

/* The driver's line has said these already. */
static bool is_shown(const struct page_writer *w, const struct plan *p, const struct finding *f)
{
	enum form form = f->words.form;

	/* A file has no last command. */
	if (w->page->file && (form == FORM_REST_KEEPS_TORCH || form == FORM_FILE_APART))
		return true;
	return form == FORM_LEAST_DRIVER || (form == FORM_PART_OF_SPLIT && p->part >= 0) ||
	       (!w->page->more && sentence_is_detail(f));
}

static bool is_said(struct page_writer *w, const char *text)
{
	size_t n = w->said.n;

	strings_add_once(w->a, &w->said, text);
	return w->said.n == n;
}

static void note(struct page_writer *w, const char *text)
{
	if (!is_said(w, text))
		show_line(w->t, STYLE_DIM, tr("note"), text);
}

static void notes(struct page_writer *w, const struct plan *p)
{
	for (size_t i = 0; i < p->notes.n; i++)
		if (!is_shown(w, p, &p->notes.v[i]))
			note(w, sentence_note(w->a, w->page->hosts, &p->notes.v[i]));
}

static bool has_gpu_of(const struct plan *p, size_t host)
{
	return ANY(x, LIST(p->gpus, p->n_gpus), x->host == (int)host);
}

/* "GPU 0, GPU 2 (H100 80GB HBM3), GPU 1 (Tesla K80)" */
static void name_gpus(struct arena *a, const struct hosts *hosts, const struct plan *p,
		      struct buf *out)
{
	for (size_t i = 0; i < p->n_gpus; i++) {
		const char *who = sentence_gpu(a, hosts, p->gpus[i].host, p->gpus[i].gpu);
		const char *name = fit_name(a, hosts, &p->gpus[i]);
		bool last = i + 1 == p->n_gpus ||
			strcmp(fit_name(a, hosts, &p->gpus[i + 1]), name) != 0;

		if (who)
			buf_printf(out, "%s%s", buf_view(out).n ? ", " : "", who);
		if (who && last)
			buf_printf(out, " (%s)", name);
	}
}

const char *show_served(const struct page_writer *w, const struct plan *p)
{
	const struct hosts *hosts = w->page->hosts;
	struct arena *a = w->a;
	BUF_AUTO out = BUF_WORDS;

	if (hosts->n > 1)
		return show_fleet_served(w, p);
	name_gpus(a, hosts, p, &out);
	for (size_t i = 0; i < p->n_hosts; i++)
		if (!has_gpu_of(p, p->hosts[i]))
			buf_printf(&out, "%s%s", buf_view(&out).n ? ", " : "",
				   sentence_host(a, hosts, p->hosts[i]));
	if (buf_view(&out).n == 0) {
		/* Of a GPU that may be one of several: as which of them the part serves it. */
		char sm[SM_TEXT];

		for (size_t i = 0; i < p->n_gpus; i++)
			buf_printf(&out, "%s %s", i ? "," : tr("compute capability"),
				   sm_dotted(p->gpus[i].sm, sm));
	}
	return arena_str(a, buf_cstr(&out));
}

/* Some are told of the whole, some in lines of their own. */
static bool is_finding(const struct page_writer *w, const struct finding *f)
{
	const struct findings *whole = &w->page->answer->findings;

	return f->code != CP116 && (f->code != CP111 || w->page->hosts->n > 1) &&
	       !ANY(x, *whole, x->code == f->code) && (w->page->more || !sentence_is_detail(f));
}

/* The last torch for a GPU. */
static void last(struct page_writer *w, const struct plan *p)
{
	const char *label = tr("last");
	char code[8];
	bool again;

	EACH(const struct finding, f, p->findings) {
		const char *text = f->code == CP116 ?
			sentence_finding(w->a, w->page->hosts, f) : NULL;

		if (!text)
			continue;
		text = arena_printf(w->a, "%s [%s]", text, finding_name(f->code, code));
		again = is_said(w, text);
		if (*label || !again)
			show_line(w->t, STYLE_BOLD, label, text);
		label = "";
	}
}

static void why(const struct page_writer *w, const struct plan *p)
{
	const char *code = fits(w->a, w->page->hosts, p), *label = tr("why");
	struct phrase driver = show_plan_driver(w->a, p, w->page->hosts);

	if (*code) {
		show_line(w->t, STYLE_BOLD, label, code);
		label = "";
	}
	if (driver.form)
		show_line(w->t, STYLE_BOLD, label, words_phrase(w->a, &driver));
}

/* Of several machines no more than a driver that has to come first. */
static void why_driver(const struct page_writer *w, const struct plan *p)
{
	struct phrase driver = show_plan_driver(w->a, p, w->page->hosts);

	if (driver.form == FORM_WHY_DRIVER_NEEDED || driver.form == FORM_WHY_JETPACK_NEEDED)
		show_line(w->t, STYLE_BOLD, tr("why"), words_phrase(w->a, &driver));
}

void show_plan_head(struct page_writer *w, const struct plan *p, const char *label)
{
	show_line(w->t, STYLE_GOOD, label, headline(w->a, p));
	if (w->page->hosts->n > 1)
		show_fleet_rows(w, p);
	else if (p->part >= 0)
		show_line(w->t, STYLE_BOLD, tr("for"), show_served(w, p));
}

static void body(struct page_writer *w, const struct plan *p)
{
	if (!w->page->file) {
		for (size_t i = 0; i < p->steps.n; i++)
			shell_step_lines(w->a, w->t, &p->steps.v[i], 2, STYLE_BOLD);
		if (w->page->hosts->n == 1 || w->page->more)
			fputc('\n', w->t->f);
	}
	(w->page->hosts->n == 1 || w->page->more ? why : why_driver)(w, p);
	last(w, p);
	show_online_text(w->a, w->t, &p->online);
	show_folded(w, &p->findings, is_finding, true);
}

void show_plan_body(struct page_writer *w, const struct plan *p)
{
	body(w, p);
	if (w->page->more && !w->page->file)
		undo(w->a, w->t, p);
	notes(w, p);
	if (!w->page->more) {
		/* What was taken for granted, in one line. */
		const struct finding *python = find_note(p, FORM_PYTHON_CHOSEN);
		const struct finding *glibc = find_note(p, FORM_GLIBC_NEEDED);
		const struct finding *macos = find_note(p, FORM_MACOS_NEEDED);
		const struct host *h = &w->page->hosts->v[0];
		BUF_AUTO b = BUF_WORDS;

		if (h->driver_begins)
			buf_printf(&b, tr("driver %s for %s"), h->driver, h->driver_begins);
		if (python)
			buf_printf(&b, "%sPython %s", b.n ? tr(", ") : "", python->have);
		if (glibc)
			buf_printf(&b, tr("%sglibc %s or later"), b.n ? tr(", ") : "", glibc->need);
		if (macos)
			buf_printf(&b, tr("%smacOS %s or newer"), b.n ? tr(", ") : "", macos->need);
		if (b.n)
			show_line(w->t, STYLE_BOLD, tr("assumed"), buf_cstr(&b));
	}
}

void show_one_plan(struct page_writer *w, const struct plan *p, const char *label)
{
	show_plan_head(w, p, label);
	show_plan_body(w, p);
}

void show_brief_plan(struct page_writer *w, const struct plan *p, const char *label)
{
	show_plan_head(w, p, label);
	body(w, p);
}
