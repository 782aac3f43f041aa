#include "read/matchspec.h"

#include "base/buf.h"
#include "base/sort.h"
#include "door/pcre2.h"
#include "fact/conda_build.h"
#include "fact/err_phrase.h"
#include "read/conda_spec.h"

enum { SHOWN = 120 };

static int in_spec(struct err *e, struct span s)
{
	return err_within(e, FORM_IN_SPEC, ERR_SPAN(s, SHOWN));
}

static int bad(struct err *e, struct span s, enum form why)
{
	err_say(e, ERR_INPUT, why, NULL, 0);
	return in_spec(e, s);
}

static const char *lower(struct arena *a, struct span s)
{
	char *to = arena_span(a, s);

	for (size_t i = 0; i < s.n; i++)
		to[i] = ascii_lower(to[i]);
	return to;
}

static const char *without_spaces(struct arena *a, struct span s)
{
	char *to = arena_alloc(a, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		if (!ascii_space(s.p[i]))
			to[n++] = s.p[i];
	return to;
}

/* A file or URL: what its channel folder says, or the URL alone. */
static void parse_package(struct arena *a, struct span s, struct matchspec *spec)
{
	static const enum conda_field from[] = { CONDA_CHANNEL, CONDA_SUBDIR, CONDA_NAME,
						 CONDA_VERSION, CONDA_BUILD };
	struct conda_record r;
	struct err e;

	if (conda_record_parse(a, s, &r, &e) == 0 && r.f[CONDA_SUBDIR] && r.f[CONDA_URL]) {
		for (size_t i = 0; i < sizeof from / sizeof *from; i++)
			spec->f[from[i]] = r.f[from[i]];
		return;
	}
	spec->f[CONDA_NAME] = "*";
	spec->f[CONDA_URL] = s.p[0] == '/' ? arena_printf(a, "file://" SPAN_FMT, SPAN_ARG(s)) :
					     arena_span(a, s);
}

/*
 * A build is what follows a space or "=" after the version and holds none of "-=,|<>~"; the one
 * before the first such place is the version.
 */
static size_t build_at(struct span s)
{
	size_t last = s.n;

	while (last && !strchr("-=,|<>~", s.p[last - 1]))
		last--;
	for (size_t i = 1; i + 1 < s.n; i++) {
		bool mark = s.p[i] == '=' || s.p[i] == ' ';

		if (mark && i + 1 >= last && !strchr("=!|,<>~", s.p[i - 1]))
			return i;
	}
	return s.n;
}

/* "=1.2" is 1.2.*, with a build after it 1.2; "==1.2" alone is 1.2. */
static const char *plain_version(struct arena *a, const char *text, bool build)
{
	struct span s;

	if (text[0] != '=')
		return text;
	s = span_of(text);
	if (span_starts(s, "==") && s.n > 2 && !build)
		return text + 2;
	if (strpbrk(text + 1, "=,|") || s.n == 1)
		return text;
	if (build || span_ends(s, "*"))
		return text + 1;
	return arena_printf(a, "%s*", text + 1);
}

/* Takes "channel/subdir:namespace:" off the front; words before a colon are no namespace. */
static void parse_channel(struct arena *a, struct span *s, struct matchspec *spec)
{
	ptrdiff_t last = span_rfind_char(*s, ':'), first;

	if (last < 0)
		return;
	first = span_rfind_char(span_sub(*s, 0, (size_t)last), ':');
	if (span_find_char(span_sub(*s, (size_t)(first + 1), (size_t)(last - first - 1)), ' ') >= 0)
		return;
	if (first >= 0)
		conda_channel_split(a, span_sub(*s, 0, (size_t)first), &spec->f[CONDA_CHANNEL],
				    &spec->f[CONDA_SUBDIR]);
	*s = span_from(*s, (size_t)last + 1);
}

static bool name_ok(struct span s)
{
	return span_alnum(s, "._-*") && s.p[0] != '.' && s.p[0] != '-' &&
	       span_find(s, "..") < 0 && span_find(s, "--") < 0;
}

static int parse_plain(struct arena *a, struct span s, struct matchspec *spec, struct err *e)
{
	struct span all = s, name;
	size_t n = 0;

	parse_channel(a, &s, spec);
	while (n < s.n && !strchr(" =<>!~", s.p[n]))
		n++;
	name = span_sub(s, 0, n);
	s = span_from(s, n);
	if (!span_starts(name, "^") && !name_ok(name))
		return bad(e, all, FORM_SPEC_NAMELESS);
	if (span_find_char(s, '(') >= 0 || span_find_char(s, ')') >= 0)
		return bad(e, all, FORM_SPEC_PARENTHESES);
	spec->f[CONDA_NAME] = lower(a, name);
	if (s.n > 1) {
		size_t at;

		s = span_trim(s);
		at = build_at(s);
		if (at < s.n)
			spec->f[CONDA_BUILD] = arena_span(a, span_trim(span_from(s, at + 1)));
		spec->f[CONDA_VERSION] = plain_version(a, without_spaces(a, span_sub(s, 0, at)),
						       at < s.n);
	}
	return 0;
}

static int compile(struct arena *a, const char *text, struct regex *ret, struct err *e)
{
	if (!text || text[0] != '^')
		return 0;
	if (!text[1] || text[strlen(text) - 1] != '$')
		return bad(e, span_of(text), FORM_SPEC_EXPRESSION);
	return pcre2_regex(a, span_of(text), ret, e);
}

static int compile_spec(struct arena *a, const char **text, struct conda_spec *ret, struct err *e)
{
	int rc;

	if (!*text)
		return 0;
	rc = conda_spec_parse(a, span_of(*text), ret, e);
	if (rc == 0)
		*text = conda_spec_text(a, ret);
	return rc;
}

static int compile_all(struct arena *a, struct matchspec *spec, struct err *e)
{
	static const enum conda_field fields[] = { CONDA_VERSION, CONDA_BUILD, CONDA_BUILD_NUMBER,
						   CONDA_CHANNEL };
	int rc;

	/* What is any version or build anyway is as good as not asked for. */
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (spec->f[fields[i]] && strcmp(spec->f[fields[i]], "*") == 0)
			spec->f[fields[i]] = NULL;
	rc = compile_spec(a, &spec->f[CONDA_VERSION], &spec->version, e);
	if (rc == 0)
		rc = compile_spec(a, &spec->f[CONDA_BUILD_NUMBER], &spec->build_number, e);
	if (rc == 0)
		rc = compile(a, spec->f[CONDA_NAME], &spec->name, e);
	return rc ? rc : compile(a, spec->f[CONDA_BUILD], &spec->build, e);
}

enum { WORDS = 64 };

static int bad_brackets(struct err *e, struct span s, enum form why)
{
	return err_say(e, ERR_INPUT, why,
		       (struct fact[]){ { 0 }, SAY(text, ERR_SPAN(s, SHOWN)) }, 2);
}

/* Takes the brackets off the end of *s; *ret is what is between them, p NULL if there are none. */
static int cut_brackets(struct span *s, struct span *ret, struct err *e)
{
	ptrdiff_t at = span_find_char(*s, '[');
	int depth = 0;

	*ret = (struct span){ NULL, 0 };
	if (at < 0)
		return 0;
	for (size_t i = (size_t)at; i < s->n; i++) {
		depth += (s->p[i] == '[') - (s->p[i] == ']');
		if (depth == 0 && i + 1 < s->n)
			return bad_brackets(e, *s, FORM_SPEC_BEHIND_BRACKETS);
	}
	if (depth)
		return bad_brackets(e, *s, FORM_SPEC_BRACKET_OPEN);
	*ret = span_sub(*s, (size_t)at + 1, s->n - (size_t)at - 2);
	s->n = (size_t)at;
	return 0;
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
	size_t n = span_run_alnum(*s, "_-");

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
		part = span_trim(span_unquoted(span_trim(part)));
		if (part.n == 0 && (s.p || n == 0))
			return NULL;
		if (span_find_char(part, '[') >= 0 || span_find_char(part, ']') >= 0)
			return NULL;
		if (part.n)
			words[n++] = part;
	}
	sort_stable(words, n, sizeof *words, cmp_words);
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

static int check_spec(struct arena *a, struct span s, struct err *e);

/* Specs between "and", "or" and parentheses. */
static int check_condition(struct arena *a, struct span s, struct err *e)
{
	size_t length = 1;
	int open = 0, rc = 0;

	while (rc == 0 && length) {
		size_t at = next_joint(s, &length);

		rc = check_spec(a, without_parens(span_sub(s, 0, at), &open), e);
		s = span_from(s, at + length);
	}
	return rc == 0 && open ? bad_brackets(e, s, FORM_PARENTHESIS_OPEN) : rc;
}

static int set_field(struct arena *a, enum conda_field i, struct span value, int depth,
		     struct matchspec *spec, struct err *e)
{
	struct span text = span_trim(span_unquoted(value));
	const char *subdir;

	if (text.n == 0)
		return bad_brackets(e, value, FORM_SPEC_VALUE_EMPTY);
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
		return bad_brackets(e, value, FORM_SPEC_CONDITION);
	return i == CONDA_WHEN ? check_condition(a, text, e) : 0;
}

/* Its fields override those of the spec. Within a condition (depth 1) there is no condition. */
static int read_brackets(struct arena *a, struct span s, int depth, struct matchspec *spec,
			 struct err *e)
{
	struct span values[CONDA_FIELDS] = { 0 }, all = s, key, value;
	int rc = 0;

	for (s = span_trim(s); s.n;) {
		enum conda_field i = 0;

		if (!take_pair(&s, &key, &value))
			return bad_brackets(e, all, FORM_SPEC_KEY_VALUE);
		while (i < CONDA_FIELDS && !span_is(key, matchspec_key(i)))
			i++;
		if (i == CONDA_FIELDS || values[i].p)
			return bad_brackets(e, key, i == CONDA_FIELDS ? FORM_SPEC_KEY_UNKNOWN
								     : FORM_SPEC_KEY_TWICE);
		values[i] = value;
	}
	for (enum conda_field i = 0; i < CONDA_FIELDS && rc == 0; i++)
		if (values[i].p)
			rc = set_field(a, i, values[i], depth, spec, e);
	return rc;
}

static int parse(struct arena *a, struct span s, int depth, struct matchspec *ret, struct err *e)
{
	struct matchspec spec = { 0 };
	struct span all = s, brackets = { NULL, 0 }, file;
	ptrdiff_t remark = span_find_char(s, '#'), bracket = span_find_char(s, '[');
	int rc = 0;

	/* A "#" begins a remark, unless it is inside quotes or brackets. */
	if (remark >= 0 && (bracket < 0 || remark < bracket))
		s.n = (size_t)remark;
	file = s = span_trim(s);
	if (s.n == 0 || s.n > MATCHSPEC_MAX || span_find_char(s, '\0') >= 0)
		return bad(e, all, s.n ? FORM_TEXT_TOO_LONG : FORM_TEXT_EMPTY);
	if (span_ends(s, "@") && name_ok(span_sub(s, 0, s.n - 1))) {
		spec.f[CONDA_NAME] = "*";
		spec.f[CONDA_TRACK_FEATURES] = arena_span(a, span_sub(s, 0, s.n - 1));
	} else if (conda_take_end(&file)) {
		parse_package(a, s, &spec);
	} else {
		if (cut_brackets(&s, &brackets, e))
			return in_spec(e, all);
		rc = parse_plain(a, span_trim(s), &spec, e);
		if (rc == 0 && read_brackets(a, brackets, depth, &spec, e))
			return in_spec(e, all);
	}
	rc = rc ? rc : compile_all(a, &spec, e);
	if (rc == 0)
		*ret = spec;
	return rc;
}

int matchspec_parse(struct arena *a, struct span s, struct matchspec *ret, struct err *e)
{
	return parse(a, s, 0, ret, e);
}

/* One spec of a condition; conditions do not nest. */
static int check_spec(struct arena *a, struct span s, struct err *e)
{
	struct matchspec spec;

	return parse(a, s, 1, &spec, e);
}
