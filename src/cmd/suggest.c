/* suggest: facts and wishes in, ranked plans with exact commands out. */
#include "base/tr.h"
#include "cmd/suggest_private.h"
#include "cmd/online_private.h"
#include "show/plan.h"

static bool has_warning(const struct findings *r)
{
	return ANY(x, *r, finding_info(x->code)->severity >= SEVERITY_WARNING);
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
		struct json j = cmd_json(r);

		show_plan_json(r->arena, &j, page);
	} else if (r->o->quiet) {
		show_plan_commands(r->arena, &r->out, page);
	} else {
		show_plan_text(r->arena, &r->out, page);
	}
}

static int run_suggest(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct hosts hosts = { 0 };
	struct answer answer;
	struct picks picks = { 0 };
	struct planning with = { .all = r->o->all };
	struct newer newer = { 0 };
	struct err e;
	int rc;

	if (r->o->plan && !r->o->emit) {
		err_say(&e, ERR_USAGE, FORM_EMIT_PLAN_ALONE, NULL, 0);
		return cmd_fail(r, &e);
	}
	if (r->o->emit) {
		rc = cmd_suggest_file(r, &answer, &e);
		return rc ? cmd_fail(r, &e) : exit_code(r, &answer);
	}
	if (r->o->json && cmd_env_given(r->o))
		with.picks = &picks;
	rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	if (rc == 0)
		rc = r->o->online || with.picks ? cmd_hosts(r, m, &hosts, &e) :
			cmd_hosts_folded(r, m, r->o->json, &hosts, &e);
	if (rc == 0)
		rc = cmd_plan(r, m, &hosts, &with, &answer, NULL, &e);
	if (rc == 0 && r->o->online)
		rc = cmd_online_plans(r, &hosts, &answer, &e);
	if (rc)
		return cmd_fail(r, &e);
	if (r->o->online)
		newer = cmd_online_newer(r, m);
	struct plan_page page = {
		.hosts = &hosts,
		.answer = &answer,
		.picks = with.picks,
		.newer = r->o->online ? &newer : NULL,
		.matrix_date = matrix_date(m),
		.matrix_version = matrix_version(m),
		.matrix_days = cmd_matrix_days(m),
		.all = r->o->all,
		.more = r->o->verbose > 0,
	};
	show(r, &page);
	cmd_tell_missing(r, &hosts, &answer);
	cmd_matrix_age(r, m);
	cmd_online_tell_newer(r, &newer, page.matrix_date);
	return r->o->online ? cmd_online_exit(r, &answer, exit_code(r, &answer)) :
		exit_code(r, &answer);
}

const struct cmd cmd_suggest = {
	.name = "suggest",
	.summary = N_("plans with exact commands, and why not the others"),
	.args = "[SPEC...]",
	.examples = N_(
		"  cudaplan suggest                             this machine\n"
		"  cudaplan suggest --host smi.txt              of a saved nvidia-smi, or of many\n"
		"  cudaplan suggest --gpu 'RTX 3090' --driver 535\n"
		"                                               one that you describe\n"
		"  cudaplan suggest 'torch>=2.4' torchaudio --python 3.12\n"
		"                                               with wishes\n"
		"  cudaplan suggest --installer uv -q           only the commands, for uv\n"
		"  cudaplan suggest --emit uv > pyproject.toml  a file that keeps the plan\n"),
	.bit = IN_SUGGEST,
	.on_input = FORM_TRY_SUGGEST,
	.run = run_suggest,
};
