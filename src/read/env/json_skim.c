#include "read/env/json_skim.h"

#include <string.h>

static size_t blanks(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_space(s.p[n]) || s.p[n] == ','))
		n++;
	return n;
}

/* Bytes of the string that begins at s, with its quotes; 0 when it does not end. */
static size_t string_length(struct span s)
{
	size_t n = 1;

	while (n < s.n) {
		const char *quote = memchr(s.p + n, '"', s.n - n);
		size_t at = quote ? (size_t)(quote - s.p) : s.n, back = at;

		if (!quote)
			return 0;
		while (back > 1 && s.p[back - 1] == '\\')
			back--;
		n = at + 1;
		if ((at - back) % 2 == 0)
			return n;
	}
	return 0;
}

/* Bytes of the object or list that begins at s; 0 when it does not end. */
static size_t nest_length(struct span s)
{
	static const signed char deeper[256] = { ['{'] = 1, ['['] = 1, ['}'] = -1, [']'] = -1 };
	ptrdiff_t depth = 0;

	for (size_t n = 0; n < s.n; n++) {
		if (s.p[n] == '"') {
			size_t skip = string_length(span_from(s, n));

			if (!skip)
				return 0;
			n += skip - 1;
			continue;
		}
		depth += deeper[(unsigned char)s.p[n]];
		if (depth == 0)
			return n + 1;
	}
	return 0;
}

static size_t value_length(struct span s)
{
	size_t n = 0;

	if (!s.n)
		return 0;
	if (s.p[0] == '"')
		return string_length(s);
	if (s.p[0] == '{' || s.p[0] == '[')
		return nest_length(s);
	while (n < s.n && s.p[n] != ',' && s.p[n] != '}' && !ascii_space(s.p[n]))
		n++;
	return n;
}

bool json_skim(struct span *rest, struct span *key, struct span *value)
{
	struct span s = span_from(*rest, blanks(*rest));
	size_t n;

	if (s.n && s.p[0] == '{')
		s = span_from(s, 1);
	s = span_from(s, blanks(s));
	n = s.n && s.p[0] == '"' ? string_length(s) : 0;
	if (!n)
		return false;
	*key = span_sub(s, 1, n - 2);
	s = span_from(s, n);
	s = span_from(s, blanks(s));
	if (!s.n || s.p[0] != ':')
		return false;
	s = span_from(s, 1);
	s = span_from(s, blanks(s));
	n = value_length(s);
	if (!n)
		return false;
	*value = span_sub(s, 0, n);
	*rest = span_from(s, n);
	return true;
}
