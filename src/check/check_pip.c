/* Lines of pip: whether it takes them, where their torch is looked for, what comes from there. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/installed_private.h"
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
	return !ANY(x, LIST(name.p, name.n), *x >= 'a' && *x <= 'z') &&
		span_find_char(name, '_') > 0;
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
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->kind != DECLARED_REQUIREMENT && d->kind != DECLARED_CONSTRAINT)
			continue;
		if (d->parsed && d->name)
			unknown_name(k, d, d->name);
		else if (!d->parsed && d->text)
			single_sign(k, d);
	}
}

/* The builds of that release: "cu126, cu130"; NULL: none. */
static const char *variants_of(struct checkup *k, const char *torch, const char *variant,
			       bool *there)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *list = NULL;

	*there = false;
	EACH(const struct build, b, *p) {
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
	bool conda = d->kind == DECLARED_SPEC;
	const char *pin = conda ? NULL : declared_pin(k->arena, &d->req.set), *list;
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
			       SAY(torch, pin), SAY(list, list),
			       SAY(platform, platform_is(k->platform, PLATFORM_LINUX) ? NULL :
					     platform_words(k->platform))) :
		    FIND_ASKED(k, CP109, d, VARIANT_NOT_KNOWN, SAY(line, d->text),
			       SAY(torch, pin), SAY(list, list));
	FIND_ADVICE(k, f, TAKE_ONE_OF_THOSE);
	return true;
}

/* The torch that a release of a companion was made for, by its METADATA; NULL: not known. */
static const char *torch_beside(const struct checkup *k, const char *package, const char *version)
{
	size_t n;
	const struct wants_torch *w = shelf_wants(k->shelf, package, &n);

	for (; n > 0; w++, n--)
		if (strncmp(w->torch, "==", 2) == 0 && !strpbrk(w->torch, ",*") &&
		    pep440_cmp_text(span_of(w->version), span_of(version)) == 0)
			return w->torch + 2;
	return NULL;
}

/* The indexes have companions for the CUDA versions that their torch is built for, and no other. */
bool check_companion_variant(struct checkup *k, const struct env_declared *d)
{
	bool asks = d->kind == DECLARED_REQUIREMENT && !d->url &&
		    installed_is_companion(k, d->name);
	const char *pin = asks ? declared_pin(k->arena, &d->req.set) : NULL, *torch, *list;
	const char *label = pin ? declared_label(k->arena, d) : NULL;
	struct found *f;
	bool there;

	if (!label || strncmp(label, "cu", 2) != 0)
		return false;
	torch = torch_beside(k, d->name, pin);
	list = torch ? variants_of(k, torch, label, &there) : NULL;
	if (!list || there || catalogue_coverage(k->c, CHANNEL_PYTORCH_INDEX, k->platform,
						 catalogue_rank(k->c, torch)) < COVERAGE_VARIANTS)
		return false;
	f = FIND_ASKED(k, CP113, d, COMPANION_NEVER_WAS, SAY(line, d->text), SAY(torch, torch),
		       SAY(list, list));
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

	if (!maker_of(label))
		return false;
	/* All that the index of PyTorch ever had name the number of their ROCm. */
	if (strcmp(label, "rocm") == 0) {
		f = FIND_ASKED(k, CP113, d, LABEL_WITHOUT_NUMBER, SAY(line, d->text));
		FIND_ADVICE(k, f, SEE_SUGGEST);
		return true;
	}
	if (!g)
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
