#include "cmd/reach_memo_private.h"

#include "base/text.h"

static bool memo_keeps(const struct package *p)
{
	return p->kind == PACKAGE_NAME && !p->libraries.n && !p->ptx.n &&
	       p->scanned == SCANNED_NONE;
}

static uint32_t mix(uint32_t h, unsigned char c)
{
	return (h ^ c) * 16777619u;
}

static uint32_t mix_text(uint32_t h, const char *s)
{
	while (s && *s)
		h = mix(h, (unsigned char)*s++);
	return mix(h, 0);
}

static uint32_t mix_list(uint32_t h, const struct sm_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		h = mix(mix(h, l->v[i].major), (unsigned char)(l->v[i].minor ^ l->v[i].suffix));
	return mix(h, 0);
}

/* FNV-1a of what the answer hangs on. */
static struct reach_kept *memo_slot(struct reach_memo *m, const struct package *p)
{
	uint32_t h = mix_text(mix_text(2166136261u, p->cuda), p->platform);

	return &m->v[mix_list(mix_list(h, &p->declared), &p->declared_ptx) % REACH_SLOTS];
}

static bool memo_same(const struct reach_kept *k, const struct package *p)
{
	return k->used && k->declared == p->has_declared && text_same(k->cuda, p->cuda) &&
	       text_same(k->platform, p->platform) && sm_list_equal(&k->sass, &p->declared) &&
	       sm_list_equal(&k->ptx, &p->declared_ptx);
}

struct reach_kept *reach_recall(struct arena *a, const struct catalogue *c,
				const struct package *p, struct reach_memo *m)
{
	struct reach_kept *k = memo_keeps(p) ? memo_slot(m, p) : &m->other;

	if (k == &m->other)
		k->reach = reach_of(a, c, p);
	else if (!memo_same(k, p))
		*k = (struct reach_kept){ p->cuda, p->platform, p->has_declared, p->declared,
					  p->declared_ptx, reach_of(a, c, p), true, NULL };
	return k;
}
