/* Lines of pip: whether it takes them, where their torch is looked for, what comes from there. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "check/pypi_private.h"
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

/* What pip, uv or a keeper of a project would take as torch; NULL: nothing is foreseen. */
static const struct pick *picked_torch(const struct checkup *k)
{
	for (size_t i = 0; i < k->picks.n; i++) {
		const struct pick *p = &k->picks.v[i];

		if (installer_manager(p->installer) == MANAGER_PIP && !p->extra &&
		    strcmp(p->name, "torch") == 0)
			return p;
	}
	return NULL;
}

/* A package that is known, on a line beside which no other asks for torch. */
static bool may_bring(const struct checkup *k, const char *name)
{
	const struct pick *p = picked_torch(k);
	size_t n;

	return p && (p->taken.version || p->candidates.n) && stock_of(k->shelf->stock, name, &n);
}

/* Those of CUDA alone are all that is sure to have no torch. */
static bool has_torch_image(const struct env *e)
{
	for (size_t i = 0; i < e->images.n; i++)
		if (!span_ends(span_of(e->images.v[i].image), "nvidia/cuda"))
			return true;
	return false;
}

/* "pip install torchvision" brings torch along, where nothing that is known or was left unread may
 * have one already. */
static const struct env_declared *bringing_torch(struct checkup *k)
{
	const struct env_declared *ret = NULL;

	if (has_torch_image(k->env) || k->env->problems.n || k->env->packages.n)
		return NULL;
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (project_is_torch(d->name) || project_is_conda_torch(d->name))
			return NULL;
		if (!ret && d->name && d->kind == DECLARED_REQUIREMENT && d->parsed && !d->url &&
		    !d->alone &&
		    !d->group && !d->index && may_bring(k, d->name) &&
		    !declared_label(k->arena, d) &&
		    declared_applies(k->arena, d, k->python, k->platform))
			ret = d;
	}
	return ret;
}

static const struct env_declared *plain_torch(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (is_plain(k, &k->env->declared.v[i]))
			return &k->env->declared.v[i];
	return bringing_torch(k);
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
		/* Of the same file it is bound to a place already, or its markers do not hold. */
		if (s->value && strcmp(s->key, "sources") == 0 && strcmp(s->value, "torch") == 0 &&
		    s->origin.file != d->origin.file)
			return true;
	}
	return false;
}

/* The group that was chosen says where torch comes from, for what is always asked for too. */
static bool is_bound_by_group(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (d->asked_in && d->name && strcmp(d->name, "torch") == 0 &&
		    (d->index || d->url || declared_label(k->arena, d)) &&
		    declared_applies(k->arena, d, k->python, k->platform))
			return true;
	}
	return false;
}

/* The build of PyPI that is picked; NULL: another, or none that is known. */
static const struct build *picked_of_pypi(struct checkup *k)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct pick *torch = picked_torch(k);
	const char *version = torch ? torch->taken.version : NULL;

	for (size_t i = 0; version && p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_PIP && build_is_from(&p->v[i], CHANNEL_PYPI) &&
		    strcmp(p->v[i].torch, version) == 0)
			return &p->v[i];
	return NULL;
}

const struct build *pypi_brings(struct checkup *k, const struct limits *l)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = picked_of_pypi(k);

	if (best)
		return best;

	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager == MANAGER_PIP && build_is_from(b, CHANNEL_PYPI) &&
		    (!best || b->rank > best->rank) && limits_take(l, b->torch) &&
		    (!k->python.major || python_set_has(b->pythons, k->python)) &&
		    check_later_takes(k, b->torch))
			best = b;
	}
	return best;
}

struct finding pypi_refused(struct checkup *k, const struct build *b)
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

void pypi_advise(struct checkup *k, struct found *f, const char *package)
{
	const struct limits l = limits_collect(k, LIMITS_SURE);
	const struct build *b = cure_build(k);
	const char *local = b && b->index_url && b->local ? b->local : "";

	if (b && limits_take(&l, b->torch) && check_later_takes(k, b->torch))
		FIND_ADVICE(k, f, ASK_FOR_TORCH, SAY(url, b->index_url),
			    SAY(need, arena_printf(k->arena, "%s%s", b->torch, local)));
	else if (b)
		FIND_ADVICE(k, f, CHANGE_WHAT_ASKS, SAY(package, package));
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
	pypi_advise(k, f, NULL);
}

bool check_brings_cpu(struct checkup *k)
{
	const struct env_declared *d = plain_torch(k);
	struct limits l = limits_collect(k, LIMITS_SURE);
	const struct build *b = d && !has_place(k, d) ? pypi_brings(k, &l) : NULL;

	return b && b->cuda.major == 0;
}

/* A repository whose package nobody knows here: it may hold torch back. */
static bool has_nameless(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (!k->env->declared.v[i].name && k->env->declared.v[i].url)
			return true;
	return false;
}

void check_plain(struct checkup *k)
{
	const struct env_declared *d = plain_torch(k);
	const struct build *b;
	struct limits l = limits_collect(k, LIMITS_SURE);
	struct found *f;
	struct finding r;

	if (!d || !find_first_gpu(k) || k->here.torch || has_place(k, d) ||
	    (project_is_torch(d->name) && limits_predate(k, d)) || is_bound_by_group(k))
		return;
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].asked && k->found.v[i].severity == SEVERITY_ERROR)
			return;
	b = pypi_brings(k, &l);
	if (b && b->cuda.major == 0) {
		cpu_build(k, d, b);
		return;
	}
	r = b ? pypi_refused(k, b) : (struct finding){ .code = FINDING_NONE };
	if (r.code == FINDING_NONE)
		return;
	f = FIND_ASKED(k, r.code == CP102 || r.code == CP104 ? CP203 : CP202, d,
		       PYPI_DOES_NOT_RUN, SAY(line, d->text), SAY(have, r.have),
		       SAY(need, r.need),
		       SAY(torch, arena_printf(k->arena, "%s %s", b->torch, b->variant)));
	f->what.host = r.host;
	f->what.gpu = r.gpu;
	if (!project_is_torch(d->name) && has_nameless(k))
		f->severity = SEVERITY_WARNING;
	pypi_advise(k, f, project_is_torch(d->name) ? NULL : d->name);
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

/* The torch that a release of a companion was made for, by its METADATA; NULL: not known. */
static const char *torch_beside(const struct checkup *k, const char *package, const char *version)
{
	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, package) == 0 && strncmp(w->torch, "==", 2) == 0 &&
		    !strpbrk(w->torch, ",*") &&
		    pep440_cmp_text(span_of(w->version), span_of(version)) == 0)
			return w->torch + 2;
	}
	return NULL;
}

/* The indexes have torchvision for the CUDA versions that its torch is built for, and no other. */
void check_companion_variant(struct checkup *k, const struct env_declared *d)
{
	bool asks = d->kind == DECLARED_REQUIREMENT && !d->url &&
		    strcmp(d->name, "torchvision") == 0;
	const char *pin = asks ? limits_pin(k, &d->req.set) : NULL, *torch, *list;
	const char *label = pin ? declared_label(k->arena, d) : NULL;
	struct found *f;
	bool there;

	if (!label || strncmp(label, "cu", 2) != 0)
		return;
	torch = torch_beside(k, d->name, pin);
	list = torch ? variants_of(k, torch, label, &there) : NULL;
	if (!list || there || catalogue_coverage(k->c, CHANNEL_PYTORCH_INDEX, k->platform,
						 catalogue_rank(k->c, torch)) < COVERAGE_VARIANTS)
		return;
	f = FIND_ASKED(k, CP113, d, COMPANION_NEVER_WAS, SAY(line, d->text), SAY(torch, torch),
		       SAY(list, list));
	FIND_ADVICE(k, f, TAKE_ONE_OF_THOSE);
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
