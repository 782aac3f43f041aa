/* One plan as text. */
#include "show/plan_private.h"

#include <string.h>

#include "fact/build.h"
#include "plan/bounds.h"
#include "show/host_kind.h"
#include "show/online_files.h"
#include "show/shell.h"

/* "1.2 GB"; decimal, as download pages count. */
static const char *plan_size_text(struct arena *a, long long bytes)
{
	double mb = (double)bytes / 1e6;

	return mb >= 1000 ? arena_printf(a, "%.1f GB", mb / 1000) : arena_printf(a, "%.0f MB", mb);
}

/* "torch 2.14.1, CUDA 12.6, Python 3.14, conda-forge" */
static const char *headline(struct arena *a, const struct plan *p)
{
	const struct build *b = p->build;
	BUF_AUTO out = BUF_WORDS;
	char text[CUDA_TEXT], python[PYTHON_TEXT];

	buf_printf(&out, "torch %s, ", b->torch);
	if (b->cuda.major)
		buf_printf(&out, "CUDA %s", cuda_version_text(b->cuda, text));
	else
		buf_str(&out, "CPU only");
	if (p->python.major)
		buf_printf(&out, ", Python %s", python_text(p->python, python));
	if (b->manager == MANAGER_CONDA)
		buf_printf(&out, ", from %s", b->channel);
	buf_printf(&out, "  [%s]", installer_name(p->installer));
	return arena_str(a, buf_cstr(&out));
}

static bool same_fit(const struct gpu_fit *x, const struct gpu_fit *y)
{
	return sm_equal(x->sm, y->sm) && x->via == y->via && sm_equal(x->code, y->code);
}

static bool fit_before(const struct plan *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (same_fit(&p->gpus[i], &p->gpus[n]))
			return true;
	return false;
}

/* "sm_61: cubin 6.0, sm_89: cubin 8.6": each kind of GPU once, and the code that it runs. */
static const char *fits(struct arena *a, const struct plan *p)
{
	char sm[SM_TEXT], code[SM_TEXT];
	BUF_AUTO out = BUF_WORDS;

	for (size_t i = 0; i < p->n_gpus; i++) {
		const struct gpu_fit *g = &p->gpus[i];

		if (g->via == VIA_NONE || fit_before(p, i))
			continue;
		buf_printf(&out, "%ssm_%s: %s %s", buf_view(&out).n ? ", " : "",
			   sm_text(g->sm, sm), via_name(g->via), sm_dotted(g->code, code));
	}
	return arena_str(a, buf_cstr(&out));
}

static const struct finding *find_note(const struct plan *p, enum form form)
{
	for (size_t i = 0; i < p->notes.n; i++)
		if (p->notes.v[i].words.form == form)
			return &p->notes.v[i];
	return NULL;
}

static const struct finding *find_reason(const struct plan *p, enum finding_code code)
{
	for (size_t i = 0; i < p->findings.n; i++)
		if (p->findings.v[i].code == code)
			return &p->findings.v[i];
	return NULL;
}

static const char *direct_line(struct arena *a, const struct plan *p, const struct host *h)
{
	const struct finding *branch = find_note(p, FORM_CUDA_OF_BRANCH);
	const struct finding *newest = find_note(p, FORM_CUDA_OF_NEWEST_BRANCH);
	const char *takes = h->driver_cuda ? h->driver_cuda : branch ? branch->have : NULL;

	if (!h->driver_cuda && newest)
		return arena_printf(a,
			"driver %s is newer than the matrix, takes CUDA %s at least: direct",
			newest->have, newest->need);
	if (!takes)
		return NULL;
	return arena_printf(a, "driver%s%s takes CUDA up to %s: direct", h->driver ? " " : "",
			    h->driver ? h->driver : "", takes);
}

/* One line on the driver, with the number that decided; several hosts have findings instead. */
static const char *driver_line(struct arena *a, const struct plan *p, const struct hosts *hosts)
{
	const struct finding *least = find_note(p, FORM_LEAST_DRIVER);
	const struct finding *minor = find_reason(p, CP111);

	if (least && least->need && strncmp(least->need, "CUDA ", 5) == 0)
		return arena_printf(a, "JetPack with %s or later needed (none %s)", least->need,
				    hosts->v[0].driver_missing ? "installed" : "given");
	if (least && least->need)
		return arena_printf(a, "driver >= %s needed (none %s)", least->need,
				    hosts->v[0].driver_missing ? "installed" : "given");
	if (hosts->n > 1)
		return NULL;
	if (p->support == SUPPORT_DIRECT)
		return direct_line(a, p, &hosts->v[0]);
	if (!minor || !minor->have || !minor->need)
		return NULL;
	return arena_printf(a, "driver %s >= %s: minor-version compatible", minor->have,
			    minor->need);
}

static void commands(struct arena *a, const struct term *t, const struct plan *p)
{
	fputc('\n', t->f);
	for (size_t i = 0; i < p->steps.n; i++) {
		fprintf(t->f, "  %s", term_on(t, STYLE_BOLD));
		shell_step(a, t, &p->steps.v[i]);
		fprintf(t->f, "%s\n", term_off(t));
	}
}

static void undo(struct arena *a, const struct term *t, const struct plan *p)
{
	for (size_t i = 0; i < p->undo.n; i++) {
		fprintf(t->f, "%sundo%s      ", term_on(t, STYLE_DIM), term_off(t));
		shell_step(a, t, &p->undo.v[i]);
		fputc('\n', t->f);
	}
}

/* The driver's line has said these already. */
static bool is_shown(const struct plan *p, enum form form)
{
	return form == FORM_LEAST_DRIVER || (form == FORM_PART_OF_SPLIT && p->part >= 0);
}

static bool is_said(struct page_writer *w, const char *text)
{
	for (size_t i = 0; i < w->said.n; i++)
		if (strcmp(w->said.v[i], text) == 0)
			return true;
	strings_add(w->a, &w->said, text);
	return false;
}

static void note(struct page_writer *w, const char *text)
{
	if (!is_said(w, text))
		show_line(w->t, STYLE_DIM, "note", text);
}

static void notes(struct page_writer *w, const struct plan *p)
{
	char text[CUDA_TEXT];

	for (size_t i = 0; i < p->notes.n; i++)
		if (!is_shown(p, p->notes.v[i].words.form))
			note(w, sentence_note(w->a, w->page->hosts, &p->notes.v[i]));
	if (plan_needs_cuda(p) && p->n_gpus)
		note(w, arena_printf(w->a,
			"conda takes it only where it sees a driver; on a login node or in a "
			"docker build set CONDA_OVERRIDE_CUDA=%s",
			cuda_version_text(p->build->cuda, text)));
}

void show_finding(struct arena *a, const struct term *t, enum finding_code code, const char *text,
		  bool in_plan)
{
	static const enum style styles[] = {
		[SEVERITY_NOTE] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN,
		[SEVERITY_ERROR] = STYLE_BAD,
	};
	enum severity severity = finding_info(code)->severity;
	char name[8];

	if (in_plan && severity == SEVERITY_ERROR)
		severity = SEVERITY_WARNING;
	show_line(t, styles[severity], severity_name(severity),
		  arena_printf(a, "%s [%s]", text, finding_name(code, name)));
}

void show_findings(struct arena *a, const struct term *t, const struct hosts *hosts,
		   const struct findings *r, bool in_plan)
{
	for (size_t i = 0; i < r->n; i++)
		show_finding(a, t, r->v[i].code, sentence_finding(a, hosts, &r->v[i]), in_plan);
}

/* conda-forge keeps the bulk of torch in libtorch, of which no size is known. */
static void download(const struct page_writer *w, const struct plan *p)
{
	const struct build *b = p->build;

	if (b->size > 0 && !build_is_from(b, CHANNEL_CONDA_FORGE))
		show_line(w->t, STYLE_PLAIN, "",
			  arena_printf(w->a, "download: %s for torch itself",
				       plan_size_text(w->a, b->size)));
}

const char *show_served(struct arena *a, const struct hosts *hosts, const struct plan *p)
{
	struct host_kinds kinds = host_kinds_of(a, hosts);
	const char *few = kinds.few_lines ? host_kinds_served(a, hosts, &kinds, p) : NULL;
	BUF_AUTO out = BUF_WORDS;

	if (few)
		return few;
	for (size_t i = 0; i < p->n_gpus; i++) {
		const char *who = sentence_gpu(a, hosts, p->gpus[i].host, p->gpus[i].gpu);

		if (who)
			buf_printf(&out, "%s%s", buf_view(&out).n ? ", " : "", who);
	}
	return buf_view(&out).n ? arena_str(a, buf_cstr(&out)) :
				  arena_printf(a, "part %d", p->part + 1);
}

/* The line of the driver has told CP111 of a single host; some are told of the whole. */
static bool is_told(const struct page_writer *w, const struct finding *r)
{
	const struct findings *whole = &w->page->answer->findings;

	if (r->code == CP111)
		return w->page->hosts->n == 1;
	for (size_t i = 0; i < whole->n; i++)
		if (whole->v[i].code == r->code)
			return true;
	return false;
}

static void findings(const struct page_writer *w, const struct plan *p, bool brief)
{
	size_t n = 0;

	for (size_t i = 0; i < p->findings.n; i++) {
		struct finding *r = &p->findings.v[i];

		if (is_told(w, r))
			continue;
		if (brief && n++ == 0)
			fputc('\n', w->t->f);
		show_findings(w->a, w->t, w->page->hosts, &(struct findings){ .v = r, .n = 1 },
			      true);
	}
}

static void head(const struct page_writer *w, const struct plan *p, const char *label)
{
	const char *text;

	show_line(w->t, STYLE_GOOD, label, headline(w->a, p));
	if (p->part >= 0)
		show_line(w->t, STYLE_PLAIN, "",
			  arena_printf(w->a, "for %s", show_served(w->a, w->page->hosts, p)));
	text = fits(w->a, p);
	if (*text)
		show_line(w->t, STYLE_PLAIN, "", text);
	text = driver_line(w->a, p, w->page->hosts);
	if (text)
		show_line(w->t, STYLE_PLAIN, "", text);
}

void show_one_plan(struct page_writer *w, const struct plan *p, const char *label)
{
	head(w, p, label);
	download(w, p);
	if (!w->page->file) {
		commands(w->a, w->t, p);
		fputc('\n', w->t->f);
		undo(w->a, w->t, p);
	}
	show_online_text(w->a, w->t, &p->online);
	findings(w, p, false);
	notes(w, p);
}

void show_brief_plan(struct page_writer *w, const struct plan *p, const char *label)
{
	head(w, p, label);
	commands(w->a, w->t, p);
	show_online_text(w->a, w->t, &p->online);
	findings(w, p, true);
}
