#include "unit/unit.h"

#include "fact/pep440_set.h"
#include "unit/tsv.h"

static const char table[] = "conformance/pep440.tsv";

#define FAIL(t, what) \
	fail_msg("line %zu: '" SPAN_FMT "' '" SPAN_FMT "' %s", (t)->line, SPAN_ARG((t)->f[1]), \
		 SPAN_ARG((t)->f[2]), what)

static void check_versions(struct arena *a, struct tsv *t)
{
	struct span kind = t->f[0], list = t->f[2], text;
	struct pep440 v;

	if (span_is(kind, "bad") && pep440_parse(tsv_text(a, t->f[1]), &v))
		FAIL(t, "is no version");
	while (span_is(kind, "normal") && span_next(&list, '|', &text)) {
		if (!pep440_parse(tsv_text(a, text), &v))
			FAIL(t, "is not parsed");
		if (pep440_cmp_text(t->f[1], tsv_text(a, text)) != 0)
			FAIL(t, "is another version");
	}
}

static void check_spec(struct arena *a, struct tsv *t)
{
	struct pep440_set set;
	struct err e;
	int rc;

	if (!span_is(t->f[0], "spec") && !span_is(t->f[0], "badspec"))
		return;
	rc = pep440_set_parse(a, tsv_text(a, t->f[1]), &set, &e);
	if (span_is(t->f[0], "badspec") ? rc == 0 : rc != 0)
		FAIL(t, rc ? unit_err(&e) : "was taken");
	if (rc == 0 && !span_is(t->f[2], pep440_set_text(a, &set)))
		FAIL(t, pep440_set_text(a, &set));
}

static size_t check_contains(struct arena *a, struct tsv *t)
{
	bool yes = span_is(t->f[0], "yes");
	enum pep440_pre pre = span_is(t->f[2], "true") ? PEP440_PRE_YES : PEP440_PRE_NO;
	struct span list = t->f[3], version;
	struct pep440_set set;
	struct err e;
	size_t n = 0;

	if (!yes && !span_is(t->f[0], "no"))
		return 0;
	if (pep440_set_parse(a, t->f[1], &set, &e))
		FAIL(t, unit_err(&e));
	for (; span_next(&list, '|', &version); n++)
		if (pep440_set_has(&set, version, pre) != yes)
			fail_msg("line %zu: '" SPAN_FMT "' %s '" SPAN_FMT "'", t->line,
				 SPAN_ARG(t->f[1]), yes ? "lacks" : "has", SPAN_ARG(version));
	return n;
}

TEST(pep440_versions_and_specifiers_of_the_reference)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, table);
	size_t contains = 0;

	while (tsv_next(&t)) {
		check_versions(&a, &t);
		check_spec(&a, &t);
		contains += check_contains(&a, &t);
	}
	assert_true(contains > 13000);
}

/* Every version of the table with the rank of its line. */
struct ranked {
	struct span text;
	int rank;
};

TEST(pep440_order_is_total_over_the_reference)
{
	ARENA_AUTO a = { 0 };
	ARRAY(struct ranked) list = { 0 };
	struct tsv t = tsv_open(&a, table);
	struct span version;

	for (int rank = 0; tsv_next(&t); rank++)
		while (span_is(t.f[0], "order") && span_next(&t.f[1], '|', &version))
			ARRAY_ADD(&a, list) = (struct ranked){ version, rank };
	assert_true(list.n > 500);
	for (size_t i = 0; i < list.n; i++) {
		for (size_t k = 0; k < list.n; k++) {
			struct ranked x = list.v[i], y = list.v[k];
			int c = pep440_cmp_text(x.text, y.text);

			if ((c > 0) - (c < 0) != (x.rank > y.rank) - (x.rank < y.rank))
				fail_msg("'" SPAN_FMT "' and '" SPAN_FMT "': %d", SPAN_ARG(x.text),
					 SPAN_ARG(y.text), c);
		}
	}
}

static bool has(const char *spec, const char *version, enum pep440_pre pre)
{
	ARENA_AUTO a = { 0 };
	struct pep440_set set;
	struct err e;

	assert_int_equal(pep440_set_parse(&a, span_of(spec), &set, &e), 0);
	return pep440_set_has(&set, span_of(version), pre);
}

TEST(pep440_pre_releases_fit_only_when_named)
{
	assert_false(has(">=2.5", "2.6.0rc1", PEP440_PRE_NAMED));
	assert_true(has(">=2.6.0rc1", "2.6.0rc1", PEP440_PRE_NAMED));
	assert_false(has("!=2.6.0rc1", "2.6.0rc2", PEP440_PRE_NAMED));
	assert_true(has("===2.6.0rc1", "2.6.0rc1", PEP440_PRE_NAMED));
	assert_true(has(">=2.5", "2.6.0.dev20250101+cu126", PEP440_PRE_YES));
	assert_true(has("==2.5.1", "2.5.1+cu124", PEP440_PRE_NAMED));
	assert_false(has("==2.5.1+cpu", "2.5.1+cu124", PEP440_PRE_NAMED));
}

TEST(pep440_long_texts_are_refused)
{
	ARENA_AUTO a = { 0 };
	char *digits = arena_alloc(&a, PEP440_MAX + 2);
	struct pep440 v;

	for (int i = 0; i <= PEP440_MAX; i++)
		digits[i] = '1';
	assert_false(pep440_parse(span_of(digits), &v));
	digits[PEP440_MAX] = 0;
	assert_true(pep440_parse(span_of(digits), &v));
	assert_int_equal(v.release.n, PEP440_MAX);
}

/* What a version meets is never said to be met by none: 4,000 sets against all versions to 3.4. */
TEST(pep440_finds_a_version_that_sets_take_together)
{
	static const char *const ops[] = { "==", "!=", "<", "<=", ">", ">=", "~=" };
	ARENA_AUTO a = { 0 };
	unsigned seed = 7, none = 0;

	for (int round = 0; round < 4000; round++) {
		char text[80] = "";
		struct pep440_set set;
		bool met = false;
		struct err e;

		for (int k = 0; k < 3; k++) {
			size_t n = strlen(text);

			seed = seed * 1103515245u + 12345u;
			snprintf(text + n, sizeof text - n, "%s%s%u.%u%s", k ? "," : "",
				 ops[(seed >> 16) % 7], (seed >> 20) % 3, (seed >> 24) % 3,
				 (seed >> 16) % 7 < 2 && (seed >> 28) % 2 ? ".*" : "");
		}
		assert_int_equal(pep440_set_parse(&a, span_of(text), &set, &e), 0);
		for (unsigned v = 0; v < 4 * 5 * 3 && !met; v++) {
			char version[16];

			snprintf(version, sizeof version, "%u.%u.%u", v / 15, v / 3 % 5, v % 3);
			met = pep440_set_has(&set, span_of(version), PEP440_PRE_NAMED);
		}
		if (met)
			assert_non_null(pep440_sets_some(&a, &set, 1));
		none += pep440_sets_some(&a, &set, 1) == NULL;
	}
	assert_in_range(none, 500, 3500);
}
