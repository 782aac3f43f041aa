#include "plan/rank.h"

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

struct ranking rank_make(const struct judge *j, enum manager manager)
{
	struct ranking r = { .j = *j, .manager = manager };
	struct entry *entries = arena_array(j->arena, j->p->n, sizeof *entries);

	r.verdicts = arena_array(j->arena, j->p->n, sizeof *r.verdicts);
	for (size_t i = 0; i < j->p->n; i++) {
		if (j->p->v[i].manager != manager)
			continue;
		r.verdicts[i] = judge_build(&r.j, i);
		r.judged += r.verdicts[i].allowed;
		if (r.verdicts[i].fits)
			entries[r.n++] = (struct entry){ r.verdicts[i].key, i };
	}
	qsort(entries, r.n, sizeof *entries, by_key);
	r.order = arena_array(j->arena, r.n, sizeof *r.order);
	for (size_t i = 0; i < r.n; i++)
		r.order[i] = entries[i].build;
	return r;
}
