#include "base/dotted.h"

static int cmp_part(struct span a, struct span b)
{
	uint64_t x = 0, y = 0;
	bool number_a = a.n == 0 || span_u64(a, &x), number_b = b.n == 0 || span_u64(b, &y);

	if (number_a && number_b)
		return (x > y) - (x < y);
	if (number_a != number_b)
		return number_a ? -1 : 1;
	return span_cmp(a, b);
}

int dotted_cmp(struct span a, struct span b)
{
	struct span x, y;
	int c = 0;

	while (c == 0 && (a.p || b.p)) {
		x = y = (struct span){ NULL, 0 };
		span_next(&a, '.', &x);
		span_next(&b, '.', &y);
		c = cmp_part(x, y);
	}
	return c;
}

struct span dotted_number(struct span digits)
{
	while (digits.n > 1 && digits.p[0] == '0')
		digits = span_from(digits, 1);
	return digits.n ? digits : SPAN("0");
}

int dotted_number_cmp(struct span a, struct span b)
{
	a = dotted_number(a);
	b = dotted_number(b);
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return span_cmp(a, b);
}

struct span dotted_front(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) ||
			   (n && s.p[n] == '.' && n + 1 < s.n && ascii_digit(s.p[n + 1]))))
		n++;
	return span_sub(s, 0, n);
}

bool dotted_begins(const char *first, const char *version)
{
	size_t n = strlen(first);

	return strncmp(first, version, n) == 0 && (version[n] == '.' || !version[n]);
}
