#include "fact/matchspec_brackets.h"

#include "base/buf.h"

const char *const conda_keys[CONDA_FIELDS] = {
	[CONDA_CHANNEL] = "channel",
	[CONDA_SUBDIR] = "subdir",
	[CONDA_NAME] = "name",
	[CONDA_VERSION] = "version",
	[CONDA_BUILD] = "build",
	[CONDA_BUILD_NUMBER] = "build_number",
	[CONDA_TRACK_FEATURES] = "track_features",
	[CONDA_FEATURES] = "features",
	[CONDA_URL] = "url",
	[CONDA_MD5] = "md5",
	[CONDA_SHA256] = "sha256",
	[CONDA_LICENSE] = "license",
	[CONDA_LICENSE_FAMILY] = "license_family",
	[CONDA_FN] = "fn",
	[CONDA_WHEN] = "when",
	[CONDA_EXTRAS] = "extras",
	[CONDA_FLAGS] = "flags",
};

enum { WORDS = 64 };

static int bad(struct err *e, struct span s, const char *why)
{
	return err_set(e, ERR_INPUT, "'" SPAN_FMT "': %s", SPAN_ARG(span_sub(s, 0, 120)), why);
}

int matchspec_cut_brackets(struct span *s, struct span *ret, struct err *e)
{
	ptrdiff_t at = span_find_char(*s, '[');
	int depth = 0;

	*ret = (struct span){ NULL, 0 };
	if (at < 0)
		return 0;
	for (size_t i = (size_t)at; i < s->n; i++) {
		depth += (s->p[i] == '[') - (s->p[i] == ']');
		if (depth == 0 && i + 1 < s->n)
			return bad(e, *s, "something stands behind the brackets");
	}
	if (depth)
		return bad(e, *s, "a bracket is not closed");
	*ret = span_sub(*s, (size_t)at + 1, s->n - (size_t)at - 2);
	s->n = (size_t)at;
	return 0;
}

static bool key_char(char c)
{
	return ascii_alnum(c) || c == '_' || c == '-';
}

static bool is_end(struct span s, size_t i)
{
	return i >= s.n || s.p[i] == ',' || ascii_space(s.p[i]);
}

/* The value ends at a "," or a space outside of inner brackets and of its own quotes. */
static size_t value_end(struct span s)
{
	char quote = s.n && (s.p[0] == '"' || s.p[0] == '\'') ? s.p[0] : '\0';
	int depth = 0;

	for (size_t i = quote ? 1 : 0; i < s.n; i++) {
		depth += (s.p[i] == '[') - (s.p[i] == ']');
		if (quote ? depth <= 0 && s.p[i] == quote && is_end(s, i + 1) :
			    depth <= 0 && is_end(s, i))
			return quote ? i + 1 : i;
	}
	return s.n;
}

static bool take_pair(struct span *s, struct span *key, struct span *value)
{
	size_t n = 0;

	while (n < s->n && key_char(s->p[n]))
		n++;
	*key = span_sub(*s, 0, n);
	*s = span_trim(span_from(*s, n));
	if (s->n && s->p[0] == '=')
		*s = span_trim(span_from(*s, 1));
	else if (!s->n || !strchr("<>!~", s->p[0]))
		return false;
	n = value_end(*s);
	*value = span_sub(*s, 0, n);
	*s = span_trim(span_from(*s, n));
	if (span_take(s, ","))
		*s = span_trim(*s);
	return key->n && value->n;
}

static struct span unquote(struct span s)
{
	if (s.n > 1 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
		return span_sub(s, 1, s.n - 2);
	return s;
}

static int cmp_words(const void *a, const void *b)
{
	return span_cmp(*(const struct span *)a, *(const struct span *)b);
}

/* "[b, 'a']" or "a" becomes "['a', 'b']". */
static const char *word_list(struct arena *a, struct span s)
{
	BUF_AUTO b = BUF(4 * MATCHSPEC_MAX);
	struct span words[WORDS] = { 0 }, part;
	size_t n = 0;

	if (span_take(&s, "[") && s.n)
		s.n--;
	while (n < WORDS && span_next(&s, ',', &part)) {
		part = span_trim(unquote(span_trim(part)));
		if (part.n == 0 && (s.p || n == 0))
			return NULL;
		if (span_find_char(part, '[') >= 0 || span_find_char(part, ']') >= 0)
			return NULL;
		if (part.n)
			words[n++] = part;
	}
	qsort(words, n, sizeof *words, cmp_words);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || !span_eq(words[i], words[i - 1]))
			buf_printf(&b, "%s'" SPAN_FMT "'", i ? ", " : "[", SPAN_ARG(words[i]));
	buf_char(&b, ']');
	return s.p ? NULL : arena_str(a, buf_cstr(&b));
}

/* Where a word "and" or "or" begins outside of brackets, or the end. */
static size_t next_joint(struct span s, size_t *length)
{
	int depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		struct span rest = span_from(s, i);

		depth += (s.p[i] == '[') - (s.p[i] == ']');
		*length = span_starts(rest, " and ") ? 5 : span_starts(rest, " or ") ? 4 : 0;
		if (depth <= 0 && *length)
			return i;
	}
	*length = 0;
	return s.n;
}

/* Takes "(" off the front and ")" off the end; counts what is open. */
static struct span without_parens(struct span s, int *open)
{
	for (s = span_trim(s); span_take(&s, "("); s = span_trim(s))
		++*open;
	for (; span_ends(s, ")") && *open > 0; s = span_trim(s)) {
		s.n--;
		--*open;
	}
	return span_trim(s);
}

/* Specs between "and", "or" and parentheses. */
static int check_condition(struct arena *a, struct span s, struct err *e)
{
	size_t length = 1;
	int open = 0, rc = 0;

	while (rc == 0 && length) {
		size_t at = next_joint(s, &length);

		rc = matchspec_check(a, without_parens(span_sub(s, 0, at), &open), e);
		s = span_from(s, at + length);
	}
	return rc == 0 && open ? bad(e, s, "a parenthesis is not closed") : rc;
}

static const char *lower(struct arena *a, struct span s)
{
	char *to = arena_span(a, s);

	for (size_t i = 0; i < s.n; i++)
		to[i] = ascii_lower(to[i]);
	return to;
}

static int set_field(struct arena *a, enum conda_field i, struct span value, int depth,
		     struct matchspec *spec, struct err *e)
{
	struct span text = span_trim(unquote(value));
	const char *subdir;

	if (text.n == 0)
		return bad(e, value, "an empty value");
	if (i == CONDA_CHANNEL) {
		conda_channel_split(a, text, &spec->f[CONDA_CHANNEL], &subdir);
		spec->f[CONDA_SUBDIR] = subdir ? subdir : spec->f[CONDA_SUBDIR];
		return 0;
	}
	spec->f[i] = i == CONDA_EXTRAS || i == CONDA_FLAGS ? word_list(a, value) :
							     arena_span(a, text);
	if (i == CONDA_LICENSE_FAMILY)
		spec->f[i] = lower(a, text);
	if (!spec->f[i] || (i == CONDA_WHEN && depth))
		return bad(e, value, "not a list, or a condition in a condition");
	return i == CONDA_WHEN ? check_condition(a, text, e) : 0;
}

static enum conda_field field_of(struct span key)
{
	enum conda_field i = 0;

	while (i < CONDA_FIELDS && !span_is(key, conda_keys[i]))
		i++;
	return i;
}

int matchspec_read_brackets(struct arena *a, struct span s, int depth, struct matchspec *spec,
			    struct err *e)
{
	struct span values[CONDA_FIELDS] = { 0 }, all = s, key, value;
	int rc = 0;

	for (s = span_trim(s); s.n;) {
		enum conda_field i;

		if (!take_pair(&s, &key, &value))
			return bad(e, all, "expected key=value");
		i = field_of(key);
		if (i == CONDA_FIELDS || values[i].p)
			return bad(e, key, i == CONDA_FIELDS ? "unknown key" : "given twice");
		values[i] = value;
	}
	for (enum conda_field i = 0; i < CONDA_FIELDS && rc == 0; i++)
		if (values[i].p)
			rc = set_field(a, i, values[i], depth, spec, e);
	return rc;
}
