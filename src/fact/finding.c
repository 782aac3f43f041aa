#include "fact/finding.h"

#include <stdio.h>

#include "base/arena.h"

static const struct finding_info findings[] = {
#define FINDING(number, severity, title) { CP##number, SEVERITY_##severity, title },
#include "fact/finding.def"
#undef FINDING
};

const struct finding_info *finding_all(size_t *n)
{
	*n = sizeof findings / sizeof *findings;
	return findings;
}

const struct finding_info *finding_info(enum finding_code code)
{
	return FIRST_OF(x, ROWS(findings), x->code == code);
}

enum finding_code finding_parse(struct span s)
{
	const struct finding_info *info;
	uint64_t v;

	s = span_trim(s);
	if (!span_take(&s, "CP"))
		span_take(&s, "cp");
	if (s.n != 3 || !span_u64(s, &v))
		return FINDING_NONE;
	info = finding_info((enum finding_code)v);
	return info ? info->code : FINDING_NONE;
}

const char *severity_name(enum severity s)
{
	static const char *const names[] = { "note", "warning", "error" };

	return names[s];
}

const char *finding_name(enum finding_code code, char to[8])
{
	snprintf(to, 8, "CP%03u", (unsigned)code % 1000u);
	return to;
}
