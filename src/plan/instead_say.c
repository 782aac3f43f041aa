/* What is said of a wish that cannot be had. */
#include "know/matrix.h"
#include "plan/instead_private.h"

struct instead *instead_add(struct solve *s, enum finding_code code, const char *what,
	const char *asked, const char *nearest)
{
	ARRAY_ADD(s->arena, s->instead) = (struct instead){
		.code = code, .what = what, .asked = asked, .nearest = nearest };
	return &s->instead.v[s->instead.n - 1];
}

bool instead_refused(struct solve *s)
{
	s->contradiction |= s->trial;
	return s->trial;
}

void instead_beyond(const struct solve *s, struct instead *i)
{
	if (!s->c->matrix)
		return;
	i->why = INSTEAD_BEYOND;
	i->date = matrix_date(s->c->matrix);
}

void instead_unknown(const struct solve *s, struct instead *i, bool whole)
{
	if (!s->c->matrix || i->why != INSTEAD_MISSING || whole)
		return;
	i->why = INSTEAD_UNKNOWN;
	i->date = matrix_date(s->c->matrix);
	if (i->code == CP113)
		i->code = CP109;
}

void instead_withdrawn(const struct solve *s, struct instead *i, const struct specs *specs)
{
	EACH(const struct withdrawn_fact, w, s->c->withdrawn) {
		if (strcmp(w->package, i->what) != 0 || !specs_take(specs, w->version))
			continue;
		i->code = CP112;
		i->why = INSTEAD_WITHDRAWN;
		i->belongs = w->torch;
	}
}
