/* Machines that get nothing beside others: what keeps them from it, and what they get alone. */
#include <string.h>

#include "fact/build.h"
#include "plan/solve_private.h"

/* The wishes that it alone cannot have. */
static struct phrase wishes_of(struct solve *s, const struct answer *alone)
{
	struct phrase ret = { 0 };

	for (size_t i = 0; i < alone->n_instead; i++)
		if (!ANY(x, s->instead, strcmp(x->what, alone->instead[i].what) == 0))
			ret = phrase_append(s->arena, FORM_LIST_AND, ret,
					    PHRASE(s->arena, WISH_NAME,
						   SAY(name, alone->instead[i].what)));
	return ret;
}

static struct phrase why_left(struct solve *s, const struct answer *alone)
{
	struct phrase wishes = wishes_of(s, alone);

	if (alone->n_plans && !alone->cpu_only && wishes.form)
		return PHRASE(s->arena, LEFT_WITHOUT,
			      SAY_PHRASE(wish, phrase_keep(s->arena, wishes)),
			      SAY(build, build_said(s->arena, alone->plans[0].build)));
	if (alone->n_changes)
		return PHRASE(s->arena, LEFT_BUT_FOR, SAY(change, alone->changes[0].what),
			      SAY(build, build_said(s->arena, alone->changes[0].gives)));
	return PHRASE(s->arena, LEFT_OUT);
}

bool fleet_is_left(const struct solve *s, size_t group)
{
	const struct fleet *f = &s->answer->fleet;
	size_t host = f->groups.v[group].hosts[0];

	/* What was found at the machine itself, such as a driver older than its GPU, says why. */
	return f->gives && !f->gives[group] && (s->plans.n || !s->p) &&
	       !answer_misses(s->answer, host) &&
	       !ANY(one, s->answer->findings,
		    one->host == (int)host && one->code && one->code != CP120 &&
			    finding_info(one->code)->severity == SEVERITY_ERROR);
}

void fleet_tell_left(struct solve *s, size_t group, const struct answer *alone)
{
	findings_add(s->arena, &s->answer->findings, (struct finding){
		.code = CP120, .host = (int)s->answer->fleet.groups.v[group].hosts[0], .gpu = -1,
		.words = why_left(s, alone) });
}
