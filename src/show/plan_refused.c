/* Builds that do not run, and why: in groups of like reasons, or one by one. */
#include "show/plan_private.h"

#include "base/text.h"
#include "base/tr.h"

#include <string.h>

/* Where -v asks for more, and where not. */
enum { GROUPS_MOST = 5, GROUPS_FEW = 2, BUILDS_SHOWN = 4 };

/* What differs within a group is left out of its reasons. */
struct group {
	struct findings why;
	struct buf names;
	const char *torch;  /* of the last name, which need not be said again */
	size_t n;
};

/* A driver that is too old for the CUDA need not be told of its compression too. */
static bool is_implied(const struct findings *r, size_t n)
{
	return ANY(x, *r, r->v[n].code == CP104 && x->code == CP102);
}

/* Reasons that differ in their GPU alone are said once. */
static const char *why(struct arena *a, const struct plan_page *page, const struct findings *r)
{
	bool few = !page->more && !page->all;
	BUF_AUTO out = BUF_WORDS;

	for (size_t i = 0; i < r->n; i++) {
		struct finding f = r->v[i];
		const char *text;

		if (f.code == CP101 && few)
			f.need = NULL; /* all that it has code for instead */
		if (f.code < CP101 && few && r->n > 1)
			continue; /* of the machine, and told of it */
		text = sentence_finding(a, page->hosts, &f);

		if (!is_implied(r, i) && span_find(buf_view(&out), text) < 0)
			buf_printf(&out, "%s%s", buf_view(&out).n ? "; " : "", text);
	}
	return arena_str(a, buf_cstr(&out));
}

static bool is_alike(const struct findings *x, const struct findings *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->v[i].code != y->v[i].code || x->v[i].host != y->v[i].host ||
		    x->v[i].gpu != y->v[i].gpu || !text_same(x->v[i].have, y->v[i].have))
			return false;
	return true;
}

static void keep_common(struct findings *into, const struct findings *r)
{
	for (size_t i = 0; i < into->n; i++)
		if (!text_same(into->v[i].need, r->v[i].need))
			into->v[i].need = NULL;
}

static struct findings reasons_copy(struct arena *a, const struct findings *r)
{
	struct findings copy = { arena_array(a, r->n, sizeof *r->v), r->n, r->n };

	for (size_t i = 0; i < r->n; i++)
		copy.v[i] = r->v[i];
	return copy;
}

static void name_build(struct group *g, const struct build *b)
{
	if (++g->n > BUILDS_SHOWN)
		return;
	if (b->manager == MANAGER_CONDA) {
		buf_printf(&g->names, "%s%s %s (%s)", g->n > 1 ? ", " : "", b->torch, b->variant,
			   b->channel);
		g->torch = NULL;
		return;
	}
	if (g->torch && strcmp(g->torch, b->torch) == 0)
		buf_printf(&g->names, " %s", b->variant);
	else
		buf_printf(&g->names, "%s%s %s", g->n > 1 ? ", " : "", b->torch, b->variant);
	g->torch = b->torch;
}

static bool same_name(const struct build *x, const struct build *y)
{
	return x->manager == y->manager && strcmp(x->torch, y->torch) == 0 &&
	       strcmp(x->variant, y->variant) == 0 &&
	       (x->manager == MANAGER_PIP || strcmp(x->channel, y->channel) == 0);
}

/* The same torch of PyPI and of the index, or in many conda builds, is one to the reader; what a
 * part of the machines runs is not refused. */
static bool named_before(const struct answer *answer, size_t n)
{
	return ANY(each, LIST(answer->plans, answer->n_plans),
		same_name(each->build, answer->rejected[n].build)) ||
		ANY(x, LIST(answer->rejected, n), same_name(x->build, answer->rejected[n].build));
}

static void group_add(struct arena *a, const struct refusal *r, struct group *groups, size_t *n)
{
	size_t i = 0;

	while (i < *n && !is_alike(&groups[i].why, &r->reasons))
		i++;
	if (i == *n)
		groups[(*n)++] = (struct group){ .why = reasons_copy(a, &r->reasons),
						 .names = BUF_WORDS };
	keep_common(&groups[i].why, &r->reasons);
	name_build(&groups[i], r->build);
}

static void group_show(struct arena *a, const struct term *t, const struct plan_page *page,
		       struct group *g, bool first)
{
	const char *more = g->n > BUILDS_SHOWN ?
		arena_printf(a, tr(" and %zu more"), g->n - BUILDS_SHOWN) : "";

	show_line(t, STYLE_BAD, first ? tr("not") : "",
	      arena_printf(a, "%s%s: %s", buf_cstr(&g->names), more, why(a, page, &g->why)));
}

static void grouped(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	struct group *groups = arena_array(a, answer->n_rejected, sizeof *groups);
	size_t n = 0, most = page->more || answer->n_plans == 0 ? GROUPS_MOST : GROUPS_FEW;

	for (size_t i = 0; i < answer->n_rejected; i++)
		if (!named_before(answer, i))
			group_add(a, &answer->rejected[i], groups, &n);
	for (size_t i = 0; i < n; i++) {
		if (i < most)
			group_show(a, t, page, &groups[i], i == 0);
		buf_free(&groups[i].names);
	}
	if (n > most)
		show_line(t, STYLE_PLAIN, "",
			  arena_printf(a, tr("and others, for other reasons (%zu)%s"), n - most,
				       page->more ? ": --all" : ""));
}

void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page)
{
	if (page->all) {
		for (size_t i = 0; i < page->answer->n_rejected; i++) {
			const struct refusal *r = &page->answer->rejected[i];
			const struct build *b = r->build;

			show_line(t, STYLE_BAD, i ? "" : tr("not"),
				  arena_printf(
					  a, "%s %s %s%s%s [%s]: %s", b->torch, b->variant,
					  b->channel, b->build ? " " : "", b->build ? b->build : "",
					  installer_name(r->installer), why(a, page, &r->reasons)));
		}
	} else
		grouped(a, t, page);
}
