#include "cmd/planning.h"

#include "cmd/env_wish.h"
#include "cmd/wishes.h"
#include "know/catalogue.h"
#include "show/sentence.h"

static int load(struct run *r, struct matrix *m, const struct hosts *hosts,
		struct catalogue *ret, struct err *e)
{
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < hosts->n; i++) {
		const char *platform = hosts->v[i].platform;

		rc = catalogue_platform(ret, platform ? platform : "linux-64", e);
	}
	return rc;
}

int cmd_plan(struct run *r, struct matrix *m, const struct hosts *hosts, bool all,
	     struct answer *ret, struct err *e)
{
	struct ground ground = cmd_ground(r, hosts);
	struct catalogue c;
	struct wish wish;
	int rc = cmd_wish(r, &wish, e);

	if (rc == 0)
		rc = load(r, m, hosts, &c, e);
	if (rc)
		return rc;
	rc = cmd_env_wish(r, m, hosts, &c, &wish, &ground, e);
	if (rc)
		return rc;
	wish.all = all;
	rc = plan_answer(r->arena, &c, hosts, &wish, ret, e);
	for (size_t i = 0; rc == 0 && i < ret->n_plans; i++)
		plan_steps(r->arena, &ground, &ret->plans[i]);
	return rc;
}

void cmd_tell_missing(struct run *r, const struct hosts *hosts, const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_missing; i++) {
		struct err e;

		err_set(&e, ERR_INPUT, "%s",
			sentence_missing(r->arena, hosts, &answer->missing[i]));
		cmd_fail(r, &e);
	}
}
