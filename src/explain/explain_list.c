#include <string.h>

#include "base/buf.h"
#include "explain/explain.h"

/* "sm_37 sm_70 compute_37" as the two lists of a build. */
static bool parse(const char *text, struct sm_list *sass, struct sm_list *ptx)
{
	struct span rest = span_of(text), word;
	struct sm sm;

	while (span_word(&rest, &word)) {
		while (word.n && (word.p[word.n - 1] == '.' || word.p[word.n - 1] == ','))
			word.n--;
		if (!sm_parse(word, &sm))
			return false;
		sm_list_add(span_starts(word, "compute_") ? ptx : sass, sm);
	}
	return sass->n > 0;
}

struct group {
	const struct build *first, *last;
};

static bool together(const struct build *a, const struct build *b)
{
	return strcmp(a->variant, b->variant) == 0 && a->manager == b->manager &&
	       strcmp(a->platform, b->platform) == 0;
}

struct groups {
	struct group *v;
	size_t n, room;
};

static void add(struct arena *a, struct groups *g, const struct build *b)
{
	for (size_t i = 0; i < g->n; i++) {
		if (!together(g->v[i].first, b))
			continue;
		if (b->rank < g->v[i].first->rank)
			g->v[i].first = b;
		if (b->rank > g->v[i].last->rank)
			g->v[i].last = b;
		return;
	}
	ARRAY_ADD(a, *g) = (struct group){ b, b };
}

static void write(struct buf *b, const struct group *g)
{
	buf_printf(b, "%storch %s", b->n ? "; " : "", g->first->torch);
	if (g->last != g->first)
		buf_printf(b, " to %s", g->last->torch);
	buf_printf(b, " %s (%s %s)", g->first->variant, manager_name(g->first->manager),
		   g->first->platform);
}

const char *explain_list(struct arena *a, const struct catalogue *c, const char *list)
{
	struct sm_list sass = { 0 }, ptx = { 0 };
	struct groups groups = { 0 };
	BUF_AUTO b = BUF(1024);

	if (!c || !parse(list, &sass, &ptx))
		return NULL;
	for (size_t i = 0; i < c->platforms.n; i++) {
		const struct platform_builds *p = &c->platforms.v[i];

		for (size_t k = 0; k < p->n; k++)
			if (sm_list_equal(p->v[k].sass, &sass) && sm_list_equal(p->v[k].ptx, &ptx))
				add(a, &groups, &p->v[k]);
	}
	for (size_t i = 0; i < groups.n && i < 4; i++)
		write(&b, &groups.v[i]);
	if (groups.n > 4)
		buf_printf(&b, " and %zu more", groups.n - 4);
	return groups.n ? arena_str(a, buf_cstr(&b)) : NULL;
}
