/* Lines of pip: whether it takes them, where their torch is looked for, what comes from there. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "check/torch_place_private.h"

static const struct {
	const char *name, *instead;
} conda_only[] = {
	{ "pytorch", "pip calls it torch" },
	{ "pytorch-cuda", "for pip the index chooses the CUDA" },
	{ "pytorch-mutex", "leave it out" },
	{ "cudatoolkit", "leave it out: a torch wheel brings its CUDA" },
	{ "cpuonly", "leave it out: for pip the index chooses" },
	{ "cudnn", "leave it out: a torch wheel brings its cuDNN" },
};

static bool is_of_pip(const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT || d->kind == DECLARED_CONSTRAINT;
}

static bool unknown_name(struct checkup *k, const struct env_declared *d, const char *name)
{
	for (size_t i = 0; i < sizeof conda_only / sizeof *conda_only; i++) {
		struct found *f;

		if (strcmp(name, conda_only[i].name) != 0)
			continue;
		f = find_asked(k, CP220, d, arena_printf(k->arena,
			"%s: %s is a name of conda, no package of pip", d->text, name));
		find_advise(k, f, "%s", conda_only[i].instead);
		if (i > 0 && !d->typed)
			find_edit(k, f, &d->origin, NULL, NULL);
		else if (!d->typed)
			find_edit(k, f, &d->origin, "pytorch", "torch");
		return true;
	}
	return false;
}

/* "torch=2.1.0": one sign where pip wants two. */
static void single_sign(struct checkup *k, const struct env_declared *d)
{
	struct span s = span_of(d->text), name, version;
	struct found *f;

	version = s;
	if (!span_next(&version, '=', &name) || !version.n || version.p[0] == '=')
		return;
	name = span_trim(name);
	version = span_trim(version);
	for (size_t i = 0; i < name.n; i++)
		if (!ascii_alnum(name.p[i]) && !strchr("-_.", name.p[i]))
			return;
	if (!name.n || !version.n || !ascii_digit(version.p[0]))
		return;
	if (unknown_name(k, d, arena_span(k->arena, name)))
		return;
	f = find_asked(k, CP220, d, arena_printf(k->arena,
		"%s: one = is conda's spelling, pip stops at this line", d->text));
	find_advise(k, f, "write " SPAN_FMT "==" SPAN_FMT, SPAN_ARG(name), SPAN_ARG(version));
	if (!d->typed)
		find_edit(k, f, &d->origin, "=", "==");
}

void check_refused(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!is_of_pip(d))
			continue;
		if (d->parsed && d->name)
			unknown_name(k, d, d->name);
		else if (!d->parsed && d->text)
			single_sign(k, d);
	}
}

static bool is_plain(struct checkup *k, const struct env_declared *d)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);

	return declared_applies(k->arena, d, k->python, k->platform) &&
	       d->kind == DECLARED_REQUIREMENT && strcmp(d->name, "torch") == 0 && !d->url &&
	       !d->index && !(pin && span_find_char(pin->text, '+') >= 0);
}

static const struct env_declared *plain_torch(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (is_plain(k, &k->env->declared.v[i]))
			return &k->env->declared.v[i];
	return NULL;
}

/* Another place to look for torch is configured. */
static bool has_place(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && s->effective &&
		    (strstr(s->value, "pytorch") || strstr(s->value, "/whl/") ||
				 strstr(s->key, "find-links") || strstr(s->key, "no-index") ||
				 strstr(s->key, "torch-backend")))
			return true;
		if (s->value && strcmp(s->key, "sources") == 0 && strcmp(s->value, "torch") == 0)
			return true;
	}
	return false;
}

static const struct build *brought_by_pypi(struct checkup *k, const struct limits *l)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager == MANAGER_PIP && strcmp(b->channel, "pypi") == 0 &&
		    (!best || b->rank > best->rank) && limits_take(l, b->torch) &&
		    (!k->python.major || python_set_has(b->pythons, k->python)))
			best = b;
	}
	return best;
}

static struct finding refused_for(struct checkup *k, const struct build *b)
{
	struct finding none = { .code = FINDING_NONE };
	char cuda[CUDA_TEXT];
	struct wish w = { .all = true, .cuda = cuda_version_text(b->cuda, cuda) };
	struct answer answer;

	strings_add(k->arena, &w.torch, arena_printf(k->arena, "==%s", b->torch));
	if (!cure_answer(k, &w, &answer))
		return none;
	for (size_t i = 0; i < answer.n_rejected; i++)
		if (answer.rejected[i].build == b)
			return answer.rejected[i].reasons.v[0];
	return none;
}

static void advise_place(struct checkup *k, struct found *f)
{
	const struct build *b = cure_build(k);

	if (b && b->index_url)
		find_advise(k, f, "ask for torch==%s%s with --extra-index-url %s", b->torch,
		       b->local ? b->local : "", b->index_url);
	else if (b)
		find_advise(k, f, "ask for torch==%s", b->torch);
	else
		find_advise(k, f, "no CUDA build runs here as things are: see cudaplan suggest");
}

static void cpu_build(struct checkup *k, const struct env_declared *d, const struct build *b)
{
	bool windows = strncmp(k->platform, "win", 3) == 0;
	struct found *f = find_asked(k, CP201, d, arena_printf(k->arena,
		"%s brings torch %s for the CPU, beside %s: PyPI has only CPU builds %s", d->text,
		b->torch, host_first_gpu(k->host)->name ? host_first_gpu(k->host)->name : "a GPU",
		windows ? "for Windows" : arena_printf(k->arena, "of it for %s", k->platform)));

	advise_place(k, f);
}

void check_plain(struct checkup *k)
{
	const struct env_declared *d = plain_torch(k);
	const struct build *b;
	struct limits l = limits_collect(k);
	struct finding r;

	if (!d || !host_first_gpu(k->host) || k->here.torch || has_place(k))
		return;
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].asked && k->found.v[i].severity == SEVERITY_ERROR)
			return;
	b = brought_by_pypi(k, &l);
	if (b && b->cuda.major == 0) {
		cpu_build(k, d, b);
		return;
	}
	r = b ? refused_for(k, b) : (struct finding){ .code = FINDING_NONE };
	if (r.code == FINDING_NONE)
		return;
	advise_place(k, find_asked(k, r.code == CP102 || r.code == CP104 ? CP203 : CP202, d,
		arena_printf(k->arena,
			     "%s brings torch %s %s from PyPI, which does not run here: have %s, "
			     "need %s", d->text, b->torch, b->variant, r.have ? r.have : "unknown",
			     r.need ? r.need : "more")));
}

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

	if (!label || !(installed_is_cuda(label) || strcmp(label, "cpu") == 0))
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
		find_advise(k, f, "name the index of %s, or ask for a torch with +%s", label,
		       place.variant);
	} else {
		find_advise(k, f, "add --extra-index-url with the index of %s%s%s", label,
		       url ? ": " : "", url ? url : "");
	}
}

/* Builds for the GPUs of another maker. */
static void other_maker(struct checkup *k, const struct env_declared *d,
			const struct torch_place *place)
{
	const struct gpu *g = host_first_gpu(k->host);
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
	find_advise(k, f, "name the index of a CUDA build: cudaplan suggest finds it");
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
	struct finding r;
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
		find_advise(k, f, "pin it: torch==%s+%s, or use --index-url for torch alone",
		       own->torch, place->variant);
	else
		find_advise(k, f, "leave that index out, or ask for a torch that it has");
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
		bool uv = s->tool == SETTING_UV;
		struct found *f;

		if (!variant)
			continue;
		f = find_asked(k, CP309, d, arena_printf(k->arena,
			"%s comes from PyPI: the index of %s is only for packages that name it, "
			"and %s does not", d->text, variant, uv ? "[tool.uv.sources]" : "torch"));
		find_at(k, f, &s->origin);
		find_advise(k, f, uv ? "name it in [tool.uv.sources]: torch = { index = \"…\" }" :
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
