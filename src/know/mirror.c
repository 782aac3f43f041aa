#include "know/mirror.h"

#include <string.h>

/* Behind the scheme and the credentials; without a slash at its end. */
static struct span address(const char *url)
{
	struct span s = span_sub(span_of(url), 0, strcspn(url, "?#"));
	ptrdiff_t at = span_find(s, "://"), slash, user;

	s = span_from(s, at < 0 ? 0 : (size_t)at + 3);
	slash = span_find_char(s, '/');
	user = span_rfind_char(span_sub(s, 0, slash < 0 ? s.n : (size_t)slash), '@');
	s = span_from(s, user < 0 ? 0 : (size_t)user + 1);
	while (span_ends(s, "/"))
		s.n--;
	return s;
}

int mirror_read(struct matrix *m, struct arena *a, struct mirrors *ret, struct err *e)
{
	struct mirrors all = { 0 };
	struct query *q;
	int r = matrix_ask(m, Q_MIRROR, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, all) = (struct mirror_place){
			.mirror = query_str(q, a, 0),
			.serves = query_str(q, a, 1),
			.url = query_str(q, a, 2),
			.form = mirror_form_of(query_span(q, 3)),
			.state = mirror_state_of(query_span(q, 4)),
			.torch = query_str(q, a, 5),
			.without = query_str(q, a, 6),
			.named = query_int(q, 7),
			.seen = query_str(q, a, 8),
			.note = query_str(q, a, 9),
		};
	for (size_t i = 0; i < all.n; i++)
		all.v[i].place = address(all.v[i].url);
	if (r >= 0)
		*ret = all;
	return r < 0 ? r : 0;
}

static size_t host_length(struct span address)
{
	ptrdiff_t slash = span_find_char(address, '/');

	return slash < 0 ? address.n : (size_t)slash;
}

/* How much of it the place holds; 0: it lies elsewhere. Hosts have no case, paths do. */
static size_t held(const struct mirror_place *p, struct span url)
{
	struct span place = p->place;
	size_t host = host_length(place);

	if (url.n < place.n ||
	    !span_eq_nocase(span_sub(url, 0, host), span_sub(place, 0, host)) ||
	    !span_eq(span_sub(span_from(url, host), 0, place.n - host), span_from(place, host)))
		return 0;
	return url.n == place.n || url.p[place.n] == '/' ? place.n : 0;
}

/* What a host that serves nothing any more once had does not matter. */
static const struct mirror_place *dead_host(const struct mirrors *m, struct span url)
{
	const struct mirror_place *ret = NULL;
	struct span host = span_sub(url, 0, host_length(url));

	for (size_t i = 0; i < m->n; i++) {
		struct span place = m->v[i].place;

		if (!span_eq_nocase(host, span_sub(place, 0, host_length(place))))
			continue;
		if (m->v[i].state != MIRROR_DEAD)
			return NULL;
		ret = &m->v[i];
	}
	return ret;
}

const struct mirror_place *mirror_at(const struct mirrors *m, const char *url)
{
	const struct mirror_place *ret = NULL;
	struct span s = address(url);
	size_t most = 0;

	for (size_t i = 0; i < m->n; i++) {
		size_t n = held(&m->v[i], s);

		if (n > most || (n && n == most && m->v[i].form == MIRROR_INDEX)) {
			most = n;
			ret = &m->v[i];
		}
	}
	return ret ? ret : dead_host(m, s);
}

static const struct mirror_place *below(struct arena *a, const struct mirrors *m, struct span s,
	const char *channel)
{
	const struct mirror_place *p = mirror_at(m,
		arena_printf(a, SPAN_FMT "/%s", SPAN_ARG(s), channel));

	return p && strcmp(p->serves, channel) == 0 ? p : NULL;
}

const struct mirror_place *mirror_below(struct arena *a, const struct mirrors *m,
	const char *url, const char *channel)
{
	return below(a, m, address(url), channel);
}

const struct mirror_place *mirror_beside(struct arena *a, const struct mirrors *m,
	const char *url, const char *channel)
{
	struct span s = address(url);
	ptrdiff_t slash = span_rfind_char(s, '/');

	return slash < 0 ? NULL : below(a, m, span_sub(s, 0, (size_t)slash), channel);
}

const char *mirror_host(struct arena *a, const struct mirror_place *p)
{
	struct span s = p->place;

	return arena_span(a, span_sub(s, 0, host_length(s)));
}

const char *mirror_variant(struct arena *a, const struct mirror_place *p, const char *url)
{
	struct span s = address(url), word;
	size_t n = held(p, s);

	if (!n || strcmp(p->serves, MIRROR_WHEELS) != 0)
		return NULL;
	s = span_from(s, n);
	span_take(&s, "/");
	word = span_sub(s, 0, host_length(s));
	return word.n ? arena_span(a, word) : NULL;
}

const struct mirror_place *mirror_next(const struct mirrors *m, const char *name, size_t *from)
{
	while (*from < m->n) {
		const struct mirror_place *p = &m->v[(*from)++];

		if (span_in_nocase(span_of(name), p->mirror))
			return p;
	}
	return NULL;
}

bool mirror_exists(const struct mirrors *m, const char *name)
{
	size_t from = 0;

	return mirror_next(m, name, &from);
}

bool mirror_is_live(const struct mirrors *m, const char *name)
{
	const struct mirror_place *p;
	size_t from = 0;

	while ((p = mirror_next(m, name, &from)))
		if (mirror_serves(p))
			return true;
	return false;
}

static bool has(const struct mirror_place *p, const char *serves, const char *platform)
{
	return mirror_serves(p) && strcmp(p->serves, serves) == 0 &&
	       !(p->without && platform && span_in_nocase(span_of(platform), p->without));
}

/* The one to take of two: that which may be named, an index before files, the one seen last. */
static bool better(const struct mirror_place *p, const struct mirror_place *than)
{
	if (!than || p->named != than->named)
		return !than || p->named;
	if (p->form != than->form)
		return p->form < than->form;
	return strcmp(p->seen ? p->seen : "", than->seen ? than->seen : "") > 0;
}

const struct mirror_place *mirror_named(const struct mirrors *m, const char *name,
	const char *serves, const char *platform)
{
	const struct mirror_place *ret = NULL, *p;
	size_t from = 0;

	while ((p = mirror_next(m, name, &from)))
		if (has(p, serves, platform) && better(p, ret))
			ret = p;
	return ret;
}

const struct mirror_place *mirror_best(const struct mirrors *m, const char *serves,
	const char *platform)
{
	const struct mirror_place *ret = NULL;

	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].named && m->v[i].state == MIRROR_LIVE &&
		    has(&m->v[i], serves, platform) && better(&m->v[i], ret))
			ret = &m->v[i];
	return ret;
}

const char *mirror_living(struct arena *a, const struct mirrors *m, const struct mirror_place *p,
	const char *url, const char *platform)
{
	const struct mirror_place *best = mirror_best(m, p->serves, platform);
	const char *variant = mirror_variant(a, p, url);

	if (!best)
		return NULL;
	if (best->form == MIRROR_BASE)
		return arena_printf(a, "%s/%s", best->url, p->serves);
	return variant ? arena_printf(a, "%s/%s", best->url, variant) : best->url;
}

const char *mirror_name(struct arena *a, const struct mirror_place *p)
{
	return arena_span(a, span_sub(span_of(p->mirror), 0, strcspn(p->mirror, " ")));
}

void mirror_names(const struct mirrors *m, struct arena *a, struct strings *ret)
{
	for (size_t i = 0; i < m->n; i++)
		if (mirror_serves(&m->v[i]))
			strings_add_once(a, ret, mirror_name(a, &m->v[i]));
}
