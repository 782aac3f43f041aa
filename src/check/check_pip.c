/* Lines of pip: whether it takes them, where their torch is looked for, what comes from there. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "check/torch_place_private.h"
#include "fact/build.h"
#include "fact/platform.h"

static const struct {
	const char *name;
	enum form instead;
} conda_only[] = {
	{ "pytorch", FORM_PIP_CALLS_IT_TORCH },
	{ "pytorch-cuda", FORM_INDEX_CHOOSES_CUDA },
	{ "pytorch-mutex", FORM_LEAVE_IT_OUT },
	{ "cudatoolkit", FORM_LEAVE_OUT_CUDATOOLKIT },
	{ "cpuonly", FORM_LEAVE_OUT_CPUONLY },
	{ "cudnn", FORM_LEAVE_OUT_CUDNN },
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
		f = FIND_ASKED(k, CP220, d, NAME_OF_CONDA, SAY(line, d->text), SAY(name, name));
		f->advice = (struct phrase){ .form = conda_only[i].instead };
		if (i > 0 && !d->typed)
			find_edit(k, f, &d->origin, NULL, NULL);
		else if (!d->typed)
			find_edit(k, f, &d->origin, "pytorch", "torch");
		return true;
	}
	return false;
}

/* "NCCL_CUMEM_ENABLE=0": no package is written so. */
static bool is_variable(struct span name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] >= 'a' && name.p[i] <= 'z')
			return false;
	return span_find_char(name, '_') > 0;
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
	if (!name.n || !version.n || !ascii_digit(version.p[0]) || is_variable(name))
		return;
	if (unknown_name(k, d, arena_span(k->arena, name)))
		return;
	f = FIND_ASKED(k, CP220, d, ONE_SIGN_OF_CONDA, SAY(line, d->text));
	FIND_ADVICE(k, f, WRITE_THIS, SAY(new, arena_printf(k->arena, SPAN_FMT "==" SPAN_FMT,
							     SPAN_ARG(name), SPAN_ARG(version))));
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

	if (!declared_applies(k->arena, d, k->python, k->platform) ||
	    d->kind != DECLARED_REQUIREMENT || strcmp(d->name, "torch") != 0 || d->url)
		return false;
	return (!d->index || shelf_is_pypi(k->shelf, d->index)) &&
	       !(pin && span_find_char(pin->text, '+') >= 0);
}

static const struct env_declared *plain_torch(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (is_plain(k, &k->env->declared.v[i]))
			return &k->env->declared.v[i];
	return NULL;
}

/* Another place to look for torch is configured. */
static bool has_place(const struct checkup *k, const struct env_declared *d)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && s->effective && !torch_place_is_later(s, d) &&
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

		if (b->manager == MANAGER_PIP && build_is_from(b, CHANNEL_PYPI) &&
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
	const char *local = b && b->index_url && b->local ? b->local : "";

	if (b)
		FIND_ADVICE(k, f, ASK_FOR_TORCH, SAY(url, b->index_url),
			    SAY(need, arena_printf(k->arena, "%s%s", b->torch, local)));
	else
		FIND_ADVICE(k, f, SEE_SUGGEST);
}

static void cpu_build(struct checkup *k, const struct env_declared *d, const struct build *b)
{
	const struct gpu *g = find_first_gpu(k);
	struct found *f = platform_is_windows(k->platform) ?
		FIND_ASKED(k, CP201, d, CPU_FROM_PYPI_ON_WINDOWS, SAY(line, d->text),
			   SAY(have, b->torch), SAY(gpu, g->name)) :
		FIND_ASKED(k, CP201, d, CPU_FROM_PYPI, SAY(line, d->text), SAY(have, b->torch),
			   SAY(gpu, g->name), SAY(platform, k->platform));

	find_gpu(k, f, g);
	advise_place(k, f);
}

void check_plain(struct checkup *k)
{
	const struct env_declared *d = plain_torch(k);
	const struct build *b;
	struct limits l = limits_collect(k, LIMITS_SURE);
	struct found *f;
	struct finding r;

	if (!d || !find_first_gpu(k) || k->here.torch || has_place(k, d) || limits_predate(k, d))
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
	f = FIND_ASKED(k, r.code == CP102 || r.code == CP104 ? CP203 : CP202, d,
		       PYPI_DOES_NOT_RUN, SAY(line, d->text), SAY(have, r.have),
		       SAY(need, r.need),
		       SAY(torch, arena_printf(k->arena, "%s %s", b->torch, b->variant)));
	f->what.host = r.host;
	f->what.gpu = r.gpu;
	advise_place(k, f);
}

/* ".../whl/torch_stable.html", ".../whl/lts/1.8/torch_lts.html": builds of every label. */
static bool is_page_of_all(const struct checkup *k, const char *url)
{
	return span_ends(span_of(url), ".html") && strstr(url, "/torch_") &&
	       !torch_place_variant(k->arena, url);
}

/* Some place may have the builds of that label. */
static bool is_served(struct checkup *k, const char *label)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && (strstr(s->key, "index") || strstr(s->key, "source") ||
				 strstr(s->key, "find-links")) &&
		    (strstr(s->value, label) || is_page_of_all(k, s->value)))
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

	if (d->url || !label || !(installed_is_cuda(label) || strcmp(label, "cpu") == 0))
		return;
	if (torch_place_of(k->arena, k->env, d, &place) ? strcmp(place.variant, label) == 0 :
	    d->index || is_served(k, label))
		return;
	url = k->here.build ? k->here.build->index_url : NULL;
	f = FIND_ASKED(k, CP307, d, ON_OTHER_INDEX, SAY(line, d->text), SAY(need, label),
		       SAY(have, place.variant));
	if (place.variant) {
		find_at(k, f, &place.origin);
		FIND_ADVICE(k, f, NAME_INDEX_OR_LABEL, SAY(need, label),
			    SAY(have, place.variant));
	} else {
		FIND_ADVICE(k, f, ADD_EXTRA_INDEX, SAY(need, label), SAY(url, url));
	}
}

/* The builds of that release: "cu126, cu130"; NULL: none. */
static const char *variants_of(struct checkup *k, const char *torch, const char *variant,
			       bool *there)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *list = NULL;

	*there = false;
	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager != MANAGER_PIP || strcmp(b->torch, torch) != 0)
			continue;
		*there |= strcmp(b->variant, variant) == 0;
		if (!list || !strstr(list, b->variant))
			list = arena_printf(k->arena, "%s%s%s", list ? list : "", list ? ", " : "",
					    b->variant);
	}
	return list;
}

bool check_variant(struct checkup *k, const struct env_declared *d)
{
	const char *pin = d->kind == DECLARED_SPEC ? NULL : limits_pin(k, &d->req.set), *list;
	const char *label = pin ? declared_label(k->arena, d) : NULL;
	bool there, whole;
	struct found *f;

	if (!label || strncmp(label, "cu", 2) != 0)
		return false;
	list = variants_of(k, pin, label, &there);
	if (!list || there)
		return false;
	whole = catalogue_coverage(k->c, CHANNEL_PYTORCH_INDEX, k->platform,
				   catalogue_rank(k->c, pin)) >= COVERAGE_VARIANTS;
	f = whole ? FIND_ASKED(k, CP113, d, VARIANT_NEVER_WAS, SAY(line, d->text),
			       SAY(torch, pin), SAY(list, list)) :
		    FIND_ASKED(k, CP109, d, VARIANT_NOT_KNOWN, SAY(line, d->text),
			       SAY(torch, pin), SAY(list, list));
	FIND_ADVICE(k, f, TAKE_ONE_OF_THOSE);
	return true;
}

/* "rocm6.2" is a label of builds for the GPUs of AMD, "xpu" for those of Intel. */
static const char *maker_of(const char *label)
{
	if (label && strncmp(label, "rocm", 4) == 0)
		return "AMD";
	return label && strcmp(label, "xpu") == 0 ? "Intel" : NULL;
}

bool check_maker(struct checkup *k, const struct env_declared *d)
{
	const char *label = d->kind == DECLARED_SPEC ? NULL : declared_label(k->arena, d);
	const struct gpu *g = find_first_gpu(k);
	struct plan p;
	struct found *f;

	if (!maker_of(label) || !g)
		return false;
	f = FIND_ASKED(k, CP202, d, LINE_OF_OTHER_MAKER, SAY(line, d->text),
		       SAY(maker, maker_of(label)), SAY(gpu, g->name));
	find_gpu(k, f, g);
	if (!fix_target(k, false, &p))
		FIND_ADVICE(k, f, SEE_SUGGEST);
	else if (!p.build->index_url)
		FIND_ADVICE(k, f, TAKE_TORCH_OF_PYPI, SAY(need, p.build->torch));
	else
		FIND_ADVICE(k, f, ASK_FOR_TORCH, SAY(url, p.build->index_url),
			    SAY(need, arena_printf(k->arena, "%s%s", p.build->torch,
						   p.build->local ? p.build->local : "")));
	return true;
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
	f = FIND_ASKED(k, CP309, d, INDEX_OUTRANKED, SAY(line, d->text),
		       SAY(torch, arena_printf(k->arena, "%s %s", pypi->torch, pypi->variant)),
		       SAY(index, place->variant), SAY(have, own ? own->torch : NULL));
	find_at(k, f, &place->origin);
	if (r.code != FINDING_NONE) {
		f->severity = SEVERITY_ERROR;
		FIND_MORE(k, f, DOES_NOT_RUN_HERE, SAY(have, r.have), SAY(need, r.need));
	}
	if (own)
		FIND_ADVICE(k, f, PIN_OR_INDEX_ALONE,
			    SAY(need, arena_printf(k->arena, "%s+%s", own->torch, place->variant)));
	else
		FIND_ADVICE(k, f, LEAVE_INDEX_OUT);
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
		f = uv ? FIND_ASKED(k, CP309, d, INDEX_UNUSED_BY_UV, SAY(line, d->text),
				    SAY(index, variant)) :
			 FIND_ASKED(k, CP309, d, INDEX_UNUSED_BY_POETRY, SAY(line, d->text),
				    SAY(index, variant));
		find_at(k, f, &s->origin);
		if (uv)
			FIND_ADVICE(k, f, NAME_IT_IN_UV_SOURCES,
				    SAY(example, "torch = { index = \"…\" }"));
		else
			FIND_ADVICE(k, f, NAME_IT, SAY(example, "torch = { version = \"…\", "
								"source = \"…\" }"));
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
