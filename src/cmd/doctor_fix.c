/* doctor --fix-file: corrected files as diffs, each of them read and judged again before. */
#include <string.h>

#include "base/secret.h"
#include "check/fix.h"
#include "cmd/doctor_private.h"
#include "show/words.h"

/* All edits of one environment, and what edits cannot do. */
struct mend {
	struct ward *w;
	size_t env;            /* index of the environment */
	ARRAY(struct edit) edits;
	struct strings files, diffs; /* that are changed, and how */
	struct phrases said;
	struct phrase target;  /* what the files are to ask for, where a build was chosen */
};

static void add_edits(struct mend *m, const struct found *f)
{
	for (size_t i = 0; i < f->edits.n; i++)
		ARRAY_ADD(m->w->r->arena, m->edits) = f->edits.v[i];
}

/*
 * A line of which words are changed does not go: the check that takes it out saw one of them. The
 * first `own` edits are of the plan as a whole: a line that it takes out goes, whatever words of it
 * a check would change, as an index that is of no use needs no other name.
 */
static void keep_lines(struct mend *m, size_t own)
{
	size_t n = 0, all = m->edits.n;

	for (size_t i = 0; i < all; i++) {
		const struct edit e = m->edits.v[i];
		bool changed = false;

		for (size_t k = 0; !e.text && !e.old && k < (i < own ? own : all); k++)
			changed |= m->edits.v[k].line == e.line && m->edits.v[k].old &&
				   strcmp(m->edits.v[k].file, e.file) == 0;
		if (!changed)
			m->edits.v[n++] = e;
	}
	m->edits.n = n;
}

/* The diff of a file; what it makes of it stands in the place of its text in `trial`. */
static void edit_file(struct mend *m, const char *file, struct run *trial)
{
	struct run *r = m->w->r;
	struct place_text to = { .path = file };
	struct span text;
	const char *diff;
	struct err e;

	if (cmd_input(r, file, &text, &e) != 0)
		return;
	/* Lines with credentials may be what is left as it is. */
	if (r->o->redact && secret_in(text))
		cmd_note(r,
			 PHRASE(r->arena, NOTE_CREDENTIALS_LEFT, SAY(file, cmd_input_name(file))));
	diff = fix_diff(r->arena, file, text, m->edits.v, m->edits.n, r->o->redact, &to.bytes);
	if (!diff)
		return;
	strings_add(r->arena, &m->files, file);
	strings_add(r->arena, &m->diffs, diff);
	ARRAY_ADD(r->arena, trial->inputs) = to;
}

static void edit_files(struct mend *m, struct run *trial)
{
	struct strings files = { 0 };

	for (size_t i = 0; i < m->edits.n; i++)
		strings_add_once(m->w->r->arena, &files, m->edits.v[i].file);
	for (size_t i = 0; i < files.n; i++)
		edit_file(m, files.v[i], trial);
}

/* Reads and judges the edited files. FORM_OF_CODE: they may be printed. */
static struct phrase try_edits(struct mend *m, struct run *trial)
{
	struct arena *a = m->w->r->arena;
	const struct judging j = { trial, &m->w->c, &m->w->hosts };
	struct envs envs;
	struct phrase why;
	struct checkup k;
	struct err e;
	/* The files that were not edited are what they were. */
	const struct run *r = m->w->r;

	for (size_t i = 0; i < r->inputs.n; i++) {
		bool there = false;

		for (size_t n = 0; n < trial->inputs.n; n++)
			there |= strcmp(trial->inputs.v[n].path, r->inputs.v[i].path) == 0;
		if (!there)
			ARRAY_ADD(r->arena, trial->inputs) = r->inputs.v[i];
	}
	if ((m->w->folder ? doctor_project_read(trial, &m->w->files, &envs, &e) :
			    cmd_envs(trial, &trial->args, &envs, &e)) != 0 ||
	    envs.n != m->w->envs.n ||
	    cmd_judge(&j, &envs.v[m->env], &k, &e) != 0)
		return PHRASE(a, FIX_NOT_READ);
	why = fix_fault(a, &m->w->all[m->env], &k);
	return why.form != FORM_OF_CODE || m->said.n ? why : fix_left(a, &k);
}

static void withhold(struct mend *m, const char *file, struct phrase why)
{
	struct arena *a = m->w->r->arena;

	cmd_note(m->w->r, PHRASE(a, FIX_WITHHELD, SAY(file, cmd_input_name(file)),
				 SAY(why, words_phrase(a, &why))));
	if (m->target.n && why.form == FORM_FIX_NO_LINE)
		cmd_note(m->w->r, m->target);
	else
		cmd_note(m->w->r, PHRASE(a, FIX_SEE_DOCTOR));
}

static void print(struct mend *m)
{
	struct run *r = m->w->r;
	const struct checkup *k;

	for (size_t i = 0; i < m->said.n; i++)
		cmd_note(r, m->said.v[i]);
	/* What no change of lines cures stays beside the lines that are changed. */
	k = &m->w->all[m->env];
	for (size_t i = 0; i < k->found.n; i++)
		for (size_t n = 0; n < k->found.v[i].more.n; n++)
			if (k->found.v[i].more.v[n].form == FORM_LEFT_AFTER_CURE)
				cmd_note(m->w->r, k->found.v[i].more.v[n]);
	for (size_t i = 0; i < m->diffs.n; i++)
		fputs(m->diffs.v[i], r->out.f);
}

static bool mend_env(struct ward *w, size_t env)
{
	struct mend m = { .w = w, .env = env };
	struct run trial = *w->r;
	const struct edit *line;
	struct phrase why;
	struct checkup *k = &m.w->all[m.env];
	struct found last = { 0 };

	fix_declared(k, &last, &m.said, &m.target);
	add_edits(&m, &last);
	for (size_t i = 0; i < k->found.n; i++)
		add_edits(&m, &k->found.v[i]);
	keep_lines(&m, last.edits.n);
	memset(&trial.inputs, 0, sizeof trial.inputs);
	edit_files(&m, &trial);
	line = m.files.n ? fix_no_line(&w->all[env], m.edits.v, m.edits.n, &why) : NULL;
	if (line) {
		withhold(&m, line->file, why);
	} else if (m.files.n) {
		why = try_edits(&m, &trial);
		if (why.form == FORM_OF_CODE)
			print(&m);
		else
			withhold(&m, m.files.v[0], why);
	} else if (m.edits.n && m.target.n && !w->r->o->redact) {
		withhold(&m, m.edits.v[0].file, PHRASE(w->r->arena, FIX_NO_LINE));
		return true;
	} else {
		print(&m);
	}
	return m.files.n;
}

void doctor_fix(struct ward *w)
{
	bool any = false;

	for (size_t i = 0; i < w->envs.n; i++)
		any |= mend_env(w, i);
	if (!any)
		cmd_note(w->r, PHRASE(w->r->arena, NOTE_NO_LINE));
}
