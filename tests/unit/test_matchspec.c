#include "unit/unit.h"

#include "fact/matchspec.h"
#include "read/matchspec.h"
#include "unit/tsv.h"

static const char *const names[CONDA_FIELDS] = {
	[CONDA_CHANNEL] = "channel", [CONDA_SUBDIR] = "subdir",
	[CONDA_NAME] = "name", [CONDA_VERSION] = "version",
	[CONDA_BUILD] = "build", [CONDA_BUILD_NUMBER] = "build_number",
	[CONDA_TRACK_FEATURES] = "track_features", [CONDA_FEATURES] = "features",
	[CONDA_URL] = "url", [CONDA_MD5] = "md5",
	[CONDA_SHA256] = "sha256", [CONDA_LICENSE] = "license",
	[CONDA_LICENSE_FAMILY] = "license_family", [CONDA_FN] = "fn",
};

/* "name=foo;version=1.0". */
static struct conda_record record(struct arena *a, struct span s)
{
	struct conda_record r = { 0 };
	struct span pair, key;
	size_t known = 0, pairs = 0;

	for (; span_next(&s, ';', &pair); pairs++) {
		span_next(&pair, '=', &key);
		for (size_t i = 0; i < CONDA_FIELDS; i++) {
			if (!names[i] || !span_is(key, names[i]))
				continue;
			r.f[i] = arena_span(a, pair);
			known++;
		}
	}
	assert_int_equal(known, pairs);
	return r;
}

static bool holds(struct arena *a, struct tsv *t, const char **text)
{
	struct matchspec spec, again;
	struct conda_record r;
	struct err e;
	int rc = matchspec_parse(a, t->f[1], &spec, &e);

	*text = rc ? arena_str(a, unit_err(&e)) : matchspec_text(a, &spec);
	if (span_is(t->f[0], "bad"))
		return rc == ERR_INPUT;
	if (rc)
		return false;
	if (span_is(t->f[0], "canon"))
		return span_is(t->f[2], *text);
	if (matchspec_parse(a, span_of(*text), &again, &e))
		return false;
	r = record(a, t->f[2]);
	return matchspec_has(&spec, &r) == span_is(t->f[3], "true") &&
	       matchspec_has(&again, &r) == span_is(t->f[3], "true");
}

TEST(matchspecs_of_the_reference)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conformance/matchspec.tsv");
	const char *text;
	size_t wrong = 0, cases = 0;

	for (; tsv_next(&t); cases++) {
		if (holds(&a, &t, &text))
			continue;
		print_message("line %zu: '" SPAN_FMT "' '" SPAN_FMT "' is %s\n", t.line,
			      SPAN_ARG(t.f[1]), SPAN_ARG(t.f[2]), text);
		wrong++;
	}
	assert_true(cases > 350);
	assert_int_equal(wrong, 0);
}

TEST(versions_of_conda_in_the_words_of_pip)
{
	static const char *const cases[][2] = {
		{ "*", "" },			{ "2.1", "==2.1" },
		{ "=2.1", "==2.1.*" },		{ "2.1*", "==2.1.*" },
		{ "2.1.*", "==2.1.*" },		{ "==2.1", "==2.1" },
		{ ">=2.1, <2.4", ">=2.1,<2.4" }, { "2.1|2.2", NULL },
		{ "(2.1)", NULL },
	};
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *got = conda_spec_pep440(&a, cases[i][0]);

		if (cases[i][1])
			assert_string_equal(got, cases[i][1]);
		else
			assert_null(got);
	}
	assert_string_equal(conda_spec_pep440(&a, NULL), "");
}
