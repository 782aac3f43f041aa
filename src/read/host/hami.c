/*
 * What HAMi notes of a node's GPUs for its scheduler, in the annotation
 * hami.io/node-nvidia-register (4pd.io/… before): "UUID,shares,MiB,cores,type,numa,healthy:" for
 * each, or a list of objects. It gives out shares, so that the node's capacity counts more than
 * there are. Source: Project-HAMi/HAMi, pkg/util (MarshalNodeDevices, EncodeNodeDevices).
 */
#include <string.h>

#include "read/host/hami_private.h"

static void add(struct arena *a, struct span uuid, struct span mib, struct span type,
		struct host *h)
{
	struct gpu *g = format_gpu(&(struct source){ .a = a }, h, (int)h->gpus.n, 0);

	(void)(span_take(&type, "NVIDIA-") || span_take(&type, "NVIDIA "));
	if (!g || !type.n)
		return;
	g->name = arena_printf(a, "%s" SPAN_FMT, field_has_brand(type) ? "" : "NVIDIA ",
			       SPAN_ARG(type));
	g->uuid = uuid.n ? arena_span(a, uuid) : NULL;
	g->memory_mib = field_index(mib);
}

/* One device off the front; a cut one ends in dots, and is none. */
static bool add_words(struct arena *a, struct span one, struct host *h)
{
	struct span v[5];

	for (size_t i = 0; i < sizeof v / sizeof *v; i++)
		if (!span_next(&one, ',', &v[i]))
			return false;
	if (!one.n)
		return false;
	add(a, v[0], v[2], v[4], h);
	return true;
}

static bool add_objects(struct arena *a, struct span text, struct host *h)
{
	struct tree *root = NULL;
	struct err e;
	bool whole = json_parse(a, text, &root, &e) == 0;

	for (const struct tree *n = tree_first(root); n; n = n->next)
		if (json_get_text(n, "type"))
			add(a, span_of(json_get_text(n, "id")), span_of(tree_get_text(n, "devmem")),
			    span_of(json_get_text(n, "type")), h);
	return whole;
}

void hami_take(struct arena *a, const struct tree *annotations, struct host *h)
{
	for (const struct tree *n = tree_first(annotations); n; n = n->next) {
		struct span text = span_of(tree_text(n)), one;
		bool whole = true;

		if (!n->key || !span_ends(span_of(n->key), HAMI_LIST) || !text.n)
			continue;
		h->gpus.n = 0;
		if (span_starts(text, "["))
			whole = add_objects(a, text, h);
		else
			while (whole && text.n && span_next(&text, ':', &one))
				whole = add_words(a, one, h);
		h->gpus_known = whole || h->gpus.n;
		h->nvidia_present = h->gpus.n ? TRI_YES : h->nvidia_present;
		if (!whole)
			FORMAT_CUT(a, h, 0, CUT_GPU_LIST);
	}
}

bool hami_begins(struct span line)
{
	ptrdiff_t at = span_find(line, HAMI_LIST ":");

	return at > 0 && span_find_char(span_sub(line, 0, (size_t)at), ' ') < 0;
}

size_t hami_note(const struct source *s, size_t i, struct tree *to)
{
	struct span rest = s->v[i].s, key;
	const char *text = "", *quotes = "'\"", *quote;

	(void)span_next(&rest, ':', &key);
	rest = span_trim(rest);
	if (!rest.n && i + 1 < s->n)
		rest = s->v[++i].s;
	quote = rest.n ? strchr(quotes, rest.p[0]) : NULL;
	rest = span_from(rest, quote != NULL);
	while (quote && !(rest.n && rest.p[rest.n - 1] == *quote) && i + 1 < s->n) {
		text = arena_printf(s->a, "%s" SPAN_FMT " ", text, SPAN_ARG(rest));
		rest = s->v[++i].s;
	}
	rest.n -= quote && rest.n && rest.p[rest.n - 1] == *quote;
	tree_put(s->a, to, key, span_of(arena_printf(s->a, "%s" SPAN_FMT, text, SPAN_ARG(rest))));
	return i;
}
