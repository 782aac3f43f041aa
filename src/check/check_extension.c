/* Extensions: packages that were compiled for one torch. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/extension_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "fact/requirement.h"

/* "2.8" of "pt28cu128": the labels of PyTorch Geometric (data.pyg.org/whl). */
static const char *torch_of_pt(struct span s, struct arena *a)
{
	size_t n = span_run_digits(s, "");

	return n < 2 || n > 3 ? NULL : arena_printf(a, "%c." SPAN_FMT, s.p[0],
						    SPAN_ARG(span_sub(s, 1, n - 1)));
}

/* "cu122torch2.3cxx11abiFALSE": what a file was compiled for. */
static const char *torch_of_local(const struct env_package *p, struct arena *a)
{
	const char *at = p->local ? strstr(p->local, "torch") : NULL;
	struct span s = span_of(at ? at + 5 : NULL), pt = span_of(p->local);
	size_t n;

	if (span_take(&pt, "pt"))
		return torch_of_pt(pt, a);
	n = span_run_digits(s, ".");
	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

/* The newest release that was made for the torch that is there; NULL: none is known. */
static const char *release_for(struct checkup *k, const char *package)
{
	const char *best = NULL;
	size_t n;
	const struct wants_torch *w = shelf_wants(k->shelf, package, &n);

	for (; n > 0; w++, n--)
		if (requirement_is_bounded(w->torch) && installed_meets(k, w->torch) &&
		    (!best || pep440_cmp_text(span_of(best), span_of(w->version)) < 0))
			best = w->version;
	return best;
}

/* "2.8.0" of "==2.8.0", where that torch runs on the machine, or none is known; else NULL. */
static const char *torch_to_take(struct checkup *k, const char *asks)
{
	const char *pin = asks && strncmp(asks, "==", 2) == 0 && !strpbrk(asks, ",*") ?
		asks + 2 : NULL;
	struct answer answer;

	if (!pin || !find_first_gpu(k))
		return pin;
	return cure_ask(k, asks, NULL, false, &answer) && cure_first(&answer) ? pin : NULL;
}

static void help(struct checkup *k, struct found *f, const struct env_package *p,
		 const char *asks)
{
	const char *release = release_for(k, p->name), *torch = k->here.version;
	const char *pin = torch_to_take(k, asks);
	bool compiled = !asks;

	if (extension_cure(k, f, p))
		return;
	if (pin)
		FIND_ADVICE(k, f, INSTALL_ITS_TORCH, SAY(package, p->name),
			    SAY(version, p->version), SAY(need, pin), SAY(new, release),
			    SAY(torch, torch));
	else if (release)
		FIND_ADVICE(k, f, INSTALL_RELEASE_OR_ITS_TORCH, SAY(package, p->name),
			    SAY(need, release), SAY(torch, torch));
	else if (compiled)
		FIND_ADVICE(k, f, INSTALL_RELEASE_OR_COMPILE, SAY(package, p->name),
			    SAY(torch, torch));
	else
		FIND_ADVICE(k, f, INSTALL_RELEASE_THAT_TAKES_IT, SAY(package, p->name),
			    SAY(torch, torch));
}

/*
 * Its libraries call functions of the torch that they were compiled with: beside another minor
 * release the import fails. Source: PyTorch promises no ABI between minor releases (the wheels of
 * xformers and vllm pin one for that reason).
 */
static bool is_compiled_for(struct checkup *k, const struct env_package *p, const char *asks)
{
	const char *pin = strncmp(asks, "==", 2) == 0 ? asks + 2 : NULL;

	return pin && installed_release_compiled(k, p->name, p->version) &&
	       !installed_same_minor(pin, k->here.version);
}

/* Whether it is for another torch. */
static bool check_extension(struct checkup *k, const struct env_package *p)
{
	const char *built = torch_of_local(p, k->arena);
	const char *asks = built ? NULL : installed_asks(k, p);
	struct found *f;

	if (built && installed_same_minor(built, k->here.version))
		return false;
	if (!built && (!asks || installed_meets(k, asks)))
		return false;
	f = built ? FIND(k, CP216, COMPILED_FOR_OTHER_TORCH, SAY(package, p->name),
			 SAY(version, p->version), SAY(need, built), SAY(have, k->here.version)) :
		    FIND(k, CP209, ASKS_FOR_OTHER_TORCH, SAY(package, p->name),
			 SAY(version, p->version), SAY(need, asks), SAY(have, k->here.version));
	f->severity = built || is_compiled_for(k, p, asks) ? SEVERITY_ERROR : SEVERITY_WARNING;
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	help(k, f, p, asks);
	return true;
}

/* The row of a wheel of PyPI; one with a label is from elsewhere. */
static const struct made *made_of(struct checkup *k, const struct env_package *p)
{
	bool may = !p->local && shelf_may_have(k->shelf, p->name);

	return may ? FIRST_OF(m, k->shelf->made, strcmp(m->package, p->name) == 0 &&
		strcmp(m->platform, k->platform) == 0 &&
		pep440_cmp_text(span_of(m->version), span_of(p->version)) == 0) : NULL;
}

/* Of pip, and no check before this one installs another. */
static bool is_pip_torch(const struct checkup *k)
{
	return !ANY(x, k->found, x->replaces && x->cure.n) && k->here.variant &&
		k->here.torch == k->here.pip;
}

/*
 * Libraries of CUDA are found by the name of their major: libcudart.so.13 is not there beside a
 * torch of CUDA 12, and none is beside a CPU build (NEEDED of the wheels' libraries).
 */
static void check_cuda(struct checkup *k, const struct env_package *p)
{
	const struct made *m = is_pip_torch(k) ? made_of(k, p) : NULL;
	bool apart = m && m->torch && strcmp(m->torch, "any") == 0;
	const char *release, *have;
	struct found *f;

	if (!m || m->cuda == 0 || m->cuda == k->here.cuda.major ||
	    ANY(x, k->env->packages,
		strncmp(x->name, "nvidia-cuda-runtime", 19) == 0 &&
			installed_nvidia_major(x) == m->cuda) ||
	    (apart && (ANY(one, k->env->toolkits,
			   one->version && pair_parse(one->version) / 100 == m->cuda) ||
		       !find_first_gpu(k))))
		return;
	have = installed_is_cuda(k->here.variant) ? fact_number(k->arena, k->here.cuda.major) :
						    NULL;
	f = FIND(k, CP208, MADE_FOR_OTHER_CUDA, SAY(package, p->name), SAY(version, p->version),
		 SAY(torch, k->here.torch->version), SAY(have, have),
		 SAY(need, fact_number(k->arena, m->cuda)));
	if (apart) {
		f->what.words.form = FORM_LOADS_OTHER_CUDA;
		f->severity = SEVERITY_WARNING; /* a toolkit that is not seen may have it */
	}
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	release = installed_made_for(k, p->name, k->here.version, k->here.cuda.major);
	if (release)
		cure_add(k, f, OWNER_PIP, arena_printf(k->arena, "%s==%s", p->written, release));
	else if (!extension_cure(k, f, p))
		FIND_ADVICE(k, f, INSTALL_OF_VARIANT, SAY(package, p->name),
			    SAY(variant, k->here.variant));
}

static const struct least_gpu *least_of(struct checkup *k, const struct env_package *p)
{
	return FIRST_OF(g, k->shelf->gpus, strcmp(g->package, p->name) == 0 &&
			(*g->platform == '*' || strcmp(g->platform, k->platform) == 0) &&
			(*g->versions == '*' || installed_fits(k->arena, g->versions, p->version)));
}

static void check_host_gpus(struct checkup *k, const struct env_package *p,
			    const struct least_gpu *least, const struct host *h)
{
	EACH(const struct gpu, g, h->gpus) {
		struct found *f;
		char text[SM_TEXT];
		struct sm need;

		if (g->hidden || !sm_known(g->sm) || !sm_parse(span_of(least->sm), &need) ||
		    sm_cmp(g->sm, need) >= 0)
			continue;
		f = FIND(k, CP202, EXTENSION_WITHOUT_CODE, SAY(package, p->name),
			 SAY(version, p->version), SAY(need, least->sm),
			 SAY(have, arena_printf(k->arena, "%s", sm_text(g->sm, text))),
			 SAY(gpu, g->name));
		f->severity = SEVERITY_WARNING; /* torch itself uses it; others bring extensions */
		find_gpu(k, f, g);
		find_package(k, f, p);
		FIND_ADVICE(k, f, NEEDS_OTHER_GPU, SAY(package, p->name));
	}
}

static void check_gpus(struct checkup *k, const struct env_package *p)
{
	const struct least_gpu *least = least_of(k, p);

	for (size_t i = 0; least && k->hosts && i < k->hosts->n; i++)
		check_host_gpus(k, p, least, &k->hosts->v[i]);
}

void check_extensions(struct checkup *k)
{
	check_compiling(k);
	if (!k->here.torch || k->here.preview)
		return;
	EACH(const struct env_package, p, k->env->packages) {
		if (!p->version || !installed_is_pip(p) || strcmp(p->name, "torch") == 0)
			continue;
		if (installed_is_companion(k, p->name) ||
		    (!check_extension(k, p) && !check_compiled(k, p) && !check_needs(k, p)))
			check_cuda(k, p);
		check_gpus(k, p);
	}
}
