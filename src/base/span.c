#include "base/span.h"

bool span_eq_nocase(struct span a, struct span b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (ascii_lower(a.p[i]) != ascii_lower(b.p[i]))
			return false;
	return true;
}

int span_cmp(struct span a, struct span b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n ? memcmp(a.p, b.p, n) : 0;

	if (c != 0)
		return c;
	return (a.n > b.n) - (a.n < b.n);
}

int span_cmp_nocase(struct span a, struct span b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++) {
		unsigned char x = (unsigned char)ascii_lower(a.p[i]);
		unsigned char y = (unsigned char)ascii_lower(b.p[i]);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return (a.n > b.n) - (a.n < b.n);
}

ptrdiff_t span_find_char(struct span s, char c)
{
	const char *at = s.n ? memchr(s.p, c, s.n) : NULL;

	return at ? at - s.p : -1;
}

ptrdiff_t span_rfind_char(struct span s, char c)
{
	const char *p = s.n ? memrchr(s.p, c, s.n) : NULL;

	return p ? p - s.p : -1;
}

/* The needle's byte that lines have least of, as far as logs and the samples tell. */
static size_t rare_at(const char *needle, size_t n)
{
	static const unsigned char often[256] = {
		[' '] = 9, ['e'] = 8, ['0'] = 7, ['t'] = 7, ['a'] = 7, ['o'] = 7, ['i'] = 7,
		['1'] = 6, ['r'] = 6, ['n'] = 6, ['s'] = 6, ['l'] = 6, ['-'] = 5, ['/'] = 5,
		['.'] = 5, ['c'] = 4, ['m'] = 4, ['p'] = 4, ['2' ... '9'] = 4, ['d'] = 3,
		['u'] = 3, [':'] = 2, ['='] = 2, [','] = 2, ['h'] = 2, ['_'] = 2, ['f'] = 1,
		['g'] = 1, ['y'] = 1, ['v'] = 1, ['b'] = 1, ['T'] = 1, ['I'] = 1, ['P'] = 1,
	};
	size_t best = 0;

	for (size_t at = 1; at < n && often[(unsigned char)needle[best]]; at++)
		if (often[(unsigned char)needle[at]] < often[(unsigned char)needle[best]])
			best = at;
	return best;
}

/* memmem makes a table for the needle first and looks at each byte: memchr takes many at once. */
ptrdiff_t span_find_n(struct span s, const char *needle, size_t n)
{
	size_t rare = rare_at(needle, n);
	const char *p = s.p + rare, *end;

	if (n == 0 || n > s.n)
		return n ? -1 : 0;
	end = p + (s.n - n) + 1;
	for (; p < end && (p = memchr(p, needle[rare], (size_t)(end - p))); p++)
		if (p[-(ptrdiff_t)rare] == *needle && memcmp(p - rare, needle, n) == 0)
			return p - rare - s.p;
	return -1;
}

ptrdiff_t span_find_nocase(struct span s, const char *needle)
{
	enum { CASE = 'a' - 'A' };

	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] | CASE) == (*needle | CASE) &&
		    span_starts_nocase(span_from(s, i), needle))
			return (ptrdiff_t)i;
	return -1;
}

struct span span_trim(struct span s)
{
	size_t begin = 0;

	while (s.n && ascii_space(s.p[s.n - 1]))
		s.n--;
	while (begin < s.n && ascii_space(s.p[begin]))
		begin++;
	return span_from(s, begin);
}

bool span_pair(struct span line, struct span *label, struct span *value)
{
	ptrdiff_t at = span_find(line, ": ");

	if (at < 0 && span_ends(line, ":"))
		at = (ptrdiff_t)line.n - 1;
	if (at <= 0)
		return false;
	*label = span_trim(span_sub(line, 0, (size_t)at));
	*value = span_trim(span_from(line, (size_t)at + 1));
	return true;
}

struct span span_unquoted(struct span s)
{
	if (s.n > 1 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
		return span_sub(s, 1, s.n - 2);
	return s;
}

bool span_pass(struct span *s, const char *mark)
{
	ptrdiff_t at = span_find(*s, mark);

	if (at >= 0)
		*s = span_from(*s, (size_t)at + strlen(mark));
	return at >= 0;
}

bool span_next(struct span *rest, char sep, struct span *part)
{
	ptrdiff_t at;

	if (!rest->p)
		return false;
	at = span_find_char(*rest, sep);
	if (at < 0) {
		*part = *rest;
		*rest = (struct span){ NULL, 0 };
		return true;
	}
	*part = span_sub(*rest, 0, (size_t)at);
	*rest = span_from(*rest, (size_t)at + 1);
	return true;
}

bool span_word(struct span *rest, struct span *word)
{
	struct span s = *rest;
	size_t begin = 0, end;

	while (begin < s.n && ascii_space(s.p[begin]))
		begin++;
	for (end = begin; end < s.n && !ascii_space(s.p[end]);)
		end++;
	*rest = span_from(s, end);
	if (end > begin)
		*word = span_sub(s, begin, end - begin);
	return end > begin;
}

/* By pieces, so that a text without one of both is not searched to its end for every line. */
static size_t line_length(struct span s)
{
	enum { PIECE = 256 };

	for (size_t at = 0; at < s.n; at += PIECE) {
		size_t n = s.n - at < PIECE ? s.n - at : PIECE;
		const char *lf = memchr(s.p + at, '\n', n), *cr;

		n = lf ? (size_t)(lf - s.p) - at : n;
		cr = memchr(s.p + at, '\r', n);
		if (cr || lf)
			return (size_t)((cr ? cr : lf) - s.p);
	}
	return s.n;
}

/* Words that are of another length are passed over without a look at them. */
static bool is_word_of(struct span s, const char *words, bool (*same)(struct span, struct span))
{
	const char *end;

	for (; words && *words; words = end + (*end != '\0')) {
		end = strchrnul(words, ' ');
		if (s.n && (size_t)(end - words) == s.n && same((struct span){ words, s.n }, s))
			return true;
	}
	return false;
}

bool span_in(struct span s, const char *words)
{
	return is_word_of(s, words, span_eq);
}

bool span_in_nocase(struct span s, const char *words)
{
	return is_word_of(s, words, span_eq_nocase);
}

size_t span_starts_in(struct span s, const char *words)
{
	struct span rest = span_of(words), word;

	while (span_word(&rest, &word))
		if (span_eq(span_sub(s, 0, word.n), word))
			return word.n;
	return 0;
}

bool span_begins(struct span s, const char *const *texts)
{
	for (; *texts; texts++)
		if (span_starts(s, *texts))
			return true;
	return false;
}

bool span_closes(struct span s, const char *const *texts)
{
	for (; *texts; texts++)
		if (span_ends(s, *texts))
			return true;
	return false;
}

bool span_holds(struct span s, const char *const *texts)
{
	for (; *texts; texts++)
		if (span_find(s, *texts) >= 0)
			return true;
	return false;
}

bool span_alnum(struct span s, const char *more)
{
	return s.n && span_run_alnum(s, more) == s.n;
}

bool span_digits(struct span s, const char *more)
{
	return s.n && span_run_digits(s, more) == s.n;
}

struct span span_base(struct span path)
{
	return span_from(path, (size_t)(span_rfind_char(path, '/') + 1));
}

bool span_line(struct span *rest, struct span *line)
{
	size_t n;

	if (rest->n == 0)
		return false;
	n = line_length(*rest);
	*line = span_sub(*rest, 0, n);
	if (n + 1 < rest->n && rest->p[n] == '\r' && rest->p[n + 1] == '\n')
		n++;
	*rest = span_from(*rest, n + 1);
	return true;
}

bool span_take_u64(struct span *s, uint64_t *ret)
{
	enum { SAFE = 19 }; /* so many digits fit, whichever they are */
	uint64_t v = 0;
	size_t n = 0;

	for (; n < s->n && ascii_digit(s->p[n]); n++) {
		uint64_t digit = (uint64_t)(s->p[n] - '0');

		if (n < SAFE)
			v = v * 10 + digit;
		else if (__builtin_mul_overflow(v, 10u, &v) ||
			 __builtin_add_overflow(v, digit, &v))
			return false;
	}
	if (n == 0)
		return false;
	*s = span_from(*s, n);
	*ret = v;
	return true;
}

bool span_u64(struct span s, uint64_t *ret)
{
	uint64_t v;

	if (!span_take_u64(&s, &v) || s.n)
		return false;
	*ret = v;
	return true;
}

static int hex_digit(char c)
{
	c = ascii_lower(c);
	if (ascii_digit(c))
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool span_hex(struct span s, uint64_t *ret)
{
	uint64_t v = 0;

	if (!span_take(&s, "0x"))
		span_take(&s, "0X");
	if (s.n == 0 || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = hex_digit(s.p[i]);

		if (digit < 0)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*ret = v;
	return true;
}

bool span_glob(struct span glob, struct span text)
{
	size_t g = 0, t = 0, star = SIZE_MAX, from = 0;

	while (t < text.n) {
		if (g < glob.n && glob.p[g] == '*') {
			star = g++;
			from = t;
		} else if (g < glob.n && ascii_lower(glob.p[g]) == ascii_lower(text.p[t])) {
			g++;
			t++;
		} else if (star != SIZE_MAX) {
			g = star + 1;
			t = ++from;
		} else {
			return false;
		}
	}
	while (g < glob.n && glob.p[g] == '*')
		g++;
	return g == glob.n;
}
