#include "fact/percent.h"

struct span percent_decode(struct arena *a, struct span s)
{
	size_t n = 0;
	uint64_t c;
	char *to;

	if (span_find_char(s, '%') < 0)
		return s;
	to = arena_alloc(a, s.n + 1);
	for (size_t i = 0; i < s.n; i++) {
		struct span hex = span_sub(s, i + 1, 2);
		bool code = s.p[i] == '%' && hex.n == 2 && span_hex(hex, &c) && c >= ' ';

		to[n++] = code ? (char)c : s.p[i];
		i += code ? 2 : 0;
	}
	return (struct span){ to, n };
}
