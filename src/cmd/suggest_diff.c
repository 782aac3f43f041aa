/* suggest --emit -f FILE: what makes the file that is there ask for the plan, as a unified diff. */
#include <string.h>

#include "check/fix.h"
#include "base/text.h"
#include "check/selected.h"
#include "cmd/envs_private.h"
#include "cmd/suggest_private.h"
#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "know/catalogue.h"
#include "show/words.h"

/* What a file of that kind is recognised as, and whose project it is then. */
static const struct {
	enum text_format format;
	enum installer keeper;
} kinds[EMITTERS] = {
	[EMITTER_UV] = { TEXT_TOML, INSTALLER_UV },
	[EMITTER_POETRY] = { TEXT_TOML, INSTALLER_POETRY },
	[EMITTER_PDM] = { TEXT_TOML, INSTALLER_PDM },
	[EMITTER_PIXI] = { TEXT_TOML, INSTALLER_PIXI },
	[EMITTER_ENVIRONMENT] = { TEXT_YAML, INSTALLER_CONDA },
	[EMITTER_REQUIREMENTS] = { TEXT_REQUIREMENTS, INSTALLER_PIP },
	[EMITTER_CONSTRAINTS] = { TEXT_REQUIREMENTS, INSTALLER_PIP },
};

enum { GROUPS_MOST = 24 };

bool cmd_diff_target(struct run *r, enum emitter kind, struct diff_file *ret)
{
	struct strings none = { 0 };
	const char *file = r->o->file.n == 1 ? cmd_input_name(r->o->file.v[0]) : NULL;
	struct envs envs = { 0 };
	struct err e;

	/* It asks for packages, and is no lock. */
	if (!file || kinds[kind].format == TEXT_UNKNOWN || cmd_envs(r, &none, &envs, &e) != 0 ||
	    envs.n == 0 || !ANY(x, envs.v[0].formats, *x == kinds[kind].format) ||
	    !ANY(d, envs.v[0].declared,
		 (d->kind == DECLARED_REQUIREMENT || d->kind == DECLARED_SPEC) && d->origin.file &&
			 strcmp(d->origin.file, file) == 0))
		return false;
	envs.v[0].kept = kinds[kind].keeper != INSTALLER_PIP &&
		kinds[kind].keeper != INSTALLER_CONDA;
	envs.v[0].keeper = kinds[kind].keeper;
	*ret = (struct diff_file){ r->o->file.v[0], kind, envs };
	return true;
}

static bool is_torch_of_group(const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT && d->parsed && d->name && d->group &&
	       d->group_kind != GROUP_OTHER && strcmp(d->name, "torch") == 0;
}

struct strings cmd_diff_groups(struct run *r, const struct diff_file *file)
{
	const struct env *env = &file->envs.v[0];
	struct strings ret = { 0 };

	for (size_t i = 0; env->kept && ret.n < GROUPS_MOST && i < env->declared.n; i++)
		if (is_torch_of_group(&env->declared.v[i]))
			strings_add_once(r->arena, &ret, env->declared.v[i].group);
	return ret;
}

/* A lock holds all of them: of a line that pins, with whatever label, that release alone. */
static bool takes(const struct env_declared *d, const char *torch)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);
	ptrdiff_t label = pin ? span_find_char(pin->text, '+') : -1;
	struct span text = pin ? pin->text : (struct span){ 0 };

	if (label > 0)
		return pep440_cmp_text(span_trim(span_sub(text, 0, (size_t)label)),
				       span_of(torch)) == 0;
	return pep440_set_has(&d->req.set, span_of(torch), PEP440_PRE_NO);
}

static const struct env_declared *other_group(const struct checkup *k, const struct plan *p)
{
	struct marker_env env = marker_env_of(NULL, k->platform);

	return k->env->kept ? FIRST_OF(d, k->env->declared, is_torch_of_group(d) &&
		requirement_applies(&d->req, &env) != MARKER_NO && !takes(d, p->build->torch)) :
		NULL;
}

/* --- the edits of several plans --------------------------------------------------------- */

static bool same_edit(const struct edit *a, const struct edit *b)
{
	return a->line == b->line && text_same(a->file, b->file) && text_same(a->old, b->old) &&
	       text_same(a->text, b->text) && text_same(a->before, b->before) &&
	       text_same(a->after, b->after) && text_same(a->copy, b->copy);
}

static bool has_ends(const struct found *a, const struct found *b)
{
	return !ANY(x, a->edits, x->line == EDIT_LAST && !ANY(one, b->edits, same_edit(one, x)));
}

/* Two texts in the place of one, or a line more that one of them does not ask for: of uv's alone
 * a marker says for which system they are. */
static bool contradict(const struct found *a, const struct found *b, bool apart)
{
	for (size_t i = 0; i < a->edits.n; i++)
		for (size_t n = 0; n < b->edits.n; n++) {
			const struct edit *x = &a->edits.v[i], *y = &b->edits.v[n];

			if (x->line == y->line && x->line != EDIT_LAST && !x->copy && !y->copy &&
			    text_same(x->old, y->old) && !text_same(x->text, y->text))
				return true;
		}
	return !apart && !(has_ends(a, b) && has_ends(b, a));
}

static bool are_apart(enum emitter kind, const struct plan *a, const struct plan *b)
{
	return kind == EMITTER_UV && platform_is_windows(a->build->platform) !=
	       platform_is_windows(b->build->platform);
}

/* Plans for one platform, and those of conda, would each need the file for themselves. */
static bool is_apart_in_file(const struct diff_part *parts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(parts[i].plan->build->platform,
				   parts[k].plan->build->platform) == 0)
				return false;
	return n == 1 || parts[0].plan->build->manager == MANAGER_PIP;
}

static void add_edits(struct run *r, const struct found *from, struct found *to)
{
	size_t before = to->edits.n;

	for (size_t i = 0; i < from->edits.n; i++) {
		bool there = false;

		for (size_t n = 0; n < before; n++)
			there |= same_edit(&from->edits.v[i], &to->edits.v[n]);
		if (!there)
			ARRAY_ADD(r->arena, to->edits) = from->edits.v[i];
	}
}

/* --- the file ---------------------------------------------------------------------------- */

/* The machines of the plan, which are all of one platform. */
static struct hosts hosts_of(struct run *r, const struct diff_part *part)
{
	struct hosts ret = { 0 };

	for (size_t i = 0; i < part->hosts->n; i++) {
		const char *platform = part->hosts->v[i].platform;

		if (strcmp(platform ? platform : PLATFORM_LINUX, part->plan->build->platform) == 0)
			ARRAY_ADD(r->arena, ret) = part->hosts->v[i];
	}
	return ret.n ? ret : *part->hosts;
}

/* [tool.uv] names the environments that it locks for, and none of them is that platform. */
static bool is_left_out(struct run *r, const struct env *env, const char *platform)
{
	struct marker_env there = marker_env_of(NULL, platform);
	bool any = false;

	EACH(const struct env_setting, s, env->settings) {
		const struct marker *marker;
		struct err e;

		if (s->tool != SETTING_UV || !s->value || strcmp(s->key, "environments") != 0)
			continue;
		any = true;
		if (marker_parse(r->arena, span_of(s->value), &marker, &e) != 0 ||
		    marker_eval(marker, &there) != MARKER_NO)
			return false;
	}
	return any;
}

static int fix_part(struct judging *j, const struct diff_file *file, const char *group,
		    const struct diff_part *part, struct found *to, struct phrases *said,
		    struct file_diff *ret, struct err *e)
{
	struct run *r = j->run;
	struct hosts *hosts = arena_new(r->arena, struct hosts);
	const struct env *env = &file->envs.v[0];
	struct checkup k;
	int rc;

	*hosts = hosts_of(r, part);
	j->hosts = hosts;
	if (group)
		env = selected_group(r->arena, env, group, part->plan->build->platform);
	rc = cmd_judge(j, env, &k, e);
	if (rc)
		return rc;
	if (is_left_out(r, env, part->plan->build->platform)) {
		ret->state = DIFF_LEFT_OUT;
		ret->platform = part->plan->build->platform;
	} else if (!fix_to_plan(&k, part->plan, to, said))
		ret->state = DIFF_NO_LINE;
	else if (!group && (ret->line = other_group(&k, part->plan)))
		ret->state = DIFF_OF_GROUPS;
	return 0;
}

static int put_edits(struct run *r, const char *file, const struct found *all,
		     struct file_diff *ret, struct err *e)
{
	struct span text;
	int rc = cmd_input(r, file, &text, e);

	if (rc == 0)
		ret->text = fix_diff(r->arena, cmd_input_name(file), text, all->edits.v,
				     all->edits.n, r->o->redact, NULL);
	return rc;
}

int cmd_diff(struct run *r, struct matrix *m, const struct diff_file *file, const char *group,
	     const struct diff_part *parts, size_t n, struct file_diff *ret, struct err *e)
{
	struct found *all = arena_array(r->arena, n + 1, sizeof *all);
	struct judging j = { .run = r };
	struct catalogue c;
	int rc = catalogue_open(r->arena, m, &c, e);

	j.c = &c;
	*ret = (struct file_diff){ .state = !n ? DIFF_NO_LINE :
				   is_apart_in_file(parts, n) ? DIFF_DONE : DIFF_SEVERAL };
	memset(all, 0, (n + 1) * sizeof *all);
	for (size_t i = 0; rc == 0 && ret->state == DIFF_DONE && i < n; i++) {
		struct phrases said = { 0 };

		rc = fix_part(&j, file, group, &parts[i], &all[i], &said, ret, e);
		for (size_t at = 0; at < said.n; at++) {
			bool there = false;

			if (said.v[at].form == FORM_FIX_SOURCES_OF_OTHERS)
				ret->state = DIFF_OF_OTHERS;
			for (size_t k = 0; k < ret->said.n; k++)
				there |= strcmp(words_phrase(r->arena, &said.v[at]),
						words_phrase(r->arena, &ret->said.v[k])) == 0;
			if (!there)
				ARRAY_ADD(r->arena, ret->said) = said.v[at];
		}
		for (size_t p = 0; p < i && ret->state == DIFF_DONE; p++)
			if (contradict(&all[i], &all[p], are_apart(file->kind, parts[i].plan,
								   parts[p].plan)))
				ret->state = DIFF_SEVERAL;
		add_edits(r, &all[i], &all[n]);
	}
	return rc ? rc : put_edits(r, file->path, &all[n], ret, e);
}

static void tell_unchanged(struct run *r, const struct file_diff *diff, const char *name)
{
	for (size_t i = 0; i < diff->said.n; i++)
		if (diff->said.v[i].form == FORM_FIX_THEN && !diff->partial) {
			cmd_note(r, PHRASE(r->arena, EMIT_HOLDS_ALREADY, SAY(file, name),
					   SAY(command, phrase_fact(&diff->said.v[i],
								    FACT_command))));
			return;
		}
	if (!diff->said.n || diff->partial)
		cmd_note(r, PHRASE(r->arena, NOTE_NO_LINE));
}

int cmd_diff_show(struct run *r, const struct diff_file *file, const struct file_diff *diff,
		  const char *plans, struct err *e)
{
	const char *name = cmd_input_name(file->path);
	struct strings groups = cmd_diff_groups(r, file);

	if (diff->state == DIFF_SEVERAL)
		return ERR_SAY(e, ERR_NONE, EMIT_DIFF_ONE, SAY(file, name), SAY(list, plans));
	if (diff->state == DIFF_LEFT_OUT)
		return ERR_SAY(e, ERR_NONE, EMIT_LEFT_OUT, SAY(file, name),
			       SAY(platform, platform_words(diff->platform)));
	if (diff->state == DIFF_NO_LINE && groups.n)
		return ERR_SAY(e, ERR_NONE, EMIT_NO_GROUP, SAY(file, name),
			       SAY(list, strings_joined(r->arena, &groups, ", ")));
	if (diff->state == DIFF_NO_LINE)
		return ERR_SAY(e, ERR_NONE, EMIT_NO_LINE, SAY(file, name));
	if (diff->state == DIFF_OF_GROUPS)
		return ERR_SAY(e, ERR_NONE, EMIT_GROUP_TAKES_OTHER, SAY(file, name),
			       SAY(line, diff->line->text), SAY(name, diff->line->group));
	for (size_t i = 0; i < diff->said.n; i++)
		if (diff->text || diff->said.v[i].form != FORM_FIX_THEN)
			cmd_note(r, diff->said.v[i]);
	if (diff->text)
		fputs(diff->text, r->out.f);
	else
		tell_unchanged(r, diff, name);
	return 0;
}
