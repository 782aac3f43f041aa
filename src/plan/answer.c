/* The words for the few values of an answer that stand in JSON as words. */
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
