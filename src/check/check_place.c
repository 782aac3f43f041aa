/* Where pip, uv, Poetry and pdm look for the torch of a line, and what they find there. */
#include <string.h>

#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/setting_private.h"
#include "check/torch_place_private.h"

/* ".../whl/torch_stable.html", ".../whl/lts/1.8/torch_lts.html": builds of every label. */
static bool is_page_of_all(const struct checkup *k, const char *url)
{
	return span_ends(span_of(url), ".html") && strstr(url, "/torch_") &&
	       !torch_place_variant(k->arena, url);
}

/* It is only for packages that name it. */
static bool is_apart(const struct env_setting *s)
{
	return strncmp(s->key, "explicit-", 9) == 0;
}

/* Some place that the line may mean may have the builds of that label. */
static bool is_served(struct checkup *k, const char *name, const char *label)
{
	bool named = setting_sources(k, name);

	return ANY(s, k->env->settings, s->value && (named || !is_apart(s)) &&
		   (strstr(s->key, "index") || strstr(s->key, "source") ||
		   strstr(s->key, "find-links")) && (strstr(s->value, label) ||
		   is_page_of_all(k, s->value)));
}

/* "cpu, cu128": the variants of the indexes that are named beside each other; NULL: none is. */
static const char *others(struct checkup *k, const struct env_declared *d)
{
	enum { MOST = 8 };
	struct torch_place v[MOST];
	size_t n = torch_places_pooled(k->arena, k->env, d, v, MOST);
	const char *ret = n ? v[0].variant : NULL;

	for (size_t i = 1; i < n; i++)
		ret = arena_printf(k->arena, "%s, %s", ret, v[i].variant);
	return ret;
}

/* A company's index, or a folder of wheels: what it has nobody knows here. */
static bool has_unknown_place(const struct checkup *k)
{
	return ANY(s, k->env->settings, s->value && setting_is_place(s) &&
		   !span_ends(span_of(s->value), "/simple") &&
		   !span_ends(span_of(s->value), "/simple/") &&
		   !torch_place_variant(k->arena, s->value));
}

/* "torch==2.7.0+cu128" is on the index of that label only. */
static void lacks_index(struct checkup *k, const struct env_declared *d)
{
	const char *label = declared_label(k->arena, d);
	struct torch_place place = { 0 };
	const char *url, *list;
	struct found *f;

	if (d->url || !label || !(installed_is_cuda(label) || strcmp(label, "cpu") == 0))
		return;
	if (torch_place_of(k->arena, k->env, d, &place) ? strcmp(place.variant, label) == 0 :
	    d->index || is_served(k, d->name, label))
		return;
	url = k->here.build ? k->here.build->index_url : NULL;
	list = place.variant ? NULL : others(k, d);
	f = FIND_ASKED(k, CP307, d, ON_OTHER_INDEX, SAY(line, d->text), SAY(need, label),
		       SAY(have, place.variant), SAY(list, list));
	/* A file of pip's may be read by a command that names it. */
	if ((place.variant || list || d->under_pip || (d->typed && !d->listed)) &&
	    !has_unknown_place(k))
		f->severity = SEVERITY_ERROR; /* pip finds none, and ends */
	if (place.variant) {
		find_at(k, f, &place.origin);
		FIND_ADVICE(k, f, NAME_INDEX_OR_LABEL, SAY(need, label),
			    SAY(have, place.variant));
	} else {
		FIND_ADVICE(k, f, ADD_EXTRA_INDEX, SAY(need, label), SAY(url, url));
	}
}

/* Builds for the GPUs of another maker. */
static void other_maker(struct checkup *k, const struct env_declared *d,
			const struct torch_place *place)
{
	const struct gpu *g = find_first_gpu(k);
	struct found *f;

	if (!g)
		return;
	f = FIND_ASKED(k, CP202, d, INDEX_OF_OTHER_MAKER, SAY(have, place->variant),
		       SAY(maker, strcmp(place->variant, "xpu") == 0 ? "Intel" : "AMD"),
		       SAY(gpu, g->name));
	find_gpu(k, f, g);
	/* Of a script it may be one of several branches. */
	if (d->typed && k->env->problems.n)
		f->severity = SEVERITY_WARNING;
	find_at(k, f, &place->origin);
	FIND_ADVICE(k, f, NAME_CUDA_INDEX);
}

/* The first index of torch's builds, or of that label alone, that is only for packages which name
 * it; NULL: none is. */
static const struct env_setting *apart(const struct checkup *k, const char *label,
				       const char **ret_variant)
{
	EACH(const struct env_setting, s, k->env->settings) {
		if (!s->value || !is_apart(s))
			continue;
		*ret_variant = torch_place_variant(k->arena, s->value);
		if (*ret_variant && (!label || strcmp(*ret_variant, label) == 0))
			return s;
	}
	return NULL;
}

/* torch does not name it, or what has its label does not: then nothing has that. */
static bool unused(struct checkup *k, const struct env_declared *d)
{
	const char *label = declared_label(k->arena, d), *variant;
	const struct env_setting *s = d->index || d->url || setting_sources(k, d->name) ? NULL :
		apart(k, label, &variant);
	struct torch_place place;
	struct found *f;

	if (!s || (!label && strcmp(d->name, "torch") != 0) ||
	    torch_place_of(k->arena, k->env, d, &place))
		return false;
	f = FIND_ASKED(k, CP309, d, INDEX_UNUSED_BY_POETRY, SAY(line, d->text),
		       SAY(index, variant));
	if (s->tool == SETTING_UV)
		f->what.words.form = FORM_INDEX_UNUSED_BY_UV;
	find_at(k, f, &s->origin);
	if (label)
		f->severity = SEVERITY_ERROR; /* PyPI has no labels: no lock is found */
	if (s->tool == SETTING_UV)
		FIND_ADVICE(k, f, NAME_IT_IN_UV_SOURCES, SAY(example,
			    arena_printf(k->arena, "%s = { index = \"…\" }", d->name)));
	else
		FIND_ADVICE(k, f, NAME_IT, SAY(example, arena_printf(k->arena,
			    "%s = { version = \"…\", source = \"…\" }", d->name)));
	return true;
}

/* The same where no line of the manifest is for torch: it is shown in part, or commands ask. */
void check_idle_index(struct checkup *k)
{
	const char *variant;
	const struct env_setting *s = setting_sources(k, NULL) ? NULL :
		apart(k, NULL, &variant);
	struct found *f;

	if (!s || s->tool != SETTING_UV)
		return;
	f = FIND(k, CP309, INDEX_NAMED_BY_NONE, SAY(index, variant));
	f->severity = SEVERITY_WARNING;
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, NAME_IT_IN_UV_SOURCES, SAY(example, "torch = { index = \"…\" }"));
}

void check_place(struct checkup *k, const struct env_declared *d)
{
	struct torch_place place;

	if (d->ignored) {
		struct found *f = FIND_ASKED(k, CP307, d, INDEX_IGNORED, SAY(line, d->text),
					     SAY(item, d->ignored));
		const char *label = declared_label(k->arena, d);

		if (label && !is_served(k, d->name, label) && !has_unknown_place(k))
			f->severity = SEVERITY_ERROR; /* as in lacks_index */
		FIND_ADVICE(k, f, INDEX_ON_OWN_LINE);
	} else if (!unused(k, d))
		lacks_index(k, d);
	if (strcmp(d->name, "torch") == 0 && torch_place_of(k->arena, k->env, d, &place) &&
	    !torch_place_is_planned(&place))
		other_maker(k, d, &place);
}
