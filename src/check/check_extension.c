/* Extensions: packages that were compiled for one torch. */
#include <string.h>

#include "check/checks_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"

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

/* "==2.8.0", "<2.9,>=2.8": a release says which torch it was made for; a floor says none. */
static bool is_bounded(const char *specs)
{
	return strstr(specs, "==") || strchr(specs, '<') || strstr(specs, "~=");
}

/* The newest release that was made for the torch that is there; NULL: none is known. */
static const char *release_for(struct checkup *k, const char *package)
{
	const char *best = NULL;

	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, package) == 0 && is_bounded(w->torch) &&
		    installed_meets(k, w->torch) &&
		    (!best || pep440_cmp_text(span_of(best), span_of(w->version)) < 0))
			best = w->version;
	}
	return best;
}

static void help(struct checkup *k, struct found *f, const struct env_package *p, bool compiled)
{
	const char *release = release_for(k, p->name), *torch = k->here.version;

	if (release)
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

static void check_extension(struct checkup *k, const struct env_package *p)
{
	const char *built = torch_of_local(p, k->arena);
	const char *asks = built ? NULL : installed_asks(k, p);
	struct found *f;

	if (built && installed_same_minor(built, k->here.version))
		return;
	if (!built && (!asks || installed_meets(k, asks)))
		return;
	f = built ? FIND(k, CP216, COMPILED_FOR_OTHER_TORCH, SAY(package, p->name),
			 SAY(version, p->version), SAY(need, built), SAY(have, k->here.version)) :
		    FIND(k, CP209, ASKS_FOR_OTHER_TORCH, SAY(package, p->name),
			 SAY(version, p->version), SAY(need, asks), SAY(have, k->here.version));
	f->severity = built || is_compiled_for(k, p, asks) ? SEVERITY_ERROR : SEVERITY_WARNING;
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

		if (p->version && installed_is_pip(p) && !installed_is_companion(k, p->name) &&
		    strcmp(p->name, "torch") != 0)
			check_extension(k, p);
	}
}
