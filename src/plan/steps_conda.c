/*
 * What conda is asked for: the exact build, then companions by their version, for the solver knows
 * their builds; channels are named in order.
 */
#include <string.h>

#include "fact/build.h"
#include "plan/bounds.h"
#include "plan/steps_private.h"

bool steps_asked(const char *version)
{
	return version && strcmp(version, "none") != 0;
}

void steps_tell(const struct making *m, enum form form, const char *have)
{
	findings_add(m->a, &m->p->notes, (struct finding){
		.words.form = form, .have = have, .host = -1, .gpu = -1 });
}

void steps_bounds(struct arena *a, const struct plan *p, struct strings *to)
{
	const struct build_bound *b;
	size_t from = 0;

	while ((b = plan_bound(p, &from)))
		strings_add(a, to, b->spec);
}

/* In the channel of PyTorch a companion's build says its variant; elsewhere the solver knows. */
static void add_companion(struct arena *a, const struct plan *p, const char *name,
			  const char *version, const char *build, const char *exact,
			  struct strings *to)
{
	const struct build *b = p->build;

	if (!steps_asked(version))
		return;
	if (build)
		strings_printf(a, to, "%s%s%s=%s", name, exact, version, build);
	else if (strcmp(name, "torchvision") == 0 && build_is_from_pytorch(b))
		strings_printf(a, to, "%s%s%s=*%s*", name, exact, version, b->variant);
	else
		strings_printf(a, to, "%s=%s", name, version);
}

/* Those that were seen, or those that were not, which are asked for by themselves. */
static void add_companions(struct arena *a, const struct plan *p, const char *exact, bool apart,
			   struct strings *to)
{
	const char *aside = p->build->conda_apart;

	if (span_in(span_of("torchvision"), aside) == apart)
		add_companion(a, p, "torchvision", p->torchvision, p->torchvision_build, exact, to);
	if (span_in(span_of("torchaudio"), aside) == apart)
		add_companion(a, p, "torchaudio", p->torchaudio, p->torchaudio_build, exact, to);
}

static void add_conda_torch(struct arena *a, const struct build *b, const char *exact,
			    struct strings *to)
{
	strings_printf(a, to, "%s%s%s=%s", b->package, exact, b->torch, b->build);
}

void plan_conda_specs(struct arena *a, const struct plan *p, const char *exact,
		      struct strings *to)
{
	struct span rest = span_of(p->build->conda_extra), word;

	add_conda_torch(a, p->build, exact, to);
	add_companions(a, p, exact, false, to);
	EACH(const struct plan_package, x, p->packages) {
		if (x->conda)
			strings_printf(a, to, "%s=%s", x->conda, x->version);
	}
	while (span_word(&rest, &word)) {
		ptrdiff_t is = span_find_char(word, '=');

		if (p->cuda_version && is > 0 && span_starts(word, "cuda"))
			strings_printf(a, to, "%.*s=%s", (int)is, word.p, p->cuda_version);
		else
			strings_add(a, to, arena_span(a, word));
	}
	steps_bounds(a, p, to);
}

void steps_apart(const struct making *m, enum step_verb verb, const char *exact,
		 const struct strings *channels)
{
	struct strings specs = { 0 };
	struct step *s;

	add_companions(m->a, m->p, exact, true, &specs);
	if (!specs.n)
		return;
	steps_tell(m, FORM_COMPANION_APART, strings_joined(m->a, &specs, ", "));
	s = steps_add(m, &m->p->steps, verb);
	s->apart = true;
	s->channels = *channels;
	s->specs = specs;
	if (verb == STEP_INSTALL)
		add_conda_torch(m->a, m->p->build, exact, &s->specs);
}

