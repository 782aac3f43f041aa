#include "read/host/nodeset.h"

enum { NUMBER_MAX = 9 };

struct unfold {
	struct arena *a;
	size_t most;
	struct strings *to;
};

/* Up to the next comma that stands in no brackets. */
static bool next_name(struct span *rest, struct span *ret)
{
	size_t n = 0, deep = 0;

	if (rest->n == 0)
		return false;
	for (; n < rest->n && (deep || rest->p[n] != ','); n++)
		deep += rest->p[n] == '[' ? 1 : rest->p[n] == ']' && deep ? (size_t)-1 : 0;
	*ret = span_trim(span_sub(*rest, 0, n));
	*rest = span_from(*rest, n < rest->n ? n + 1 : n);
	return true;
}

/* "03-05" or "7" */
static bool range_of(struct span s, uint64_t *from, uint64_t *to)
{
	ptrdiff_t dash = span_find_char(s, '-');

	if (s.n > 2 * NUMBER_MAX + 1)
		return false;
	if (dash < 0)
		return span_u64(s, from) && (*to = *from, true);
	return span_u64(span_sub(s, 0, (size_t)dash), from) &&
	       span_u64(span_from(s, (size_t)dash + 1), to) && *from <= *to;
}

static bool unfold(struct unfold *u, struct span name);

/* Every number of one range in the place of the brackets; what stands behind may have more. */
static bool unfold_range(struct unfold *u, struct span before, struct span range,
			 struct span behind)
{
	ptrdiff_t dash = span_find_char(range, '-');
	int width = (int)(dash < 0 ? range.n : (size_t)dash);
	uint64_t from, to;

	if (!range_of(range, &from, &to) || to - from >= u->most)
		return false;
	for (; from <= to; from++) {
		char *name = arena_printf(u->a, SPAN_FMT "%0*llu" SPAN_FMT, SPAN_ARG(before), width,
					  (unsigned long long)from, SPAN_ARG(behind));

		if (!unfold(u, span_of(name)))
			return false;
	}
	return true;
}

static bool unfold(struct unfold *u, struct span name)
{
	ptrdiff_t open = span_find_char(name, '['), shut = span_find_char(name, ']');
	struct span list, range;

	if (u->to->n >= u->most || name.n == 0)
		return false;
	if (open < 0 && shut < 0) {
		ARRAY_ADD(u->a, *u->to) = arena_span(u->a, name);
		return true;
	}
	if (open < 0 || shut < open + 2)
		return false;
	list = span_sub(name, (size_t)open + 1, (size_t)(shut - open - 1));
	while (span_next(&list, ',', &range))
		if (!unfold_range(u, span_sub(name, 0, (size_t)open), range,
				  span_from(name, (size_t)shut + 1)))
			return false;
	return true;
}

bool nodeset_expand(struct arena *a, struct span s, size_t most, struct strings *ret)
{
	struct strings names = { NULL, 0, 0 };
	struct unfold u = { .a = a, .most = most, .to = &names };
	ptrdiff_t count = span_find(s, " (");
	struct span rest = count > 0 ? span_sub(s, 0, (size_t)count) : s, name;
	bool well = rest.n > 0;

	while (well && next_name(&rest, &name))
		well = unfold(&u, name);
	if (!well) {
		names.n = 0;
		ARRAY_ADD(a, names) = arena_span(a, s);
	}
	*ret = names;
	return well;
}
