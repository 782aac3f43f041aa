/* explain: a finding code, or why a build fits this machine or not. */
#include <string.h>

#include "cmd/facts.h"
#include "cmd/planning.h"
#include "know/page.h"
#include "show/explain.h"
#include "show/line.h"

static void page_json(struct run *r, enum finding code, const struct finding_page *page)
{
	struct json j = JSON(r->out.f);
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
	json_close(&j);
	json_end(&j);
	json_close(&j);
	fputc('\n', r->out.f);
}

static void page_text(struct run *r, enum finding code, const struct finding_page *page)
{
	char name[8];

	show_line(&r->out, STYLE_BOLD, finding_name(code, name), finding_info(code)->title);
	show_line(&r->out, STYLE_BOLD, "example", page->example);
	show_line(&r->out, STYLE_BOLD, "cause", page->cause);
	show_line(&r->out, STYLE_BOLD, "cure", page->cure);
}

static int explain_code(struct run *r, struct matrix *m, enum finding code, struct err *e)
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

static struct reasons why_not(struct arena *a, const struct answer *answer)
{
	struct reasons r = { 0 };

	for (size_t i = 0; i < answer->n_instead; i++)
		ARRAY_ADD(a, r) = (struct reason){
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
		rc = cmd_plan(r, m, &hosts, true, &answer, e);
	if (rc)
		return rc;
	struct plan_page page = { .hosts = &hosts, .answer = &answer };

	x.fits = best_fit(&answer);
	if (!x.fits)
		x.reasons = why_not(r->arena, &answer);
	if (r->o->json) {
		struct json j = JSON(r->out.f);

		show_explained_json(r->arena, &j, &page, &x);
	} else {
		show_explained_text(r->arena, &r->out, &page, &x);
	}
	cmd_tell_missing(r, &hosts, &answer);
	*ret = answer.n_missing ? EXIT_INPUT : x.fits ? EXIT_DONE : EXIT_NO;
	return 0;
}

static bool names_torch(const char *text)
{
	return strncmp(text, "torch", 5) == 0 || strncmp(text, "pytorch", 7) == 0;
}

static int unknown(struct run *r)
{
	struct err e;

	err_set(&e, ERR_NONE, "'%s' is neither a finding code such as CP101 nor a build such as "
		"torch==2.13.0+cu130", r->args.v[0]);
	cmd_fail(r, &e);
	return EXIT_NO;
}

static int run_explain(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct err e;
	enum finding code;
	int rc, ret = EXIT_DONE;

	if (r->args.n != 1) {
		err_set(&e, ERR_USAGE, "explain takes a finding code or a build");
		return cmd_fail(r, &e);
	}
	code = finding_parse(span_of(r->args.v[0]));
	if (code == FINDING_NONE && !names_torch(r->args.v[0]))
		return unknown(r);
	rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	if (rc == 0)
		rc = code != FINDING_NONE ? explain_code(r, m, code, &e) :
					    explain_build(r, m, &ret, &e);
	return rc ? cmd_fail(r, &e) : ret;
}

const struct cmd cmd_explain = {
	.name = "explain",
	.summary = "a finding code, or why a build fits a machine or not",
	.args = "WHAT",
	.bit = IN_EXPLAIN,
	.run = run_explain,
};
