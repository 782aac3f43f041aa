/* Mirrors in messages: what stands at their URLs. */
#include <string.h>

#include "explain/explain.h"
#include "know/mirror.h"

enum { URLS_MAX = 64 };

/* The next URL of the text; false: there is none. */
static bool next_url(struct span *rest, struct span *ret)
{
	ptrdiff_t at = span_find(*rest, "://");
	size_t begin = at < 0 ? 0 : (size_t)at;

	while (begin && ascii_alpha(rest->p[begin - 1]))
		begin--;
	*ret = span_from(*rest, begin);
	ret->n = span_run_alnum(*ret, "-._~:/?#[]@!$&*+=%{}|^");
	*rest = span_from(*rest, begin + ret->n);
	return at >= 0;
}

/* PyPI and its mirrors have no build with a label. */
static struct phrase lacks_label(struct arena *a, const struct mirrors *mirrors,
	const struct mirror_place *p, const char *label)
{
	const struct mirror_place *best = mirror_best(mirrors, MIRROR_WHEELS, NULL);

	if (!label || !best || strcmp(p->serves, MIRROR_PYPI) != 0)
		return (struct phrase){ 0 };
	return PHRASE(a, HERE_MIRROR_OF_PYPI, SAY(host, mirror_host(a, p)), SAY(variant, label),
		      SAY(new, arena_printf(a, "%s/%s", best->url, label)));
}

/* What is wrong there; form 0: nothing that is known. The label is that of the torch asked for. */
static struct phrase wrong_at(struct arena *a, const struct mirrors *mirrors, const char *url,
	const char *label)
{
	const struct mirror_place *p = mirror_at(mirrors, url);
	const char *new = p ? mirror_living(a, mirrors, p, url, NULL) : NULL, *variant;

	if (!p)
		return (struct phrase){ 0 };
	if (p->state == MIRROR_DEAD)
		return PHRASE(a, HERE_MIRROR_DEAD, SAY(host, mirror_host(a, p)), SAY(new, new));
	if (p->state == MIRROR_NEVER)
		return PHRASE(a, HERE_MIRROR_NEVER, SAY(host, mirror_host(a, p)), SAY(new, new));
	if (p->form != MIRROR_FIND_LINKS)
		return lacks_label(a, mirrors, p, label);
	variant = mirror_variant(a, p, url);
	return PHRASE(a, HERE_MIRROR_NO_INDEX, SAY(url, url), SAY(variant, variant));
}

void explain_mirror(struct arena *a, const struct mirrors *mirrors, struct span text,
		    struct meanings *m)
{
	const char *torch = captures_get(&m->facts, "torch");
	const char *label = torch ? strchr(torch, '+') : NULL;
	struct phrase wrong = { 0 };
	struct span url;

	for (int n = 0; !wrong.form && n < URLS_MAX && next_url(&text, &url); n++)
		wrong = wrong_at(a, mirrors, arena_span(a, url), label ? label + 1 : NULL);
	for (size_t i = 0; wrong.form && i < m->n; i++) {
		enum finding_code code = m->v[i].symptom->code;

		if (code != CP105 && code != CP109 && (code < CP301 || code > CP307))
			continue; /* not about where packages come from */
		m->v[i].here = wrong;
		return;
	}
}
