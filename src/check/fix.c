/* Corrected files: the plan that they are to ask for, and the edits that make them do so. */

#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"
#include "fact/row.h"
#include "plan/steps.h"

/* "torch==2.7.1+cu118"; "" where nothing is published: the line goes; NULL: not of torch. */
static const char *pinned(struct checkup *k, const struct plan *p, const struct env_declared *d)
{
	const char *version = fix_version(p, d->name), *marker = fix_marker(d);

	if (!version)
		return NULL;
	if (strcmp(version, "none") == 0)
		return "";
	return arena_printf(k->arena, "%s==%s%s%s%s", d->name, version,
			    p->build->index_url ? plan_label(p, d->name) : "",
			    marker ? " ; " : "", marker ? marker : "");
}

static bool is_torch_place(const struct env_setting *s)
{
	return s->value && s->tool == SETTING_PIP && s->origin.line &&
	       (strstr(s->value, "pytorch.org/whl") || strstr(s->value, "torch_stable"));
}

/* The line asks for what the plan has, of an index that is named: it stays as it is. */
static bool is_kept(struct checkup *k, const struct plan *p, const struct env_declared *d)
{
	const char *label = declared_label(k->arena, d), *pin = declared_pin(k->arena, &d->req.set);
	const char *version = fix_version(p, d->name);
	struct torch_place place;

	return label && pin && version && strcmp(label, p->build->variant) == 0 &&
	       strcmp(pin, version) == 0 && torch_place_of(k->arena, k->env, d, &place) &&
	       strcmp(place.variant, label) == 0;
}

static bool keeps_label(struct checkup *k, const struct plan *p)
{
	return ANY(x, k->env->declared, fix_is_line(k, x) && is_kept(k, p, x));
}

/* A command of that file asks for something: its lines are no lines of pip's. With a line: that one
 * does, and no later one has taken its place. */
static bool is_typed(const struct checkup *k, const char *file, unsigned line)
{
	return ANY(d, k->env->declared, fix_is_word(d) && d->origin.file && file &&
		   strcmp(d->origin.file, file) == 0 && (!line || d->origin.line == line));
}

/* In a command the index of the plan takes the place of the other. */
static bool point_command(struct checkup *k, const struct plan *p, const struct env_setting *s,
			  struct found *to)
{
	const char *url = p->build->index_url;

	if (!strstr(s->key, "index-url"))
		return false;
	find_edit(k, to, &s->origin, s->value, url ? url : row_index(k->arena, p->build->variant));
	to->edits.v[to->edits.n - 1].word = true;
	return true;
}

/* Indexes of other builds of torch would win with their labels; one of a label that stays is left.
 * Returns whether the right one is named already. */
static bool clear_places(struct checkup *k, const struct plan *p, struct found *to)
{
	const char *url = p->build->index_url, *variant;
	bool named = false, label = keeps_label(k, p);

	EACH(const struct env_setting, s, k->env->settings) {
		if (!is_torch_place(s))
			continue;
		variant = torch_place_variant(k->arena, s->value);
		if (label && variant && strcmp(variant, p->build->variant) == 0) {
			named = true;
			continue;
		}
		if (is_typed(k, s->origin.file, 0) &&
		    !is_typed(k, s->origin.file, s->origin.line))
			continue;
		if (url && strcmp(s->value, url) == 0)
			named = true;
		else if (!is_typed(k, s->origin.file, 0))
			find_edit(k, to, &s->origin, NULL, NULL);
		else if (point_command(k, p, s, to))
			named = true;
		else
			find_edit(k, to, &s->origin, NULL, NULL);
	}
	return named;
}

/* What an edit of one line cannot say. */
static bool is_closed(struct checkup *k, const struct plan *p, const struct env_declared *d,
		      struct phrases *said)
{
	const char *url = p->build->index_url;

	if (d->hashes.n) {
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_HASHES,
			SAY(file, d->origin.file), SAY(url, url),
			SAY(number, fact_number(k->arena, d->origin.line)),
			SAY(need, arena_printf(k->arena, "%s==%s%s", d->name, p->build->torch,
					       p->build->local && url ? p->build->local : "")));
		return true;
	}
	if (url && fix_is_toml(k, d->origin.file)) {
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_NAMES_NO_INDEX,
			SAY(file, d->origin.file), SAY(url, url));
		return true;
	}
	return false;
}

/* What the torch of the plan needs below, behind its line, which was changed last. */
static void add_bounds(struct checkup *k, const struct plan *p, const struct env_declared *torch,
		       struct found *to, struct phrases *said)
{
	struct edit *last = &to->edits.v[to->edits.n - 1];
	const struct build_bound *b;

	for (size_t from = 0; (b = check_bound_missing(k, p, torch, &from));)
		if (fix_is_word(torch))
			last->beside = arena_printf(k->arena, "%s%s\"%s\"",
						    last->beside ? last->beside : "",
						    last->beside ? " " : "", b->spec);
		else if (fix_is_list(k, torch->origin.file) && !last->beside)
			last->beside = b->spec;
		else if (fix_is_list(k, torch->origin.file) || last->after)
			ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_BOUND,
				SAY(file, torch->origin.file), SAY(line, b->spec));
		else
			last->after = b->spec;
}

/*
 * Puts the index into a command, once for each, or on a line of its own before the first of a list.
 * What is indented stands in a list of another syntax, where such a line would be an entry.
 */
static void place_index(struct checkup *k, const struct env_declared *d, const char *url,
			unsigned *line, bool *first, struct edit *edit)
{
	const char *option = arena_printf(k->arena, "--extra-index-url %s", url);
	bool inside = d->origin.spot.line && d->origin.spot.begin && !d->under_pip;

	if (fix_is_word(d) && d->origin.line != *line) {
		edit->beside = option;
		*line = d->origin.line;
	} else if (!fix_is_word(d) && *first && !inside && d->kind == DECLARED_REQUIREMENT) {
		edit->before = option;
		*first = false;
	}
}

/* The image that a line builds on, where another of its name holds a torch that runs. */
static const char *image_of(struct checkup *k, const struct env_declared *d, const char **instead)
{
	EACH_WHILE(const struct env_image, at, k->env->images, d->typed) {
		if (at->origin.line != d->origin.line || at->origin.file != d->origin.file)
			continue;
		*instead = check_image_instead(k, d);
		return *instead ? arena_printf(k->arena, "%s:%s", at->image, at->tag) : NULL;
	}
	return NULL;
}

/* Of torch that its image brings another image is taken, and all else stays. */
static bool fix_image(struct checkup *k, struct found *to)
{
	EACH(const struct env_declared, d, k->env->declared) {
		const char *instead, *image = fix_is_line(k, d) ? image_of(k, d, &instead) : NULL;

		if (!image)
			continue;
		find_edit(k, to, &d->origin, image, instead);
		return true;
	}
	return false;
}

/* Where an index is written that is not named yet. */
struct places {
	const char *url;       /* NULL: it is named, or none is needed */
	unsigned line;         /* of the last command that it was added to */
	bool first;            /* no list has it yet */
};

/* The pin of the plan; of a torch that stays what it needs beside it. */
static void fix_line(struct checkup *k, const struct plan *p, const struct env_declared *d,
		     struct places *at, struct found *to, struct phrases *said)
{
	const char *pin = fix_is_line(k, d) ? pinned(k, p, d) : NULL;
	bool kept = pin && is_kept(k, p, d), torch = pin && strcmp(d->name, "torch") == 0;

	if (!pin || (kept && !torch))
		return;
	find_edit(k, to, &d->origin, kept ? "" : d->text, *pin && !kept ? pin : NULL);
	to->edits.v[to->edits.n - 1].word = fix_is_word(d);
	if (at->url && !kept)
		place_index(k, d, at->url, &at->line, &at->first, &to->edits.v[to->edits.n - 1]);
	if (torch)
		add_bounds(k, p, d, to, said);
	if (d->ignored)
		find_edit(k, to, &d->origin, d->ignored, NULL);
}

static void fix_pip(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said)
{
	struct places at = { .first = true };

	EACH(const struct env_declared, d, k->env->declared) {
		if (!fix_is_line(k, d) || !fix_version(p, d->name))
			continue;
		if (k->by_project && fix_is_toml(k, d->origin.file)) {
			fix_project(k, p, d->origin.file, to, said);
			return;
		}
		if (is_closed(k, p, d, said))
			return;
	}
	if (fix_image(k, to))
		return;
	fix_python(k, p, to);
	at.url = clear_places(k, p, to) ? NULL : p->build->index_url;
	for (size_t i = 0; i < k->env->declared.n; i++)
		fix_line(k, p, &k->env->declared.v[i], &at, to, said);
}

static bool is_amiss(const struct checkup *k)
{
	return ANY(x, k->found, x->asked);
}

/* torch is asked of conda, of pip, or of neither. */
static bool conda_asks(const struct checkup *k)
{
	return ANY(d, k->env->declared, fix_is_spec(d) && strncmp(d->name, "pytorch", 7) == 0);
}

static bool pip_asks(struct checkup *k)
{
	return ANY(d, k->env->declared, declared_applies(k->arena, d, k->python, k->platform) &&
		   strncmp(d->name, "torch", 5) == 0);
}

struct phrase fix_words(struct checkup *k, const struct plan *p, const struct env_declared *d)
{
	struct strings specs = { 0 };
	struct phrase ret;

	if (p->build->manager == MANAGER_CONDA) {
		plan_conda_specs(k->arena, p, "=", &specs);
		return PHRASE(k->arena, FIX_BY_HAND_CONDA,
			      SAY(list, strings_joined(k->arena, &specs, " ")),
			      SAY(channel, p->build->channel));
	}
	EACH(const struct env_declared, of, k->env->declared) {
		const char *pin = of->name && fix_is_line(k, of) ? pinned(k, p, of) : NULL;
		const char *instead;

		if (pin && image_of(k, of, &instead))
			return PHRASE(k->arena, TAKE_IMAGE, SAY(item, instead));
		if (pin && *pin)
			strings_add_once(k->arena, &specs, pin);
	}
	ret = PHRASE(k->arena, FIX_BY_HAND, SAY(list, strings_joined(k->arena, &specs, " ")),
		     SAY(url, p->build->index_url));
	if (d && d->origin.file && !d->typed)
		ret.form = FORM_FIX_BY_FILE;
	return ret;
}

struct phrases fix_wheels(struct checkup *k, const struct plan *p)
{
	struct phrases ret = { 0 };
	char python[PYTHON_TEXT];

	EACH(const struct plan_package, x, p->packages) {
		if (x->url)
			ARRAY_ADD(k->arena, ret) = PHRASE(k->arena, WHEEL_ON_NO_INDEX,
				SAY(item, arena_printf(k->arena, "%s %s", x->name, x->version)),
				SAY(torch, p->build->torch), SAY(url, x->url),
				SAY(version, arena_str(k->arena, python_text(p->python, python))));
	}
	return ret;
}

void fix_declared(struct checkup *k, struct found *to, struct phrases *said,
		  struct phrase *ret_target)
{
	bool conda = conda_asks(k);
	struct phrases wheels;
	struct plan p;

	*ret_target = (struct phrase){ 0 };

	if (!is_amiss(k) || !(conda || pip_asks(k)))
		return;
	if (!find_first_gpu(k))
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_NEEDS_THE_GPU);
	else if (!fix_target(k, conda, &p))
		ARRAY_ADD(k->arena, *said) = PHRASE(k->arena, FIX_NOTHING_RUNS);
	else {
		*ret_target = fix_words(k, &p, NULL);
		(conda ? fix_conda : fix_pip)(k, &p, to, said);
		wheels = fix_wheels(k, &p);
		EACH(const struct phrase, w, wheels)
			ARRAY_ADD(k->arena, *said) = *w;
	}
}

bool fix_to_plan(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said)
{
	bool conda = p->build->manager == MANAGER_CONDA;

	if (!(conda ? conda_asks(k) : pip_asks(k)))
		return false;
	if (conda)
		fix_conda(k, p, to, said);
	else
		fix_pip(k, p, to, said);
	return true;
}
