/* The table of what was not taken: builds with like reasons share a line. */
#include "show/plan_part.h"

#include <string.h>

enum { GROUPS_SHOWN = 5, BUILDS_SHOWN = 6 };

struct group {
	const char *why;
	struct buf names;
	const char *torch;  /* of the last name, which need not be said again */
	size_t n;
};

/* Reasons that differ in their GPU alone are said once. */
static const char *why(struct arena *a, const struct hosts *hosts, const struct refusal *r)
{
	BUF_AUTO out = BUF(4096);

	for (size_t i = 0; i < r->reasons.n; i++) {
		const char *text = sentence_reason(a, hosts, &r->reasons.v[i]);

		if (span_find(buf_view(&out), text) < 0)
			buf_printf(&out, "%s%s", i ? "; " : "", text);
	}
	return arena_str(a, buf_cstr(&out));
}

static void name_build(struct group *g, const struct build *b)
{
	if (++g->n > BUILDS_SHOWN)
		return;
	if (g->torch && strcmp(g->torch, b->torch) == 0) {
		buf_printf(&g->names, " %s", b->variant);
		return;
	}
	buf_printf(&g->names, "%s%s %s", g->torch ? ", " : "", b->torch, b->variant);
	g->torch = b->torch;
}

/* The same torch of PyPI and of the index, or in many conda builds, is one to the reader. */
static bool named_before(const struct answer *answer, size_t n)
{
	const struct refusal *r = &answer->rejected[n];

	for (size_t i = 0; i < n; i++) {
		const struct refusal *s = &answer->rejected[i];

		if (s->build->manager == r->build->manager &&
		    strcmp(s->build->torch, r->build->torch) == 0 &&
		    strcmp(s->build->variant, r->build->variant) == 0 &&
		    strcmp(s->build->channel, r->build->channel) == 0)
			return true;
	}
	return false;
}

static void group_add(struct arena *a, const struct plan_page *page, const struct refusal *r,
		      struct group *groups, size_t *n)
{
	const char *text = why(a, page->hosts, r);
	size_t i = 0;

	while (i < *n && strcmp(groups[i].why, text) != 0)
		i++;
	if (i == *n)
		groups[(*n)++] = (struct group){ .why = text, .names = BUF(1024) };
	name_build(&groups[i], r->build);
}

static void group_show(struct arena *a, const struct term *t, struct group *g, bool first)
{
	const char *more = g->n > BUILDS_SHOWN ?
		arena_printf(a, " and %zu more", g->n - BUILDS_SHOWN) : "";

	show_line(t, STYLE_BAD, first ? "Not this" : "",
	      arena_printf(a, "%s%s: %s", buf_cstr(&g->names), more, g->why));
}

static void grouped(struct arena *a, const struct term *t, const struct plan_page *page)
{
	const struct answer *answer = page->answer;
	struct group *groups = arena_array(a, answer->n_rejected, sizeof *groups);
	size_t n = 0;

	for (size_t i = 0; i < answer->n_rejected; i++)
		if (!named_before(answer, i))
			group_add(a, page, &answer->rejected[i], groups, &n);
	for (size_t i = 0; i < n; i++) {
		if (i < GROUPS_SHOWN)
			group_show(a, t, &groups[i], i == 0);
		buf_free(&groups[i].names);
	}
	if (n > GROUPS_SHOWN)
		show_line(t, STYLE_PLAIN, "", arena_printf(a, "and %zu more kinds (--all)",
						       n - GROUPS_SHOWN));
}

static void one_by_one(struct arena *a, const struct term *t, const struct plan_page *page)
{
	for (size_t i = 0; i < page->answer->n_rejected; i++) {
		const struct refusal *r = &page->answer->rejected[i];
		const struct build *b = r->build;

		show_line(t, STYLE_BAD, i ? "" : "Not this",
		      arena_printf(a, "%s %s %s%s%s [%s]: %s", b->torch, b->variant, b->channel,
				   b->build ? " " : "", b->build ? b->build : "",
				   installer_name(r->installer), why(a, page->hosts, r)));
	}
}

void show_refusals(struct arena *a, const struct term *t, const struct plan_page *page)
{
	if (page->all)
		one_by_one(a, t, page);
	else
		grouped(a, t, page);
}
