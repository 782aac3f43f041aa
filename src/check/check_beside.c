/* What belongs beside torch: companions, NumPy and mkl. */
#include <string.h>

#include "base/dotted.h"
#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "fact/build.h"
#include "fact/conda_spec.h"
#include "fact/platform.h"
#include "plan/bounds.h"

/* The family that belongs beside torch; NULL: not known, or none is published. */
static const char *expected(const struct checkup *k, const char *package, const char *torch)
{
	size_t from = 0;
	const struct beside *b;
	const char *any = NULL;

	while ((b = shelf_next(&k->shelf->pairs, package, torch, &from))) {
		if (strcmp(b->version, "none") == 0)
			continue;
		if (k->here.variant && strcmp(b->variant, k->here.variant) == 0)
			return b->version;
		any = b->version;
	}
	return any;
}

/* A release of that family exists for some torch that has the same minor number. */
static bool pairs(struct checkup *k, const char *package, const char *version)
{
	const struct besides *all = &k->shelf->pairs;

	return ANY(x, *all, strcmp(x->package, package) == 0 &&
		installed_same_minor(x->torch, k->here.version) &&
		installed_fits(k->arena, x->version, version));
}

/* "name @ file:///croot/…": pip shows a package that conda built. */
static bool from_conda(const struct checkup *k)
{
	return ANY(x, k->env->packages, span_holds(span_of(x->url),
		ONE_OF("/croot/", "/conda-bld/", "feedstock_root", "/home/conda/"))) ||
		k->env->kind == ENV_CONDA || k->here.torch == k->here.conda;
}

/* The row of torch does not know its build of conda: then the version alone is asked for. */
static bool is_unplanned(const struct checkup *k, const struct env_package *p)
{
	const struct build *b = k->here.build;
	bool vision = strcmp(p->name, "torchvision") == 0;

	return b && b->manager == MANAGER_CONDA && !(vision ? b->torchvision : b->torchaudio);
}

static void mismatch(struct checkup *k, const struct env_package *p, const char *want)
{
	const char *asks = installed_release_asks(k, p->name, p->version);
	bool conda = !installed_is_pip(p) || (!p->local && from_conda(k));
	struct found *f = FIND(k, CP204, BESIDE_OTHER_TORCH, SAY(package, p->name),
			       SAY(have, p->version), SAY(torch, k->here.version),
			       SAY(asks, asks), SAY(need, want));

	/* conda's solver let it pass: its build was made for this torch. */
	if (conda && p->owner != OWNER_PIP)
		f->severity = SEVERITY_WARNING;
	else if (conda && pair_parse(p->version) == pair_parse(want) + 1)
		f->severity = SEVERITY_WARNING;
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	if (want && installed_is_pip(p) && !strstr(p->name, "vision") &&
	    !strstr(p->name, "audio")) {
		/* torchtext and torchcodec are on PyPI only, beside whatever torch. */
		cure_add(k, f, OWNER_PIP,
			 installed_spec(k, p, want, k->here.version, k->here.cuda.major));
	} else if (want && !installed_is_pip(p) && is_unplanned(k, p))
		cure_add(k, f, OWNER_CONDA, arena_printf(k->arena, "%s=%s", p->written, want));
	else
		cure_companions(k, f);
	if (f->cure.n == 0)
		FIND_ADVICE(k, f, INSTALL_PACKAGE, SAY(package, p->name), SAY(need, want));
}

static void other_variant(struct checkup *k, const struct env_package *p)
{
	const char *variant = p->local;
	struct found *f;

	if (!variant || !(installed_is_cuda(variant) || strcmp(variant, "cpu") == 0) ||
	    !k->here.variant || strncmp(variant, k->here.variant, 5) == 0 ||
	    !installed_is_pip(p) || k->here.torch == k->here.conda)
		return;
	f = FIND(k, CP204, BESIDE_OTHER_VARIANT, SAY(package, p->name), SAY(version, p->version),
		 SAY(have, variant), SAY(torch, k->here.version), SAY(need, k->here.variant));
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	cure_companions(k, f);
}

/* Tried, and none of its releases works beside this torch of this variant. */
static bool is_none(const struct checkup *k, const char *package)
{
	size_t from = 0;
	const struct beside *b;
	bool none = false;

	while ((b = shelf_next(&k->shelf->pairs, package, k->here.version, &from))) {
		bool any = strcmp(b->variant, "*") == 0;

		if (!any && (!k->here.variant || strcmp(b->variant, k->here.variant) != 0))
			continue;
		none = strcmp(b->version, "none") == 0;
		if (!any)
			return none;
	}
	return none;
}

/* Another package than torch that asks for it, whatever its extras; NULL: none is known to. */
static const struct env_package *user_of(struct checkup *k, const char *name)
{
	struct requirement r;
	struct err e;

	EACH(const struct env_package, p, k->env->packages) {
		for (size_t n = 0; n < p->requires.n; n++)
			if (strstr(p->requires.v[n], name) &&
			    requirement_parse(k->arena, span_of(p->requires.v[n]), &r, &e) == 0 &&
			    strcmp(r.name, name) == 0 && !r.marker)
				return p;
	}
	return NULL;
}

/* A check before this one installs torch anew, with what belongs to it. */
static bool is_replaced(const struct checkup *k)
{
	return k->found.n && ANY(x, LIST(k->found.v, k->found.n - 1), x->replaces && x->cure.n);
}

static void alone(struct checkup *k, const struct env_package *p)
{
	struct strings name = { 0 };
	const struct env_package *user = user_of(k, p->name);
	const char *torch = k->here.variant ?
		arena_printf(k->arena, "%s %s", k->here.version, k->here.variant) : k->here.version;
	struct found *f = FIND(k, CP204, BESIDE_NONE_WORKS, SAY(package, p->name),
			       SAY(have, p->version), SAY(torch, torch));

	strings_add(k->arena, &name, p->written);
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	if (is_replaced(k))
		FIND_ADVICE(k, f, COMES_WITH_NEW_TORCH);
	else if (user) {
		/* What needs it would break without it: then torch changes. */
		const struct build *b = cure_build_beside(k, p->name);

		find_package(k, f, user);
		FIND_MORE(k, f, NEEDED_BY, SAY(package, user->written));
		if (b)
			cure_install(k, f, b);
		else
			FIND_ADVICE(k, f, INSTALL_TORCH_WITH, SAY(package, p->name));
	} else
		cure_remove(k, f, OWNER_PIP, &name);
}

/* Before the first release on PyPI: it was compiled there, or by conda, for whatever torch. */
static bool is_before_first(const struct checkup *k, const struct env_package *p)
{
	size_t n;
	const struct wants_torch *w = shelf_wants(k->shelf, p->name, &n);

	return n > 0 && !ANY(x, LIST(w, n), pep440_cmp_text(span_of(p->version),
		span_of(x->version)) >= 0);
}

static void check_one(struct checkup *k, const struct env_package *p)
{
	const char *want = expected(k, p->name, k->here.version);
	const char *asks = p->version ? installed_release_asks(k, p->name, p->version) : NULL;

	if (!p->version || !pair_parse(p->version))
		return;
	if (!want && installed_is_pip(p) && k->here.torch == k->here.pip && is_none(k, p->name) &&
	    !is_before_first(k, p))
		alone(k, p);
	else if (!want && asks && !installed_meets(k, asks))
		mismatch(k, p, want);
	else if (want && !installed_fits(k->arena, want, p->version) &&
		 !pairs(k, p->name, p->version))
		mismatch(k, p, want);
	else
		other_variant(k, p);
}

static void triton(struct checkup *k)
{
	const struct env_package *p = env_find(k->env, "triton");
	const char *want = expected(k, "triton", k->here.version);
	struct found *f;

	if (!p || !p->version || !want || installed_same_minor(want, p->version) ||
	    k->here.torch == k->here.conda)
		return;
	f = FIND(k, CP209, TRITON_OTHER, SAY(have, p->version), SAY(torch, k->here.version),
		 SAY(need, want));
	find_package(k, f, p);
	cure_add(k, f, OWNER_PIP, arena_printf(k->arena, "triton==%s", want));
}

void check_companions(struct checkup *k)
{
	if (!k->here.torch || k->here.preview)
		return;
	EACH(const struct relative, r, k->shelf->family) {
		const struct env_package *p = r->paired ? env_find(k->env, r->package) : NULL;

		if (p)
			check_one(k, p);
	}
	triton(k);
}

static bool before(const char *version, const char *limit)
{
	return dotted_cmp(span_of(version), span_of(limit)) < 0;
}

/* conda-forge and defaults bound these in the packages themselves. */
static bool is_bound(const struct checkup *k)
{
	const char *channel = k->here.torch->channel;

	if (k->here.torch != k->here.conda)
		return false;
	return k->here.build ? !build_is_from_pytorch(k->here.build) :
			       !channel || !strstr(channel, "pytorch");
}

/* It is there, in a release that torch of that age does not work with. */
static bool is_beyond(const struct checkup *k, const struct env_package *p,
		      const struct bound_of *b)
{
	return p && p->version && b && !before(p->version, b->below) &&
	       before(k->here.version, b->torch);
}

/* "numpy<2" */
static const char *bound_text(const struct checkup *k, const char *package,
			      const struct bound_of *b)
{
	return arena_printf(k->arena, "%s<%s", package, b->below);
}

static void numpy(struct checkup *k)
{
	const struct bound_of *b = shelf_bound(k->shelf, "numpy");
	const struct env_package *p = env_find(k->env, "numpy");
	struct found *f;

	if (!is_beyond(k, p, b))
		return;
	f = FIND(k, CP118, NUMPY_TOO_NEW, SAY(have, p->version), SAY(need, bound_text(k, "", b)),
		 SAY(torch, k->here.version));
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	cure_add(k, f, installed_is_pip(p) ? OWNER_PIP : OWNER_CONDA,
		 bound_text(k, b->package, b));
}

static void mkl(struct checkup *k)
{
	const struct bound_of *b = shelf_bound(k->shelf, "mkl");
	const struct env_package *p = env_find(k->env, "mkl");
	struct found *f;

	if (!is_beyond(k, p, b) || installed_is_pip(p) || k->here.torch != k->here.conda)
		return;
	f = FIND(k, CP119, MKL_TOO_NEW, SAY(have, p->version), SAY(need, bound_text(k, "", b)),
		 SAY(first, b->below), SAY(torch, k->here.version));
	f->severity = SEVERITY_ERROR; /* the import of torch fails: pytorch#123097 */
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	cure_add(k, f, OWNER_CONDA, bound_text(k, b->package, b));
}

static void platform(struct checkup *k)
{
	const struct host *h = k->host;
	const char *p = k->env->platform ? k->env->platform : h ? h->platform : NULL;
	struct found *f = NULL;

	if (h && h->libc && strcmp(h->libc, "musl") == 0)
		f = FIND(k, CP107, MUSL_HAS_NO_TORCH, SAY(have, "musl"), SAY(need, "glibc"));
	else if (platform_is_32bit(p))
		f = FIND(k, CP107, PYTHON_OF_32_BITS, SAY(have, p));
	if (!f)
		return;
	find_at(k, f, &(struct origin){ .file = h ? h->source : k->env->source });
	FIND_ADVICE(k, f, USE_64_BITS_AND_GLIBC);
}

void check_numeric(struct checkup *k)
{
	platform(k);
	if (!k->here.torch || k->here.preview || is_bound(k))
		return;
	numpy(k);
	mkl(k);
}

/* The line that names a package, and what it asks for; NULL: none does. */
static const struct env_declared *line_of(struct checkup *k, const char *package,
					  const char **specs)
{
	EACH(const struct env_declared, d, k->env->declared) {
		if (!d->parsed || !d->name || strcmp(d->name, package) != 0)
			continue;
		*specs = d->kind == DECLARED_SPEC ?
			conda_spec_pep440(k->arena, d->spec.f[CONDA_VERSION]) :
			pep440_set_text(k->arena, &d->req.set);
		return d;
	}
	return NULL;
}

/* An image has the NumPy that its torch was made with: it stays unless a line asks for another. */
static bool is_of_image(const struct checkup *k, const struct env_declared *torch)
{
	return ANY(x, k->env->images, x->origin.line && x->origin.line == torch->origin.line &&
		   x->origin.file == torch->origin.file);
}

/* torch itself asks for mkl where conda has it, and never for NumPy: torchvision does. */
static bool is_brought(struct checkup *k, const struct env_declared *torch, const char *package)
{
	const struct env_declared *line;
	const char *specs;

	if (is_of_image(k, torch)) {
		line = line_of(k, package, &specs);
		return line && (line->upgrades || (specs && strncmp(specs, "==", 2) == 0));
	}
	if (strcmp(package, "mkl") == 0)
		return torch->kind == DECLARED_SPEC;
	return line_of(k, package, &specs) || line_of(k, "torchvision", &specs);
}

/* Whether the lines keep a package below the first release that is too new. */
static bool is_kept_below(struct checkup *k, const char *package, const char *below)
{
	const char *first = strchr(below, '.') ? below : arena_printf(k->arena, "%s.0", below);
	const char *specs = NULL;

	return line_of(k, package, &specs) && specs && *specs &&
	       !installed_fits(k->arena, specs, first);
}

/* One line more where each line is a package; those of a manifest are written by its manager. */
static void add_line(struct checkup *k, struct found *f, const struct env_declared *d,
		     const char *spec)
{
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].asked) /* the lines are written anew, with this one */
			return;
	if (d->typed || !d->origin.text || strcmp(d->origin.text, d->text) != 0)
		return;
	find_edit(k, f, &d->origin, "", "");
	if (f->edits.n)
		f->edits.v[f->edits.n - 1].after = spec;
}

const struct build_bound *check_bound_missing(struct checkup *k, const struct plan *p,
					      const struct env_declared *torch, size_t *from)
{
	const struct build_bound *b;

	while ((b = plan_bound(p, from))) {
		const struct bound_of *row = shelf_bound(k->shelf, b->package);

		if (b->code && row && is_brought(k, torch, b->package) &&
		    !is_kept_below(k, b->package, row->below))
			return b;
	}
	return NULL;
}

void check_bounds(struct checkup *k)
{
	const struct env_declared *d = k->asks;
	const struct build_bound *b;
	const char *specs;

	if (!k->plan || (d->kind == DECLARED_SPEC &&
			 !channel_named(k->env, k->plan->build->channel)))
		return;
	for (size_t from = 0; (b = check_bound_missing(k, k->plan, d, &from));) {
		struct found *f = find_new(k, b->code, PHRASE(k->arena, LEAVES_UNBOUND,
			SAY(package, b->package), SAY(torch, k->plan->build->torch),
			SAY(need, b->spec)));

		find_at(k, f, &d->origin);
		FIND_ADVICE(k, f, ADD_TO_LIST, SAY(line, b->spec));
		if (!line_of(k, b->package, &specs))
			add_line(k, f, d, b->spec);
	}
}
