/*
 * A secret is told by what it is called: a variable, an option, a key of a file or a header whose
 * name ends so. The value goes up to where its quotes or, without them, its word end.
 */
#include "base/arena.h"
#include "base/secret_private.h"

/* The end of the variable that s begins with: "$NAME", "${{ NAME }}", "$(…)", "%NAME%". */
static size_t variable(struct span s)
{
	size_t n = 1;

	if (s.p[0] == '%')
		return (size_t)(span_find_char(span_from(s, 1), '%') + 2);
	if (span_starts(s, "${") || span_starts(s, "$("))
		return (size_t)(span_rfind_char(s, s.p[1] == '{' ? '}' : ')') + 1);
	while (s.p[0] == '$' && n < s.n && (ascii_alnum(s.p[n]) || strchr("_:", s.p[n])))
		n++;
	return n;
}

bool secret_is_placeholder(struct span s)
{
	size_t stars = 0;

	while (stars < s.n && s.p[stars] == '*')
		stars++;
	return stars == s.n || (strchr("$%", s.p[0]) && s.n > 1 && variable(s) == s.n) ||
	       (s.p[0] == '<' && span_find_char(s, '>') == (ptrdiff_t)s.n - 1);
}

static bool ends_nocase(struct span s, struct span end)
{
	return s.n >= end.n && span_eq_nocase(span_from(s, s.n - end.n), end);
}

/* How much must stand before an end: "monkey" is a word, "PWD" the current folder. */
enum before { ALONE, ALONE_IF_SET, PARTED };

static bool has_before(struct span name, size_t end, enum before need, bool set)
{
	size_t n = name.n - end;

	if (!n)
		return need == ALONE || (need == ALONE_IF_SET && set);
	return need == ALONE || strchr("_-", name.p[n - 1]);
}

/* The last part of "global.password"; "--token" is an option, "TOKEN_2" the second. */
static struct span own_name(struct span run)
{
	ptrdiff_t dot = span_rfind_char(run, '.');

	run = span_from(run, (size_t)(dot + 1));
	while (run.n && (ascii_digit(run.p[run.n - 1]) || strchr("_-", run.p[run.n - 1])))
		run.n--;
	return run;
}

/* `set`: it is quoted, or a "=" follows it at once, so that it is no word of a sentence. */
static bool is_secret(struct span run, bool set)
{
	static const struct {
		struct span end;
		enum before need;
	} ends[] = {
		{ { "token", 5 }, ALONE }, { { "password", 8 }, ALONE }, { { "passwd", 6 }, ALONE },
		{ { "passphrase", 10 }, ALONE }, { { "secret", 6 }, ALONE },
		{ { "secrets", 7 }, PARTED }, { { "pass", 4 }, ALONE_IF_SET },
		{ { "pwd", 3 }, PARTED }, { { "auth", 4 }, ALONE_IF_SET },
		{ { "credential", 10 }, PARTED }, { { "credentials", 11 }, PARTED },
		{ { "cookie", 6 }, ALONE }, { { "authorization", 13 }, ALONE },
	};
	struct span name = own_name(run);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (ends_nocase(name, ends[i].end))
			return has_before(name, ends[i].end.n, ends[i].need, set);
	if (ends_nocase(name, SPAN("key")))
		return (name.n > 3 || set) && span_find_nocase(name, "public") < 0;
	return span_find_nocase(name, "secret_") >= 0 || span_find_nocase(name, "_secret") >= 0;
}

static void skip(struct span *s, const char *all)
{
	while (s->n && s->p[0] && strchr(all, s->p[0]))
		*s = span_from(*s, 1);
}

/* A quotation mark, also one that JSON in a string escapes. 0: none. */
static char take_quote(struct span *s)
{
	struct span at = *s;
	char quote;

	skip(&at, "\\");
	if (!at.n || !at.p[0] || !strchr("\"'`", at.p[0]))
		return '\0';
	quote = at.p[0];
	*s = span_from(at, 1);
	return quote;
}

static struct span until_char(struct span s, char end)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != end && s.p[n] != '\n')
		n++;
	while (n && n < s.n && s.p[n - 1] == '\\')
		n--;
	return span_sub(s, 0, n);
}

/* "${{ secrets.X }}" is one word. */
static struct span until_space(struct span s)
{
	enum { MOST = 256 };
	bool braces = span_starts(s, "${") && span_find_char(span_sub(s, 0, MOST), '}') > 0;
	size_t n = braces ? (size_t)span_find_char(s, '}') : 0;

	while (n < s.n && !ascii_space(s.p[n]))
		n++;
	while (n && strchr(s.p[0] == '<' ? "\"',;:)]`" : "\"',;:)]`>", s.p[n - 1]))
		n--;
	return span_sub(s, 0, n);
}

/* What stands where a value may, up to its own quote, or what is `around` name and value. */
static struct span value_at(struct span rest, char around)
{
	char quote = take_quote(&rest);
	static const char *const schemes[] = { "bearer ", "basic ", "token ", "digest ",
					       "apikey " };

	/* "Bearer X" behind "Authorization:": the scheme stays to be seen. */
	rest = FIRST_TELLS(x, ROWS(schemes), span_starts_nocase(rest, *x),
			   span_from(rest, strlen(*x)), rest);
	quote = quote ? quote : around;
	if (quote == '&')
		return until_char(until_char(until_space(rest), '&'), '#');
	return quote ? until_char(rest, quote) : until_space(rest);
}

/* No secret is named so; `auth: true` says that there is one. */
static bool says_nothing(struct span s)
{
	return !s.n || span_in_nocase(s, "true false none null yes no value") ||
	       secret_is_placeholder(s);
}

/* RFC 7235, "token68": what a Bearer or Basic is followed by, and no word of a sentence. */
static struct span token68(struct span s)
{
	size_t n = 0, odd = 0;

	while (n < s.n && s.p[n] && (ascii_alnum(s.p[n]) || strchr("-._~+/=", s.p[n]))) {
		odd += !ascii_alpha(s.p[n]) || (n && s.p[n] < 'a');
		n++;
	}
	while (n && strchr(".-", s.p[n - 1]))
		n--;
	return span_sub(s, 0, n >= 6 && odd ? n : 0);
}

/* What parts a name from its value; false: nothing that does. */
static bool take_sign(struct span *s, bool quoted, char before)
{
	struct span at = *s;

	if (before == '<' && span_take(s, ">"))
		return span_starts(span_from(*s, until_char(*s, '<').n), "</");
	skip(&at, "])");
	skip(&at, " \t");
	if (at.n && (at.p[0] == '=' || at.p[0] == ':'))
		skip(&at, "=:>");
	else if (at.n && (at.p[0] == '|' || (at.p[0] == ',' && quoted)))
		at = span_from(at, 1);
	else
		return false;
	skip(&at, " \t");
	*s = at;
	return true;
}

/* "name": "HF_TOKEN", "value": "…" */
static void take_value_key(struct span *s)
{
	struct span at = *s;

	if (take_quote(&at) && span_take(&at, "value") && take_quote(&at) &&
	    take_sign(&at, true, '\0'))
		*s = at;
}

/* Where the line is one of two words, or says whose password it is. */
static bool is_netrc(const struct secret_names *n, struct span run, struct span rest)
{
	struct span word, more;
	bool login = span_is(run, "login");

	if (!login && !span_is(run, "password") && !span_is(run, "account"))
		return false;
	if (n->netrc)
		return true;
	return !login && !n->last.p && span_word(&rest, &word) && !span_word(&rest, &more);
}

/* The name stands before its value with a space between: an option, a line of a Dockerfile. */
static bool is_before_space(const struct secret_names *n, struct span run, struct span rest)
{
	if (is_netrc(n, run, rest))
		return true;
	if (!is_secret(run, false) || rest.p[0] == '-' || rest.p[0] == '\\')
		return false;
	return *run.p == '-' || span_in(n->last, "ENV ARG setenv");
}

/* "curl -u user:password"; no ids, as docker's "-u 1000:1000". */
static bool is_user(struct span run, struct span value)
{
	ptrdiff_t colon = span_find_char(value, ':');

	return (span_is(run, "-u") || span_is(run, "--user") || span_is(run, "--proxy-user")) &&
	       colon > 0 && (size_t)colon + 1 < value.n && !ascii_digit(value.p[0]) &&
	       value.p[0] != '$' && span_find(value, "://") < 0;
}

/* Behind "NAME=", `"NAME": `, "<NAME>"; empty where no sign of these stands behind the name. */
static struct span behind_sign(struct span run, struct span at, char before)
{
	bool opened = before && strchr("\"'`", before);
	char quote = opened ? take_quote(&at) : '\0', around = opened && !quote ? before : '\0';

	if (before == '&' || before == '?')
		around = '&';
	if (!is_secret(run, quote || (at.n && at.p[0] == '=')) || !take_sign(&at, quote, before))
		return (struct span){ 0 };
	take_value_key(&at);
	return before == '<' ? until_char(at, '<') : value_at(at, around);
}

/* "/etc/passwd: this is no …": a path from a root on, and what is said of the file; grep puts no
 * blank behind its colon. */
static bool is_file(struct span s, size_t at, struct span rest)
{
	size_t from = at;

	if (!at || s.p[at - 1] != '/' || !span_starts(rest, ": "))
		return false;
	while (from && !ascii_space(s.p[from - 1]))
		from--;
	return strchr("/.~", s.p[from]) != NULL;
}

/* Behind "--token ", "Bearer ", "ENV TOKEN "; of a URL's query or user it is said there. */
static struct span value_of(const struct secret_names *n, struct span run)
{
	size_t at = (size_t)(run.p - n->s.p);
	struct span rest = span_from(n->s, at + run.n), value;

	if ((at > 1 && run.p[-1] == '/' && run.p[-2] == '/') || is_file(n->s, at, rest))
		return (struct span){ 0 };
	value = behind_sign(run, rest, at ? run.p[-1] : '\0');
	if (value.n || !rest.n || (rest.p[0] != ' ' && rest.p[0] != '\t'))
		return value;
	skip(&rest, " \t");
	if (span_eq_nocase(run, SPAN("bearer")) || span_eq_nocase(run, SPAN("basic")))
		return token68(rest);
	value = value_at(rest, '\0');
	return rest.n && (is_before_space(n, run, rest) || is_user(run, value)) ? value :
		(struct span){ 0 };
}

#define THREE(a, b, c) ((uint32_t)(a) << 16 | (uint32_t)(b) << 8 | (uint32_t)(c))

/* Whether the name may be one that value_of looks for: three letters tell nearly all words. */
static bool may_tell(struct span run)
{
	struct span name = own_name(run);
	const char *end = name.p + name.n - 3;

	if (name.n < 3)
		return span_is(run, "-u");
	switch (THREE(end[0] | ' ', end[1] | ' ', end[2] | ' ')) {
	case THREE('k', 'e', 'n'): case THREE('o', 'r', 'd'): case THREE('s', 'w', 'd'):
	case THREE('a', 's', 'e'): case THREE('r', 'e', 't'): case THREE('e', 't', 's'):
	case THREE('a', 's', 's'): case THREE('p', 'w', 'd'): case THREE('u', 't', 'h'):
	case THREE('i', 'a', 'l'): case THREE('a', 'l', 's'): case THREE('k', 'i', 'e'):
	case THREE('i', 'o', 'n'): case THREE('r', 'e', 'r'): case THREE('s', 'i', 'c'):
	case THREE('k', 'e', 'y'): case THREE('g', 'i', 'n'): case THREE('u', 'n', 't'):
	case THREE('s', 'e', 'r'):
		return true;
	default:
		return span_find_char(name, '_') >= 0 && span_find_nocase(name, "secret") >= 0;
	}
}

/* The next run of the characters of a name. */
static bool next_run(struct secret_names *n, struct span *ret)
{
	size_t from;

	while (n->at < n->s.n && !ascii_name(n->s.p[n->at])) {
		if (n->s.p[n->at++] != '\n')
			continue;
		n->last = (struct span){ 0 };
		n->netrc = false;
	}
	from = n->at;
	while (n->at < n->s.n && ascii_name(n->s.p[n->at]))
		n->at++;
	*ret = span_sub(n->s, from, n->at - from);
	return ret->n;
}

bool secret_may_be_named(struct span s)
{
	enum { LEAST = sizeof "KEY=x" - 1 };

	return s.n >= LEAST && ANY(one, LIST(s.p, s.n), *one == ' ' || *one == '=' || *one == ':' ||
		*one == '\t' || *one == '"' || *one == '\'' || *one == '>');
}

bool secret_next_named(struct secret_names *n, struct span *ret)
{
	struct span run;

	while (next_run(n, &run)) {
		*ret = may_tell(run) ? value_of(n, run) : (struct span){ 0 };
		n->last = run;
		n->netrc |= span_is(run, "machine") || span_is(run, "default");
		if (!says_nothing(*ret)) {
			n->at = (size_t)(ret->p - n->s.p) + ret->n;
			return true;
		}
	}
	return false;
}
