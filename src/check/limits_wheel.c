/* What the name of a wheel in a list says: for which torch, CUDA, Python and platform it is. */
#include <string.h>

#include "check/declared.h"
#include "check/limits_private.h"
#include "fact/platform.h"
#include "fact/wheel.h"

/* "https://host/flash_attn-2.5.8+cu118torch2.1….whl#sha256=…" */
static bool wheel_of(struct checkup *k, const struct env_declared *d, struct wheel *ret)
{
	struct span url = span_of(d->url);
	ptrdiff_t hash = span_find_char(url, '#');
	struct err e;

	if (hash >= 0)
		url = span_sub(url, 0, (size_t)hash);
	return span_ends(url, ".whl") && wheel_parse(k->arena, url, ret, &e) == 0;
}

/* A line that is but a URL or a path has no marker that could leave it out. */
static bool applies(struct checkup *k, const struct env_declared *d)
{
	if (d->kind != DECLARED_REQUIREMENT || d->group || !d->url || d->editable)
		return false;
	return !d->parsed || declared_applies(k->arena, d, k->python, k->platform);
}

/* Where the marker leaves the line out. */
static bool left_out(struct checkup *k, const struct env_declared *d, struct python p)
{
	return d->parsed && d->req.marker && !declared_applies(k->arena, d, p, k->platform);
}

static struct python_set pythons_of(struct checkup *k, const struct env_declared *d,
				    const struct wheel *w)
{
	struct python_set all = limits_all_pythons(k), ret = { 0 };

	for (unsigned n = 0; n < 64; n++) {
		struct python p = { n / 2 ? 3 : 2, n / 2 ? (uint8_t)(n / 2) : 7, n & 1u };

		if (python_set_has(all, p) &&
		    (wheel_fits(w, p, NULL, NULL) == WHEEL_FITS || left_out(k, d, p)))
			python_set_add(&ret, p);
	}
	if (memcmp(&ret, &all, sizeof all) == 0)
		ret = (struct python_set){ 0 };
	return ret;
}

/* "2.1" stands for its patch releases, which keep the interface. */
static void add_torch(struct checkup *k, struct limit *l, const struct wheel *w)
{
	struct span version = span_of(w->version), public;
	bool own = strcmp(w->name, "torch") == 0;
	const char *torch = own && span_next(&version, '+', &public) ?
		arena_span(k->arena, public) : w->torch;
	size_t dots = 0;

	for (const char *p = torch; p && *p; p++)
		dots += *p == '.';
	if (torch)
		limit_add(k, l, arena_printf(k->arena, "==%s%s", torch, dots < 2 ? ".*" : ""));
}

/*
 * The CUDA of torch beside which it was built. Wheels of some projects name another minor of the
 * same major than any torch has, "cu122": then the major decides.
 */
static pair_t cuda_of(struct checkup *k, const struct wheel *w, const struct limit *l)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	struct limit one = *l;

	if (!w->cuda || w->cuda_source == WHEEL_NAME || w->cuda_source == WHEEL_NOWHERE)
		return 0;
	one.cuda = pair_parse(w->cuda);
	one.pythons = (struct python_set){ 0 };
	if (one.any.n == 0)
		memset(one.taken, 0xff, sizeof one.taken);
	for (size_t i = 0; p && i < p->n && one.cuda % 100; i++)
		if (pair_of(p->v[i].cuda) == one.cuda && limit_takes(l, p->v[i].torch))
			return one.cuda;
	return one.cuda / 100 * 100;
}

static bool is_for(const struct wheel *w, const char *platform)
{
	bool known = false;

	for (size_t i = 0; i < w->platforms.n; i++)
		known |= wheel_platform_of(w->platforms.v[i]).platform != NULL;
	return !known || wheel_fits(w, (struct python){ 0 }, platform, NULL) != WHEEL_PLATFORM;
}

static const char *listed(struct checkup *k, const char *list, const char *name, const char *text)
{
	if (!text || !*text)
		return list;
	return arena_printf(k->arena, "%s%s%s%s", list, *list ? ", " : "", name, text);
}

static struct phrase words_of(struct checkup *k, const struct wheel *w, const struct limit *l)
{
	const char *text = "", *python = python_set_text(k->arena, l->pythons);

	if (l->never)
		return PHRASE(k->arena, LIMIT_OF_WHEEL, SAY(item, w->file),
			      SAY(list, wheel_platform_of(w->platforms.v[0]).platform));
	if (l->specs.n)
		text = listed(k, text, "torch ", l->specs.v[0] + strlen("=="));
	if (l->cuda)
		text = listed(k, text, "CUDA ", l->cuda % 100 ? pair_text(k->arena, l->cuda) :
			      arena_printf(k->arena, "%u", l->cuda / 100));
	return PHRASE(k->arena, LIMIT_OF_WHEEL, SAY(item, w->file),
		      SAY(list, listed(k, text, "Python ", python)));
}

void limits_add_wheel(struct checkup *k, struct limits *to, const struct env_declared *d)
{
	struct limit l = { .from = d };
	struct wheel w;

	if (!applies(k, d) || !wheel_of(k, d, &w))
		return;
	l.through = w.file;
	l.never = !is_for(&w, k->platform);
	if (!l.never) {
		add_torch(k, &l, &w);
		l.cuda = cuda_of(k, &w, &l);
		l.pythons = pythons_of(k, d, &w);
	}
	l.said = words_of(k, &w, &l);
	limits_add(k, to, l);
}
