/* torchvision, torchaudio, triton and the others beside torch. */
#include <string.h>

#include "check/checkup_part.h"
#include "install/command_part.h"

static const char *const companions[] = { "torchvision", "torchaudio", "torchtext", "torchcodec" };

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
static bool pairs(const struct checkup *k, const char *package, const char *version)
{
	const struct besides *all = &k->shelf->pairs;

	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].package, package) == 0 &&
		    same_minor(all->v[i].torch, k->here.version) &&
		    same_minor(all->v[i].version, version))
			return true;
	return false;
}

const char *torch_wanted(const struct checkup *k, const char *package, const char *version)
{
	const char *plain = public_version(k->arena, version);

	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (*w->package == *package && strcmp(w->package, package) == 0 &&
		    strcmp(w->version, plain) == 0)
			return w->torch;
	}
	return NULL;
}

/* "name @ file:///croot/…": pip shows a package that conda built. */
static bool from_conda(const struct checkup *k)
{
	static const char *const marks[] = { "/croot/", "/conda-bld/", "feedstock_root",
					     "/home/conda/" };

	for (size_t i = 0; i < k->env->packages.n; i++) {
		const char *url = k->env->packages.v[i].url;

		for (size_t m = 0; url && m < sizeof marks / sizeof *marks; m++)
			if (strstr(url, marks[m]))
				return true;
	}
	return k->env->kind == ENV_CONDA || k->here.torch == k->here.conda;
}

/* torchtext and torchcodec are on PyPI only, beside whatever torch. */
static void exactly(struct checkup *k, struct found *f, const struct env_package *p,
		    const char *version)
{
	struct strings spec = { 0 };

	strings_add(k->arena, &spec, arena_printf(k->arena, "%s==%s", p->written, version));
	cure_add(k, f, OWNER_PIP, &spec);
}

/* The row of torch does not know its build of conda: then the version alone is asked for. */
static bool is_unplanned(const struct checkup *k, const struct env_package *p)
{
	const struct build *b = k->here.build;
	bool vision = strcmp(p->name, "torchvision") == 0;

	return b && b->manager == MANAGER_CONDA && !(vision ? b->torchvision : b->torchaudio);
}

static void from_channel(struct checkup *k, struct found *f, const struct env_package *p,
			 const char *version)
{
	struct strings spec = { 0 };

	strings_add(k->arena, &spec, arena_printf(k->arena, "%s=%s", p->written, version));
	cure_add(k, f, OWNER_CONDA, &spec);
}

static void put_right(struct checkup *k, struct found *f, const struct env_package *p,
		      const char *want)
{
	if (want && is_pip(p) && !strstr(p->name, "vision") && !strstr(p->name, "audio"))
		exactly(k, f, p, want);
	else if (want && !is_pip(p) && is_unplanned(k, p))
		from_channel(k, f, p, want);
	else
		cure_companions(k, f);
	if (f->cure.n == 0)
		advise(k, f, want ? "install %s %s" : "%s has no release for this torch%s", p->name,
		       want ? want : "");
}

static void mismatch(struct checkup *k, const struct env_package *p, const char *want)
{
	const char *asks = torch_wanted(k, p->name, p->version);
	bool conda = !is_pip(p) || (!p->local && from_conda(k));
	struct found *f = find(k, CP204, "%s %s beside torch %s: %s%s%s%s", p->name, p->version,
			       k->here.version, asks ? "it asks for torch" : "",
			       asks ? asks : "", asks && want ? "; " : "",
			       want ? arena_printf(k->arena, "torch %s has %s %s", k->here.version,
						   p->name, want) : "");

	/* conda's solver let it pass: its build was made for this torch. */
	if (conda && p->owner != OWNER_PIP)
		f->severity = SEVERITY_WARNING;
	else if (conda && pair_parse(p->version) == pair_parse(want) + 1)
		f->severity = SEVERITY_WARNING;
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	put_right(k, f, p, want);
}

static const char *variant_of(const struct env_package *p)
{
	return p->local && (is_cuda_variant(p->local) || strcmp(p->local, "cpu") == 0) ? p->local
										       : NULL;
}

static void other_variant(struct checkup *k, const struct env_package *p)
{
	const char *variant = variant_of(p);
	struct found *f;

	if (!variant || !k->here.variant || strncmp(variant, k->here.variant, 5) == 0 ||
	    !is_pip(p) || k->here.torch == k->here.conda)
		return;
	f = find(k, CP204, "%s %s is built for %s, torch %s for %s", p->name, p->version, variant,
		 k->here.version, k->here.variant);
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

	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];

		for (size_t n = 0; n < p->requires.n; n++)
			if (strstr(p->requires.v[n], name) &&
			    requirement_parse(k->arena, span_of(p->requires.v[n]), &r, &e) == 0 &&
			    strcmp(r.name, name) == 0 && !r.marker)
				return p;
	}
	return NULL;
}

/* What needs it would break without it: then torch changes. */
static void give_way(struct checkup *k, struct found *f, const struct env_package *user,
		     const char *name)
{
	const struct build *b = cure_build_beside(k, name);

	find_package(k, f, user);
	f->cause = arena_printf(k->arena, "%s; %s needs it", f->cause, user->written);
	if (b)
		cure_install(k, f, b);
	else
		advise(k, f, "install the newest torch that has a %s: cudaplan suggest %s", name,
		       name);
}

/* A check before this one installs torch anew, with what belongs to it. */
static bool is_replaced(const struct checkup *k)
{
	for (size_t i = 0; i + 1 < k->found.n; i++)
		if (k->found.v[i].replaces && k->found.v[i].cure.n)
			return true;
	return false;
}

static void alone(struct checkup *k, const struct env_package *p)
{
	struct strings name = words(k->arena, p->written, NULL);
	const struct env_package *user = user_of(k, p->name);
	struct found *f = find(k, CP204, "%s %s beside torch %s%s%s: no release of it works there",
			       p->name, p->version, k->here.version, k->here.variant ? " " : "",
			       k->here.variant ? k->here.variant : "");

	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	if (is_replaced(k))
		advise(k, f, "the new torch brings what belongs to it");
	else if (user)
		give_way(k, f, user, p->name);
	else
		cure_remove(k, f, OWNER_PIP, &name);
}

/* Before the first release on PyPI: it was compiled there, or by conda, for whatever torch. */
static bool is_before_first(const struct checkup *k, const struct env_package *p)
{
	bool any = false;

	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, p->name) != 0)
			continue;
		if (pep440_cmp_text(span_of(p->version), span_of(w->version)) >= 0)
			return false;
		any = true;
	}
	return any;
}

static void check_one(struct checkup *k, const struct env_package *p)
{
	const char *want = expected(k, p->name, k->here.version);
	const char *asks = p->version ? torch_wanted(k, p->name, p->version) : NULL;

	if (!p->version || !pair_parse(p->version))
		return;
	if (!want && is_pip(p) && k->here.torch == k->here.pip && is_none(k, p->name) &&
	    !is_before_first(k, p))
		alone(k, p);
	else if (!want && asks && !torch_fits(k, asks))
		mismatch(k, p, want);
	else if (want && !same_minor(want, p->version) && !pairs(k, p->name, p->version))
		mismatch(k, p, want);
	else
		other_variant(k, p);
}

static void triton(struct checkup *k)
{
	const struct env_package *p = env_find(k->env, "triton");
	const char *want = expected(k, "triton", k->here.version);
	struct found *f;

	if (!p || !p->version || !want || same_minor(want, p->version) ||
	    k->here.torch == k->here.conda)
		return;
	f = find(k, CP209, "triton %s beside torch %s, which asks for %s: torch.compile can fail",
		 p->version, k->here.version, want);
	find_package(k, f, p);
	struct strings spec = { 0 };

	strings_add(k->arena, &spec, arena_printf(k->arena, "triton==%s", want));
	cure_add(k, f, OWNER_PIP, &spec);
}

void check_companions(struct checkup *k)
{
	if (!k->here.torch || k->here.preview)
		return;
	for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
		const struct env_package *p = env_find(k->env, companions[i]);

		if (p)
			check_one(k, p);
	}
	triton(k);
}

bool is_companion(const char *name)
{
	for (size_t i = 0; i < sizeof companions / sizeof *companions; i++)
		if (strcmp(name, companions[i]) == 0)
			return true;
	return false;
}
