#include "base/pep440.h"

#include "base/buf.h"
#include "base/dotted.h"

static const struct span zero = { "0", 1 };

static bool is_separator(char c)
{
	return c == '-' || c == '_' || c == '.';
}

static void skip_separator(struct span *s)
{
	if (s->n && is_separator(s->p[0]))
		*s = span_from(*s, 1);
}

static bool take_digits(struct span *s, struct span *ret)
{
	size_t n = span_run_digits(*s, "");

	if (n == 0)
		return false;
	*ret = span_sub(*s, 0, n);
	*s = span_from(*s, n);
	return true;
}

static bool take_number(struct span *s, struct span *ret)
{
	if (!take_digits(s, ret))
		return false;
	*ret = dotted_number(*ret);
	return true;
}

static bool take_release(struct span *s, struct span *ret)
{
	const char *from = s->p;
	struct span part, rest;

	if (!take_digits(s, &part))
		return false;
	for (rest = *s; span_take(&rest, ".") && take_digits(&rest, &part);)
		*s = rest;
	*ret = (struct span){ from, (size_t)(s->p - from) };
	return true;
}

static void take_epoch(struct span *s, struct span *ret)
{
	struct span rest = *s, n;

	*ret = zero;
	if (take_number(&rest, &n) && span_take(&rest, "!")) {
		*ret = n;
		*s = rest;
	}
}

/* [-_.]? word [-_.]? digits?; the first of the words that fits gives its index, or -1. */
static int take_label(struct span *s, const char *const *words, struct span *n)
{
	struct span rest = *s;

	skip_separator(&rest);
	if (!rest.n || !ascii_alpha(rest.p[0]))
		return -1;
	for (int i = 0; words[i]; i++) {
		if (!span_starts_nocase(rest, words[i]))
			continue;
		*s = span_from(rest, strlen(words[i]));
		skip_separator(s);
		if (!take_number(s, n))
			*n = zero;
		return i;
	}
	return -1;
}

static void take_pre(struct span *s, struct pep440 *v)
{
	static const char *const words[] = { "alpha", "a", "beta", "b", "preview", "pre", "c",
					     "rc", NULL };
	int i = take_label(s, words, &v->pre_n);

	v->pre = "\0aabbrrrr"[i + 1];
}

static void take_post(struct span *s, struct pep440 *v)
{
	static const char *const words[] = { "post", "rev", "r", NULL };
	struct span rest = *s;

	if (span_take(&rest, "-") && take_number(&rest, &v->post_n)) {
		v->post = true;
		*s = rest;
		return;
	}
	v->post = take_label(s, words, &v->post_n) >= 0;
}

/* Alphanumeric parts with single separators. */
static bool local_ok(struct span s)
{
	bool word = false;

	for (size_t i = 0; i < s.n; i++) {
		if (!ascii_alnum(s.p[i]) && (!word || !is_separator(s.p[i])))
			return false;
		word = ascii_alnum(s.p[i]);
	}
	return word;
}

bool pep440_parse(struct span s, struct pep440 *ret)
{
	struct pep440 v = { 0 };
	static const char *const words[] = { "dev", NULL };

	s = span_trim(s);
	if (s.n > PEP440_MAX)
		return false;
	if (!span_take(&s, "v"))
		span_take(&s, "V");
	take_epoch(&s, &v.epoch);
	if (!take_release(&s, &v.release))
		return false;
	take_pre(&s, &v);
	take_post(&s, &v);
	v.dev = take_label(&s, words, &v.dev_n) >= 0;
	if (span_take(&s, "+")) {
		v.local = s;
		s.n = 0;
		if (!local_ok(v.local))
			return false;
	}
	if (s.n)
		return false;
	*ret = v;
	return true;
}

static struct span next_part(struct span *release)
{
	struct span part = zero;

	return span_next(release, '.', &part) ? dotted_number(part) : zero;
}

static int cmp_release(struct span a, struct span b)
{
	int c = 0;

	while (c == 0 && (a.p || b.p))
		c = dotted_number_cmp(next_part(&a), next_part(&b));
	return c;
}

/* A development release of the release itself comes before its pre-releases. */
static int pre_rank(const struct pep440 *v)
{
	if (v->pre)
		return v->pre;
	return v->dev && !v->post ? 0 : 'z';
}

static int cmp_pre(const struct pep440 *a, const struct pep440 *b)
{
	int x = pre_rank(a), y = pre_rank(b);

	if (x != y)
		return x < y ? -1 : 1;
	return a->pre ? dotted_number_cmp(a->pre_n, b->pre_n) : 0;
}

static int cmp_post(const struct pep440 *a, const struct pep440 *b)
{
	if (a->post != b->post)
		return a->post ? 1 : -1;
	return a->post ? dotted_number_cmp(a->post_n, b->post_n) : 0;
}

static int cmp_dev(const struct pep440 *a, const struct pep440 *b)
{
	if (a->dev != b->dev)
		return a->dev ? -1 : 1;
	return a->dev ? dotted_number_cmp(a->dev_n, b->dev_n) : 0;
}

static bool next_local(struct span *rest, struct span *part)
{
	size_t n = 0;

	if (rest->n == 0)
		return false;
	while (n < rest->n && !is_separator(rest->p[n]))
		n++;
	*part = span_sub(*rest, 0, n);
	*rest = span_from(*rest, n + 1);
	return true;
}

static int cmp_local_part(struct span a, struct span b)
{
	bool x = span_digits(a, ""), y = span_digits(b, "");

	if (x != y)
		return x ? 1 : -1;
	return x ? dotted_number_cmp(a, b) : span_cmp_nocase(a, b);
}

static int cmp_local(struct span a, struct span b)
{
	struct span x, y;

	for (;;) {
		bool more_a = next_local(&a, &x), more_b = next_local(&b, &y);
		int c;

		if (!more_a || !more_b)
			return more_a - more_b;
		c = cmp_local_part(x, y);
		if (c)
			return c;
	}
}

int pep440_cmp(const struct pep440 *a, const struct pep440 *b)
{
	int c = dotted_number_cmp(a->epoch, b->epoch);

	c = c ? c : cmp_release(a->release, b->release);
	c = c ? c : cmp_pre(a, b);
	c = c ? c : cmp_post(a, b);
	c = c ? c : cmp_dev(a, b);
	return c ? c : cmp_local(a->local, b->local);
}

int pep440_cmp_text(struct span a, struct span b)
{
	struct pep440 x, y;
	bool good_a = pep440_parse(a, &x), good_b = pep440_parse(b, &y);

	if (good_a && good_b)
		return pep440_cmp(&x, &y);
	return good_a != good_b ? good_a - good_b : span_cmp(a, b);
}

bool pep440_is_pre(const struct pep440 *v)
{
	return v->pre || v->dev;
}

struct pep440 pep440_public(const struct pep440 *v)
{
	struct pep440 r = *v;

	r.local = (struct span){ NULL, 0 };
	return r;
}

size_t pep440_parts(const struct pep440 *v)
{
	size_t n = 1;

	for (size_t i = 0; i < v->release.n; i++)
		n += v->release.p[i] == '.';
	return n;
}

struct span pep440_part(const struct pep440 *v, size_t i)
{
	struct span rest = v->release, part = zero;

	do {
		if (!span_next(&rest, '.', &part))
			return zero;
	} while (i--);
	return dotted_number(part);
}

