/*
 * Lines that exclude each other: which, and what in the place of one of them lets all hold.
 */
#include "check/lines_solved_private.h"

#include <string.h>

#include "check/checks_private.h"
#include "check/find_private.h"
#include "fact/project.h"

enum {
	TRIED_MOST = 40,       /* releases of a line, the newest first */
	NAMED_MOST = 2,        /* ways that are named */
};

static const char *label_of(const char *text)
{
	const char *plus = strchr(text, '+');

	return plus ? plus : "";
}

/* The label that belongs to it: that of the other lines, else its own. */
static const char *label_for(const struct pick *p, const struct ask_spec *line)
{
	return FIRST_TELLS(x, p->lines, strcmp((*x)->name, line->name) != 0 &&
		*label_of((*x)->text), label_of((*x)->text), label_of(line->text));
}

/* All lines, that of the name as that text: "torchaudio==2.2.2+cu121"; false: it is unreadable. */
static bool ask_with(struct arena *a, const struct ask *all, const struct ask_spec *line,
		     const char *text, struct ask *ret)
{
	struct ask_spec other = *line;
	struct err e;

	other.text = text;
	if (requirement_parse(a, span_of(text), &other.req, &e) != 0)
		return false;
	*ret = *all;
	memset(&ret->specs, 0, sizeof ret->specs);
	EACH(const struct ask_spec, s, all->specs)
		ARRAY_ADD(a, ret->specs) = s->name && strcmp(s->name, line->name) == 0 ? other : *s;
	return true;
}

/* They hold, and a companion is beside its torch: METADATA of some names none. */
static bool holds(struct checkup *k, const struct ask *ask, const char *name,
		  const char *version)
{
	const struct besides *all = &k->shelf->pairs;
	struct span plain = span_of(version);
	bool paired = false;

	plain.n -= strlen(label_of(version));
	for (size_t i = 0; i < all->n; i++) {
		if (strcmp(all->v[i].package, name) != 0)
			continue;
		paired = true;
		if (all->v[i].version && span_is(plain, all->v[i].version) &&
		    lines_take(k, ask, all->v[i].torch))
			return true;
	}
	return !paired && lines_take(k, ask, NULL);
}

/* The newest release of a line with which all of them hold; NULL: none of those that are tried. */
static const char *release_of(struct checkup *k, const struct ask *all, const struct pick *p,
			      const struct ask_spec *line)
{
	size_t n = 0, tried = 0;
	const struct stock_file *files = stock_of(k->shelf->stock, line->name, &n);
	const char *label = label_for(p, line), *last = "";

	for (size_t i = 0; i < n && tried < TRIED_MOST; i++) {
		const char *text = arena_printf(k->arena, "%s==%s", line->name, files[i].version);
		struct ask ask;

		if (files[i].any || strcmp(label_of(files[i].version), label) != 0 ||
		    strcmp(files[i].version, last) == 0)
			continue;
		last = files[i].version;
		tried++;
		if (ask_with(k->arena, all, line, text, &ask) &&
		    holds(k, &ask, line->name, files[i].version))
			return text;
	}
	return NULL;
}

/* One line of that name is asked for, in pip's words. */
static bool can_change(const struct pick *p, const struct ask_spec *line)
{
	size_t n = 0;

	for (size_t i = 0; i < p->lines.n; i++) {
		const struct ask_spec *s = p->lines.v[i];

		if (!s->name || !s->text || s->url || s->conda.f[CONDA_NAME])
			return false;
		n += strcmp(s->name, line->name) == 0;
	}
	return n == 1;
}

/* The torch is what the others are for: it changes last. */
static size_t instead_among(struct checkup *k, const struct ask *all, const struct pick *p,
			    const char *ret[static 2])
{
	size_t n = 0;

	for (int torch = 0; torch < 2; torch++)
		for (size_t i = p->lines.n; i-- > 0 && n < NAMED_MOST;) {
			const struct ask_spec *line = p->lines.v[i];

			if (!can_change(p, line) || project_is_torch(line->name) != (torch == 1))
				continue;
			ret[n] = release_of(k, all, p, line);
			n += ret[n] != NULL;
		}
	return n;
}

static bool write_instead(struct checkup *k, const struct pick *p, const char *ret[static 2])
{
	struct ask all = lines_ask(k), own = all;

	ret[0] = ret[1] = NULL;
	if (instead_among(k, &all, p, ret))
		return true;
	if (p->lines.n == 1) /* what excludes it is among the others */
		return false;
	/* Others exclude each other, too: those are reported when these hold. */
	memset(&own.specs, 0, sizeof own.specs);
	for (size_t i = 0; i < p->lines.n; i++)
		ARRAY_ADD(k->arena, own.specs) = *p->lines.v[i];
	return instead_among(k, &own, p, ret) > 0;
}

/* Of conda's lines, the one without whose version its solver finds what goes with the others, as
 * its packages pin their torch exactly; NULL: none. */
static const char *without_version(struct checkup *k, const struct pick *p)
{
	struct ask all = lines_ask(k), ask;

	for (size_t i = p->lines.n; i-- > 0;) {
		const struct ask_spec *line = p->lines.v[i];

		if (line->name && line->text && line->conda.f[CONDA_NAME] &&
		    !project_is_torch(line->name) &&
		    ask_with(k->arena, &all, line, line->name, &ask) && lines_take(k, &ask, NULL))
			return line->text;
	}
	return NULL;
}

/* --- as findings ---------------------------------------------------------------------------- */

static void advise(struct checkup *k, struct found *f, const struct pick *p, bool library)
{
	const char *instead[2];

	if (p->why.form == FORM_PICK_NO_FILE)
		FIND_ADVICE(k, f, OTHER_PYTHON_OR_TORCH);
	else if (p->why.form == FORM_PICK_NONE)
		FIND_ADVICE(k, f, ASK_FOR_ONE_OF_THOSE);
	else if (p->lines.n == 1 && p->lines.v[0]->url)
		FIND_ADVICE(k, f, ASK_FOR_ANOTHER);
	else if (library)
		FIND_ADVICE(k, f, LEAVE_LIBRARIES_TO_TORCH);
	else if (write_instead(k, p, instead))
		FIND_ADVICE(k, f, WRITE_INSTEAD, SAY(item, instead[0]), SAY(other, instead[1]));
	else if ((instead[0] = without_version(k, p)))
		FIND_ADVICE(k, f, LEAVE_VERSION_OUT, SAY(line, instead[0]));
	else
		FIND_ADVICE(k, f, LOOSEN_ONE);
}

/* The index that does not have it. */
static void show_index(struct checkup *k, struct found *f, const char *index)
{
	EACH_WHILE(const struct env_setting, s, k->env->settings, index)
		if (s->value && strstr(s->value, "://") && strstr(s->value, index))
			find_at(k, f, &s->origin);
}

bool lines_told(struct checkup *k, const struct pick *p)
{
	bool python = p->why.form == FORM_PICK_NO_FILE && phrase_fact(&p->why, FACT_need);
	bool library = false;
	struct found *f;

	if (p->certain != PICK_EXACT || !p->lines.n)
		return false;
	f = find_new(k, python ? CP105 : CP218, p->why);
	f->asked = true;
	for (size_t i = 0; i < p->lines.n; i++) {
		find_at(k, f, &p->lines.v[i]->at);
		library |= p->lines.v[i]->name && strncmp(p->lines.v[i]->name, "nvidia-", 7) == 0;
	}
	if (p->why.form == FORM_PICK_NOT_THERE)
		show_index(k, f, phrase_fact(&p->why, FACT_index));
	advise(k, f, p, library);
	return true;
}

/* What is newer than the matrix may be there all the same. */
static bool is_beyond(struct checkup *k, const struct pick *p)
{
	struct found *f;

	if (p->why.form != FORM_PICK_BEYOND)
		return false;
	f = find_new(k, CP109, p->why);
	f->asked = true;
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (k->env->declared.v[i].text && phrase_fact(&p->why, FACT_list) &&
		    strcmp(k->env->declared.v[i].text, phrase_fact(&p->why, FACT_list)) == 0)
			find_at(k, f, &k->env->declared.v[i].origin);
	return true;
}

bool lines_conflict(struct checkup *k, const struct ask *all)
{
	const struct pick *p = check_pick_of(k, MANAGER_PIP);
	bool torch[2] = { false, false };
	struct python python = { 0 };

	if (p && (lines_told(k, p) || is_beyond(k, p)))
		return true;
	EACH(const struct ask_spec, s, all->specs)
		torch[s->conda.f[CONDA_NAME] != NULL] |= s->name && strcmp(s->name, "torch") == 0;
	/* torch from conda and torch from pip: CP205 says what comes of it. */
	if (!k->shelf->stock || (torch[0] && torch[1]))
		return false;
	/* Builds of conda are for other Pythons. */
	if (!torch[1])
		python = k->python;
	p = lines_pick(k, all, python);
	return p && (p->lines.n > 1 || (p->lines.n && p->lines.v[0]->url)) && lines_told(k, p);
}
