/* What the given files ask for beside torch, so that a plan's commands bring it too. */
#include "cmd/rest_private.h"

#include <string.h>

#include "base/url.h"
#include "check/declared.h"
#include "fact/conda_spec.h"
#include "read/conda_spec.h"

static bool is_family(const char *name)
{
	struct wish none = { 0 };

	return name && wish_strings(&none, name);
}

/* A line that pip installs beside torch and its companions; what has hashes takes no others. */
static bool is_rest(const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT && !d->group && !d->under_pip && !is_family(d->name);
}

static bool is_piped(const struct env_declared *d)
{
	return d->origin.file && strcmp(d->origin.file, cmd_input_name("-")) == 0;
}

static bool is_of(const struct env_declared *d, const struct strings *files)
{
	return d->origin.file && (strings_has(files, d->origin.file) ||
				  (is_piped(d) && strings_has(files, "-")));
}

/* What was piped in cannot be read again by pip: its lines stand in the command. */
static struct strings *place_of(const struct run *r, const struct env_declared *d,
				struct ground *to)
{
	if (is_of(d, &r->o->requirement))
		return is_piped(d) ? &to->rest_pip : &to->lines;
	return is_of(d, &r->o->file) ? &to->rest_pip : NULL;
}

/* Python, torch and its CUDA are the plan's. */
static bool is_planned(const struct env_declared *d)
{
	return span_in(span_of(d->name), "python pytorch pytorch-mutex pytorch-gpu pytorch-cpu "
					 "cpuonly cuda") ||
	       is_family(d->name) || declared_names_cuda(d);
}

/* "git+https://host/project": which package it is, is not known before it is there. */
static bool is_bare_url(const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT && !d->parsed && d->url && !d->group &&
	       !d->editable && url_is_alone(d->url);
}

/* A line, in the words of whose package it is. */
static void add_line(struct run *r, const struct checkup *k, const struct env_declared *d,
		     struct ground *to)
{
	bool pip = d->kind == DECLARED_REQUIREMENT;

	struct strings *pip_lines = pip ? place_of(r, d, to) : NULL;

	if (is_bare_url(d) && pip_lines)
		strings_add(r->arena, pip_lines, d->url);
	if ((!pip && d->kind != DECLARED_SPEC) || !d->parsed || !d->name || d->group ||
	    d->editable || !d->text || is_planned(d))
		return;
	if (pip && !declared_applies(r->arena, d, k->python, k->platform))
		return;
	if (pip_lines)
		strings_add(r->arena, pip_lines, d->text);
	else if (!pip && is_of(d, &r->o->file))
		strings_add(r->arena, &to->rest_conda, d->text);
}

static void add_option(struct run *r, struct strings *to, const char *name, const char *value)
{
	for (size_t i = 0; i < to->n; i++)
		if (strcmp(to->v[i], name) == 0 &&
		    (!value || (i + 1 < to->n && strcmp(to->v[i + 1], value) == 0)))
			return;
	strings_add(r->arena, to, name);
	if (value)
		strings_add(r->arena, to, value);
}

/* A path of a file is one beside that file. */
static const char *beside(struct run *r, const char *file, const char *path)
{
	const char *slash = file ? strrchr(file, '/') : NULL;

	if (!slash || strstr(path, "://") || *path == '/' || *path == '~')
		return path;
	return arena_printf(r->arena, "%.*s/%s", (int)(slash - file), file, path);
}

/* Whose lines stand in the command; its options do too. */
static bool is_typed_out(const struct run *r, const struct origin *o)
{
	const struct env_declared d = { .origin = *o };
	bool piped = is_piped(&d) && strings_has(&r->o->requirement, "-");

	return piped || is_of(&d, &r->o->file);
}

static void add_setting(struct run *r, const struct env_setting *s, struct ground *to)
{
	bool links = strcmp(s->key, "find-links") == 0;
	const char *name = arena_printf(r->arena, "--%s", s->key);

	if (!(s->tool == SETTING_PIP && strcmp(s->key, "pypi-url") != 0 &&
	      strcmp(s->key, "require-hashes") != 0) ||
	    (strcmp(s->key, "index-url") == 0 && (to->mirror || to->index_urls.n)))
		return;
	add_option(r, &to->rest_options, name, strcmp(s->value, "true") == 0 ? NULL :
		   links ? beside(r, s->origin.file, s->value) : s->value);
}

/* A line of a file that one names which pip does not read itself. */
static bool is_included(const struct run *r, const struct env_declared *d)
{
	bool through = d->under_pip && r->o->file.n;

	for (size_t i = 0; i < r->o->requirement.n && !d->under_pip; i++)
		through = strcmp(r->o->requirement.v[i], "-") == 0;
	return through && d->origin.file && !is_typed_out(r, &d->origin) &&
	       !strings_has(&r->o->requirement, d->origin.file) &&
	       (d->kind == DECLARED_REQUIREMENT || d->kind == DECLARED_CONSTRAINT);
}

/*
 * What pip is told in the lines of a file that it does not read itself: options, packages of a
 * folder that stay there, other files.
 */
static void add_options(struct run *r, const struct env *env, struct ground *to)
{
	for (size_t i = 0; i < env->settings.n; i++)
		if (is_typed_out(r, &env->settings.v[i].origin))
			add_setting(r, &env->settings.v[i], to);
	EACH(const struct env_declared, d, env->declared) {
		if (is_included(r, d))
			add_option(r, &to->rest_options,
				   d->kind == DECLARED_CONSTRAINT ? "-c" : "-r", d->origin.file);
		else if (is_typed_out(r, &d->origin) && d->editable && d->url && !d->group)
			add_option(r, &to->rest_options, "-e", beside(r, d->origin.file, d->url));
	}
}

void rest_take(struct run *r, const struct checkup *k, struct ground *to)
{
	const struct env *env = k->env;
	bool any = false;

	for (size_t i = 0; i < env->declared.n; i++) {
		any |= is_rest(&env->declared.v[i]);
		if (env->declared.v[i].hashes.n)
			return;
	}
	for (size_t i = 0; i < env->declared.n; i++)
		add_line(r, k, &env->declared.v[i], to);
	strings_unique(&to->rest_pip);
	strings_unique(&to->lines);
	strings_unique(&to->rest_conda);
	add_options(r, env, to);
	if (to->rest_conda.n)
		to->rest_channels = env->channels;
	for (size_t i = 0; any && i < r->o->requirement.n; i++)
		if (strcmp(r->o->requirement.v[i], "-") != 0)
			strings_add(r->arena, &to->requirements, r->o->requirement.v[i]);
}

void rest_without(struct run *r, const struct answer *answer, struct ground *to)
{
	for (size_t i = 0; to->requirements.n && i < answer->n_instead; i++) {
		if (answer->instead[i].why == INSTEAD_UNSURE ||
		    !is_family(answer->instead[i].what))
			continue;
		strings_add_all(r->arena, &to->rest_pip, &to->lines);
		to->requirements = to->lines = (struct strings){ 0 };
		to->apart = true;
	}
}

/* Some patch release of it is one of these. */
static bool has_minor(struct arena *a, const char *specs, struct python python)
{
	const char *first = arena_printf(a, "%u.%u.0", python.major, python.minor);
	const char *last = arena_printf(a, "%u.%u.99", python.major, python.minor);
	struct pep440_set set;
	struct err e;

	return !specs || !*specs || pep440_set_parse(a, span_of(specs), &set, &e) != 0 || !set.n ||
	       pep440_set_pin(&set) ||
	       pep440_set_has(&set, span_of(first), PEP440_PRE_NO) ||
	       pep440_set_has(&set, span_of(last), PEP440_PRE_NO);
}

/* By requires-python; a Python that a conda file names is declared_python()'s. */
static bool takes(struct arena *a, const struct env *env, struct python python)
{
	return !ANY(x, env->settings, strcmp(x->key, "requires-python") == 0 &&
		    !has_minor(a, x->value, python));
}

/* Of those that are there the newest that the files take; major 0: none. */
static struct python other_python(struct arena *a, const struct env *env, const struct tools *t)
{
	struct python_set left = t ? tools_pythons(t) : (struct python_set){ 0 };
	struct python p;

	while ((p = python_newest(left)).major) {
		struct python_set one = { 0 };

		if (takes(a, env, p))
			return p;
		python_set_add(&one, p);
		left = python_set_without(left, one);
	}
	return p;
}

const struct hosts *rest_hosts(struct arena *a, const struct env *env, const struct hosts *hosts)
{
	struct hosts *to = arena_new(a, struct hosts);
	struct python python;

	if (hosts->n != 1 || !hosts->v[0].live || hosts->v[0].env || !hosts->v[0].python ||
	    !python_parse(span_of(hosts->v[0].python), &python) || takes(a, env, python))
		return hosts;
	to->v = arena_new(a, struct host);
	to->n = to->room = 1;
	to->v[0] = hosts->v[0];
	python = other_python(a, env, hosts->v[0].tools);
	to->v[0].python = python.major ? arena_str(a, python_text(python, TEXT_ROOM)) : NULL;
	return to;
}
