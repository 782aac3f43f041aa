/* suggest --emit: the plans of one or of several answers as one file. */
#include <string.h>

#include "base/dotted.h"
#include "base/secret.h"
#include "base/text.h"
#include "cmd/suggest_private.h"
#include "cmd/hosts_private.h"
#include "cmd/planning_private.h"
#include "fact/err_phrase.h"
#include "fact/host.h"
#include "fact/platform.h"
#include "fact/redact.h"
#include "show/plan.h"
#include "show/words.h"

enum { NAMES_MOST = 6 };

/* --- what is asked for ------------------------------------------------------------------------ */

/* Of the installers that are named the last counts; the file has to take its packages. */
static int find_installer(struct emitting *x, struct err *e)
{
	const struct strings *named = &x->r->o->installer;
	enum installer i = emitter_installer(x->kind, false);
	bool pip = false;

	for (size_t k = 0; k < named->n; k++) {
		if (!installer_parse(span_of(named->v[k]), &i) ||
		    !emitter_takes(x->kind, installer_manager(i)))
			return ERR_SAY(e, ERR_USAGE, EMIT_OTHER_INSTALLER,
				       SAY(name, emitter_name(x->kind)), SAY(other, named->v[k]));
		pip = installer_manager(i) == MANAGER_PIP;
	}
	x->with.installer = emitter_installer(x->kind, pip);
	return 0;
}

static int find_kind(struct emitting *x, struct err *e)
{
	const struct options *o = x->r->o;

	if (!emitter_parse(span_of(o->emit), &x->kind))
		return err_set(e, ERR_USAGE, "--emit %s is not known", o->emit);
	if (o->json || o->all || o->online)
		return ERR_SAY(e, ERR_USAGE, EMIT_ALONE,
			       SAY(other, o->json ? "--json" : o->all ? "--all" : "--online"));
	return find_installer(x, e);
}

/* --- the parts of the file ------------------------------------------------------------------ */

static const char *gpu_name(const struct emit_answer *of, const struct gpu_fit *g)
{
	const struct host *h = &of->hosts.v[g->host];
	char sm[SM_TEXT];

	if ((size_t)g->gpu >= h->gpus.n)
		return NULL;
	return h->gpus.v[g->gpu].name ? h->gpus.v[g->gpu].name : sm_text(g->sm, sm);
}

/* "GTX 1080 Ti, RTX 4090"; NULL: no GPU. */
static const char *names_of(struct emitting *x, const struct emit_answer *of, const struct plan *p)
{
	struct strings names = { 0 };
	const char *text = NULL;

	for (size_t i = 0; i < p->n_gpus; i++) {
		const char *name = gpu_name(of, &p->gpus[i]);

		if (name)
			strings_add_once(x->r->arena, &names, arena_str(x->r->arena, name));
	}
	for (size_t i = 0; i < names.n && i < NAMES_MOST; i++)
		text = arena_printf(x->r->arena, "%s%s%s", text ? text : "", text ? ", " : "",
				    names.v[i]);
	return names.n > NAMES_MOST ? arena_printf(x->r->arena, "%s, …", text) : text;
}

/* A machine that runs the plan by an older one: a GPU beside those for which the number holds. */
static bool is_older(const struct emit_answer *of, const struct plan *p)
{
	for (size_t i = 0; i < p->n_gpus; i++) {
		const char *driver = of->hosts.v[p->gpus[i].host].driver;

		if (driver && dotted_cmp(span_of(driver), span_of(p->least_driver)) < 0)
			return true;
	}
	return false;
}

/* The least driver as one number: not that of a Jetson, which is a CUDA. */
static const char *driver_of(const struct emit_answer *of, const struct plan *p)
{
	return !p->least_driver || strncmp(p->least_driver, "CUDA ", 5) == 0 || is_older(of, p) ?
		NULL : p->least_driver;
}

/* The machines that a plan is for, those of its part or all: which of them are meant. */
enum whose { OF_ALL, OF_GPUS, OF_OTHERS };

static void add_part(struct emitting *x, const struct emit_answer *of, const struct plan *p,
		     enum whose whose)
{
	struct arena *a = x->r->arena;
	const struct build *b = p->build;
	const char *driver = whose == OF_OTHERS ? NULL : driver_of(of, p);
	const char *list = b->cuda.major && whose != OF_OTHERS ? names_of(x, of, p) : NULL;
	struct emit_part part = { p, .driver = driver, .gpu = list != NULL };
	char cuda[CUDA_TEXT];
	struct phrase words = PHRASE(a, FILE_IS_FOR, SAY(torch, b->torch),
		SAY(platform, b->platform),
		SAY(cuda, b->cuda.major ? arena_str(a, cuda_version_text(b->cuda, cuda)) : NULL),
		SAY(list, list), SAY(driver, driver));
	bool some = false;

	part.about = words_file(a, &words);
	for (size_t i = 0; i < (p->part < 0 ? of->hosts.n : p->n_hosts); i++) {
		const struct host *h = &of->hosts.v[p->part < 0 ? i : p->hosts[i]];
		bool meant = whose == OF_ALL || (whose == OF_GPUS) == (h->gpus.n > 0);

		some |= meant;
		if (meant && h->name)
			strings_add(a, &part.nodes, h->name);
	}
	if (some)
		ARRAY_ADD(a, x->parts) = part;
}

static void add_parts(struct emitting *x, const struct emit_answer *of, const struct plan *p)
{
	bool apart = p->n_gpus && emitter_has_jobs(x->kind);

	add_part(x, of, p, apart ? OF_GPUS : OF_ALL);
	if (apart)
		add_part(x, of, p, OF_OTHERS);
}

/* --- out -------------------------------------------------------------------------------------- */

static void talk(struct emitting *x, const struct emit_answer *of)
{
	struct plan_page page = {
		.hosts = &of->hosts, .answer = &of->answer, .matrix_date = matrix_date(x->m),
		.matrix_version = matrix_version(x->m), .file = true,
		.more = x->r->o->verbose > 0,
	};

	if (!x->r->o->quiet)
		show_plan_text(x->r->arena, &x->r->talk, &page);
	cmd_tell_missing(x->r, &of->hosts, &of->answer);
}

/* Line by line, so that no line can hold what is none. */
static void put(struct emitting *x, const char *text)
{
	struct span s = span_of(text), line;

	while (span_line(&s, &line)) {
		if (x->r->o->redact)
			text_safe(x->r->out.f,
				  span_of(redact_path(x->r->arena,
						      arena_span(x->r->arena, line), NULL)));
		else
			text_exact(x->r->out.f, line);
		fputc('\n', x->r->out.f);
	}
	if (!x->r->o->redact && secret_in(span_of(text)))
		cmd_note(x->r, PHRASE(x->r->arena, NOTE_FILE_CREDENTIALS));
}

/* "1: 2.15.0 cu132 linux-64, 2: 2.3.1 cu118 linux-64" */
static const char *plans_of(struct emitting *x)
{
	const char *text = "";
	size_t n = 0;

	EACH(const struct emit_answer, of, x->all) {
		for (size_t i = 0; i < answer_parts(&of->answer); i++) {
			const struct build *b = of->answer.plans[i].build;

			text = arena_printf(x->r->arena, "%s%s%zu: %s %s %s", text, n ? ", " : "",
					    n + 1, b->torch, b->variant, b->platform);
			n++;
		}
	}
	return text;
}

static int write_diffs(struct emitting *x, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < x->diffs.n; i++) {
		if (x->diffs.n > 1)
			cmd_note(x->r, PHRASE(x->r->arena, EMIT_FOR,
					      SAY(list, names_of(x, &x->all.v[i],
								 x->all.v[i].answer.plans))));
		rc = cmd_diff_show(x->r, &x->file, &x->diffs.v[i], plans_of(x), e);
	}
	return rc;
}

/* The plan that --plan names, alone; whether all machines have one is asked before. */
static int keep_plan(struct emitting *x, struct err *e)
{
	struct answer *answer = &x->all.v[0].answer;
	const char *asked = x->r->o->plan;
	uint64_t n;

	if (!asked || !answer_parts(answer))
		return 0;
	if (x->diff)
		return ERR_SAY(e, ERR_USAGE, EMIT_PLAN_ALONE, SAY(file, x->file.path));
	if (!span_u64(span_of(asked), &n) || n < 1 || n > answer_parts(answer))
		return ERR_SAY(e, ERR_NONE, EMIT_PLAN_NUMBER, SAY(have, asked),
			       SAY(list, plans_of(x)));
	answer->plans += n - 1;
	answer->n_plans = 1;
	return 0;
}

static int write_file(struct emitting *x, struct err *e)
{
	const char *text, *next, *platform;

	if (x->parts.n == 0)
		return 0;
	if (x->diff)
		return write_diffs(x, e);
	platform = x->parts.v[0].plan->build->platform;
	if (EVERY(p, x->parts, !emitter_holds(x->kind, p->plan->build->platform)))
		return ERR_SAY(e, ERR_NONE, EMIT_LINUX_ONLY, SAY(name, emitter_name(x->kind)),
			       SAY(platform, platform_words(platform)));
	text = emit_file(x->r->arena, x->kind, &x->parts, &next);
	if (!text)
		return ERR_SAY(e, ERR_NONE, EMIT_ONE_ONLY, SAY(name, emitter_name(x->kind)),
			       SAY(list, plans_of(x)));
	put(x, text);
	if (next)
		cmd_note(x->r, PHRASE(x->r->arena, EMIT_NEXT, SAY(list, next)));
	return 0;
}

int cmd_suggest_file(struct run *r, struct answer *ret, struct err *e)
{
	MATRIX_AUTO m = NULL;
	struct emitting x = { .r = r, .with.file = true };
	int rc = find_kind(&x, e), exit = EXIT_DONE;

	if (rc == 0)
		rc = matrix_open(r->arena, r->o->matrix, &m, e);
	x.m = m;
	ARRAY_ADD(r->arena, x.all) = (struct emit_answer){ 0 };
	if (rc == 0)
		rc = cmd_hosts(r, m, &x.all.v[0].hosts, e);
	if (rc == 0) {
		x.diff = cmd_diff_target(r, x.kind, &x.file);
		rc = suggest_ask_all(&x, e);
	}
	if (rc == 0 && x.diff)
		rc = suggest_settle(&x, e);
	if (rc)
		return rc;
	EACH(const struct emit_answer, of, x.all) {
		talk(&x, of);
		int code = r->o->plan ? suggest_exit(of) : of->answer.exit;

		exit = code > exit ? code : exit;
	}
	rc = keep_plan(&x, e);
	EACH(const struct emit_answer, of, x.all) {
		for (size_t i = 0; i < answer_parts(&of->answer); i++)
			add_parts(&x, of, &of->answer.plans[i]);
	}
	rc = rc ? rc : write_file(&x, e);
	cmd_matrix_age(r, m);
	*ret = x.all.v[0].answer;
	ret->exit = exit;
	for (size_t i = 0; i < x.diffs.n; i++)
		if ((x.diffs.v[i].state != DIFF_DONE || x.loose) && ret->exit == EXIT_DONE)
			ret->exit = EXIT_NO;
	return rc;
}
