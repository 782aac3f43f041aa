/* suggest: facts and wishes in, ranked plans with exact commands out. */
#include "cmd/age.h"
#include "cmd/facts.h"
#include "cmd/wishes.h"
#include "know/catalogue.h"
#include "show/plan.h"
#include "show/sentence.h"

static int load(struct run *r, struct matrix *m, const struct hosts *hosts,
		struct catalogue *ret, struct err *e)
{
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < hosts->n; i++)
		rc = catalogue_platform(ret, hosts->v[i].platform ? hosts->v[i].platform : "linux-64", e);
	return rc;
}

static bool has_warning(const struct reasons *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (finding_info(r->v[i].code)->severity == SEVERITY_WARNING)
			return true;
	return false;
}

/* --strict: a warning about the first plan, or about the whole, is a no. */
static int exit_code(const struct run *r, const struct answer *answer)
{
	if (answer->exit != EXIT_DONE || !r->o->strict)
		return answer->exit;
	if (has_warning(&answer->findings))
		return EXIT_NO;
	return answer->n_plans && has_warning(&answer->plans[0].findings) ? EXIT_NO : EXIT_DONE;
}

static void show(struct run *r, const struct plan_page *page)
{
	if (r->o->json) {
		struct json j = JSON(r->out.f);

		show_plan_json(r->arena, &j, page);
	} else if (r->o->quiet) {
		show_plan_commands(r->arena, r->out.f, page);
	} else {
		show_plan_text(r->arena, &r->out, page);
	}
}

static void tell_missing(struct run *r, const struct plan_page *page)
{
	for (size_t i = 0; i < page->answer->n_missing; i++) {
		struct err e;

		err_set(&e, ERR_INPUT, "%s",
			sentence_missing(r->arena, page->hosts, &page->answer->missing[i]));
		cmd_fail(r, &e);
	}
}

static int answer_to(struct run *r, struct matrix *m, const struct hosts *hosts,
		     struct answer *ret, struct err *e)
{
	struct ground ground = cmd_ground(r, hosts);
	struct catalogue c;
	struct wish wish;
	int rc = cmd_wish(r, &wish, e);

	if (rc == 0)
		rc = load(r, m, hosts, &c, e);
	if (rc == 0)
		rc = plan_answer(r->arena, &c, hosts, &wish, ret, e);
	for (size_t i = 0; rc == 0 && i < ret->n_plans; i++)
		command_fill(r->arena, &ground, &ret->plans[i]);
	return rc;
}

static int run_suggest(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct hosts hosts;
	struct answer answer;
	struct err e;
	int rc = matrix_open(r->arena, r->o->matrix, &m, &e);

	if (rc == 0)
		rc = cmd_hosts(r, m, &hosts, &e);
	if (rc == 0)
		rc = answer_to(r, m, &hosts, &answer, &e);
	if (rc)
		return cmd_fail(r, &e);
	struct plan_page page = {
		.hosts = &hosts,
		.answer = &answer,
		.matrix_date = matrix_date(m),
		.matrix_version = matrix_version(m),
		.all = r->o->all,
	};
	show(r, &page);
	tell_missing(r, &page);
	cmd_matrix_age(r, m);
	return exit_code(r, &answer);
}

const struct cmd cmd_suggest = {
	.name = "suggest",
	.summary = "plans with exact commands, and why not the others",
	.args = "[SPEC...]",
	.bit = IN_SUGGEST,
	.run = run_suggest,
};
