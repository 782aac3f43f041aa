/* A message, and the environment in which it was seen; what is answered without one. */
#include <string.h>

#include "base/tr.h"
#include "explain/explain_private.h"
#include "explain/pattern_private.h"
#include "know/spelling.h"

static const struct found *of_code(const struct checkup *k, enum finding_code code)
{
	return FIRST_OF(one, k->found, code != FINDING_NONE && one->what.code == code);
}

/* The findings that its message can come from, the most telling first: of "seen-" and its group in
 * data/finding/phrase.csv; NULL: it is no fault that the checks look for. */
static const char *codes_of(struct arena *a, const struct meanings *m, const struct symptom *s)
{
	const char *class = arena_printf(a, "seen-%s", s->group);
	const char *ret = symptoms_phrase(m->known, span_of(class));

	return *ret ? ret : NULL;
}

static const struct found *found_of(struct arena *a, const struct checkup *k,
				    const struct meanings *m, const struct symptom *s)
{
	struct span codes = span_of(codes_of(a, m, s)), code;
	const struct found *f = of_code(k, s->code);

	while (!f && span_word(&codes, &code))
		f = of_code(k, finding_parse(code));
	return f;
}

/* Without a GPU to judge for, finding nothing says nothing. */
static bool can_tell(const struct checkup *k, const struct symptom *s)
{
	return !s->facts || strcmp(s->facts, "python") == 0 ||
	       (k->hosts && k->hosts->n && k->hosts->v[0].gpus.n);
}

/* "torch 2.5.1 cu124 (pip)", behind what is known of the machine, unless that names it. */
static struct phrase with_torch(struct arena *a, const struct checkup *k, const struct meaning *m)
{
	const struct installed *t = &k->here;
	struct phrase torch;

	if (!t->torch && !k->env->packages.n)
		return m->here;
	if (!t->torch)
		return phrase_append(a, FORM_LIST_COMMA, m->here, PHRASE(a, HERE_NO_TORCH));
	if (m->torch && strncmp(m->torch, t->version, strlen(t->version)) == 0)
		return m->here;
	torch = PHRASE(a, HERE_TORCH_OF, SAY(torch, t->version), SAY(variant, t->variant),
		       SAY(source, t->torch == t->conda ? "conda" : "pip"));
	return phrase_append(a, FORM_LIST_SEMICOLON, m->here, torch);
}

void explain_env(struct arena *a, const struct checkup *k, struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++) {
		struct meaning *one = &m->v[i];

		if (explain_is_said(one->symptom))
			continue;
		one->here = with_torch(a, k, one);
		one->found = found_of(a, k, m, one->symptom);
		if (!one->found && codes_of(a, m, one->symptom) && can_tell(k, one->symptom))
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, one->here,
						  PHRASE(a, HERE_NOTHING_FOUND));
	}
}

static const char *fill(struct arena *a, const char *text, const struct captures *facts)
{
	return captures_fill(a, text ? tr(text) : NULL, facts);
}

/* A message that says that something failed is an error, where no finding says otherwise. */
static enum severity severity_of(const struct symptom *s)
{
	const struct finding_info *info = finding_info(s->code);

	if (info)
		return info->severity;
	return explain_is_said(s) || explain_is_asked(s) ? SEVERITY_NOTE : SEVERITY_ERROR;
}

void explain_words(struct arena *a, struct meaning *m, const struct symptom *s,
		   const struct captures *own, const struct captures *all)
{
	struct captures facts = { 0 };

	captures_add_all(a, &facts, own);
	captures_add_all(a, &facts, all);
	m->symptom = s;
	m->severity = severity_of(s);
	m->title = fill(a, s->title, &facts);
	m->cause = fill(a, s->cause, &facts);
	m->check = fill(a, s->check, &facts);
	m->cure = fill(a, s->cure, &facts);
}

const struct symptom *explain_symptom(const struct symptoms *known, const char *name)
{
	return FIRST_OF(s, *known, strcmp(s->name, name) == 0);
}

void explain_turn(struct arena *a, struct meanings *m, const char *name, const char *to,
		  const struct captures *own)
{
	const struct symptom *other = explain_symptom(m->known, to);

	EACH(struct meaning, one, *m)
		if (other && strcmp(one->symptom->name, name) == 0)
			explain_words(a, one, other, own, &m->facts);
}

bool explain_has(const struct symptoms *known, const char *class, struct span low)
{
	struct span words = span_of(symptoms_phrase(known, span_of(class))), word;

	while (pattern_word(&words, &word))
		if (word.n && memmem(low.p, low.n, word.p, word.n))
			return true;
	return false;
}

bool explain_says(struct arena *a, const struct meanings *m, const char *class, struct span text)
{
	return explain_has(m->known, class, spelling_lower(a, text));
}

void explain_here(struct arena *a, struct meanings *m, const char *name, struct phrase said)
{
	EACH(struct meaning, one, *m)
		if (said.form && strcmp(one->symptom->name, name) == 0)
			one->here = phrase_append(a, FORM_LIST_SEMICOLON, one->here, said);
}

enum { QUOTE_MOST = 160 };

void explain_add(struct arena *a, const struct symptom *s, struct span text, struct meanings *to)
{
	const struct captures none = { 0 };
	struct meaning one = { .symptom = s, .right = explain_is_group(s, "truth") };

	explain_words(a, &one, s, &none, &to->facts);
	one.quote = arena_span(a, span_sub(span_trim(text), 0, QUOTE_MOST));
	ARRAY_ADD(a, *to) = one;
}
