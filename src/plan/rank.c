/* Builds in the order of preference; which of them are shown, and which refusals. */
#include "plan/rank_private.h"

#include "base/sort.h"

struct entry {
	key_t64 key;
	size_t build;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? 1 : -1;
	return (x->build > y->build) - (x->build < y->build);
}

bool rank_best(struct judge *j, enum manager manager, size_t *ret, key_t64 *key)
{
	bool found = false;

	for (size_t i = 0; i < j->p->n; i++) {
		struct verdict v;

		if (j->p->v[i].manager != manager || judge_potential(j, i) <= *key)
			continue;
		v = judge_build(j, i);
		if (!v.fits || v.key <= *key)
			continue;
		*ret = i;
		*key = v.key;
		found = true;
	}
	return found;
}

static size_t count_of(const struct platform_builds *p, enum manager manager)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < p->runs.n; i++)
		if (p->v[p->runs.v[i]].manager == manager)
			n += p->runs.v[i + 1] - p->runs.v[i];
	return n;
}

struct ranking rank_make(const struct judge *j, enum manager manager)
{
	struct ranking r = { .j = *j, .manager = manager };
	struct entry *entries = arena_array(j->arena, count_of(j->p, manager), sizeof *entries);

	r.verdicts = arena_array(j->arena, j->p->n, sizeof *r.verdicts);
	for (size_t i = 0; i < j->p->n; i++) {
		if (j->p->v[i].manager != manager)
			continue;
		r.verdicts[i] = judge_build(&r.j, i);
		r.judged += r.verdicts[i].allowed;
		if (r.verdicts[i].fits)
			entries[r.n++] = (struct entry){ r.verdicts[i].key, i };
	}
	sort_stable(entries, r.n, sizeof *entries, by_key);
	r.order = arena_array(j->arena, r.n, sizeof *r.order);
	for (size_t i = 0; i < r.n; i++)
		r.order[i] = entries[i].build;
	return r;
}

enum { SHOWN_MAX = 3 };

static const struct build *at(const struct ranking *r, size_t place)
{
	return &r->j.p->v[r->order[place]];
}

static bool same_release(const struct build *a, const struct build *b)
{
	return a->rank == b->rank && strcmp(a->variant, b->variant) == 0;
}

static key_t64 key_of(const struct ranking *r, size_t place)
{
	return r->verdicts[r->order[place]].key;
}

static bool certain(const struct ranking *r, size_t place)
{
	return judge_is_certain(key_of(r, place));
}

/* Why a further build may be worth showing beside the first. */
static bool plainer(const struct ranking *r, size_t place)
{
	return certain(r, place) && judge_is_direct(key_of(r, place)) &&
	       !judge_is_direct(key_of(r, 0));
}

static bool other_cuda(const struct ranking *r, size_t place)
{
	return certain(r, place) && at(r, place)->rank == at(r, 0)->rank;
}

static bool newer_unknown(const struct ranking *r, size_t place)
{
	return !certain(r, place) && at(r, place)->rank > at(r, 0)->rank;
}

/* What a new driver would give, where that of the machine is not known. */
static bool newer_late(const struct ranking *r, size_t place)
{
	return certain(r, place) && at(r, place)->rank > at(r, 0)->rank &&
	       judge_late(&r->j, r->order[place]);
}

static bool other_channel(const struct ranking *r, size_t place)
{
	return r->manager == MANAGER_CONDA && certain(r, place) &&
	       judge_is_cubin(key_of(r, place)) &&
	       strcmp(at(r, place)->channel, at(r, 0)->channel) != 0;
}

size_t rank_picked(const struct ranking *r, bool all, size_t **ret)
{
	static bool (*const worth[])(const struct ranking *, size_t) = {
		newer_late, plainer, other_cuda, newer_unknown, other_channel,
	};
	size_t n = 0;

	*ret = arena_array(r->j.arena, all ? r->n : SHOWN_MAX, sizeof **ret);
	for (size_t i = 0; i < r->n && (all || i == 0); i++)
		(*ret)[n++] = i;
	for (size_t k = 0; !all && k < sizeof worth / sizeof *worth; k++) {
		size_t i = 1;

		while (i < r->n && (!worth[k](r, i) ||
				    ANY(x, LIST(*ret, n), same_release(at(r, *x), at(r, i)))))
			i++;
		if (i < r->n && n && n < SHOWN_MAX)
			(*ret)[n++] = i;
	}
	sort_sizes(*ret, n);
	return n;
}

/* A build of the same kind fits or stands there already; an index repeats what PyPI has. */
static bool covered(const struct ranking *r, const struct entry *v, size_t n, size_t build)
{
	const struct build *b = r->j.p->v;
	const struct build_key *key = r->j.p->key;

	for (size_t i = n; i > 0; i--)
		if (key[v[i - 1].build].kind == key[build].kind ||
		    (r->manager == MANAGER_PIP && same_release(&b[v[i - 1].build], &b[build])))
			return true;
	for (size_t i = build; i > 0 && key[i - 1].kind == key[build].kind; i--)
		if (r->verdicts[i - 1].fits)
			return true;
	for (size_t i = build + 1; i < r->j.p->n && key[i].kind == key[build].kind; i++)
		if (r->verdicts[i].fits)
			return true;
	return false;
}

static bool asks_for_cuda(const struct ranking *r)
{
	for (size_t i = 0; i < r->j.p->n; i++)
		if (r->verdicts[i].allowed && r->j.p->v[i].cuda.major)
			return true;
	return false;
}

/* CPU builds are nothing to explain, unless there is nothing else. */
size_t rank_refused(const struct ranking *r, bool all, size_t **ret)
{
	struct entry *v = arena_array(r->j.arena, r->judged, sizeof *v);
	key_t64 first = r->n ? r->verdicts[r->order[0]].key : 0;
	bool cuda = asks_for_cuda(r);
	size_t n = 0;

	for (size_t i = 0; i < r->j.p->n; i++) {
		key_t64 key;

		if (!r->verdicts[i].allowed || r->verdicts[i].fits)
			continue;
		key = judge_potential(&r->j, i);
		if (!all && (key < first || (cuda && r->j.p->v[i].cuda.major == 0) ||
			     covered(r, v, n, i)))
			continue;
		v[n++] = (struct entry){ key, i };
	}
	sort_stable(v, n, sizeof *v, by_key);
	*ret = arena_array(r->j.arena, n, sizeof **ret);
	for (size_t i = 0; i < n; i++)
		(*ret)[i] = v[i].build;
	return n;
}
