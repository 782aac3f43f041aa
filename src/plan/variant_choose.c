/* The variant of a wheel that an installer with variant providers would take. */
#include "plan/variant_choose_private.h"

#include <string.h>

#include "base/sort.h"

/* Bounds of the provider: UMD_MAJOR_RANGE, UMD_MINOR_RANGE, and the least sm_arch. */
enum { MAJOR_LEAST = 11, MAJOR_MOST = 15, MINOR_MOST = 20, SM_LEAST = 5 };
enum { PER_MAJOR = MINOR_MOST + 2, FEATURES = 3 };

int variant_cuda(struct span s)
{
	uint64_t major, minor;

	if (!span_take_u64(&s, &major) || major < MAJOR_LEAST || major > MAJOR_MOST)
		return -1;
	if (!s.n)
		return (int)major * PER_MAJOR;
	if (!span_take(&s, ".") || !span_take_u64(&s, &minor) || s.n || minor > MINOR_MOST)
		return -1;
	return (int)(major * PER_MAJOR + minor + 1);
}

/* "90_real" for 9.0 and above of the same major, newest first, then "90_virtual" of minor 0. */
static int place_of_arch(struct span value, struct sm sm)
{
	bool is_virtual = span_ends(value, "_virtual");
	struct sm of;

	if (!is_virtual && !span_ends(value, "_real"))
		return -1;
	value = span_sub(value, 0, value.n - strlen(is_virtual ? "_virtual" : "_real"));
	if (!sm_known(sm) || sm.major < SM_LEAST || !sm_parse(value, &of) || of.suffix ||
	    of.major != sm.major || of.minor > (is_virtual ? 0 : sm.minor))
		return -1;
	return is_virtual ? sm.minor + 1 : sm.minor - of.minor;
}

static int place_of(const struct variant_feature *f, const char *value,
		    const struct variant_seen *seen)
{
	struct span s = span_of(value);

	if (!seen->cuda || strcmp(f->space, VARIANT_NVIDIA) != 0)
		return -1;
	if (strcmp(f->name, VARIANT_LOWER) == 0 || strcmp(f->name, VARIANT_UPPER) == 0) {
		/* The place of a value among those that fit, 0 the best; -1: it does not fit. */
		int at = variant_cuda(s);

		if (at < 0 ||
		    (strcmp(f->name, VARIANT_LOWER) == 0 ? at > seen->cuda : at <= seen->cuda))
			return -1;
		return (MAJOR_MOST + 1) * PER_MAJOR - at;
	}
	return strcmp(f->name, VARIANT_ARCH) == 0 ? place_of_arch(s, seen->sm) : -1;
}

static size_t index_of(const struct strings *s, const char *text)
{
	size_t i = 0;

	while (i < s->n && strcmp(s->v[i], text) != 0)
		i++;
	return i;
}

static const struct strings *order_of(const struct variant_set *s, const char *space,
				      const char *feature)
{
	static const struct strings none;

	EACH(const struct variant_order, o, s->orders)
		if (strcmp(o->space, space) == 0 && !o->feature == !feature &&
		    (!feature || strcmp(o->feature, feature) == 0))
			return &o->names;
	return &none;
}

/* Namespace, feature and the best of its values, by place: what a variant is sorted by. */
struct key {
	size_t space, feature, value;
};

static int key_cmp(const void *x, const void *y)
{
	const struct key *a = x, *b = y;

	if (a->space != b->space)
		return a->space < b->space ? -1 : 1;
	if (a->feature != b->feature)
		return a->feature < b->feature ? -1 : 1;
	return (a->value > b->value) - (a->value < b->value);
}

/* What the file names goes before what the provider names, in its own order. */
static bool key_of(const struct variant_set *s, const struct variant_feature *f,
		   const struct variant_seen *seen, struct key *ret)
{
	static const char *const features[] = { VARIANT_LOWER, VARIANT_UPPER, VARIANT_ARCH };
	const struct strings *named = order_of(s, f->space, NULL);
	const struct strings *values = order_of(s, f->space, f->name);
	size_t known = 0;

	while (known < FEATURES && strcmp(features[known], f->name) != 0)
		known++;
	*ret = (struct key){ index_of(&s->spaces, f->space), index_of(named, f->name), SIZE_MAX };
	if (ret->feature == named->n)
		ret->feature += known;
	for (size_t i = 0; i < f->values.n; i++) {
		int place = place_of(f, f->values.v[i], seen);
		size_t at = index_of(values, f->values.v[i]);

		if (place < 0)
			continue;
		at = at < values->n ? at : values->n + (size_t)place;
		ret->value = at < ret->value ? at : ret->value;
	}
	return ret->value != SIZE_MAX;
}

/* Its keys, best first; *n 0 for one without properties. Unknown: of another namespace. */
static enum tri fits(const struct variant_set *s, const struct variant *v,
		     const struct variant_seen *seen, struct key keys[VARIANT_KEYS], size_t *n)
{
	enum tri ret = v->features.n > VARIANT_KEYS ? TRI_UNKNOWN : TRI_YES;

	*n = 0;
	EACH_WHILE(const struct variant_feature, f, v->features, *n < VARIANT_KEYS) {
		if (strings_has(&s->optional, f->space))
			return TRI_NO;
		if (strcmp(f->space, VARIANT_NVIDIA) != 0)
			ret = TRI_UNKNOWN;
		else if (!key_of(s, f, seen, &keys[(*n)++]))
			return TRI_NO;
	}
	sort_stable(keys, *n, sizeof *keys, key_cmp);
	return ret;
}

/* By the first key that differs; then more keys; then the label. */
static bool goes_before(const struct variant_set *s, const struct variant_seen *seen,
			const struct variant *x, const struct variant *y)
{
	struct key a[VARIANT_KEYS], b[VARIANT_KEYS];
	size_t n = 0, m = 0;

	(void)fits(s, x, seen, a, &n);
	(void)fits(s, y, seen, b, &m);
	for (size_t i = 0; i < n && i < m; i++)
		if (key_cmp(&a[i], &b[i]))
			return key_cmp(&a[i], &b[i]) < 0;
	return n != m ? n > m : strcmp(x->label, y->label) < 0;
}

enum tri variant_fits(const struct variant_set *s, const struct variant *v,
		      const struct variant_seen *seen)
{
	struct key keys[VARIANT_KEYS];
	size_t n;

	return fits(s, v, seen, keys, &n);
}

const struct variant *variant_choose(const struct variant_set *s, const struct variant_seen *seen,
				     const char **space)
{
	const struct variant *best = NULL;
	struct key keys[VARIANT_KEYS];
	size_t n;

	EACH(const struct variant, v, s->v) {
		enum tri yes = fits(s, v, seen, keys, &n);

		for (size_t k = 0; yes == TRI_UNKNOWN && !*space && k < v->features.n; k++)
			if (strcmp(v->features.v[k].space, VARIANT_NVIDIA) != 0)
				*space = v->features.v[k].space;
		if (yes == TRI_YES && (!best || goes_before(s, seen, v, best)))
			best = v;
	}
	return best;
}
