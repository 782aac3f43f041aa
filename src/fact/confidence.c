#include "fact/confidence.h"

enum confidence confidence_of(struct span s)
{
	switch (s.n ? s.p[0] : '\0') {
	case 'h':
		return CONFIDENCE_HIGH;
	case 'm':
		return CONFIDENCE_MEDIUM;
	case 'l':
		return CONFIDENCE_LOW;
	default:
		return CONFIDENCE_NONE;
	}
}

const char *confidence_name(enum confidence c)
{
	static const char *const names[] = { NULL, "low", "medium", "high" };

	return names[c];
}
