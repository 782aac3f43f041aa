/* What the parts of verify have in common: how long a child may take, and how it ended. */
#include <string.h>

#include "cmd/verify.h"

unsigned verify_limit(const struct run *r, unsigned otherwise)
{
	uint64_t seconds;

	if (!r->o->timeout || !span_u64(span_of(r->o->timeout), &seconds) || seconds > 86400)
		return otherwise;
	return (unsigned)seconds * 1000;
}

const char *verify_end(struct arena *a, enum child_end end, int number, char state)
{
	switch (end) {
	case CHILD_DONE:
	case CHILD_STOPPED:
		return NULL;
	case CHILD_FAILED:
		return arena_printf(a, "ended with status %d", number);
	case CHILD_CRASHED:
		return arena_printf(a, "crashed (signal %d, %s)", number, strsignal(number));
	case CHILD_HUNG:
		return "gave no answer in time and was killed";
	case CHILD_STUCK:
		return arena_printf(a, "gave no answer in time and cannot be killed (state %c)",
			state ? state : '?');
	case CHILD_NONE:
		break;
	}
	return "could not be started";
}
