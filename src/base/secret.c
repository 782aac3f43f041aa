#include "base/secret.h"

#include "base/buf.h"
#include "base/secret_private.h"

struct mask {
	secret_put *put;
	void *to;
	struct span rest;           /* what has not been put */
	struct secret_names names;
	struct span named;          /* the next one behind a name; NULL: none is left */
};

/* Puts what stands before the secret, and what stands for it; of one that is begun, its end. */
static void put_hidden(struct mask *m, struct span secret)
{
	if (secret.p < m->rest.p)
		secret = span_from(secret, (size_t)(m->rest.p - secret.p));
	if (!secret.n)
		return;
	m->put(m->to, (struct span){ m->rest.p, (size_t)(secret.p - m->rest.p) });
	m->put(m->to, SPAN("***"));
	m->rest = span_from(m->rest, (size_t)(secret.p + secret.n - m->rest.p));
}

static void next_named(struct mask *m)
{
	if (!secret_next_named(&m->names, &m->named))
		m->named.p = NULL;
}

/* Secrets come in the order in which they stand, also those behind names. */
static void hide(struct mask *m, struct span secret)
{
	for (; m->named.p && m->named.p < secret.p; next_named(m))
		put_hidden(m, m->named);
	put_hidden(m, secret);
}

static struct span until_any(struct span s, const char *ends)
{
	size_t n = 0;

	while (n < s.n && !(s.p[n] && strchr(ends, s.p[n])))
		n++;
	return span_sub(s, 0, n);
}

static bool all_digits(struct span s)
{
	return span_run_digits(s, "") == s.n;
}

/* "user:password" or a token alone: either may be the secret, so all of it goes. */
static void hide_user(struct mask *m, struct span user)
{
	ptrdiff_t colon = span_find_char(user, ':');
	struct span name = colon < 0 ? user : span_sub(user, 0, (size_t)colon);

	if (!secret_is_placeholder(name) ||
	    (colon >= 0 && !secret_is_placeholder(span_from(user, name.n + 1))))
		hide(m, user);
}

/*
 * RFC 3986, 3.2.1: what stands before the last "@" of the authority. A password with a "/", "?" or
 * "#" that nobody encoded shows by a port that is no number; one that was cut off, by its end.
 */
static void hide_authority(struct mask *m, struct span url, struct span *authority, bool ssh)
{
	ptrdiff_t at = span_rfind_char(*authority, '@'), colon = span_find_char(*authority, ':');
	bool odd = colon >= 0 && *authority->p != '[' &&
		   !all_digits(span_from(*authority, (size_t)colon + 1));

	if (at < 0 && odd) {
		at = span_rfind_char(url, '@');
		if (at < 0 && url.n == authority->n && url.p + url.n == m->rest.p + m->rest.n)
			hide(m, span_from(url, (size_t)colon + 1));
		if (at >= 0)
			*authority = span_sub(url, 0, (size_t)at + 1);
	}
	if (at > 0 && !(ssh && colon < 0))
		hide_user(m, span_sub(*authority, 0, (size_t)at));
}

/*
 * conda takes what follows "/t/" for a token (conda.common.url, split_anaconda_token). Forums have
 * "/t/title/123".
 */
static void hide_token(struct mask *m, struct span path)
{
	ptrdiff_t at;

	while ((at = span_find_nocase(path, "/t/")) >= 0) {
		struct span token, next;

		path = span_from(path, (size_t)at + 3);
		token = until_any(path, "/\"'<>,;)]}`");
		next = until_any(span_from(path, token.n + 1), "/\"'<>,;)]}`.");
		if (path.n && (*path.p == '$' || *path.p == '<'))
			token = until_any(path, "/");
		if (token.n && !secret_is_placeholder(token) && !(next.n && all_digits(next)))
			hide(m, token);
		path = span_from(path, token.n);
	}
}

/* Every value: which key is a secret's is anybody's choice. */
static void hide_query(struct mask *m, struct span query)
{
	enum { LONG = 16 };
	struct span one;

	while (span_next(&query, '&', &one)) {
		ptrdiff_t at = span_find_char(one, '=');
		struct span value = span_from(one, at < 0 ? 0 : (size_t)at + 1);

		while (value.n && strchr("\"'),.]};:`>", value.p[value.n - 1]))
			value.n--;
		if (value.n && (at >= 0 || value.n >= LONG) && !secret_is_placeholder(value))
			hide(m, value);
	}
}

/* What follows "://", up to where the next URL of the same word begins. */
static void hide_url(struct mask *m, struct span url, struct span scheme)
{
	struct span authority = until_any(url, "/?#"), path, query;

	hide_authority(m, url, &authority, span_ends(scheme, "ssh"));
	path = until_any(span_from(url, authority.n), "?#");
	if (!span_ends(scheme, "file"))
		hide_token(m, path);
	query = span_from(url, authority.n + path.n);
	if (query.n && *query.p == '?')
		hide_query(m, until_any(span_from(query, 1), "#"));
}

static bool is_name(char c)
{
	return ascii_alnum(c) || strchr("._~%+-", c);
}

/* "user:password@proxy:3128", as pip's --proxy takes it; no digest, no drive, no number. */
static void hide_bare_user(struct mask *m, struct span word)
{
	ptrdiff_t at = span_rfind_char(word, '@'), colon;
	struct span host = span_from(word, (size_t)at + 1), user, pass;
	size_t from;

	if (at <= 0 || !host.n || !ascii_alnum(*host.p) || span_starts(host, "sha256:") ||
	    span_starts(host, "sha512:"))
		return;
	user = span_sub(word, 0, (size_t)at);
	colon = span_find_char(user, ':');
	if (colon <= 0)
		return;
	pass = span_from(user, (size_t)colon + 1);
	for (from = (size_t)colon; from > 0 && is_name(user.p[from - 1]); from--)
		;
	user = span_from(user, from);
	if (all_digits(pass) || strchr("/\\:", *pass.p) || *user.p == ':' ||
	    all_digits(span_sub(word, from, (size_t)colon - from)))
		return;
	hide_user(m, user);
}

/*
 * "conda.anaconda.org/t/TOKEN/channel": a host has a dot, and nothing stands before it. Secrets are
 * hidden in the order in which they stand: a user may stand in a query.
 */
static void hide_bare(struct mask *m, struct span word)
{
	struct span host = until_any(word, "/?"), path = until_any(span_from(word, host.n), "?");
	bool is_host = host.n && ascii_alnum(host.p[0]) && span_find_char(host, '.') > 0;
	size_t query = host.n + path.n;
	bool user_first = span_rfind_char(word, '@') < (ptrdiff_t)query;

	if (user_first)
		hide_bare_user(m, word);
	if (is_host && span_starts_nocase(path, "/t/"))
		hide_token(m, path);
	if (query)
		hide_query(m, span_from(word, query + 1));
	if (!user_first)
		hide_bare_user(m, word);
}

static size_t scheme_at(struct span before)
{
	size_t n = before.n;

	while (n && (ascii_alnum(before.p[n - 1]) || strchr("+-.", before.p[n - 1])))
		n--;
	return n;
}

static void hide_word(struct mask *m, struct span word)
{
	ptrdiff_t at = span_find(word, "://"), next;
	struct span before = span_sub(word, 0, at < 0 ? word.n : (size_t)at);

	if (at < 0) {
		hide_bare(m, word);
		return;
	}
	while (at >= 0) {
		struct span scheme = span_from(before, scheme_at(before));

		word = span_from(word, before.n + 3);
		next = span_find(word, "://");
		before = span_sub(word, 0, next < 0 ? word.n : (size_t)next);
		hide_url(m, span_sub(word, 0, next < 0 ? word.n : scheme_at(before)), scheme);
		at = next;
	}
}

/* What every secret stands beside. */
static bool may_hold(struct span s)
{
	return span_find_char(s, '@') >= 0 || span_find(s, "://") >= 0 ||
	       span_find(s, "/t/") >= 0 || span_find(s, "/T/") >= 0 ||
	       (span_find_char(s, '?') >= 0 && span_find_char(s, '=') >= 0);
}

void secret_mask(struct span s, secret_put *put, void *to)
{
	struct mask m = { .put = put, .to = to, .rest = s };
	struct span word;

	if (secret_may_be_named(s)) {
		m.names.s = s;
		next_named(&m);
	}
	if (may_hold(s))
		while (span_word(&s, &word))
			hide_word(&m, word);
	for (; m.named.p; next_named(&m))
		put_hidden(&m, m.named);
	put(to, m.rest);
}

void secret_to_buf(void *to, struct span piece)
{
	buf_span(to, piece);
}

static void put_count(void *to, struct span piece)
{
	size_t *pieces = to;

	(void)piece;
	++*pieces;
}

bool secret_in(struct span s)
{
	size_t pieces = 0;

	secret_mask(s, put_count, &pieces);
	return pieces > 1;
}

const char *secret_masked(struct arena *a, const char *s)
{
	BUF_AUTO b = BUF(SIZE_MAX);

	if (!s || !secret_in(span_of(s)))
		return s;
	secret_mask(span_of(s), secret_to_buf, &b);
	return arena_str(a, buf_cstr(&b));
}
