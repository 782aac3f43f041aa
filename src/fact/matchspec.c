#include "fact/matchspec.h"

/* How a field of the spec is compared with the package's. */
enum test { TEST_SAME, TEST_GLOB, TEST_WORDS, TEST_NUMBER, TEST_CHANNEL, TEST_NAME, TEST_BUILD,
	    TEST_VERSION, TEST_NONE };

static const enum test tests[CONDA_FIELDS] = {
	[CONDA_CHANNEL] = TEST_CHANNEL,
	[CONDA_SUBDIR] = TEST_SAME,
	[CONDA_NAME] = TEST_NAME,
	[CONDA_VERSION] = TEST_VERSION,
	[CONDA_BUILD] = TEST_BUILD,
	[CONDA_BUILD_NUMBER] = TEST_NUMBER,
	[CONDA_TRACK_FEATURES] = TEST_WORDS,
	[CONDA_FEATURES] = TEST_WORDS,
	[CONDA_URL] = TEST_SAME,
	[CONDA_MD5] = TEST_SAME,
	[CONDA_SHA256] = TEST_SAME,
	[CONDA_LICENSE] = TEST_GLOB,
	[CONDA_LICENSE_FAMILY] = TEST_GLOB,
	[CONDA_FN] = TEST_GLOB,
	[CONDA_WHEN] = TEST_NONE,
	[CONDA_EXTRAS] = TEST_NONE,
	[CONDA_FLAGS] = TEST_NONE,
};

static bool next_word(struct span *rest, struct span *word)
{
	size_t n = 0;

	while (rest->n && (ascii_space(rest->p[0]) || rest->p[0] == ','))
		*rest = span_from(*rest, 1);
	while (n < rest->n && !ascii_space(rest->p[n]) && rest->p[n] != ',')
		n++;
	*word = span_sub(*rest, 0, n);
	*rest = span_from(*rest, n);
	return n > 0;
}

static bool has_word(struct span list, struct span word)
{
	struct span w;

	while (next_word(&list, &w))
		if (span_eq(w, word))
			return true;
	return false;
}

static bool all_in(struct span list, struct span words)
{
	struct span w;

	while (next_word(&words, &w))
		if (!has_word(list, w))
			return false;
	return true;
}

static bool pattern_fits(const struct regex *r, struct span asked, struct span have)
{
	return r->n ? regex_match(r, have) : glob_match(asked, have);
}

static bool fits(const struct matchspec *spec, enum conda_field i, struct span have)
{
	struct span asked = span_of(spec->f[i]);

	switch (tests[i]) {
	case TEST_SAME:
		return span_eq_nocase(asked, have);
	case TEST_GLOB:
		return glob_match(asked, have);
	case TEST_WORDS:
		return all_in(asked, have) && all_in(have, asked);
	case TEST_NUMBER:
		return conda_spec_has(&spec->build_number, have);
	case TEST_CHANNEL:
		return conda_channel_fits(asked, have);
	case TEST_NAME:
		return pattern_fits(&spec->name, asked, have);
	case TEST_BUILD:
		return pattern_fits(&spec->build, asked, have);
	case TEST_VERSION:
		return conda_spec_has(&spec->version, have);
	case TEST_NONE:
		break;
	}
	return true;
}

bool matchspec_has(const struct matchspec *spec, const struct conda_record *r)
{
	for (enum conda_field i = 0; i < CONDA_FIELDS; i++) {
		if (!spec->f[i] || tests[i] == TEST_NONE)
			continue;
		if (!r->f[i] ? tests[i] != TEST_WORDS || spec->f[i][0] :
			       !fits(spec, i, span_of(r->f[i])))
			return false;
	}
	return true;
}
