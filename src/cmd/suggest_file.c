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
#include "fact/redact.h"
#include "show/plan.h"
#include "show/words.h"

enum { NAMES_MOST = 6 };

/* Machines that share an answer. */
struct emit_answer {
	struct hosts hosts;
	struct answer answer;
};

struct emitting {
	struct run *r;
	struct matrix *m;
	enum emitter kind;
	struct planning with;
	ARRAY(struct emit_answer) all; /* machines with a GPU, then others, by platform */
	struct emit_parts parts;
	int exit;
};

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

/* --- the answers ------------------------------------------------------------------------------ */

static size_t parts_of(const struct answer *answer)
{
	size_t n = answer->n_plans ? 1 : 0;

	while (n && n < answer->n_plans && answer->plans[n].part > 0)
		n++;
	return n;
}

static int ask(struct emitting *x, struct emit_answer *to, struct err *e)
{
	return cmd_plan(x->r, x->m, &to->hosts, &x->with, &to->answer, &x->parts.pypi, e);
}

/* The oldest Python of the parts; true: they have others beside it. */
static bool oldest(const struct answer *answer, struct python *ret)
{
	bool other = false;

	*ret = answer->plans[0].python;
	for (size_t i = 1; i < parts_of(answer); i++) {
		struct python p = answer->plans[i].python;

		other |= python_cmp(p, *ret) != 0;
		if (python_cmp(p, *ret) < 0)
			*ret = p;
	}
	return other;
}

/* A project has one Python: where the parts of a split have several, the oldest of them. */
static int ask_one_python(struct emitting *x, struct emit_answer *to, struct err *e)
{
	struct emit_answer again = { .hosts = to->hosts };
	struct python python;
	int rc = ask(x, to, e);

	if (rc || parts_of(&to->answer) == 0 || !oldest(&to->answer, &python))
		return rc;
	x->with.python = python;
	rc = ask(x, &again, e);
	if (rc == 0 && parts_of(&again.answer) && !oldest(&again.answer, &python))
		*to = again;
	return rc;
}

static bool has_gpu(const struct host *h)
{
	return h->gpus.n || h->driver_missing || !h->gpus_known;
}

static struct hosts *hosts_of(struct emitting *x, const char *platform)
{
	for (size_t i = 1; i < x->all.n; i++)
		if (strcmp(x->all.v[i].hosts.v[0].platform, platform) == 0)
			return &x->all.v[i].hosts;
	ARRAY_ADD(x->r->arena, x->all) = (struct emit_answer){ 0 };
	return &x->all.v[x->all.n - 1].hosts;
}

/*
 * A machine without a GPU, as runners of a CI are, would get the builds for CUDA with all that they
 * bring: it gets those for the CPU, of the same torch where there is one.
 */
static bool part_hosts(struct emitting *x, const struct hosts *hosts)
{
	struct hosts with = { 0 };

	for (size_t i = 0; i < hosts->n; i++) {
		const struct host *h = &hosts->v[i];
		struct hosts *to = has_gpu(h) || !h->platform ? &with : hosts_of(x, h->platform);

		ARRAY_ADD(x->r->arena, *to) = *h;
	}
	x->all.v[0].hosts = with;
	return with.n && x->all.n > 1 && !x->r->o->cuda;
}

static int ask_for_cpu(struct emitting *x, struct emit_answer *to, struct err *e)
{
	const struct plan *p = &x->all.v[0].answer.plans[0];
	int rc;

	x->with.python = p->python;
	x->with.torch = p->build->torch;
	x->with.cuda = "cpu";
	rc = ask(x, to, e);
	x->with.torch = NULL;
	if (rc == 0 && !parts_of(&to->answer))
		rc = ask(x, to, e);
	x->with.cuda = NULL;
	return rc;
}

/* All machines, or those with a GPU and those without apart, where the file can tell them apart. */
static int ask_all(struct emitting *x, struct err *e)
{
	struct hosts hosts = x->all.v[0].hosts;
	bool parted = !emitter_is_single(x->kind) && part_hosts(x, &hosts);
	int rc;

	if (!parted) {
		x->all.n = 1;
		x->all.v[0].hosts = hosts;
	}
	rc = ask_one_python(x, &x->all.v[0], e);
	for (size_t i = 1; rc == 0 && parts_of(&x->all.v[0].answer) && i < x->all.n; i++)
		rc = ask_for_cpu(x, &x->all.v[i], e);
	return rc;
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

static struct emit_part part_of(struct emitting *x, const struct emit_answer *of,
				const struct plan *p)
{
	struct arena *a = x->r->arena;
	const struct build *b = p->build;
	char cuda[CUDA_TEXT];
	const char *driver = driver_of(of, p);
	struct phrase words = PHRASE(a, FILE_IS_FOR, SAY(torch, b->torch),
		SAY(platform, b->platform),
		SAY(cuda, b->cuda.major ? arena_str(a, cuda_version_text(b->cuda, cuda)) : NULL),
		SAY(list, b->cuda.major ? names_of(x, of, p) : NULL), SAY(driver, driver));

	return (struct emit_part){ p, words_phrase(a, &words), driver };
}

static void add_parts(struct emitting *x, const struct emit_answer *of)
{
	for (size_t i = 0; i < parts_of(&of->answer); i++)
		ARRAY_ADD(x->r->arena, x->parts) = part_of(x, of, &of->answer.plans[i]);
}

/* --- out -------------------------------------------------------------------------------------- */

static void talk(struct emitting *x, const struct emit_answer *of)
{
	struct plan_page page = {
		.hosts = &of->hosts, .answer = &of->answer, .matrix_date = matrix_date(x->m),
		.matrix_version = matrix_version(x->m), .file = true,
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

/* "2.15.0 cu132 linux-64, 2.3.1 cu118 linux-64" */
static const char *plans_of(struct emitting *x)
{
	const char *text = "";

	for (size_t i = 0; i < x->parts.n; i++) {
		const struct build *b = x->parts.v[i].plan->build;

		text = arena_printf(x->r->arena, "%s%s%s %s %s", text, i ? ", " : "", b->torch,
				    b->variant, b->platform);
	}
	return text;
}

static int write_file(struct emitting *x, struct err *e)
{
	struct envs envs = { 0 };
	const char *text, *target;

	if (x->parts.n == 0)
		return 0;
	target = cmd_diff_target(x->r, x->kind, &envs, e);
	if (target && x->parts.n > 1)
		return ERR_SAY(e, ERR_NONE, EMIT_DIFF_ONE, SAY(file, cmd_input_name(target)),
			       SAY(list, plans_of(x)));
	if (target)
		return cmd_diff(x->r, x->m, x->kind, &x->all.v[0].hosts, &envs, target,
				x->parts.v[0].plan, e);
	text = emit_file(x->r->arena, x->kind, &x->parts);
	if (!text)
		return ERR_SAY(e, ERR_NONE, EMIT_ONE_ONLY, SAY(name, emitter_name(x->kind)),
			       SAY(list, plans_of(x)));
	put(x, text);
	return 0;
}

static bool is_served(const struct answer *answer, size_t host, size_t gpu)
{
	for (size_t i = 0; i < parts_of(answer); i++)
		for (size_t k = 0; k < answer->plans[i].n_gpus; k++) {
			const struct gpu_fit *g = &answer->plans[i].gpus[k];

			if (g->host == (int)host && g->gpu == (int)gpu && g->via != VIA_NONE)
				return true;
		}
	return false;
}

/* The parts of a split stand together in the file: no more is needed where they serve all. */
static int exit_of(const struct emit_answer *of)
{
	const struct answer *answer = &of->answer;

	if (answer->parts == 0 || answer->n_instead || answer->cpu_only)
		return answer->exit;
	for (size_t i = 0; i < answer->findings.n; i++)
		if (answer->findings.v[i].code != CP120 &&
		    finding_info(answer->findings.v[i].code)->severity == SEVERITY_ERROR)
			return answer->exit;
	for (size_t h = 0; h < of->hosts.n; h++)
		for (size_t g = 0; g < of->hosts.v[h].gpus.n; g++)
			if (!of->hosts.v[h].gpus.v[g].hidden && !is_served(answer, h, g))
				return answer->exit;
	return EXIT_DONE;
}

int cmd_suggest_file(struct run *r, struct answer *ret, struct err *e)
{
	MATRIX_AUTO m = NULL;
	struct emitting x = { .r = r, .with.file = true };
	int rc = find_kind(&x, e);

	if (rc == 0)
		rc = matrix_open(r->arena, r->o->matrix, &m, e);
	x.m = m;
	ARRAY_ADD(r->arena, x.all) = (struct emit_answer){ 0 };
	if (rc == 0)
		rc = cmd_hosts(r, m, &x.all.v[0].hosts, e);
	if (rc == 0)
		rc = ask_all(&x, e);
	if (rc)
		return rc;
	for (size_t i = 0; i < x.all.n; i++) {
		talk(&x, &x.all.v[i]);
		add_parts(&x, &x.all.v[i]);
	}
	rc = write_file(&x, e);
	cmd_matrix_age(r, m);
	*ret = x.all.v[0].answer;
	for (size_t i = 0; i < x.all.n; i++)
		if (i == 0 || exit_of(&x.all.v[i]) > ret->exit)
			ret->exit = exit_of(&x.all.v[i]);
	return rc;
}
