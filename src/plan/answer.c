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

void reasons_add(struct arena *a, struct reasons *r, struct reason reason)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->v[i].code == reason.code && r->v[i].host == reason.host &&
		    r->v[i].gpu == reason.gpu)
			return;
	ARRAY_ADD(a, *r) = reason;
}

bool reasons_have(const struct reasons *r, enum finding code)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->v[i].code == code)
			return true;
	return false;
}

void notes_add(struct arena *a, struct notes *n, struct note note)
{
	ARRAY_ADD(a, *n) = note;
}
