#include "know/spelling.h"

struct span spelling_lower(struct arena *a, struct span s)
{
	char *to = arena_span(a, s);

	for (size_t i = 0; i < s.n; i++) {
		to[i] = ascii_lower(to[i]);
		if (to[i] == "？"[0] && span_starts((struct span){ to + i, s.n - i }, "？"))
			memcpy(to + i, "?  ", strlen("？"));
	}
	return (struct span){ to, s.n };
}

struct span spelling_key(struct arena *a, struct span s)
{
	char *to = arena_alloc(a, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		if (ascii_alnum(s.p[i]))
			to[n++] = ascii_lower(s.p[i]);
	return (struct span){ to, n };
}

static struct span before(struct span s, const char *mark)
{
	ptrdiff_t at = span_find(s, mark);

	return at > 0 ? span_sub(s, 0, (size_t)at) : s;
}

struct span spelling_plain(struct arena *a, struct span s)
{
	s = span_trim(before(before(span_trim(s), " MIG "), "/PCIe"));
	if (s.n <= SPELLING_MAX && span_ends(s, "\xe2\x80\xa6"))
		s = span_of(arena_printf(a, "%.*s...", (int)s.n - 3, s.p));
	return s;
}

bool spelling_drop_brand(struct span *key)
{
	size_t n = span_starts_in(*key, "nvidia geforce quadro tesla jetson rtx gtx");

	*key = span_from(*key, n);
	return n > 0;
}

/* "12GB", "12G", "GB" after a number. */
static bool memory_size(struct span word, struct span before)
{
	size_t digits = span_run_digits(word, "");

	return (span_eq_nocase(span_from(word, digits), SPAN("gb")) ||
		span_eq_nocase(span_from(word, digits), SPAN("g"))) &&
		(digits > 0 || (before.n && ascii_digit(before.p[before.n - 1])));
}

bool spelling_drop_addition(struct span *name)
{
	ptrdiff_t space = span_rfind_char(*name, ' ');
	struct span rest = span_trim(span_sub(*name, 0, space < 0 ? 0 : (size_t)space));
	struct span word = span_from(*name, (size_t)(space + 1));

	if (!rest.n || (!memory_size(word, rest) && !span_in_nocase(word,
			"mobile max-q maxq laptop gpu gpus lite hash rate lhr /")))
		return false;
	if (memory_size(word, rest) && !ascii_digit(word.p[0]))
		while (rest.n && ascii_digit(rest.p[rest.n - 1]))
			rest.n--;
	*name = span_trim(rest);
	return name->n > 0;
}

struct span spelling_whole(struct arena *a, struct span key)
{
	size_t digits = 0;

	while (digits + 1 < key.n && ascii_digit(key.p[key.n - digits - 2]))
		digits++;
	if (digits == 4 && key.p[key.n - 1] == 's')
		return span_of(arena_printf(a, SPAN_FMT "uper", SPAN_ARG(key)));
	return digits == 4 && key.p[key.n - 1] == 'm' &&
	       (digits + 1 == key.n || span_ends(span_sub(key, 0, key.n - 5), "tx")) ?
	       span_sub(key, 0, key.n - 1) : span_sub(key, 0, 0);
}

bool spelling_telling(struct span key)
{
	bool digit = false;

	for (size_t i = 0; i < key.n; i++)
		digit = digit || ascii_digit(key.p[i]);
	return digit && key.n >= 3;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: Levenshtein, and a swap of neighbours counts one. */
size_t spelling_distance(struct span a, struct span b, size_t most)
{
	size_t rows[3][SPELLING_MAX + 1], *before_last = rows[0], *last = rows[1], *now = rows[2];

	if (a.n > SPELLING_MAX || b.n > SPELLING_MAX || a.n > b.n + most || b.n > a.n + most)
		return most + 1;
	for (size_t j = 0; j <= b.n; j++)
		last[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *spare = before_last;

		size_t nearest = i;

		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			bool same = a.p[i - 1] == b.p[j - 1];

			now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + !same);
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1])
				now[j] = least(now[j], before_last[j - 2] + 1);
			nearest = least(nearest, now[j]);
		}
		if (nearest > most)
			return most + 1;
		before_last = last;
		last = now;
		now = spare;
	}
	return least(last[b.n], most + 1);
}
