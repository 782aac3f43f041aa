/* Which other packages a plan has to hold back. */
#include "plan/bounds.h"

#include "fact/build.h"

const struct build_bound *plan_bound(const struct plan *p, size_t *from)
{
	const struct build_terms *t = build_terms(p->build);

	while (*from < t->bounds.n) {
		const struct build_bound *b = &t->bounds.v[(*from)++];

		if ((!p->python.major || !b->python.major ||
		     python_cmp(p->python, b->python) >= 0) &&
		    (!sm_known(b->below) || ANY(x, LIST(p->gpus, p->n_gpus),
						sm_known(x->sm) && sm_cmp(x->sm, b->below) < 0)))
			return b;
	}
	return NULL;
}
