/* Findings: made, and given their evidence, edits and advice. */
#include "check/find_private.h"

#include <string.h>

#include "check/installed_private.h"

struct found *find_new(struct checkup *k, enum finding_code code, struct phrase words)
{
	struct found *f = &ARRAY_ADD(k->arena, k->found);

	*f = (struct found){ .what = finding_of(code), .severity = finding_info(code)->severity };
	f->what.words = words;
	f->what.have = phrase_fact(&words, FACT_have);
	f->what.need = phrase_fact(&words, FACT_need);
	return f;
}

void find_at(struct checkup *k, struct found *f, const struct origin *o)
{
	EACH(const struct origin, e, f->evidence) {
		if (e->line == o->line && e->file && o->file && strcmp(e->file, o->file) == 0)
			return;
	}
	ARRAY_ADD(k->arena, f->evidence) = *o;
}

void find_package(struct checkup *k, struct found *f, const struct env_package *p)
{
	struct origin o = p->origin;

	if (!o.text)
		o.text = installed_text(k->arena, p);
	find_at(k, f, &o);
}

struct found *find_asked(struct checkup *k, enum finding_code code, const struct env_declared *d,
			 struct phrase words)
{
	struct found *f = find_new(k, code, words);

	f->asked = true;
	find_at(k, f, &d->origin);
	return f;
}

const struct gpu *find_first_gpu(const struct checkup *k)
{
	const struct gpu *g = NULL;

	for (size_t i = 0; !g && k->hosts && i < k->hosts->n; i++)
		g = host_first_gpu(&k->hosts->v[i]);
	return g;
}

void find_gpu(const struct checkup *k, struct found *f, const struct gpu *g)
{
	for (size_t i = 0; i < k->hosts->n; i++) {
		if (!ANY(x, k->hosts->v[i].gpus, x == g))
			continue;
		f->what.host = (int)i;
		f->what.gpu = (int)(g - k->hosts->v[i].gpus.v);
	}
}

void find_cured_with(struct checkup *k, struct found *f, enum finding_code by)
{
	char name[8];
	const char *code = arena_str(k->arena, finding_name(by, name));

	f->cure = (struct steps){ 0 };
	if (f->advice.form)
		FIND_ADVICE(k, f, CURED_WITH_OR, SAY(code, code),
			    SAY_PHRASE(what, phrase_keep(k->arena, f->advice)));
	else
		FIND_ADVICE(k, f, CURED_WITH, SAY(code, code));
}

void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text)
{
	/* A table without one of its keys may be none that its program takes. */
	if (!old && !text && span_ends(span_of(o->file), ".toml"))
		return;
	if (o->file && o->line)
		ARRAY_ADD(k->arena, f->edits) = (struct edit){
			.file = o->file, .line = o->line, .old = old, .text = text,
		};
}
