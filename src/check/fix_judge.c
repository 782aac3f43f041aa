/* Whether edited files may be printed: what they are to be when they are read and judged again. */
#include "check/fix.h"

#include <string.h>

#include "base/text.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "fact/project.h"

static bool is_of_torch(const char *name)
{
	return strcmp(name, "torch") == 0 || project_is_conda_torch(name) ||
	       strcmp(name, "pytorch-cpu") == 0;
}

/* What a build of torch may bring, or choose it by. */
static bool is_beside(const char *name)
{
	return strcmp(name, "torchvision") == 0 || strcmp(name, "torchaudio") == 0 ||
	       project_is_chooser(name);
}

/* How often a file asks for it; torch has several names. */
static size_t times(const struct env *env, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < env->declared.n; i++) {
		const char *other = env->declared.v[i].name;

		n += other && (strcmp(other, name) == 0 ||
			       (is_of_torch(name) && is_of_torch(other)));
	}
	return n;
}

/* The first that `from` asks for and `to` does not, or not as often; NULL: nothing is lost. Of
 * torch that conda and pip are asked for, one may go. */
static const char *lost(const struct env *from, const struct env *to)
{
	for (size_t i = 0; i < from->declared.n; i++) {
		const char *name = from->declared.v[i].name;
		size_t had = name ? times(from, name) : 0, has = name ? times(to, name) : 0;

		if (name && !project_is_chooser(name) && (is_of_torch(name) ? has == 0 : has < had))
			return name;
	}
	return NULL;
}

/* What an edit may ask for that nothing asked for before. */
static const char *added(const struct env *before, const struct env *after)
{
	return FIRST_TELLS(d, after->declared, d->name && !is_of_torch(d->name) &&
			   !is_beside(d->name) && !times(before, d->name) &&
			   !span_in(span_of(d->name), "numpy mkl python"), d->name, NULL);
}

/* Commands that ask for torch, each by itself: none may lose it. */
static size_t typed_torch(const struct env *env)
{
	size_t n = 0;

	for (size_t i = 0; i < env->declared.n; i++)
		n += env->declared.v[i].typed && env->declared.v[i].name &&
		     is_of_torch(env->declared.v[i].name);
	return n;
}

static size_t count(const struct checkup *k, enum severity s)
{
	size_t n = 0;

	for (size_t i = 0; i < k->found.n; i++)
		n += k->found.v[i].severity == s;
	return n;
}

static bool is_better(const struct checkup *before, const struct checkup *after)
{
	for (int s = SEVERITY_ERROR; s >= SEVERITY_NOTE; s--) {
		size_t had = count(before, s), has = count(after, s);

		if (had != has)
			return has < had;
	}
	return false;
}

/* A note, or that a build should run: that is better than one that does not. */
static bool is_mild(const struct found *f)
{
	return f->severity == SEVERITY_NOTE || f->what.words.form == FORM_ASKED_CODE_UNREAD;
}

/* What is found now and was not before, at least as bad; NULL: nothing. */
static const struct found *new_finding(const struct checkup *before, const struct checkup *after)
{
	return FIRST_OF(f, after->found, !is_mild(f) &&
			!ANY(b, before->found, b->what.code == f->what.code &&
			     b->severity >= f->severity));
}

struct phrase fix_left(struct arena *a, const struct checkup *after)
{
	EACH(const struct found, f, after->found) {
		char code[8];

		if (f->asked && f->severity == SEVERITY_ERROR)
			return PHRASE(a, FIX_LEAVES,
				      SAY(code, arena_str(a, finding_name(f->what.code, code))));
	}
	return (struct phrase){ 0 };
}

struct phrase fix_fault(struct arena *a, const struct checkup *before, const struct checkup *after)
{
	const char *name = lost(before->env, after->env);
	const struct found *f = new_finding(before, after);
	char code[8];

	if (after->unjudged.n > before->unjudged.n)
		return PHRASE(a, FIX_NOT_READ);
	if (!name && typed_torch(after->env) < typed_torch(before->env))
		name = "torch";
	if (name)
		return PHRASE(a, FIX_LOSES, SAY(name, name));
	name = added(before->env, after->env);
	if (name)
		return PHRASE(a, FIX_ADDS, SAY(name, name));
	if (f)
		return PHRASE(a, FIX_FINDS, SAY(code, arena_str(a, finding_name(f->what.code,
										code))));
	if (!is_better(before, after))
		return PHRASE(a, FIX_NO_BETTER);
	return (struct phrase){ 0 };
}

/* Commands, and lists within the text of a program: a line more or less is another program. */
static bool has_lines(const struct checkup *k, const char *file)
{
	static const enum text_format none[] = { TEXT_SETUP, TEXT_CODE, TEXT_SCRIPT, TEXT_SESSION,
		TEXT_COMMAND, TEXT_CONFIG, TEXT_IMAGE, TEXT_SETUP_CFG };
	const struct text_formats *f = &k->env->formats;

	EACH(const struct env_declared, d, k->env->declared) {
		if (!d->origin.file || strcmp(d->origin.file, file) != 0)
			continue;
		if (d->listed)
			return true;
		/* pip.conf asks for nothing; the lists of a setup.cfg are of its keys. */
		if (d->typed || text_formats_only(f, TEXT_INI))
			return false;
	}
	/* What is not wholly understood as requirements may be the list of another syntax. */
	if (text_formats_only(f, TEXT_REQUIREMENTS) &&
	    ANY(u, k->unjudged, text_same(u->origin.file, file)))
		return false;
	return !ANY(code, *f, ANY(x, ROWS(none), *code == *x));
}

/* A command whose torch a later one replaces is run by itself all the same, which nobody judges. */
static bool is_of_replaced(const struct checkup *k, const struct edit *e)
{
	return ANY(x, k->env->replaced, x->origin.line == e->line &&
		   text_same(x->origin.file, e->file));
}

const struct edit *fix_no_line(const struct checkup *k, const struct edit *edits, size_t n,
			       struct phrase *why)
{
	*why = PHRASE(k->arena, FIX_NO_LINE);
	EACH(const struct edit, e, LIST(edits, n)) {
		/* The lists of a setup.cfg have an entry a line. */
		bool entry = e->after && e->text && !e->before &&
			     text_formats_only(&k->env->formats, TEXT_SETUP_CFG);
		bool gone = !e->text && !(e->word && e->old);
		bool whole = e->before || (e->after && !entry) || e->copy || e->table || gone;

		if (is_of_replaced(k, e))
			*why = PHRASE(k->arena, FIX_OF_REPLACED);
		else if (!whole || has_lines(k, e->file))
			continue;
		return e;
	}
	return NULL;
}
