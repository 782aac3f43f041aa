/* explain: whether a build fits machines, and why not. */
#include "cmd/explain_private.h"
#include "cmd/planning_private.h"
#include "show/explain.h"

/* A wish that never existed is answered with plans for another: they are not about it. */
static const struct plan *best_fit(const struct answer *answer)
{
	const struct plan *ret = NULL;

	for (size_t i = 0; i < answer->n_plans; i++)
		if (!answer_is_replaced(answer) && !answer->cpu_only && answer->plans[i].part < 0 &&
		    (!ret || (answer->plans[i].certain && !ret->certain)))
			ret = &answer->plans[i];
	return ret;
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

int explain_fits(struct run *r, struct matrix *m, const struct hosts *hosts, struct explained x,
		 int *ret, struct err *e)
{
	struct answer answer;
	int rc = cmd_plan(r, m, hosts, &(struct planning){ .all = true }, &answer, NULL, e);

	if (rc)
		return rc;
	struct plan_page page = { .hosts = hosts, .answer = &answer,
		.more = r->o->verbose > 0 };

	x.asked = r->args.v[0];
	x.fits = best_fit(&answer);
	if (x.fits && x.fits->build->manager == MANAGER_PIP)
		x.wheels = (struct phrase){ 0 }; /* by PTX */
	x.elsewhere &= x.fits && x.fits->certain && !x.wheels.form;
	if (!x.fits)
		x.reasons = why_not(r->arena, &answer);
	if (r->o->json) {
		struct json j = cmd_json(r);

		show_explained_json(r->arena, &j, &page, &x);
	} else {
		show_explained_text(r->arena, &r->out, &page, &x);
	}
	cmd_tell_missing(r, hosts, &answer);
	*ret = answer.n_missing ? EXIT_INPUT : x.fits && x.fits->certain ? EXIT_DONE :
		EXIT_NO;
	return 0;
}
