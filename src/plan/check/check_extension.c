/* Packages that were compiled for one torch, or ask for one: flash-attn, xformers and others. */
#include <string.h>

#include "plan/check/checkup_part.h"

/* "cu122torch2.3cxx11abiFALSE": what a file was compiled for. */
static const char *torch_of_local(const struct env_package *p, struct arena *a)
{
	const char *at = p->local ? strstr(p->local, "torch") : NULL;
	struct span s = span_of(at ? at + 5 : NULL);
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || s.p[n] == '.'))
		n++;
	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

bool torch_fits(struct checkup *k, const char *spec)
{
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(k->arena, span_of(spec), &set, &e) != 0)
		return true;
	return pep440_set_has(&set, span_of(k->here.version), PEP440_PRE_YES);
}

/* The requirement of a package on torch, from its own METADATA or from the matrix. */
static const char *requirement(struct checkup *k, const struct env_package *p)
{
	for (size_t i = 0; i < p->requires.n; i++) {
		struct requirement r;
		struct err e;

		if (requirement_parse(k->arena, span_of(p->requires.v[i]), &r, &e) == 0 &&
		    strcmp(r.name, "torch") == 0 && !r.marker && r.set.n)
			return pep440_set_text(k->arena, &r.set);
	}
	return torch_wanted(k, p->name, p->version);
}

static void check_extension(struct checkup *k, const struct env_package *p)
{
	const char *built = torch_of_local(p, k->arena);
	const char *asks = built ? NULL : requirement(k, p);
	struct found *f;

	if (built && same_minor(built, k->here.version))
		return;
	if (!built && (!asks || torch_fits(k, asks)))
		return;
	f = find(k, built ? CP216 : CP209, built ? "%s %s was compiled for torch %s; %s is "
		 "installed" : "%s %s asks for torch%s; %s is installed", p->name, p->version,
		 built ? built : asks, k->here.version);
	f->severity = built ? SEVERITY_ERROR : SEVERITY_WARNING;
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	advise(k, f, "install a release of %s for torch %s, or compile it again", p->name,
	       k->here.version);
}

void check_extensions(struct checkup *k)
{
	if (!k->here.torch || k->here.preview)
		return;
	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];

		if (p->version && is_pip(p) && !is_companion(p->name) &&
		    strcmp(p->name, "torch") != 0)
			check_extension(k, p);
	}
}
