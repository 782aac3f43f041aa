#include "base/buf.h"
#include "fact/matchspec.h"

/* How a field of the spec is compared with the package's. */
enum test { TEST_SAME, TEST_GLOB, TEST_WORDS, TEST_NUMBER, TEST_CHANNEL, TEST_NAME, TEST_BUILD,
	    TEST_VERSION, TEST_NONE };

static const struct {
	const char *key;
	enum test test;
} fields[CONDA_FIELDS] = {
	[CONDA_CHANNEL] = { "channel", TEST_CHANNEL },
	[CONDA_SUBDIR] = { "subdir", TEST_SAME },
	[CONDA_NAME] = { "name", TEST_NAME },
	[CONDA_VERSION] = { "version", TEST_VERSION },
	[CONDA_BUILD] = { "build", TEST_BUILD },
	[CONDA_BUILD_NUMBER] = { "build_number", TEST_NUMBER },
	[CONDA_TRACK_FEATURES] = { "track_features", TEST_WORDS },
	[CONDA_FEATURES] = { "features", TEST_WORDS },
	[CONDA_URL] = { "url", TEST_SAME },
	[CONDA_MD5] = { "md5", TEST_SAME },
	[CONDA_SHA256] = { "sha256", TEST_SAME },
	[CONDA_LICENSE] = { "license", TEST_GLOB },
	[CONDA_LICENSE_FAMILY] = { "license_family", TEST_GLOB },
	[CONDA_FN] = { "fn", TEST_GLOB },
	[CONDA_WHEN] = { "when", TEST_NONE },
	[CONDA_EXTRAS] = { "extras", TEST_NONE },
	[CONDA_FLAGS] = { "flags", TEST_NONE },
};

const char *matchspec_key(enum conda_field i)
{
	return fields[i].key;
}

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
	return r->match ? regex_match(r, have) : span_glob(asked, have);
}

static bool fits(const struct matchspec *spec, enum conda_field i, struct span have)
{
	struct span asked = span_of(spec->f[i]);

	switch (fields[i].test) {
	case TEST_SAME:
		return span_eq_nocase(asked, have);
	case TEST_GLOB:
		return span_glob(asked, have);
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
		if (!spec->f[i] || fields[i].test == TEST_NONE)
			continue;
		if (!r->f[i] ? fields[i].test != TEST_WORDS || spec->f[i][0] :
			       !fits(spec, i, span_of(r->f[i])))
			return false;
	}
	return true;
}

/* What is in front, and what goes into the brackets. */
struct out {
	struct buf front, brackets;
};

static void bracket(struct out *o, enum conda_field i, const char *value, bool quote)
{
	const char *q = !quote ? "" : strchr(value, '\'') && !strchr(value, '"') ? "\"" : "'";

	if (i == CONDA_WHEN && quote)
		q = "'";
	buf_printf(&o->brackets, "%s%s=%s%s%s", o->brackets.n ? "," : "", fields[i].key, q,
		   value, q);
}

/* "1.7.*" is printed as "=1.7"; a star inside is not. True if the version is exact. */
static bool add_version(struct out *o, const char *v, bool build)
{
	size_t n = strlen(v);
	const char *star = strchr(v, '*');

	if (strpbrk(v, "><$^|,") || (build && strchr("!~", v[0]))) {
		bracket(o, CONDA_VERSION, v, true);
		return false;
	}
	if (strchr("=!~", v[0]) != NULL) {
		buf_str(&o->front, v);
		return strncmp(v, "==", 2) == 0;
	}
	if (!star) {
		buf_printf(&o->front, "==%s", v);
		return true;
	}
	if (n > 2 && (star == v + n - 1 || strcmp(v, "*.*") == 0))
		buf_printf(&o->front, "=%.*s", (int)n - 2, v);
	else
		bracket(o, CONDA_VERSION, v, true);
	return false;
}

const char *matchspec_text(struct arena *a, const struct matchspec *spec)
{
	struct out o = { BUF(8 * MATCHSPEC_MAX), BUF(8 * MATCHSPEC_MAX) };
	const char *const *f = spec->f, *text;
	bool exact = false;
	const char *channel = spec->f[CONDA_CHANNEL], *subdir = spec->f[CONDA_SUBDIR];

	if (channel)
		buf_printf(&o.front, "%s%s%s::", channel, subdir ? "/" : "", subdir ? subdir : "");
	else if (subdir)
		bracket(&o, CONDA_SUBDIR, subdir, false);
	buf_str(&o.front, f[CONDA_NAME]);
	if (f[CONDA_VERSION])
		exact = add_version(&o, f[CONDA_VERSION], f[CONDA_BUILD] != NULL);
	if (f[CONDA_BUILD]) {
		const char *build = f[CONDA_BUILD];

		if (strpbrk(build, "><$^|,= "))
			bracket(&o, CONDA_BUILD, build, true);
		else if (exact && !strchr(build, '*'))
			buf_printf(&o.front, "=%s", build);
		else
			bracket(&o, CONDA_BUILD, build, false);
	}
	for (enum conda_field i = CONDA_BUILD_NUMBER; i < CONDA_FIELDS; i++)
		if (f[i])
			bracket(&o, i, f[i], i < CONDA_EXTRAS && strpbrk(f[i], ", ="));
	if (o.brackets.n)
		buf_printf(&o.front, "[%s]", buf_cstr(&o.brackets));
	text = arena_str(a, buf_cstr(&o.front));
	buf_free(&o.front);
	buf_free(&o.brackets);
	return text;
}
