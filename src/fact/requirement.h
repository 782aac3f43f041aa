/*
 * What people ask pip for: "torch[extra] >=2.1,<2.4; python_version < '3.12'"; see
 * https://packaging.python.org/specifications/dependency-specifiers/
 */
#pragma once

#include "fact/pep440_set.h"
#include "fact/marker.h"
#include "fact/project.h"

struct requirement {
	const char *name;      /* normalised, "torch-scatter" */
	const char **extras;   /* normalised */
	size_t n_extras;
	struct pep440_set set; /* n = 0: any version */
	const char *url;       /* after "@"; NULL: from an index */
	const struct marker *marker; /* NULL: always */
};

enum { REQUIREMENT_MAX = 8192 };

/* One requirement; a remark after " #" is cut off. ERR_INPUT says what is wrong. */
int requirement_parse(struct arena *a, struct span s, struct requirement *ret, struct err *e);
/* Does it apply there? */
enum marker_answer requirement_applies(const struct requirement *r, const struct marker_env *env);
/* "==2.8.0", "<2.9,>=2.8": it says for which release it was made; a floor alone says none. */
bool requirement_is_bounded(const char *specs);
