/* Findings: made, and given their evidence, edits and advice. */
#include "check/find_private.h"

#include <string.h>

#include "check/installed_private.h"

struct found *find_new(struct checkup *k, enum finding_code code, const char *fmt, ...)
{
	const struct finding_info *info = finding_info(code);
	struct found *f = &ARRAY_ADD(k->arena, k->found);
	va_list ap;

	va_start(ap, fmt);
	*f = (struct found){
		.code = code, .severity = info->severity, .title = info->title,
		.cause = arena_vprintf(k->arena, fmt, ap),
	};
	va_end(ap);
	return f;
}

void find_at(struct checkup *k, struct found *f, const struct origin *o)
{
	for (size_t i = 0; i < f->evidence.n; i++) {
		const struct origin *e = &f->evidence.v[i];

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
			 const char *cause)
{
	struct found *f = find_new(k, code, "%s", cause);

	f->asked = true;
	find_at(k, f, &d->origin);
	return f;
}

void find_edit(struct checkup *k, struct found *f, const struct origin *o, const char *old,
	       const char *text)
{
	if (o->file && o->line)
		ARRAY_ADD(k->arena, f->edits) = (struct edit){
			.file = o->file, .line = o->line, .old = old, .text = text,
		};
}

void find_advise(struct checkup *k, struct found *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	f->advice = arena_vprintf(k->arena, fmt, ap);
	va_end(ap);
}
