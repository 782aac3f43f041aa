/* Specifier sets of Python packages: ">=2.1,<2.4", "==2.1.*", "~=2.0", "===foo". */
#pragma once

#include "base/err.h"
#include "base/pep440.h"

enum pep440_op {
	PEP440_EQ,
	PEP440_NE,
	PEP440_LE,
	PEP440_GE,
	PEP440_LT,
	PEP440_GT,
	PEP440_COMPATIBLE, /* ~= */
	PEP440_SAME,       /* ===, compares texts */
};

struct pep440_spec {
	enum pep440_op op;
	struct span text;  /* what follows the operator */
	struct pep440 v;   /* not for PEP440_SAME */
	bool star;         /* ends in .* */
};

struct pep440_set {
	struct pep440_spec *v;
	size_t n;          /* 0: everything fits */
};

/* Whether pre-releases may fit. */
enum pep440_pre {
	PEP440_PRE_NAMED, /* if a specifier of the set names one, as installers choose */
	PEP440_PRE_YES,   /* as installers judge what is installed already */
	PEP440_PRE_NO,
};

enum { PEP440_SET_MAX = 64 };

/*
 * Specifiers between commas; the spans point into s. Empty parts are allowed. ERR_INPUT names the
 * specifier that is not one.
 */
int pep440_set_parse(struct arena *a, struct span s, struct pep440_set *ret, struct err *e);
/* Whether a version fits. A text that is no version fits an empty set and === only. */
bool pep440_set_has(const struct pep440_set *set, struct span version, enum pep440_pre pre);
/* The same of a version that is parsed; NULL: it is none. */
bool pep440_set_takes(const struct pep440_set *set, struct span version, const struct pep440 *have,
		      enum pep440_pre pre);
/* One specifier pins a single version: it, else NULL. */
const struct pep440_spec *pep440_set_pin(const struct pep440_set *set);
/*
 * The oldest of some versions that all n sets take, where any does; NULL: no version can be in all.
 * What holds together does so at one of the versions that are named, right above it, or where the
 * next release begins (PEP 440, version specifiers): these are tried.
 */
const char *pep440_sets_some(struct arena *a, const struct pep440_set *sets, size_t n);
/* "<2.4,>=2.1": in byte order, each once. */
const char *pep440_set_text(struct arena *a, const struct pep440_set *set);
