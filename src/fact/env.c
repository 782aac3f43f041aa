#include "fact/env.h"

#include <string.h>

#include "base/secret.h"

struct env env_new(const char *source)
{
	return (struct env){
		.source = source, .available = TRI_UNKNOWN, .system_site = TRI_UNKNOWN,
	};
}

void env_changed_by(struct env *e, enum installer tool)
{
	e->tool_known = true;
	e->tool = tool;
}

void env_kept_by(struct env *e, enum installer keeper)
{
	if (e->kept)
		return;
	e->kept = true;
	e->keeper = keeper;
}

const char *env_owner_name(enum env_owner o)
{
	static const char *const names[] = {
		[OWNER_UNKNOWN] = "unknown", [OWNER_PIP] = "pip", [OWNER_UV] = "uv",
		[OWNER_CONDA] = "conda",
	};

	return names[o];
}

struct env_package *env_add(struct arena *a, struct env *e, struct span name, struct span version,
			    enum env_owner owner, struct origin origin)
{
	struct env_package *p;
	const char *plus;

	p = &ENV_ADD(a, e, packages);
	*p = (struct env_package){ .owner = owner, .origin = origin };
	p->written = arena_span(a, span_trim(name));
	p->name = project_name(a, span_of(p->written));
	version = span_trim(version);
	p->version = version.n ? arena_span(a, version) : NULL;
	plus = p->version ? strchr(p->version, '+') : NULL;
	p->local = plus && plus[1] ? plus + 1 : NULL;
	return p;
}

const struct env_package *env_next(const struct env *e, const char *name, size_t *from)
{
	while (*from < e->packages.n) {
		const struct env_package *p = &e->packages.v[(*from)++];

		if (strcmp(p->name, name) == 0)
			return p;
	}
	return NULL;
}

const struct env_package *env_find(const struct env *e, const char *name)
{
	size_t from = 0;

	return env_next(e, name, &from);
}

const char *env_group_table(enum env_group_kind k)
{
	return k == GROUP_EXTRA ? "extra" : "group";
}

const struct env_declared *env_asks(const struct env *e, const char *name)
{
	EACH(const struct env_declared, d, e->declared) {
		if (d->name && strcmp(d->name, name) == 0)
			return d;
	}
	return NULL;
}

const struct env_setting *env_setting(const struct env *e, enum env_setting_tool tool,
				      const char *key)
{
	for (size_t i = e->settings.n; i-- > 0;) {
		const struct env_setting *s = &e->settings.v[i];

		if (s->effective && s->tool == tool && strcmp(s->key, key) == 0)
			return s;
	}
	return NULL;
}

struct env_setting *env_set(struct arena *a, struct env *e, enum env_setting_tool tool,
			    const char *key, const char *value, struct origin origin)
{
	struct env_setting *s = &ENV_ADD(a, e, settings);

	*s = (struct env_setting){
		.tool = tool, .key = key, .value = value, .effective = true, .origin = origin,
	};
	return s;
}

void env_problem(struct arena *a, struct env *e, struct origin origin, struct phrase what)
{
	if (e->problems.n < ENV_MOST)
		ARRAY_ADD(a, e->problems) = (struct env_problem){ what, origin };
}

void env_not_understood(struct arena *a, struct env *e, struct origin origin,
			const struct err *why)
{
	const struct phrase *p = phrase_keep(a, err_phrase(a, why));

	/* a piece of the line does not show that it is the value of a secret's name */
	if (secret_in(span_of(origin.text)))
		env_problem(a, e, origin, PHRASE(a, NOT_UNDERSTOOD_HIDDEN));
	else
		env_problem(a, e, origin, PHRASE(a, NOT_UNDERSTOOD, SAY_PHRASE(why, p)));
}

bool env_matters(const char *name)
{
	return span_starts_in(span_of(name), "torch pytorch nvidia- triton functorch xformers "
			      "flash-attn bitsandbytes cupy vllm apex deepspeed cuda-") > 0;
}

bool env_is_weighed(const char *name)
{
	return span_in(span_of(name), "python numpy mkl cpuonly cudatoolkit cudnn libtorch") ||
	       env_matters(name);
}

#define APPEND(a, to, from, list) \
	for (size_t at_ = 0; at_ < (from)->list.n; at_++) \
		ENV_ADD(a, to, list) = (from)->list.v[at_]

static void keep(const char **to, const char *from)
{
	*to = *to ? *to : from;
}

static bool lists(const char *words, const char *word)
{
	struct span rest = span_of(words), one;

	while (span_next(&rest, ',', &one))
		if (span_is(span_trim(one), word))
			return true;
	return false;
}

void env_join(struct arena *a, struct env *to, const struct env *from)
{
	APPEND(a, to, from, packages);
	APPEND(a, to, from, declared);
	APPEND(a, to, from, replaced);
	APPEND(a, to, from, settings);
	APPEND(a, to, from, libraries);
	APPEND(a, to, from, leftovers);
	APPEND(a, to, from, offers);
	APPEND(a, to, from, toolkits);
	APPEND(a, to, from, images);
	APPEND(a, to, from, problems);
	APPEND(a, to, from, virtuals);
	APPEND(a, to, from, channels);
	to->over |= from->over;
	/* each name once, joined by ", " */
	if (to->source && from->source && !lists(to->source, from->source))
		to->source = arena_printf(a, "%s, %s", to->source, from->source);
	keep(&to->source, from->source);
	text_formats_join(&to->formats, &from->formats);
	keep(&to->prefix, from->prefix);
	keep(&to->name, from->name);
	if (!to->tool_known && from->tool_known)
		env_changed_by(to, from->tool);
	keep(&to->project, from->project);
	if (from->kept)
		env_kept_by(to, from->keeper);
	keep(&to->python, from->python);
	keep(&to->python_full, from->python_full);
	keep(&to->platform, from->platform);
	if (to->available == TRI_UNKNOWN)
		to->available = from->available;
	if (to->kind == ENV_UNKNOWN || to->kind == ENV_PASTED)
		to->kind = from->kind;
}
