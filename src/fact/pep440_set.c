#include "fact/pep440_set.h"

#include "base/buf.h"
#include "base/dotted.h"
#include "base/sort.h"
#include "fact/err_phrase.h"

/* Longer operators first. */
static const struct {
	const char *text;
	enum pep440_op op;
	bool star, local;
} operators[] = {
	{ "===", PEP440_SAME, false, false },
	{ "==", PEP440_EQ, true, true },
	{ "!=", PEP440_NE, true, true },
	{ "<=", PEP440_LE, false, false },
	{ ">=", PEP440_GE, false, false },
	{ "~=", PEP440_COMPATIBLE, false, false },
	{ "<", PEP440_LT, false, false },
	{ ">", PEP440_GT, false, false },
};

enum { OPERATORS = sizeof operators / sizeof *operators };

/* What === compares with: no white space, no control characters, no end of a requirement. */
static bool word_ok(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= ' ' || s.p[i] == ';' || s.p[i] == ')')
			return false;
	return true;
}

static bool parse_version(struct span s, size_t row, struct pep440_spec *r)
{
	r->star = operators[row].star && span_ends(s, ".*");
	if (r->star)
		s.n -= 2;
	if (!pep440_parse(s, &r->v) || (r->v.local.n && !operators[row].local))
		return false;
	if (r->star && (r->v.pre || r->v.post || r->v.dev || r->v.local.n))
		return false;
	return r->op != PEP440_COMPATIBLE || pep440_parts(&r->v) > 1;
}

static bool parse_one(struct span s, struct pep440_spec *ret)
{
	for (size_t i = 0; i < OPERATORS; i++) {
		struct pep440_spec r = { .op = operators[i].op };

		if (!span_take(&s, operators[i].text))
			continue;
		r.text = span_trim(s);
		if (r.text.n > PEP440_MAX)
			return false;
		if (r.op == PEP440_SAME ? !word_ok(r.text) : !parse_version(r.text, i, &r))
			return false;
		*ret = r;
		return r.text.n > 0;
	}
	return false;
}

int pep440_set_parse(struct arena *a, struct span s, struct pep440_set *ret, struct err *e)
{
	ARRAY(struct pep440_spec) list = { 0 };
	struct span part;
	struct pep440_spec one;

	while (span_next(&s, ',', &part)) {
		part = span_trim(part);
		if (part.n == 0)
			continue;
		if (!parse_one(part, &one))
			return ERR_SAY(e, ERR_INPUT, NOT_A_SPECIFIER,
				       SAY(text, ERR_SPAN(part, 100)));
		if (list.n == PEP440_SET_MAX)
			return ERR_SAY(e, ERR_INPUT, SPECIFIERS_MOST,
				       SAY(limit, ERR_NUMBER(PEP440_SET_MAX)));
		ARRAY_ADD(a, list) = one;
	}
	*ret = (struct pep440_set){ list.v, list.n };
	return 0;
}

/* The first n parts of the release are those of v. */
static bool same_parts(const struct pep440 *v, const struct pep440 *have, size_t n)
{
	if (dotted_number_cmp(v->epoch, have->epoch))
		return false;
	for (size_t i = 0; i < n; i++)
		if (dotted_number_cmp(pep440_part(v, i), pep440_part(have, i)))
			return false;
	return true;
}

static bool equal(const struct pep440_spec *s, const struct pep440 *have)
{
	struct pep440 v = s->v.local.n ? *have : pep440_public(have);

	if (s->star)
		return same_parts(&s->v, have, pep440_parts(&s->v));
	return pep440_cmp(&v, &s->v) == 0;
}

/* <2.1 keeps out 2.1rc1 and all other pre-releases of 2.1, unless it is itself one. */
static bool below(const struct pep440 *v, const struct pep440 *have)
{
	struct pep440 limit = *v;

	if (!pep440_is_pre(v)) {
		limit.dev = true;
		limit.dev_n = SPAN("0");
	}
	return pep440_cmp(have, &limit) < 0;
}

/* Is `have` a post-release of v? */
static bool post_of(const struct pep440 *v, const struct pep440 *have)
{
	struct pep440 root = *have;

	root.post = root.dev = false;
	root.local = (struct span){ NULL, 0 };
	return have->post && pep440_cmp(&root, v) == 0;
}

/* >2.1 keeps out its post-releases 2.1.post1, and 2.1+cu118. */
static bool above(const struct pep440 *v, const struct pep440 *have)
{
	struct pep440 public = pep440_public(have);

	if (pep440_cmp(&public, v) <= 0)
		return false;
	return !post_of(v, have);
}

static bool fits(const struct pep440_spec *s, const struct pep440 *have)
{
	struct pep440 public = pep440_public(have);
	int c = pep440_cmp(&public, &s->v);

	switch (s->op) {
	case PEP440_EQ:
		return equal(s, have);
	case PEP440_NE:
		return !equal(s, have);
	case PEP440_LE:
		return c <= 0;
	case PEP440_GE:
		return c >= 0;
	case PEP440_LT:
		return below(&s->v, have);
	case PEP440_GT:
		return above(&s->v, have);
	case PEP440_COMPATIBLE:
		return c >= 0 && same_parts(&s->v, have, pep440_parts(&s->v) - 1);
	case PEP440_SAME:
		break;
	}
	return false;
}

static bool fits_text(const struct pep440_spec *s, struct span text, const struct pep440 *have)
{
	if (s->op == PEP440_SAME)
		return span_eq_nocase(s->text, text);
	return have && fits(s, have);
}

/* One specifier names a pre-release as what is wanted. */
static bool pep440_set_names_pre(const struct pep440_set *set)
{
	EACH(const struct pep440_spec, s, *set) {
		struct pep440 v = s->v;

		if (s->op == PEP440_NE || (s->op == PEP440_SAME && !pep440_parse(s->text, &v)))
			continue;
		if (pep440_is_pre(&v))
			return true;
	}
	return false;
}

bool pep440_set_has(const struct pep440_set *set, struct span version, enum pep440_pre pre)
{
	struct pep440 parsed;

	return pep440_set_takes(set, version, pep440_parse(version, &parsed) ? &parsed : NULL, pre);
}

bool pep440_set_takes(const struct pep440_set *set, struct span version, const struct pep440 *have,
		      enum pep440_pre pre)
{
	if (have && pep440_is_pre(have)) {
		if (pre == PEP440_PRE_NO || (pre == PEP440_PRE_NAMED && !pep440_set_names_pre(set)))
			return false;
	}
	return EVERY(x, *set, fits_text(x, version, have));
}

const struct pep440_spec *pep440_set_pin(const struct pep440_set *set)
{
	return FIRST_OF(x, *set, x->op == PEP440_SAME || (x->op == PEP440_EQ && !x->star));
}

static const char *operator_text(enum pep440_op op)
{
	for (size_t i = 0; i < OPERATORS; i++)
		if (operators[i].op == op)
			return operators[i].text;
	return "";
}

/* 1.0 and 1.0.0 mean the same, except after ~= and before .*. */
static bool same_spec(const struct pep440_spec *a, const struct pep440_spec *b)
{
	if (a->op != b->op || a->star || b->star || a->op == PEP440_COMPATIBLE ||
	    a->op == PEP440_SAME)
		return a->op == b->op && span_eq(a->text, b->text);
	return pep440_cmp(&a->v, &b->v) == 0;
}

static int cmp_spec(const void *a, const void *b)
{
	const struct pep440_spec *x = a, *y = b;
	char first[PEP440_MAX + 8], second[PEP440_MAX + 8];

	snprintf(first, sizeof first, "%s" SPAN_FMT, operator_text(x->op), SPAN_ARG(x->text));
	snprintf(second, sizeof second, "%s" SPAN_FMT, operator_text(y->op), SPAN_ARG(y->text));
	return strcmp(first, second);
}

const char *pep440_set_text(struct arena *a, const struct pep440_set *set)
{
	BUF_AUTO b = BUF(PEP440_SET_MAX * (PEP440_MAX + 4));
	struct pep440_spec *list = arena_array(a, set->n, sizeof *list);

	if (set->n)
		memcpy(list, set->v, set->n * sizeof *list);
	sort_stable(list, set->n, sizeof *list, cmp_spec);
	for (size_t i = 0; i < set->n; i++) {
		if (ANY(x, LIST(list, i), same_spec(x, &list[i])))
			continue;
		buf_printf(&b, "%s%s" SPAN_FMT, b.n ? "," : "", operator_text(list[i].op),
			   SPAN_ARG(list[i].text));
	}
	return arena_str(a, buf_cstr(&b));
}

static bool all_have(const struct pep440_set *sets, size_t n, const char *version)
{
	return EVERY(x, LIST(sets, n), pep440_set_has(x, span_of(version), PEP440_PRE_YES));
}

/* "2.1" is 2.2, "1.9.3" is 1.9.4. */
static const char *next_release(struct arena *a, struct span release)
{
	ptrdiff_t dot = span_rfind_char(release, '.');
	uint64_t last;

	if (!span_u64(span_from(release, (size_t)(dot + 1)), &last) || last > 999999)
		return "0";
	return arena_printf(a, SPAN_FMT "%llu", SPAN_ARG(span_sub(release, 0, (size_t)(dot + 1))),
			    (unsigned long long)last + 1);
}

/* The oldest of `best` and of the versions about s that all sets take. */
static const char *some_about(struct arena *a, const struct pep440_set *sets, size_t n,
	const struct pep440_spec *s, const char *best)
{
	bool text = s->op == PEP440_SAME;
	const char *tried[] = {
		arena_span(a, span_ends(s->text, ".*") ? span_sub(s->text, 0, s->text.n - 2) :
							 s->text),
		text ? "0" : arena_printf(a, SPAN_FMT ".0.0.1", SPAN_ARG(s->v.release)),
		text ? "0" : next_release(a, s->v.release),
	};

	for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
		if (all_have(sets, n, tried[i]) &&
		    (!best || pep440_cmp_text(span_of(best), span_of(tried[i])) > 0))
			best = tried[i];
	return best;
}

const char *pep440_sets_some(struct arena *a, const struct pep440_set *sets, size_t n)
{
	const char *best = all_have(sets, n, "0") ? "0" : NULL;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sets[i].n; k++)
			if (i == 0 || k >= sets[i - 1].n ||
			    !same_spec(&sets[i].v[k], &sets[i - 1].v[k]))
				best = some_about(a, sets, n, &sets[i].v[k], best);
	return best;
}
