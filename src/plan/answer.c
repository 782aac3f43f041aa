/* What is asked of an answer, and the words for its few values that stand in JSON as words. */
#include "plan/answer.h"

const char *via_name(enum via v)
{
	static const char *const names[] = { NULL, "cubin", "ptx" };

	return names[v];
}

const char *driver_support_name(enum driver_support s)
{
	static const char *const names[] = { NULL, "direct", "minor", "forward", NULL };

	return names[s];
}

const char *missing_name(enum missing_fact m)
{
	return m == MISSING_SM ? "sm" : "gpus";
}

bool answer_is_replaced(const struct answer *answer)
{
	return ANY(x, LIST(answer->instead, answer->n_instead), x->why != INSTEAD_UNSURE);
}

bool answer_misses(const struct answer *answer, size_t host)
{
	return ANY(x, LIST(answer->missing, answer->n_missing), x->host == (int)host);
}

size_t answer_parts(const struct answer *answer)
{
	size_t n = answer->n_plans ? 1 : 0;

	while (n && n < answer->n_plans && answer->plans[n].part > 0)
		n++;
	return n;
}
