/* A pyproject.toml, corrected: its lines, and where they come from, in the words of its program. */
#include <string.h>

#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/torch_place_private.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "fact/row.h"

const char *fix_version(const struct plan *p, const char *name)
{
	return strcmp(name, "torch") == 0 ? p->build->torch :
	       strcmp(name, "torchvision") == 0 ? p->torchvision :
	       strcmp(name, "torchaudio") == 0 ? p->torchaudio : NULL;
}

struct remedy {
	struct checkup *k;
	const struct plan *p;
	struct found *to;
	const char *file;
	const char *url;       /* of the index that the lines are to name; NULL: PyPI */
	const char *name;      /* of that index */
	bool there;            /* an index of the file is changed: none is added */
	bool apart;            /* that serves only what names it */
	struct strings asked;  /* the packages whose lines are changed */
};

/* "name=https://…" */
static const char *url_of(const char *value)
{
	const char *at = strstr(value, "://"), *sign = strchr(value, '=');

	return at && sign && sign < at ? sign + 1 : value;
}

/* An index of builds of torch, be it for some packages only. */
static bool is_place(struct checkup *k, const struct env_setting *s, const char *file)
{
	return s->value && s->origin.line && s->origin.file && strcmp(s->origin.file, file) == 0 &&
	       strstr(s->value, "://") && torch_place_variant(k->arena, url_of(s->value));
}

/* What an index is called that is there; a line may name it by its URL. */
static void take_name(struct remedy *r, const struct env_setting *s)
{
	const char *url = url_of(s->value);

	if (url != s->value)
		r->name = arena_printf(r->k->arena, "%.*s", (int)(url - s->value - 1), s->value);
	r->there = true;
	r->apart |= strncmp(s->key, "explicit-", 9) == 0;
}

/* uv: torch has sources of its own, perhaps for other extras and platforms than this one. */
static bool has_sources(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->tool == SETTING_UV && s->value && strcmp(s->key, "sources") == 0 &&
		    strcmp(s->value, "torch") == 0)
			return true;
	}
	return false;
}

/* The index that the line of torch is bound to on this platform, by its URL or its name; NULL: to
 * none. */
static const char *bound_to(const struct remedy *r)
{
	const struct env *env = r->k->env;

	for (size_t i = 0; i < env->declared.n; i++) {
		const struct env_declared *d = &env->declared.v[i];

		if (d->name && d->index && d->origin.file && strcmp(d->name, "torch") == 0 &&
		    strcmp(d->origin.file, r->file) == 0 &&
		    declared_applies(r->k->arena, d, r->k->python, r->k->platform))
			return d->index;
	}
	return NULL;
}

/* Where nothing is bound here, all packages come from those that are not for some alone. */
static bool is_bound(const struct checkup *k, const struct env_setting *s, const char *index)
{
	const char *url = url_of(s->value);
	size_t n = (size_t)(url - s->value);

	if (!index)
		return !has_sources(k) || strncmp(s->key, "explicit-", 9) != 0;
	return strcmp(url, index) == 0 ||
	       (n > 1 && strlen(index) == n - 1 && strncmp(s->value, index, n - 1) == 0);
}

/* The index that the file has for torch here is that of the plan from now on; without a binding
 * those are that serve all packages. */
static void point_places(struct remedy *r)
{
	struct checkup *k = r->k;
	const char *index = bound_to(r);

	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		const char *url = s->value ? url_of(s->value) : NULL;

		if (!is_place(k, s, r->file) || !is_bound(k, s, index))
			continue;
		if (!r->url)
			r->url = row_index(k->arena, r->p->build->variant);
		take_name(r, s);
		if (strcmp(url, r->url) != 0)
			find_edit(k, r->to, &s->origin, url, r->url);
	}
}

static const char *marker_of(const struct env_declared *d)
{
	const char *at = d->req.marker ? strchr(d->text, ';') : NULL;

	return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

/* "torch = …" of a table, which holds a line by itself. */
static bool is_entry(const struct env_declared *d)
{
	size_t n = strlen(d->name);
	const char *text = d->origin.text;

	return text && span_starts(span_of(text), d->name) && strncmp(text + n, " = ", 3) == 0;
}

static const char *entry(struct remedy *r, const struct env_declared *d, const char *version)
{
	struct arena *a = r->k->arena;
	const char *marker = marker_of(d), *extras = "";

	for (size_t i = 0; i < d->req.n_extras; i++)
		extras = arena_printf(a, "%s%s\"%s\"", extras, i ? ", " : "", d->req.extras[i]);
	if (*extras)
		extras = arena_printf(a, ", extras = [%s]", extras);
	if (!r->url && !marker && !*extras)
		return arena_printf(a, "%s = \"%s\"", d->name, version);
	return arena_printf(a, "%s = { version = \"%s\"%s%s%s%s%s%s%s }", d->name, version, extras,
			    marker ? ", markers = '" : "", marker ? marker : "", marker ? "'" : "",
			    r->url ? ", source = \"" : "", r->url ? r->name : "",
			    r->url ? "\"" : "");
}

static void change_line(struct remedy *r, const struct env_declared *d, const char *version)
{
	struct arena *a = r->k->arena;
	const char *marker = marker_of(d);

	if (is_entry(d)) {
		find_edit(r->k, r->to, &d->origin, NULL, entry(r, d, version));
		r->to->edits.v[r->to->edits.n - 1].only = d->name;
		return;
	}
	find_edit(r->k, r->to, &d->origin, d->text,
		  arena_printf(a, "%s==%s%s%s", d->name, version, marker ? " ; " : "",
			       marker ? marker : ""));
	if (!r->there || (r->apart && !d->index))
		strings_add_once(a, &r->asked, d->name);
}

/* The lines of a table more, at the end of the file. */
static void append(struct remedy *r, const char *text)
{
	ARRAY_ADD(r->k->arena, r->to->edits) = (struct edit){
		.file = r->file, .line = EDIT_LAST, .old = "", .text = "", .after = text,
	};
}

/* See install/uv.c, install/poetry.c and install/pdm.c, which add the same. */
static void add_uv(struct remedy *r)
{
	struct arena *a = r->k->arena;
	const char *there = platform_is_windows(r->p->build->platform) ? "win32" : "linux";

	if (!r->there)
		append(r, arena_printf(a, "\n[[tool.uv.index]]\nname = \"%s\"\nurl = \"%s\"\n"
				       "explicit = true", r->name, r->url));
	for (size_t i = 0; i < r->asked.n; i++)
		append(r, arena_printf(a, "\n[[tool.uv.sources.%s]]\nindex = \"%s\"\n"
				       "marker = \"sys_platform == '%s'\"", r->asked.v[i], r->name,
				       there));
}

static void add_poetry(struct remedy *r)
{
	struct arena *a = r->k->arena;

	if (!r->there)
		append(r, arena_printf(a, "\n[[tool.poetry.source]]\nname = \"%s\"\n"
				       "url = \"%s\"\npriority = \"explicit\"", r->name, r->url));
	for (size_t i = 0; i < r->asked.n; i++)
		append(r, arena_printf(a, "\n[tool.poetry.dependencies.%s]\nsource = \"%s\"",
				       r->asked.v[i], r->name));
}

static void add_pdm(struct remedy *r)
{
	struct arena *a = r->k->arena;
	const char *names = "";

	for (size_t i = 0; i < r->asked.n; i++)
		names = arena_printf(a, "%s%s\"%s\"", names, i ? ", " : "", r->asked.v[i]);
	append(r, arena_printf(a, "\n[[tool.pdm.source]]\nname = \"%s\"\nurl = \"%s\"\n"
			       "include_packages = [%s]\nexclude_packages = [\"*\"]", r->name,
			       r->url, names));
}

static void add_index(struct remedy *r)
{
	if (!r->url || (r->there && r->k->env->keeper == INSTALLER_PDM))
		return;
	if (r->k->env->keeper == INSTALLER_POETRY)
		add_poetry(r);
	else if (r->asked.n && r->k->env->keeper == INSTALLER_UV)
		add_uv(r);
	else if (r->asked.n)
		add_pdm(r);
}

/* What brings the environment to what the file says then. */
static const char *follow(enum installer keeper)
{
	return keeper == INSTALLER_POETRY ? "poetry lock && poetry sync" :
	       keeper == INSTALLER_PDM ? "pdm install" : "uv sync";
}

void fix_project(struct checkup *k, const struct plan *p, const char *file, struct found *to,
		 struct phrases *said)
{
	struct remedy r = {
		.k = k, .p = p, .to = to, .file = file, .url = p->build->index_url,
		.name = arena_printf(k->arena, "pytorch-%s", p->build->variant),
	};

	if (r.url && has_sources(k) && !bound_to(&r)) {
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_SOURCES_OF_OTHERS,
			SAY(file, file), SAY(url, r.url));
		return;
	}
	point_places(&r);
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		const char *version = d->name ? fix_version(p, d->name) : NULL;

		if (version && strcmp(version, "none") != 0 && d->origin.file &&
		    strcmp(d->origin.file, file) == 0 && d->origin.line &&
		    declared_applies(k->arena, d, k->python, k->platform))
			change_line(&r, d, version);
	}
	add_index(&r);
	ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_THEN,
		SAY(command, follow(k->env->keeper)));
}
