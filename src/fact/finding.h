/*
 * The codes CPnnn that findings and refusals share. A code never changes its meaning; the list is
 * in finding.def, the words of each page in data/finding/page.csv.
 */
#pragma once

#include "base/span.h"

enum finding_code {
	FINDING_NONE = 0,
#define FINDING(number, severity, title) CP##number = 1##number - 1000,
#include "fact/finding.def"
#undef FINDING
};

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct finding_info {
	enum finding_code code;
	enum severity severity;
	const char *title; /* a few words, no full stop */
};

/* All of them, ascending. */
const struct finding_info *finding_all(size_t *n);
/* NULL when there is no such code. */
const struct finding_info *finding_info(enum finding_code code);
/* "CP101", "cp101" or "101"; FINDING_NONE if there is no such code. */
enum finding_code finding_parse(struct span s);
const char *severity_name(enum severity s);
/* "CP101" into a caller's buffer, which is returned. */
const char *finding_name(enum finding_code code, char to[8]);
