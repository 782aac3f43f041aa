#include "read/package/wheel_info.h"

#include "read/package/metadata.h"

const struct zip_entry *wheel_entry(const struct zip *z, const char *name)
{
	for (size_t i = 0; i < z->n; i++) {
		struct span s = z->v[i].name;
		ptrdiff_t at = span_find_char(s, '/');

		if (at > 0 && span_ends(span_sub(s, 0, (size_t)at), ".dist-info") &&
		    span_is(span_from(s, (size_t)at + 1), name))
			return &z->v[i];
	}
	return NULL;
}

/* A version's local label goes into a field of its own. */
static void split_local(struct arena *a, struct package *p)
{
	struct span v = span_of(p->version);
	ptrdiff_t at = span_find_char(v, '+');

	if (at < 0)
		return;
	p->local = arena_span(a, span_from(v, (size_t)at + 1));
	p->version = arena_span(a, span_sub(v, 0, (size_t)at));
}

void wheel_metadata(struct arena *a, struct span text, struct package *p)
{
	metadata_read(a, text, p);
	if (p->version)
		split_local(a, p);
}

void wheel_tags(struct arena *a, struct span text, struct package *p)
{
	struct wheel_info w;
	struct span tag, part;

	wheel_info_read(a, text, &w);
	if (!w.tags.n)
		return;
	p->wheel_tag = arena_str(a, w.tags.v[0]);
	if (p->platform_tag)
		return;
	tag = span_of(w.tags.v[0]);
	if (span_next(&tag, '-', &part))
		p->python_tag = arena_span(a, part);
	if (span_next(&tag, '-', &part))
		p->abi_tag = arena_span(a, part);
	if (tag.n)
		p->platform_tag = arena_span(a, tag);
}
