/* Where what is asked for comes from: indexes and channels, or the user's mirrors of them. */
#include <string.h>

#include "fact/build.h"
#include "plan/steps_private.h"

static bool of_pypi(const char *url)
{
	struct span s = span_sub(span_of(url), 0, strcspn(url, "?#"));

	return span_ends(s, "/simple") || span_ends(s, "/simple/");
}

const char *steps_mirror(const struct ground *g, bool pypi)
{
	for (size_t i = g->index_urls.n; i-- > 0;)
		if (of_pypi(g->index_urls.v[i]) == pypi)
			return g->index_urls.v[i];
	return NULL;
}

/* ".../whl" of ".../whl/%s" */
static struct span index_root(const struct ground *g)
{
	struct span s = span_of(g->index);

	return span_ends(s, "/%s") ? span_sub(s, 0, s.n - 3) : (struct span){ NULL, 0 };
}

const char *steps_mirrored(struct arena *a, const struct ground *g, const struct build *b,
			    const char *url)
{
	const char *base = steps_mirror(g, false);
	const char *query = base ? strpbrk(base, "?#") : NULL;
	size_t n = index_root(g).n;
	struct span s = span_of(base);

	if (!base || !n || strncmp(url, g->index, n) != 0)
		return url;
	if (query)
		s.n = (size_t)(query - base);
	if (span_ends(s, "/"))
		s.n--;
	if (span_ends(s, b->index_url + n))
		s.n -= strlen(b->index_url + n);
	return arena_printf(a, SPAN_FMT "%s%s", SPAN_ARG(s), url + n, query ? query : "");
}

const char *steps_index(struct arena *a, const struct ground *g, const char *variant)
{
	struct span root = index_root(g);
	const struct build of = {
		.index_url = arena_printf(a, SPAN_FMT "/%s", SPAN_ARG(root), variant),
	};

	if (!root.n)
		return NULL;
	return steps_mirrored(a, g, &of, of.index_url);
}

const char *steps_channel(const struct ground *g, const char *name)
{
	for (size_t i = 0; i < g->channels.n; i++) {
		struct span url = span_of(g->channels.v[i]);

		if (span_ends(url, "/"))
			url.n--;
		if (url.n > strlen(name) && span_ends(url, name) &&
		    url.p[url.n - strlen(name) - 1] == '/')
			return g->channels.v[i];
	}
	return name;
}

struct strings plan_conda_channels(struct arena *a, const struct ground *g,
				   const struct build *b)
{
	struct span rest = span_of(b->conda_channels ? b->conda_channels : b->channel), word;
	const char *base = build_terms(b)->conda_base;
	struct strings to = { 0 };

	while (span_word(&rest, &word))
		strings_add_once(a, &to, steps_channel(g, arena_span(a, word)));
	for (size_t i = 0; i < g->channels.n; i++)
		strings_add_once(a, &to, g->channels.v[i]);
	if (base)
		strings_add_once(a, &to, steps_channel(g, base));
	return to;
}

struct step *steps_add_by(const struct making *m, struct steps *to, enum step_verb verb,
			  enum installer by)
{
	struct step *s = &ARRAY_ADD(m->a, *to);

	*s = (struct step){
		.verb = verb, .by = by, .place = m->place, .fresh = m->fresh,
		.of = m->p->build->manager,
		.program = m->g->tools ? m->g->tools->installers[by] : NULL,
	};
	return s;
}

struct step *steps_add(const struct making *m, struct steps *to, enum step_verb verb)
{
	return steps_add_by(m, to, verb, m->p->installer);
}
