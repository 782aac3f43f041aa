/* Versions of Python packages: https://packaging.python.org/specifications/version-specifiers/ */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/span.h"

/* Longer texts are not versions. */
enum { PEP440_MAX = 1024 };

/* A parsed version; the spans point into the text it was parsed from. Numbers are digits without
 * leading zeros ("0" stays), of any length. */
struct pep440 {
	struct span epoch;   /* "0" if not given */
	struct span release; /* "1.0.3" as written */
	char pre;            /* 'a', 'b', 'r' for a release candidate; 0: none */
	bool post, dev;
	struct span pre_n, post_n, dev_n;
	struct span local;   /* without "+"; n = 0: none */
};

/* White space around is ignored. False if s is not a version; *ret is untouched then. */
bool pep440_parse(struct span s, struct pep440 *ret);
int pep440_cmp(const struct pep440 *a, const struct pep440 *b);
/* Orders texts; those that are no versions come before all versions, in byte order. */
int pep440_cmp_text(struct span a, struct span b);
/* A development or pre-release. */
bool pep440_is_pre(const struct pep440 *v);
/* The same version without local label. */
struct pep440 pep440_public(const struct pep440 *v);
/* Parts of the release, at least one; part i of it, "0" beyond its end. */
size_t pep440_parts(const struct pep440 *v);
struct span pep440_part(const struct pep440 *v, size_t i);
