/* Where the torch of a line is looked for, and what comes from there. */
#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"
#include "check/torch_place.h"

/* Some place may have the builds of that label. */
static bool is_served(struct checkup *k, const char *label)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && (strstr(s->key, "index") || strstr(s->key, "source") ||
				 strstr(s->key, "find-links")) &&
		    (strstr(s->value, label) || strstr(s->value, "torch_stable")))
			return true;
	}
	return false;
}

/* "torch==2.7.0+cu128" is on the index of that label only. */
static void lacks_index(struct checkup *k, const struct env_declared *d)
{
	const char *label = declared_label(k->arena, d);
	struct torch_place place = { 0 };
	const char *url;
	struct found *f;

	if (!label || !(is_cuda_variant(label) || strcmp(label, "cpu") == 0))
		return;
	if (torch_place_of(k->arena, k->env, d, &place) ? strcmp(place.variant, label) == 0 :
	    d->index || is_served(k, label))
		return;
	url = k->here.build ? k->here.build->index_url : NULL;
	f = find_asked(k, CP307, d, arena_printf(k->arena, place.variant ?
		"%s is on the index of %s only, and the index that is named is that of %s" :
		"%s is on the index of %s only, and no index is named", d->text, label,
		place.variant));
	if (place.variant) {
		find_at(k, f, &place.origin);
		advise(k, f, "name the index of %s, or ask for a torch with +%s", label,
		       place.variant);
	} else {
		advise(k, f, "add --extra-index-url with the index of %s%s%s", label,
		       url ? ": " : "", url ? url : "");
	}
}

/* Builds for the GPUs of another maker. */
static void other_maker(struct checkup *k, const struct env_declared *d,
			const struct torch_place *place)
{
	const struct gpu *g = first_gpu(k);
	struct found *f;

	if (!g)
		return;
	f = find_asked(k, CP202, d, arena_printf(k->arena,
		"the index of %s holds builds for the GPUs of %s, and the machine has %s",
		place->variant, strcmp(place->variant, "xpu") == 0 ? "Intel" : "AMD",
		g->name ? g->name : "a GPU of NVIDIA"));
	/* Of a script it may be one of several branches. */
	if (d->typed && k->env->problems.n)
		f->severity = SEVERITY_WARNING;
	find_at(k, f, &place->origin);
	advise(k, f, "name the index of a CUDA build: cudaplan suggest finds it");
}

static const struct build *newest_of(struct checkup *k, const struct limits *l,
				     const char *variant)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager == MANAGER_PIP && strcmp(b->variant, variant) == 0 &&
		    (!best || b->rank > best->rank) && limits_take(l, b->torch) &&
		    (!k->python.major || python_set_has(b->pythons, k->python)))
			best = b;
	}
	return best;
}

/* pip takes the newest of all places: that of PyPI where the added index ended earlier. */
static void outranked(struct checkup *k, const struct env_declared *d, const struct limits *l,
		      const struct torch_place *place)
{
	const struct build *own = newest_of(k, l, place->variant), *pypi = brought_by_pypi(k, l);
	struct reason r;
	struct found *f;

	if (!pypi || (own && own->rank >= pypi->rank))
		return;
	r = refused_for(k, pypi);
	f = find_asked(k, CP309, d, arena_printf(k->arena, own ?
		"%s: pip takes torch %s %s of PyPI, as the index of %s ends with %s" :
		"%s: pip takes torch %s %s of PyPI, as the index of %s has none that fits",
		d->text, pypi->torch, pypi->variant, place->variant, own ? own->torch : ""));
	find_at(k, f, &place->origin);
	if (r.code != FINDING_NONE) {
		f->severity = SEVERITY_ERROR;
		f->cause = arena_printf(k->arena, "%s; it does not run here: have %s, need %s",
					f->cause, r.have ? r.have : "unknown",
					r.need ? r.need : "more");
	}
	if (own)
		advise(k, f, "pin it: torch==%s+%s, or use --index-url for torch alone",
		       own->torch, place->variant);
	else
		advise(k, f, "leave that index out, or ask for a torch that it has");
}

/* [tool.uv.sources] has an entry for torch, be it for an extra only. */
static bool has_source(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++)
		if (strcmp(k->env->settings.v[i].key, "sources") == 0 &&
		    strcmp(k->env->settings.v[i].value, "torch") == 0)
			return true;
	return false;
}

/* An index that is only for packages which name it, and torch does not. */
static void unused(struct checkup *k, const struct env_declared *d)
{
	bool named = d->index || d->url || has_source(k);

	for (size_t i = 0; !named && i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		const char *variant = s->value && strncmp(s->key, "explicit-", 9) == 0 ?
			torch_place_variant(k->arena, s->value) : NULL;
		bool uv = strcmp(s->tool, "uv") == 0;
		struct found *f;

		if (!variant)
			continue;
		f = find_asked(k, CP309, d, arena_printf(k->arena,
			"%s comes from PyPI: the index of %s is only for packages that name it, "
			"and %s does not", d->text, variant, uv ? "[tool.uv.sources]" : "torch"));
		find_at(k, f, &s->origin);
		advise(k, f, uv ? "name it in [tool.uv.sources]: torch = { index = \"…\" }" :
		       "name it: torch = { version = \"…\", source = \"…\" }");
		return;
	}
}

void check_place(struct checkup *k, const struct env_declared *d, const struct limits *l)
{
	struct torch_place place;

	lacks_index(k, d);
	if (strcmp(d->name, "torch") != 0)
		return;
	if (!torch_place_of(k->arena, k->env, d, &place)) {
		unused(k, d);
		return;
	}
	if (!torch_place_is_planned(&place))
		other_maker(k, d, &place);
	else if (!place.only && !place.preview && !d->url && !declared_label(k->arena, d) &&
		 !k->here.torch)
		outranked(k, d, l, &place);
}
