/* Which of the GPUs that a text names are of the machine that it tells of. */
#include "read/host/format_private.h"
#include "read/host/told_private.h"

bool told_alike(const char *a, const char *b)
{
	struct span x = span_of(a), y = span_of(b);

	return !x.n || !y.n || span_ends(x, b) || span_ends(y, a);
}

bool told_is_placed(const struct gpu *g)
{
	return g->index >= 0 || g->bus_id || g->uuid;
}

static bool says(const struct told_device *d, unsigned any)
{
	return d->says & any;
}

/* One that is like it, or one that is not. */
static bool keys_have(const struct told_keys *keys, const char *key, bool like)
{
	return ANY(x, *keys, told_alike(*x, key) == like);
}

/*
 * One that works is left out beside one that does not: that machine is asked about; and a chip
 * beside any card: it is of one that the text names elsewhere.
 */
static void leave_working(struct told_devices *t)
{
	size_t n = 0, working = 0, chips = 0;

	for (size_t i = 0; i < t->n; i++) {
		working += says(&t->v[i], TOLD_IS_WORKING);
		chips += t->v[i].chip;
	}
	EACH(const struct told_device, d, *t) {
		if ((d->chip && chips < t->n) || (working < t->n && says(d, TOLD_IS_WORKING) &&
						  !told_is_placed(&d->g)))
			field_keep(&t->passing, d->g.name);
		else
			t->v[n++] = *d;
	}
	t->n = n;
}

/* They are said to be in machines of several sorts, or one is, in a sentence of its own. */
static bool are_apart(const struct told_devices *t)
{
	unsigned sort = TOLD_IN_ANY;
	bool there = false, alone = false;

	for (size_t i = 0; i < t->n; i++) {
		unsigned one = t->v[i].says & TOLD_IN_ANY;

		if (one && !(sort & one))
			return true;
		sort = one ? one : sort;
		there |= !one && says(&t->v[i], TOLD_IS_THERE) && !told_is_placed(&t->v[i].g);
		alone |= one && !says(&t->v[i], TOLD_IS_LISTED) && there;
	}
	return alone;
}

void told_devices_leave_former(struct told_devices *t, int found)
{
	size_t n = 0, mine = 0, placed = 0;
	bool apart;

	leave_working(t);
	apart = are_apart(t);
	for (size_t i = 0; i < t->n; i++) {
		mine += says(&t->v[i], TOLD_IS_MINE);
		placed += told_is_placed(&t->v[i].g);
	}
	EACH(const struct told_device, d, *t) {
		bool former = !told_is_placed(&d->g) && d->count < 2 && *d->key &&
			      (keys_have(&t->former, d->key, true) || found == (int)placed ||
			       (t->n > 1 && keys_have(&t->others, d->key, true) &&
				!says(d, TOLD_IS_THERE | TOLD_IS_MINE | TOLD_IS_USED)) ||
			       (!says(d, TOLD_IS_THERE | TOLD_IS_LISTED | TOLD_IS_MINE |
				      TOLD_IS_USED) &&
				says(d, TOLD_IS_BELOW) && !apart && mine == 1));

		if (!former)
			t->v[n++] = *d;
		else
			field_keep(&t->passing, d->g.name);
	}
	t->n = n;
}

bool told_devices_are_terse(const struct told_devices *t)
{
	return ANY(x, *t, says(x, TOLD_IS_TERSE) && !keys_have(&t->others, x->key, false));
}

/* A name that stands in a title alone is none where the text asks about it. */
static bool is_only_asked(const struct told_devices *t, const struct told_device *d)
{
	return !says(d, TOLD_IS_BELOW) && keys_have(&t->others, d->key, true);
}

/* Its name is said in a line of its own, in a sentence of oneself, or beside what it can. */
static bool is_said(const struct told_devices *t, const struct told_device *d)
{
	return says(d, TOLD_IS_TERSE) || d->g.sm_source == SM_SOURCE_CSV ||
	       (says(d, TOLD_IS_SPOKEN) && !keys_have(&t->others, d->key, false));
}

bool told_devices_are_own(const struct told_devices *t, int found, bool told)
{
	const struct told_device *only = t->n == 1 ? t->v : NULL;
	size_t placed = 0, used = 0; /* in sentences of their own: on as many machines, maybe */

	for (size_t i = 0; i < t->n; i++)
		used += says(&t->v[i], TOLD_IS_USED) &&
			!says(&t->v[i], TOLD_IS_LISTED | TOLD_IS_THERE);
	EACH(const struct told_device, d, *t) {
		placed += says(d, TOLD_IS_THERE) || (says(d, TOLD_IS_USED) && used == 1) ||
			  (d->count > 1 && (told || only) && !is_only_asked(t, d));
	}
	if (are_apart(t))
		return false;
	if (t->contradicts || placed == t->n || (t->n > 1 && found == (int)t->n))
		return !t->contradicts;
	return only && told && !is_only_asked(t, only) && is_said(t, only);
}
