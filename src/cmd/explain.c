/* explain: a finding code, a message, or why a build fits this machine or not. */
#include <string.h>

#include "cmd/envs_private.h"
#include "cmd/hosts_private.h"
#include "cmd/pasted_private.h"
#include "cmd/planning_private.h"
#include "explain/explain.h"
#include "fact/platform.h"
#include "know/host.h"
#include "know/message.h"
#include "read/env/env.h"
#include "read/host/host.h"
#include "show/explain.h"
#include "show/line.h"

/* --- a message ------------------------------------------------------------------------------ */

/* One line is a message and nothing beside it. */
static bool has_room(struct span text)
{
	return span_find_char(span_trim(text), '\n') > 0;
}

static bool host_of_text(struct run *r, struct matrix *m, struct span text, struct host *ret)
{
	struct hosts all = { 0 };
	struct err e;

	if (!has_room(text) || read_hosts(r->arena, "the text", text, &all, &e) != 0)
		return false;
	for (size_t i = 0; i < all.n; i++) {
		if (all.v[i].gpus.n == 0 && !all.v[i].driver)
			continue;
		if (host_complete(m, r->arena, &all.v[i], &e) != 0)
			return false;
		*ret = all.v[i];
		return true;
	}
	return false;
}

/* Options of pip stand where packages are asked for: these are not installed yet. */
static bool is_asked_for(const struct env *e)
{
	for (size_t i = 0; i < e->settings.n; i++)
		if (e->settings.v[i].tool == SETTING_PIP &&
		    (strcmp(e->settings.v[i].key, "index-url") == 0 ||
		     strcmp(e->settings.v[i].key, "extra-index-url") == 0 ||
		     strcmp(e->settings.v[i].key, "find-links") == 0))
			return text_formats_only(&e->formats, TEXT_REQUIREMENTS);
	return false;
}

/* "pytorch 2.6" alone in a line is a remark, no list; torch at Python's prompt speaks of itself,
 * and so does a row with its build string. */
static bool is_list(const struct env *e)
{
	bool session = text_formats_only(&e->formats, TEXT_SESSION);
	const struct env_package *p = env_find(e, "torch");

	if (!p)
		p = env_find(e, "pytorch");
	return p && (session || p->build || e->packages.n > 1);
}

static bool env_of_text(struct run *r, struct span text, struct env *ret)
{
	struct envs all = { 0 };
	struct err e;

	if (!has_room(text) ||
	    read_envs(r->arena, "the text", text, ENV_AS_INSTALLED, NULL, &all, &e) != 0)
		return false;
	for (size_t i = 0; i < all.n; i++) {
		if (!is_list(&all.v[i]))
			continue;
		*ret = all.v[i];
		return true;
	}
	return false;
}

struct reading {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct catalogue c;
	struct meanings found;
	struct span text;
	const char *asked; /* "torch==2.1.0" */
};

/* Every platform, so that a list can be traced to the builds that have it. */
static int load(struct run *r, struct matrix *m, struct catalogue *ret, struct err *e)
{
	static const char *const platforms[] = { PLATFORM_LINUX, PLATFORM_WINDOWS,
						PLATFORM_LINUX_ARM };
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < 3; i++)
		rc = catalogue_platform(ret, platforms[i], e);
	return rc;
}

static const char *turns_on(const struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].symptom->facts)
			return m->v[i].symptom->facts;
	return NULL;
}

/* The machine that was given, or else the one that the text tells of, or this one. */
static bool choose(struct reading *x)
{
	struct host *h = x->hosts.n ? &x->hosts.v[0] : NULL;
	struct err e;

	if (!h)
		return false;
	if (cmd_host_given(x->r->o)) {
		if (!x->r->o->host.n)
			explain_told(&x->found.facts, h);
		return h->gpus.n > 0 && host_complete(x->m, x->r->arena, h, &e) == 0;
	}
	if (host_of_text(x->r, x->m, x->text, h)) {
		if (!h->gpus.n && !explain_gpu(x->r->arena, &x->found.facts, h))
			return false;
		explain_told(&x->found.facts, h);
	} else if (h->gpus.n) {
		return true;
	} else if (!explain_host(x->r->arena, &x->found.facts, h)) {
		return false;
	}
	return host_complete(x->m, x->r->arena, h, &e) == 0;
}

static void show(struct reading *x, const struct plan_page *page)
{
	if (x->r->o->json) {
		struct json j = cmd_json(x->r);

		show_meanings_json(x->r->arena, &j, &x->found, page);
	} else {
		show_meanings_text(x->r->arena, &x->r->out, &x->found, page);
	}
}

static bool has_env(const struct options *o)
{
	return o->env || o->host.n || cmd_env_given(o);
}

/* A pasted list says nothing of this machine: then the text alone tells of one. */
static int find_hosts(struct run *r, struct matrix *m, struct hosts *to, struct err *e)
{
	struct host *h;

	if (cmd_host_given(r->o) || r->o->env || !cmd_env_given(r->o))
		return cmd_hosts(r, m, to, e);
	h = arena_new(r->arena, struct host);
	*h = host_new("not given");
	*to = (struct hosts){ h, 1, 1 };
	return 0;
}

/* The environment that was given, or else the one that the text lists. */
static bool find_env(struct reading *x, struct env *ret)
{
	struct strings none = { 0 };
	struct envs envs;
	struct err e;

	if (!has_env(x->r->o))
		return env_of_text(x->r, x->text, ret) && !is_asked_for(ret);
	if (cmd_envs(x->r, &none, &envs, &e) != 0 || envs.n == 0)
		return false;
	*ret = envs.v[0];
	return ret->packages.n || ret->declared.n;
}

/* It is judged as doctor does. False: it has no torch to judge. */
static bool judge(struct reading *x)
{
	const struct judging j = { x->r, &x->c, &x->hosts };
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	struct err e;

	if (!find_env(x, env) || cmd_judge(&j, env, k, &e) != 0)
		return false;
	explain_env(x->r->arena, k, &x->found);
	return k->here.torch && k->here.build;
}

static bool is_cured(const struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].found && m->v[i].found->cure.n)
			return true;
	return false;
}

/* With this Python, NULL: with any. */
static bool plan_for(struct reading *x, const char *python, struct answer *ret)
{
	const struct options *was = x->r->o;
	struct options *o = arena_new(x->r->arena, struct options);
	struct err e;
	int rc;

	*o = *was;
	o->python = python;
	x->r->o = o;
	rc = cmd_plan(x->r, x->m, &x->hosts, &(struct planning){ 0 }, ret, NULL, &e);
	x->r->o = was;
	return rc == 0 && !ret->n_missing && !(x->r->args.n && ret->n_instead);
}

/* Some GPU is served only by what its driver compiles. */
static bool by_ptx(const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_plans; i++)
		for (size_t g = 0; g < answer->plans[i].n_gpus; g++)
			if (answer->plans[i].gpus[g].via == VIA_PTX)
				return true;
	return false;
}

/* The Python that the text names is kept where it will do. */
static const char *told_python(const struct reading *x)
{
	return x->r->o->python ? NULL : captures_get(&x->found.facts, "told_python");
}

/* Where files for a Python are the matter, another torch than the one that was asked for is no
 * answer. */
static void ask(struct reading *x)
{
	const char *torch = captures_get(&x->found.facts, "torch"), *label;

	x->r->args.n = 0;
	if (!torch || strcmp(turns_on(&x->found), "python") != 0)
		return;
	label = strchr(torch, '+');
	x->asked = arena_printf(x->r->arena, "torch==%.*s",
				(int)(label ? label - torch : (ptrdiff_t)strlen(torch)), torch);
	x->r->args.v = &x->asked;
	x->r->args.n = 1;
}

/* A torch that was judged needs a plan only where something is wrong with it. */
static bool plan(struct reading *x, bool told, bool judged, struct answer *ret)
{
	const char *python;

	if (!told || !turns_on(&x->found) || judged || is_cured(&x->found))
		return false;
	ask(x);
	python = told_python(x);
	if (python && plan_for(x, python, ret) && !by_ptx(ret))
		return true;
	return plan_for(x, x->r->o->python, ret);
}

/* Nothing is recognised: what else the text may be for. */
static int unknown(struct reading *x, struct err *e)
{
	struct host h;
	struct env env;

	if (host_of_text(x->r, x->m, x->text, &h))
		return err_set(e, ERR_NONE, "no message in it, but what a machine prints; try: "
			       "cudaplan suggest --host FILE");
	if (env_of_text(x->r, x->text, &env))
		return err_set(e, ERR_NONE, "no message in it, but a list of packages; try: "
			       "cudaplan doctor --env FILE");
	return err_set(e, ERR_NONE, "I do not know this message; paste the whole traceback, or run "
		       "cudaplan doctor");
}

static int explain_read(struct reading *x, struct err *e)
{
	struct symptoms known;
	struct mirrors mirrors;
	struct answer answer;
	struct plan_page page = { .hosts = &x->hosts, .answer = &answer };
	bool told, judged;
	int rc = symptoms_read(x->m, x->r->arena, &known, e);

	if (rc == 0)
		rc = load(x->r, x->m, &x->c, e);
	if (rc == 0)
		rc = mirror_read(x->m, x->r->arena, &mirrors, e);
	if (rc == 0)
		rc = find_hosts(x->r, x->m, &x->hosts, e);
	if (rc)
		return rc;
	explain_text(x->r->arena, &known, x->text, &x->c, &x->found);
	if (x->found.n == 0)
		return unknown(x, e);
	explain_asked(x->r->arena, x->m, &x->c, &x->found);
	told = choose(x);
	if (x->hosts.n)
		explain_machine(x->r->arena, &x->c, &x->hosts.v[0], &x->found);
	judged = judge(x);
	if (!judged)
		explain_needs(x->r->arena, &x->c, &x->found);
	explain_index(x->r->arena, &x->c, &x->found);
	explain_conda(x->r->arena, &x->c, &x->found);
	explain_mirror(x->r->arena, &mirrors, x->text, &x->found);
	show(x, plan(x, told, judged, &answer) ? &page : NULL);
	return 0;
}

static int explain_message(struct run *r, struct matrix *m, const char *what, struct err *e)
{
	struct reading x = { .r = r, .m = m };
	int rc = cmd_pasted(r, what, &x.text, e);

	return rc ? rc : explain_read(&x, e);
}

/* --- a code, or a build -------------------------------------------------------------------- */

static void page_json(struct run *r, enum finding_code code, const struct finding_page *page)
{
	struct json j = cmd_json(r);
	char name[8];

	json_open(&j);
	json_int_key(&j, "schema_version", 1);
	json_list_key(&j, "matches");
	json_open(&j);
	json_str_key(&j, "code", finding_name(code, name));
	json_str_key(&j, "title", finding_info(code)->title);
	json_str_key(&j, "cause", page->cause);
	json_str_key(&j, "check", NULL);
	json_str_key(&j, "cure", page->cure);
	json_str_key(&j, "confidence", "high");
	json_str_key(&j, "example", page->example);
	json_str_key(&j, "source", page->source);
	json_close(&j);
	json_end(&j);
	json_close(&j);
	fputc('\n', r->out.f);
}

static void page_text(struct run *r, enum finding_code code, const struct finding_page *page)
{
	char name[8];

	show_line(&r->out, STYLE_BOLD, finding_name(code, name), finding_info(code)->title);
	show_line(&r->out, STYLE_BOLD, "example", page->example);
	show_line(&r->out, STYLE_BOLD, "cause", page->cause);
	show_line(&r->out, STYLE_BOLD, "cure", page->cure);
	show_line(&r->out, STYLE_BOLD, "source", page->source);
}

static int explain_code(struct run *r, struct matrix *m, enum finding_code code, struct err *e)
{
	struct finding_page page;
	int rc = finding_page(m, r->arena, code, &page, e);

	if (rc == 0)
		(r->o->json ? page_json : page_text)(r, code, &page);
	return rc;
}

/* A wish that never existed is answered with plans for another: they are not about it. */
static const struct plan *best_fit(const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_plans; i++)
		if (answer->n_instead == 0 && !answer->cpu_only && answer->plans[i].part < 0)
			return &answer->plans[i];
	return NULL;
}

static struct findings why_not(struct arena *a, const struct answer *answer)
{
	struct findings r = { 0 };

	for (size_t i = 0; i < answer->n_instead; i++)
		ARRAY_ADD(a, r) = (struct finding){
			.code = answer->instead[i].code,
			.have = answer->instead[i].asked,
			.need = answer->instead[i].nearest,
			.host = -1,
			.gpu = -1,
		};
	return r.n || answer->n_rejected == 0 ? r : answer->rejected[0].reasons;
}

static int explain_build(struct run *r, struct matrix *m, int *ret, struct err *e)
{
	struct explained x = { .asked = r->args.v[0] };
	struct hosts hosts;
	struct answer answer;
	int rc = cmd_hosts(r, m, &hosts, e);

	if (rc == 0)
		rc = cmd_plan(r, m, &hosts, &(struct planning){ .all = true }, &answer, NULL, e);
	if (rc)
		return rc;
	struct plan_page page = { .hosts = &hosts, .answer = &answer };

	x.fits = best_fit(&answer);
	if (!x.fits)
		x.reasons = why_not(r->arena, &answer);
	if (r->o->json) {
		struct json j = cmd_json(r);

		show_explained_json(r->arena, &j, &page, &x);
	} else {
		show_explained_text(r->arena, &r->out, &page, &x);
	}
	cmd_tell_missing(r, &hosts, &answer);
	*ret = answer.n_missing ? EXIT_INPUT : x.fits ? EXIT_DONE : EXIT_NO;
	return 0;
}

/* "torch==2.1", "pytorch 2.1", "torch >= 2, <3": words that a message has are none of a build. */
static bool names_torch(const char *text)
{
	struct span s = span_of(text), word;

	if (!(span_starts(s, "torch") || span_starts(s, "pytorch")) || s.n >= 64 ||
	    span_find(s, ": ") >= 0 || span_find(s, "torch.") >= 0)
		return false;
	(void)span_word(&s, &word);
	while (span_word(&s, &word))
		if (!ascii_digit(word.p[0]) && !strchr("=<>!~,", word.p[0]) &&
		    !span_starts(word, "cu1"))
			return false;
	return true;
}

static int explain_what(struct run *r, struct matrix *m, const char *what, int *ret, struct err *e)
{
	enum finding_code code = finding_parse(span_of(what));

	if (code != FINDING_NONE)
		return explain_code(r, m, code, e);
	if (names_torch(what))
		return explain_build(r, m, ret, e);
	return explain_message(r, m, what, e);
}

static int run_explain(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct err e;
	int rc, ret = EXIT_DONE;

	if (r->args.n != 1) {
		err_set(&e, ERR_USAGE, "explain takes a finding code, a message, or a build");
		return cmd_fail(r, &e);
	}
	rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	if (rc == 0)
		rc = explain_what(r, m, r->args.v[0], &ret, &e);
	if (rc)
		(void)cmd_fail(r, &e);
	return rc == ERR_NONE ? EXIT_NO : rc ? err_exit(rc) : ret;
}

const struct cmd cmd_explain = {
	.name = "explain",
	.summary = "a finding code, an error message, or why a build fits or not",
	.args = "WHAT",
	.bit = IN_EXPLAIN,
	.on_input = FORM_TRY_EXPLAIN,
	.run = run_explain,
};
