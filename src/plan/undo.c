/* What takes a plan back: what it made is thrown away; what was there before is put back. */
#include <string.h>

#include "fact/build.h"
#include "plan/bounds.h"
#include "plan/steps_private.h"

/* What the plan may replace, in the words of its manager; NULL where it does not ask for it. */
struct names {
	const char *v[12];
	size_t n;
};

static void add_name(struct names *to, const char *name)
{
	for (size_t i = 0; name && i < to->n; i++)
		if (strcmp(to->v[i], name) == 0)
			return;
	if (name && to->n < sizeof to->v / sizeof *to->v)
		to->v[to->n++] = name;
}

static bool is_asked(const char *version)
{
	return version && strcmp(version, "none") != 0;
}

/* torch and its companions: removed where they were not there before. */
static struct names family(const struct plan *p)
{
	struct names ret = { 0 };

	add_name(&ret, p->build->package);
	add_name(&ret, is_asked(p->torchvision) ? "torchvision" : NULL);
	add_name(&ret, is_asked(p->torchaudio) ? "torchaudio" : NULL);
	return ret;
}

/* What else the commands bound, or conda's solver changes with torch. */
static struct names others(struct arena *a, const struct plan *p)
{
	static const char *const moved[] = { "torchvision", "torchaudio", "pytorch-cuda",
					     "cudatoolkit" };
	struct span rest = span_of(p->build->conda_extra), word;
	bool conda = p->build->manager == MANAGER_CONDA;
	const struct build_bound *b;
	struct names ret = { 0 };
	size_t from = 0;

	if (conda && !is_asked(p->torchvision))
		add_name(&ret, moved[0]);
	if (conda && !is_asked(p->torchaudio))
		add_name(&ret, moved[1]);
	for (size_t i = 2; conda && i < sizeof moved / sizeof *moved; i++)
		add_name(&ret, moved[i]);
	/* "cuda-version=12.6", "numpy<2": the name before the sign. */
	while (span_word(&rest, &word)) {
		const char *spec = arena_span(a, word);

		add_name(&ret, arena_span(a, (struct span){ spec, strcspn(spec, "=<>!") }));
	}
	while ((b = plan_bound(p, &from)))
		add_name(&ret, b->package);
	return ret;
}

/* As the plan's installer has it; NULL: it is not there, or nobody can put it back. */
static const struct env_package *before(const struct making *m, const char *name)
{
	bool conda = m->p->build->manager == MANAGER_CONDA;
	const struct env_package *p;
	size_t from = 0;

	if (!m->g->before)
		return NULL;
	while ((p = env_next(m->g->before, name, &from)))
		if ((p->owner == OWNER_CONDA) == conda && p->version && !p->editable)
			return p;
	return NULL;
}

static void put_pip(const struct making *m, const struct env_package *p)
{
	/* That has a build with that label; NULL: PyPI. */
	const char *index = p->local && !p->url ? steps_index(m->a, m->g, p->local) : NULL;
	struct step *s = NULL;

	for (size_t i = 0; i < m->p->undo.n && !s; i++)
		if (m->p->undo.v[i].verb == STEP_INSTALL && m->p->undo.v[i].index_url == index)
			s = &m->p->undo.v[i];
	for (size_t i = 0; i < m->p->undo.n && !s && index; i++)
		if (m->p->undo.v[i].index_url && strcmp(m->p->undo.v[i].index_url, index) == 0)
			s = &m->p->undo.v[i];
	if (!s) {
		s = steps_add(m, &m->p->undo, STEP_INSTALL);
		s->index_url = index;
	}
	if (p->url)
		strings_printf(m->a, &s->specs, "%s @ %s", p->name, p->url);
	else
		strings_printf(m->a, &s->specs, "%s==%s", p->name, p->version);
}

static void put_conda(const struct making *m, const struct env_package *p)
{
	struct step *s = m->p->undo.n ? m->p->undo.v : steps_add(m, &m->p->undo, STEP_INSTALL);

	if (p->channel)
		strings_add_once(m->a, &s->channels, *p->channel ? p->channel : CHANNEL_DEFAULTS);
	strings_printf(m->a, &s->specs, p->build ? "%s=%s=%s" : "%s=%s", p->name, p->version,
		       p->build);
}

static void put(const struct making *m, const struct env_package *p)
{
	(m->p->build->manager == MANAGER_CONDA ? put_conda : put_pip)(m, p);
}

/* The versions that were there; what was not there is removed. */
static void put_back(const struct making *m)
{
	struct names torch = family(m->p), bound = others(m->a, m->p);
	struct strings gone = { 0 };

	for (size_t i = 0; i < torch.n; i++) {
		const struct env_package *p = before(m, torch.v[i]);

		if (p)
			put(m, p);
		else
			strings_add(m->a, &gone, torch.v[i]);
	}
	for (size_t i = 0; i < bound.n; i++)
		if (before(m, bound.v[i]))
			put(m, before(m, bound.v[i]));
	if (m->p->build->manager == MANAGER_CONDA) {
		/* Where only some channels were printed, those of the plan have the rest. */
		struct strings more = plan_conda_channels(m->a, m->g, m->p->build);
		struct step *s = m->p->undo.v;

		for (size_t i = 0; m->p->undo.n && i < more.n; i++)
			strings_add_once(m->a, &s->channels, more.v[i]);
	}
	if (gone.n)
		steps_add(m, &m->p->undo, STEP_REMOVE)->specs = gone;
}

void undo_steps(const struct making *m)
{
	if (m->fresh)
		steps_add(m, &m->p->undo, STEP_DISCARD);
	else
		put_back(m);
}
