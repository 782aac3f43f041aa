#include "check/fix_part.h"

#include <string.h>

#include "check/checkup_part.h"
#include "check/declared.h"

bool fix_is_spec(const struct env_declared *d)
{
	return d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group && d->origin.line;
}

static void python(struct checkup *k, const struct plan *p, const struct env_declared *d,
		   struct found *to)
{
	char text[PYTHON_TEXT];
	const char *spec;
	struct python asked;

	if (!p->python.major)
		return;
	if (declared_python_minor(d->spec.f[CONDA_VERSION], &asked)
		    ? python_cmp(asked, p->python) == 0
		    : conda_spec_has(&d->spec.version, span_of(python_text(p->python, text))))
		return;
	spec = arena_printf(k->arena, "python=%s", python_text(p->python, text));
	if (strcmp(d->text, spec) != 0)
		find_edit(k, to, &d->origin, d->text, spec);
}

void fix_python(struct checkup *k, const struct plan *p, struct found *to)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (fix_is_spec(d) && strcmp(d->name, "python") == 0)
			python(k, p, d, to);
	}
}
