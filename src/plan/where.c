/* Where what is asked for comes from: indexes and channels, or the user's mirrors of them. */
#include <string.h>

#include "fact/build.h"
#include "fact/matchspec.h"
#include "plan/steps_private.h"

static bool of_pypi(const char *url)
{
	struct span s = span_sub(span_of(url), 0, strcspn(url, "?#"));

	return span_ends(s, "/simple") || span_ends(s, "/simple/");
}

/* Where the mirror that was asked for has it, else another that has; NULL: none was asked for. */
static const struct mirror_place *place_of(const struct ground *g, const char *serves,
	const char *platform)
{
	const struct mirror_place *p;

	if (!g->mirror)
		return NULL;
	p = mirror_named(g->mirrors, g->mirror, serves, platform);
	return p ? p : mirror_best(g->mirrors, serves, platform);
}

const char *steps_mirror(const struct ground *g, bool pypi)
{
	const struct mirror_place *p;

	for (size_t i = g->index_urls.n; i-- > 0;)
		if (of_pypi(g->index_urls.v[i]) == pypi)
			return g->index_urls.v[i];
	p = place_of(g, pypi ? MIRROR_PYPI : MIRROR_WHEELS, NULL);
	return p && p->form == MIRROR_INDEX ? p->url : NULL;
}

const char *plan_pypi(const struct ground *g)
{
	return steps_mirror(g, true);
}

const char *steps_files(struct arena *a, const struct ground *g, const struct build *b)
{
	const struct mirror_place *p = place_of(g, MIRROR_WHEELS, NULL);
	enum pip_way way = build_terms(b)->way;

	if (!p || p->form != MIRROR_FIND_LINKS || !b->index_url || !b->local ||
	    (way != PIP_INDEX && way != PIP_EXTRA))
		return NULL;
	return arena_printf(a, "%s/%s/", p->url, b->variant);
}

/* ".../whl" of ".../whl/%s" */
static struct span index_root(const struct ground *g)
{
	struct span s = span_of(g->index);

	return span_ends(s, "/%s") ? span_sub(s, 0, s.n - 3) : (struct span){ NULL, 0 };
}

/* ".../whl" of ".../whl/cu128": the folder of one variant has not those of the others. */
static struct span above_variant(struct span url)
{
	ptrdiff_t at = span_rfind_char(url, '/');
	struct span name = span_from(url, (size_t)(at + 1)), digits = name;
	uint64_t number;

	if (at > 0 && (span_is(name, "cpu") || (span_take(&digits, "cu") && digits.n >= 2 &&
						span_u64(digits, &number))))
		return span_sub(url, 0, (size_t)at);
	return url;
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
	else
		s = above_variant(s);
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

/* The URL of a channel on a mirror (NULL: on the best); NULL: none is known there. */
static const char *channel_on(struct arena *a, const struct ground *g, const char *mirror,
	const char *name, const char *platform)
{
	const char *serves = strcmp(name, CHANNEL_DEFAULTS) == 0 ? "main" : name;
	const struct mirror_place *p = mirror ?
		mirror_named(g->mirrors, mirror, serves, platform) :
		mirror_best(g->mirrors, serves, platform);

	/* What a mirror of several channels has; nvidia only where a row says so. */
	if (!p && mirror && (strcmp(name, CHANNEL_CONDA_FORGE) == 0 ||
			     strcmp(name, CHANNEL_PYTORCH) == 0))
		p = mirror_named(g->mirrors, mirror, "*", platform);
	if (!p || !p->torch || strcmp(p->torch, "part") == 0)
		return NULL;
	return p->form == MIRROR_BASE ? arena_printf(a, "%s/%s", p->url, name) : p->url;
}

const char *steps_channel(struct arena *a, const struct ground *g, const char *name,
	const char *platform)
{
	const char *url = NULL;

	for (size_t i = 0; i < g->channels.n; i++)
		if (strstr(g->channels.v[i], "://") &&
		    conda_channel_fits(span_of(g->channels.v[i]), span_of(name)))
			return g->channels.v[i];
	if (g->channel_mirror)
		url = channel_on(a, g, g->channel_mirror, name, platform);
	if (g->channel_mirror && !url)
		url = channel_on(a, g, NULL, name, platform);
	return url ? url : name;
}

/* Channels that the mirror is not known to serve, with blanks between. */
static const char *channels_lacked(const struct making *m)
{
	const struct build *b = m->p->build;
	struct span rest = span_of(b->conda_channels ? b->conda_channels : b->channel), word;
	const char *list = NULL;

	while (span_word(&rest, &word)) {
		const char *name = arena_span(m->a, word);

		if (!channel_on(m->a, m->g, m->g->channel_mirror, name, b->platform))
			list = list ? arena_printf(m->a, "%s %s", list, name) : name;
	}
	return list;
}

void steps_tell_mirror(const struct making *m)
{
	const struct ground *g = m->g;
	const struct build *b = m->p->build;
	const bool pip = b->manager == MANAGER_PIP;
	const char *name = pip ? g->mirror : g->channel_mirror, *list;
	const struct mirror_place *p;

	if (!name)
		return;
	if (!pip && (list = channels_lacked(m)))
		findings_note(m->a, &m->p->notes, PHRASE(m->a, MIRROR_LACKS_CHANNEL,
			      SAY(name, name), SAY(list, list)));
	if (pip && b->index_url && !mirror_named(g->mirrors, name, MIRROR_WHEELS, b->platform) &&
	    (p = mirror_best(g->mirrors, MIRROR_WHEELS, b->platform)))
		findings_note(m->a, &m->p->notes, PHRASE(m->a, MIRROR_LACKS_WHEELS,
			      SAY(name, name), SAY(host, mirror_host(m->a, p))));
}

struct strings plan_conda_channels(struct arena *a, const struct ground *g,
				   const struct build *b)
{
	struct span rest = span_of(b->conda_channels ? b->conda_channels : b->channel), word;
	const char *base = build_terms(b)->conda_base;
	struct strings to = { 0 };

	while (span_word(&rest, &word))
		strings_add_once(a, &to, steps_channel(a, g, arena_span(a, word), b->platform));
	for (size_t i = 0; i < g->channels.n; i++)
		strings_add_once(a, &to, strstr(g->channels.v[i], "://") ? g->channels.v[i] :
			steps_channel(a, g, g->channels.v[i], b->platform));
	if (base)
		strings_add_once(a, &to, steps_channel(a, g, base, b->platform));
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
