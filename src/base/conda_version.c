#include "base/conda_version.h"

#include "base/buf.h"
#include "base/dotted.h"

enum kind { TEXT, NUMBER, POST };

/* A run of digits or of other characters. */
struct piece {
	enum kind kind;
	struct span s;
};

/* The next segment of the main part; a separator at its very end but "." belongs to the text. */
static bool next_segment(struct span *rest, bool keep_last, struct span *segment)
{
	size_t n = 0;

	if (!rest->p)
		return false;
	while (n < rest->n && ((rest->p[n] != '.' && rest->p[n] != '_' && rest->p[n] != '-') ||
			       (keep_last && n + 1 == rest->n && rest->p[n] != '.')))
		n++;
	*segment = span_sub(*rest, 0, n);
	*rest = n < rest->n ? span_from(*rest, n + 1) : (struct span){ NULL, 0 };
	return true;
}

static int class_of(char c)
{
	return ascii_digit(c) ? 1 : c == '*' ? 2 : 3;
}

/* "dev" becomes "+", which sorts before every other text but stars. */
static struct piece piece_of(struct span s)
{
	if (ascii_digit(s.p[0]))
		return (struct piece){ NUMBER, s };
	if (span_eq_nocase(s, SPAN("post")))
		return (struct piece){ POST, s };
	if (span_eq_nocase(s, SPAN("dev")))
		return (struct piece){ TEXT, SPAN("+") };
	return (struct piece){ TEXT, s };
}

/* The next piece of a segment. A segment that begins with text has a 0 in front of it. */
static bool next_piece(struct span *segment, bool *first, struct piece *ret)
{
	size_t n = 1;

	if (segment->n == 0)
		return false;
	if (*first && !ascii_digit(segment->p[0])) {
		*first = false;
		*ret = (struct piece){ NUMBER, SPAN("0") };
		return true;
	}
	*first = false;
	while (n < segment->n && class_of(segment->p[n]) == class_of(segment->p[0]))
		n++;
	*ret = piece_of(span_sub(*segment, 0, n));
	*segment = span_from(*segment, n);
	return true;
}

static bool segments_ok(struct span s, bool keep_last)
{
	struct span segment;

	while (next_segment(&s, keep_last, &segment))
		if (segment.n == 0)
			return false;
	return true;
}

static bool characters_ok(struct span s)
{
	bool dash = span_find_char(s, '-') >= 0, line = span_find_char(s, '_') >= 0;

	return !(dash && line) && (!s.n || span_alnum(s, "*.+!_-"));
}

bool conda_version_parse(struct span s, struct conda_version *ret)
{
	struct conda_version v = { .epoch = SPAN("0") };
	ptrdiff_t at;

	s = span_trim(s);
	if (s.n > CONDA_VERSION_MAX || !characters_ok(s))
		return false;
	at = span_find_char(s, '!');
	if (at >= 0) {
		v.epoch = span_sub(s, 0, (size_t)at);
		s = span_from(s, (size_t)at + 1);
	}
	at = span_find_char(s, '+');
	v.main = at < 0 ? s : span_sub(s, 0, (size_t)at);
	if (at >= 0)
		v.local = span_from(s, (size_t)at + 1);
	if (!span_digits(v.epoch, "") || span_find_char(s, '!') >= 0 || v.main.n == 0 ||
	    !segments_ok(v.main, true))
		return false;
	if (at >= 0 && (span_find_char(v.local, '+') >= 0 || !segments_ok(v.local, false)))
		return false;
	*ret = v;
	return true;
}

static char fold(char c)
{
	return c == '-' ? '_' : ascii_lower(c);
}

static int cmp_folded(struct span a, struct span b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++)
		if (fold(a.p[i]) != fold(b.p[i]))
			return fold(a.p[i]) < fold(b.p[i]) ? -1 : 1;
	return (a.n > b.n) - (a.n < b.n);
}

/* Text before numbers, "post" above all numbers. */
static int cmp_piece(struct piece a, struct piece b)
{
	if (a.kind != b.kind)
		return a.kind < b.kind ? -1 : 1;
	if (a.kind == TEXT)
		return cmp_folded(a.s, b.s);
	return a.kind == NUMBER ? dotted_number_cmp(a.s, b.s) : 0;
}

static int cmp_segment(struct span a, struct span b)
{
	bool first_a = true, first_b = true, more_a, more_b;
	const struct piece none = { NUMBER, { "0", 1 } };
	struct piece x, y;
	int c = 0;

	do {
		more_a = next_piece(&a, &first_a, &x);
		more_b = next_piece(&b, &first_b, &y);
		if (more_a || more_b)
			c = cmp_piece(more_a ? x : none, more_b ? y : none);
	} while (c == 0 && (more_a || more_b));
	return c;
}

static int cmp_part(struct span a, struct span b, bool keep_last)
{
	bool more_a, more_b;
	struct span x, y;
	int c = 0;

	a = a.n ? a : (struct span){ NULL, 0 };
	b = b.n ? b : (struct span){ NULL, 0 };
	do {
		x = y = (struct span){ NULL, 0 };
		more_a = next_segment(&a, keep_last, &x);
		more_b = next_segment(&b, keep_last, &y);
		if (more_a || more_b)
			c = cmp_segment(x, y);
	} while (c == 0 && (more_a || more_b));
	return c;
}

int conda_version_cmp(const struct conda_version *a, const struct conda_version *b)
{
	int c = dotted_number_cmp(a->epoch, b->epoch);

	c = c ? c : cmp_part(a->main, b->main, true);
	return c ? c : cmp_part(a->local, b->local, false);
}

int conda_version_cmp_text(struct span a, struct span b)
{
	struct conda_version x, y;
	bool good_a = conda_version_parse(a, &x), good_b = conda_version_parse(b, &y);

	if (good_a && good_b)
		return conda_version_cmp(&x, &y);
	return good_a != good_b ? good_a - good_b : span_cmp(a, b);
}

/* The last piece of the prefix may be the beginning of a longer text, never of a number. */
static bool segment_starts(struct span s, struct span prefix)
{
	bool first_s = true, first_p = true, more;
	struct piece x, p, next = { NUMBER, { "0", 1 } };

	next_piece(&prefix, &first_p, &next);
	do {
		p = next;
		if (!next_piece(&s, &first_s, &x))
			x = (struct piece){ NUMBER, SPAN("0") };
		more = next_piece(&prefix, &first_p, &next);
		if (more && cmp_piece(x, p) != 0)
			return false;
	} while (more);
	if (p.kind == TEXT)
		return x.kind == TEXT && x.s.n >= p.s.n &&
		       cmp_folded(span_sub(x.s, 0, p.s.n), p.s) == 0;
	return cmp_piece(x, p) == 0;
}

static bool part_starts(struct span s, struct span prefix, bool keep_last)
{
	struct span x, p;

	while (next_segment(&prefix, keep_last, &p)) {
		x = (struct span){ NULL, 0 };
		next_segment(&s, keep_last, &x);
		if (prefix.p ? cmp_segment(x, p) != 0 : !segment_starts(x, p))
			return false;
	}
	return true;
}

bool conda_version_starts(const struct conda_version *v, const struct conda_version *prefix)
{
	if (dotted_number_cmp(v->epoch, prefix->epoch))
		return false;
	if (prefix->local.n == 0)
		return part_starts(v->main, prefix->main, true);
	return cmp_part(v->main, prefix->main, true) == 0 && v->local.n &&
	       part_starts(v->local, prefix->local, false);
}

