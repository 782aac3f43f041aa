/* A pyproject.toml, corrected: its lines, and where they come from, in the words of its program. */
#include <string.h>

#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/setting_private.h"
#include "check/torch_place_private.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "fact/row.h"

const char *fix_marker(const struct env_declared *d)
{
	const char *at = d->req.marker ? strchr(d->text, ';') : NULL;

	return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

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
	const struct env_declared *group; /* a line of the group that was chosen; NULL: none was */
	struct strings asked;  /* the packages whose lines are changed */
};

/* An index of builds of torch, be it for some packages only. */
static bool is_place(struct checkup *k, const struct env_setting *s, const char *file)
{
	return s->value && s->origin.line && s->origin.file && strcmp(s->origin.file, file) == 0 &&
	       strstr(s->value, "://") && torch_place_variant(k->arena, ask_place_url(s->value));
}

/* What an index is called that is there; a line may name it by its URL. */
static void take_name(struct remedy *r, const struct env_setting *s)
{
	const char *url = ask_place_url(s->value);

	if (url != s->value)
		r->name = arena_printf(r->k->arena, "%.*s", (int)(url - s->value - 1), s->value);
	r->there = true;
	r->apart |= strncmp(s->key, "explicit-", 9) == 0;
}

/* The index that the line of torch is bound to on this platform, by its URL or its name; NULL: to
 * none. */
static const char *bound_to(const struct remedy *r)
{
	const struct env *env = r->k->env;

	return FIRST_TELLS(d, env->declared, d->name && d->index && d->origin.file &&
		strcmp(d->name, "torch") == 0 && strcmp(d->origin.file, r->file) == 0 &&
		declared_applies(r->k->arena, d, r->k->python, r->k->platform), d->index, NULL);
}

/* Where nothing is bound here, all packages come from those that are not for some alone. */
static bool is_bound(const struct checkup *k, const struct env_setting *s, const char *index)
{
	const char *url = ask_place_url(s->value);
	size_t n = (size_t)(url - s->value);

	if (!index)
		return !setting_sources(k, "torch") || strncmp(s->key, "explicit-", 9) != 0;
	return strcmp(url, index) == 0 ||
	       (n > 1 && strlen(index) == n - 1 && strncmp(s->value, index, n - 1) == 0);
}

/* The index that the file has for torch here is that of the plan from now on; without a binding
 * those are that serve all packages. */
static void point_places(struct remedy *r)
{
	struct checkup *k = r->k;
	const char *index = bound_to(r);

	EACH(const struct env_setting, s, k->env->settings) {
		const char *url = s->value ? ask_place_url(s->value) : NULL;

		if (!is_place(k, s, r->file) || !is_bound(k, s, index))
			continue;
		if (!r->url)
			r->url = row_index(k->arena, r->p->build->variant);
		take_name(r, s);
		/* Also where it stays: another plan of the same file may not change it. */
		find_edit(k, r->to, &s->origin, url, r->url);
	}
}

/* Torch is bound to no index of builds here, and its sources are for others. */
static bool is_of_others(struct remedy *r)
{
	const char *index = bound_to(r);

	/* A group keeps its index: it is there for the CPU, or for GPUs of other makers. */
	if (r->group && index && torch_place_variant(r->k->arena, index) &&
	    strcmp(index, row_index(r->k->arena, r->p->build->variant)) != 0)
		return true;
	if (!r->url || !setting_sources(r->k, "torch"))
		return false;
	return !index || !ANY(s, r->k->env->settings, is_place(r->k, s, r->file) &&
			      is_bound(r->k, s, index));
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
	const char *marker = fix_marker(d), *extras = "";
	const char *quote = marker && strchr(marker, '\'') ? "\"" : "'"; /* markers have one kind */

	for (size_t i = 0; i < d->req.n_extras; i++)
		extras = arena_printf(a, "%s%s\"%s\"", extras, i ? ", " : "", d->req.extras[i]);
	if (*extras)
		extras = arena_printf(a, ", extras = [%s]", extras);
	if (!r->url && !marker && !*extras)
		return arena_printf(a, "%s = \"%s\"", d->name, version);
	return arena_printf(a, "%s = { version = \"%s\"%s%s%s%s%s%s%s%s }", d->name, version,
			    extras, marker ? ", markers = " : "", marker ? quote : "",
			    marker ? marker : "", marker ? quote : "",
			    r->url ? ", source = \"" : "", r->url ? r->name : "",
			    r->url ? "\"" : "");
}

/* "==2.7.1+cu128" of a plan that has those: it may stay. */
static bool is_labelled(struct remedy *r, const struct env_declared *d, const char *version)
{
	const char *label = declared_label(r->k->arena, d);
	const char *pin = declared_pin(r->k->arena, &d->req.set);

	return label && pin && strcmp(pin, version) == 0 &&
	       strcmp(label, r->p->build->variant) == 0;
}

/* `"^2.6"` becomes `"2.7.1", source = "pytorch-cu118"` where it stands in an inline table. */
static void change_inline(struct remedy *r, const struct env_declared *d, const char *version,
			  struct edit *to)
{
	struct arena *a = r->k->arena;
	const char *was = d->origin.text + strlen(d->name) + strlen(" = ");

	to->only = d->name;
	to->token = arena_printf(a, "\"%s\"", was);
	to->instead = r->url ? arena_printf(a, "\"%s\", source = \"%s\"", version, r->name) :
			       arena_printf(a, "\"%s\"", version);
}

static void change_line(struct remedy *r, const struct env_declared *d, const char *version)
{
	struct arena *a = r->k->arena;
	const char *marker = fix_marker(d);

	if (r->group && is_labelled(r, d, version))
		return;
	if (is_entry(d)) {
		find_edit(r->k, r->to, &d->origin, NULL, entry(r, d, version));
		change_inline(r, d, version, &r->to->edits.v[r->to->edits.n - 1]);
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

static bool is_in(const struct checkup *k, const char *name, const char *group)
{
	EACH(const struct env_declared, d, k->env->declared) {
		const char *in = d->group ? d->group : d->asked_in;

		if (d->name && in && strcmp(d->name, name) == 0 && strcmp(in, group) == 0)
			return true;
	}
	return false;
}

/* uv refuses a source for an extra or a group that does not have the package. */
static bool goes_everywhere(const struct checkup *k, const char *name)
{
	EACH(const struct env_declared, d, k->env->declared) {
		const char *in = d->group ? d->group : d->asked_in;

		if (in && d->name && d->index && strcmp(d->name, "torch") == 0 &&
		    !is_in(k, name, in))
			return false;
	}
	return true;
}

/*
 * All sources that torch has, for other platforms, extras and groups too: what has none of them
 * comes from PyPI there, which is the CPU's on Windows.
 */
static void add_source(struct remedy *r, const char *name, const char *text)
{
	const struct env_setting *s = setting_sources(r->k, "torch");

	append(r, text);
	if (r->there && s && s->origin.line && s->origin.file &&
	    strcmp(s->origin.file, r->file) == 0 && goes_everywhere(r->k, name)) {
		r->to->edits.v[r->to->edits.n - 1].line = s->origin.line;
		r->to->edits.v[r->to->edits.n - 1].only = "torch";
		r->to->edits.v[r->to->edits.n - 1].copy = name;
	}
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
		add_source(r, r->asked.v[i],
			   arena_printf(a, "\n[[tool.uv.sources.%s]]\nindex = \"%s\"\n"
					"marker = \"sys_platform == '%s'\"", r->asked.v[i],
					r->name, there));
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

/* uv locks no two indexes for one package, unless it is said that they exclude each other. */
static void add_conflict(struct remedy *r)
{
	const struct env_declared *d = r->group;

	EACH_WHILE(const struct env_declared, o, r->k->env->declared, d) {
		if (!o->group || !o->name || !o->index || strcmp(o->name, "torch") != 0 ||
		    !d->index || strcmp(o->index, d->index) == 0 ||
		    setting_conflicts(r->k, d->asked_in, o->group))
			continue;
		ARRAY_ADD(r->k->arena, r->to->edits) = (struct edit){
			.file = r->file, .old = "[tool.uv]", .text = "[tool.uv]", .table = true,
			.after = arena_printf(r->k->arena, "conflicts = [[{ %s = \"%s\" }, "
					      "{ %s = \"%s\" }]]",
					      env_group_table(d->group_kind), d->asked_in,
					      env_group_table(o->group_kind), o->group),
		};
		return;
	}
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

/* Another index for torch: uv syncs one of them at a time, and some always (default-groups). */
static bool excludes(const struct env_declared *d, const struct env_declared *o)
{
	return o->group && o->name && o->index && strcmp(o->name, "torch") == 0 && d->index &&
	       o->group_kind == d->group_kind && strcmp(o->index, d->index) != 0;
}

/* What brings the environment to what the file says then. */
static const char *follow(const struct remedy *r)
{
	const struct env_declared *d = r->group;
	bool extra = d && d->group_kind == GROUP_EXTRA;
	const char *run = "uv sync", *option = extra ? "--extra" : "--group";

	if (r->k->env->keeper == INSTALLER_POETRY) {
		run = "poetry lock && poetry sync";
		option = extra ? "--extras" : "--with";
	} else if (r->k->env->keeper == INSTALLER_PDM) {
		run = "pdm install";
		option = "-G";
	}
	if (!d)
		return run;
	option = arena_printf(r->k->arena, "%s %s", option, d->asked_in);
	run = arena_printf(r->k->arena, "%s %s", run, option);
	for (size_t i = 0; !extra && i < r->k->env->declared.n; i++)
		if (excludes(d, &r->k->env->declared.v[i]))
			return arena_printf(r->k->arena, "%s --no-group %s", run,
					    r->k->env->declared.v[i].group);
	return run;
}

/* A line of torch that a chosen group has; NULL: no group was chosen, or it has none. */
static const struct env_declared *group_line(const struct checkup *k, const char *name)
{
	return FIRST_OF(d, k->env->declared, d->asked_in && d->name && strcmp(d->name, name) == 0);
}

/* What is always asked for is for other groups too. */
static bool is_to_change(const struct remedy *r, const struct env_declared *d)
{
	return d->origin.file && strcmp(d->origin.file, r->file) == 0 && d->origin.line &&
	       (d->asked_in || !group_line(r->k, d->name)) &&
	       declared_applies(r->k->arena, d, r->k->python, r->k->platform);
}

void fix_project(struct checkup *k, const struct plan *p, const char *file, struct found *to,
		 struct phrases *said)
{
	struct remedy r = {
		.k = k, .p = p, .to = to, .file = file, .url = p->build->index_url,
		.name = arena_printf(k->arena, "pytorch-%s", p->build->variant),
		.group = group_line(k, "torch"),
	};

	if (is_of_others(&r)) {
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_SOURCES_OF_OTHERS,
			SAY(file, file),
			SAY(url, r.url ? r.url : row_index(k->arena, p->build->variant)));
		return;
	}
	point_places(&r);
	EACH(const struct env_declared, d, k->env->declared) {
		const char *version = d->name ? fix_version(p, d->name) : NULL;

		if (version && strcmp(version, "none") != 0 && is_to_change(&r, d))
			change_line(&r, d, version);
	}
	add_index(&r);
	if (k->env->keeper == INSTALLER_UV)
		add_conflict(&r);
	ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_THEN,
		SAY(command, follow(&r)));
}
