/* Packages that were compiled for one torch, or ask for one: flash-attn, xformers and others. */
#include <string.h>

#include "check/checkup_part.h"

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

/* Most requirements are for something else: their names tell before they are parsed. */
static bool begins_torch(const char *text)
{
	struct span s = span_trim(span_of(text));

	return s.n >= 5 && span_eq_nocase(span_sub(s, 0, 5), SPAN("torch"));
}

const char *torch_asked(struct checkup *k, const struct env_package *p)
{
	for (size_t i = 0; i < p->requires.n; i++) {
		struct requirement r;
		struct err e;

		if (begins_torch(p->requires.v[i]) &&
		    requirement_parse(k->arena, span_of(p->requires.v[i]), &r, &e) == 0 &&
		    strcmp(r.name, "torch") == 0 && !r.marker && r.set.n)
			return pep440_set_text(k->arena, &r.set);
	}
	return torch_wanted(k, p->name, p->version);
}

/* The newest release that asks for the torch that is there; NULL: none is known. */
static const char *release_for(struct checkup *k, const char *package)
{
	const char *best = NULL;

	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, package) == 0 && torch_fits(k, w->torch) &&
		    (!best || pep440_cmp_text(span_of(best), span_of(w->version)) < 0))
			best = w->version;
	}
	return best;
}

static void help(struct checkup *k, struct found *f, const struct env_package *p, bool compiled)
{
	const char *release = release_for(k, p->name);

	if (release)
		advise(k, f, "install %s %s, which asks for torch %s too, or the torch that it "
		       "asks for", p->name, release, k->here.version);
	else if (compiled)
		advise(k, f, "install a release of %s for torch %s, or compile it again", p->name,
		       k->here.version);
	else
		advise(k, f, "install a release of %s that takes torch %s, or the torch that it "
		       "asks for", p->name, k->here.version);
}

static void check_extension(struct checkup *k, const struct env_package *p)
{
	const char *built = torch_of_local(p, k->arena);
	const char *asks = built ? NULL : torch_asked(k, p);
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
	help(k, f, p, built != NULL);
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
