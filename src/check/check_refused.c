/* Lines that pip refuses: conda's spelling of a version, and names that only conda has. */
#include <string.h>

#include "check/checkup_part.h"

static const struct {
	const char *name, *instead;
} conda_only[] = {
	{ "pytorch", "pip calls it torch" },
	{ "pytorch-cuda", "for pip the index chooses the CUDA" },
	{ "pytorch-mutex", "leave it out" },
	{ "cudatoolkit", "leave it out: a torch wheel brings its CUDA" },
	{ "cpuonly", "leave it out: for pip the index chooses" },
	{ "cudnn", "leave it out: a torch wheel brings its cuDNN" },
};

static bool is_of_pip(const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT || d->kind == DECLARED_CONSTRAINT;
}

static bool unknown_name(struct checkup *k, const struct env_declared *d, const char *name)
{
	for (size_t i = 0; i < sizeof conda_only / sizeof *conda_only; i++) {
		struct found *f;

		if (strcmp(name, conda_only[i].name) != 0)
			continue;
		f = find_asked(k, CP220, d, arena_printf(k->arena,
			"%s: %s is a name of conda, no package of pip", d->text, name));
		advise(k, f, "%s", conda_only[i].instead);
		if (i > 0 && !d->typed)
			find_edit(k, f, &d->origin, NULL, NULL);
		else if (!d->typed)
			find_edit(k, f, &d->origin, "pytorch", "torch");
		return true;
	}
	return false;
}

/* "torch=2.1.0": one sign where pip wants two. */
static void single_sign(struct checkup *k, const struct env_declared *d)
{
	struct span s = span_of(d->text), name, version;
	struct found *f;

	version = s;
	if (!span_next(&version, '=', &name) || !version.n || version.p[0] == '=')
		return;
	name = span_trim(name);
	version = span_trim(version);
	for (size_t i = 0; i < name.n; i++)
		if (!ascii_alnum(name.p[i]) && !strchr("-_.", name.p[i]))
			return;
	if (!name.n || !version.n || !ascii_digit(version.p[0]))
		return;
	if (unknown_name(k, d, arena_span(k->arena, name)))
		return;
	f = find_asked(k, CP220, d, arena_printf(k->arena,
		"%s: one = is conda's spelling, pip stops at this line", d->text));
	advise(k, f, "write " SPAN_FMT "==" SPAN_FMT, SPAN_ARG(name), SPAN_ARG(version));
	if (!d->typed)
		find_edit(k, f, &d->origin, "=", "==");
}

void check_refused(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!is_of_pip(d))
			continue;
		if (d->parsed && d->name)
			unknown_name(k, d, d->name);
		else if (!d->parsed && d->text)
			single_sign(k, d);
	}
}
