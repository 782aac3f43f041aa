#include "fact/nodeset.h"

#include <string.h>

#include "base/buf.h"
#include "base/sort.h"

enum { NUMBER_MAX = 9 };

/* --- unfolded -------------------------------------------------------------------------------- */

struct unfold {
	struct arena *a;
	size_t most;
	struct strings *to;
};

bool nodeset_next(struct span *rest, struct span *ret)
{
	size_t n = 0, deep = 0;

	if (rest->n == 0)
		return false;
	for (; n < rest->n && (deep || rest->p[n] != ','); n++)
		deep += strchr("[(", rest->p[n]) ? 1 :
			strchr("])", rest->p[n]) && deep ? (size_t)-1 : 0;
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

	if (!range_of(range, &from, &to))
		return false;
	for (; from <= to && u->to->n < u->most; from++) {
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

	if (name.n == 0)
		return false;
	if (open < 0 && shut < 0) {
		if (u->to->n < u->most)
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

	while (well && nodeset_next(&rest, &name))
		well = unfold(&u, name);
	if (!well) {
		names.n = 0;
		ARRAY_ADD(a, names) = arena_span(a, s);
	}
	*ret = names;
	return well;
}

/* --- folded ---------------------------------------------------------------------------------- */

/* "gpu07.lan" as "gpu", 7 in two digits, ".lan"; without a number all of it stands before. */
struct node {
	struct span name, before, behind;
	uint64_t number;
	size_t width;
};

/* The last number before the first dot: what stands behind that is a domain. */
static struct node node_of(const char *text)
{
	struct span s = span_of(text);
	struct node ret = { .name = s, .before = s };
	ptrdiff_t dot = span_find_char(s, '.');
	size_t end = dot > 0 ? (size_t)dot : s.n, from;

	if (strpbrk(text, "[],"))
		return ret;
	while (end > 0 && !ascii_digit(s.p[end - 1]))
		end--;
	for (from = end; from > 0 && ascii_digit(s.p[from - 1]);)
		from--;
	if (from == end || end - from > NUMBER_MAX)
		return ret;
	span_u64(span_sub(s, from, end - from), &ret.number);
	ret.width = end - from;
	ret.before = span_sub(s, 0, from);
	ret.behind = span_from(s, end);
	return ret;
}

static int by_node(const void *a, const void *b)
{
	const struct node *x = a, *y = b;
	int c = span_cmp(x->before, y->before);

	c = c ? c : span_cmp(x->behind, y->behind);
	c = c ? c : (x->width > 0) - (y->width > 0);
	c = c ? c : (x->number > y->number) - (x->number < y->number);
	return c ? c : (x->width > y->width) - (x->width < y->width);
}

static size_t digits_of(uint64_t n)
{
	size_t ret = 1;

	while (n /= 10)
		ret++;
	return ret;
}

static bool is_one_word(const struct node *x, const struct node *y)
{
	return x->width && y->width && span_eq(x->before, y->before) &&
	       span_eq(x->behind, y->behind);
}

/* How many in a row are printed alike from the first one's width on. */
static size_t range_from(const struct node *v, size_t n)
{
	size_t i = 1;

	while (i < n && is_one_word(v, &v[i]) && v[i].number == v[0].number + i) {
		size_t least = digits_of(v[i].number);

		if (v[i].width != (v[0].width > least ? v[0].width : least))
			break;
		i++;
	}
	return i;
}

/* One word, from its first name on; false: there is no more room for a range. */
static size_t put_word(struct buf *b, const struct node *v, size_t n, size_t *room)
{
	size_t i = 0, all = 1;

	while (all < n && is_one_word(v, &v[all]))
		all++;
	buf_printf(b, SPAN_FMT, SPAN_ARG(v->before));
	if (!v->width) {
		*room -= 1;
		return 1;
	}
	buf_str(b, all > 1 ? "[" : "");
	while (i < all && *room) {
		size_t run = range_from(v + i, all - i);

		buf_printf(b, "%s%0*llu", i ? "," : "", (int)v[i].width,
			   (unsigned long long)v[i].number);
		if (run > 1)
			buf_printf(b, "-%0*llu", (int)v[i].width,
				   (unsigned long long)v[i + run - 1].number);
		i += run;
		*room -= 1;
	}
	buf_printf(b, "%s" SPAN_FMT, all > 1 ? "]" : "", SPAN_ARG(v->behind));
	return i;
}

const char *nodeset_fold(struct arena *a, const struct strings *names, size_t most)
{
	ARENA_AUTO own = { 0 };
	struct node *v = arena_array(&own, names->n, sizeof *v);
	size_t n = 0, i = 0, room = most ? most : SIZE_MAX;
	BUF_AUTO b = BUF((size_t)1 << 26);

	for (size_t k = 0; k < names->n; k++)
		v[k] = node_of(names->v[k]);
	sort_stable(v, names->n, sizeof *v, by_node);
	for (size_t k = 0; k < names->n; k++)
		if (n == 0 || !span_eq(v[n - 1].name, v[k].name))
			v[n++] = v[k];
	while (i < n && room) {
		buf_str(&b, i ? "," : "");
		i += put_word(&b, v + i, n - i, &room);
	}
	if (i < n)
		buf_printf(&b, " and %zu more", n - i);
	return arena_str(a, buf_cstr(&b));
}
