#include "fact/found.h"

#include <string.h>

struct finding finding_of(enum finding_code code)
{
	return (struct finding){ .code = code, .host = -1, .gpu = -1 };
}

static bool is_same(const struct finding *a, const struct finding *b)
{
	return a->code == b->code && a->words.form == b->words.form && a->host == b->host &&
	       a->gpu == b->gpu;
}

void findings_add(struct arena *a, struct findings *to, struct finding finding)
{
	for (size_t i = 0; i < to->n; i++)
		if (is_same(&to->v[i], &finding))
			return;
	ARRAY_ADD(a, *to) = finding;
}

static bool says_same(const struct phrase *a, const struct phrase *b)
{
	bool same = a->form == b->form && a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++)
		same = span_eq(span_of(a->facts[i].text), span_of(b->facts[i].text));
	return same;
}

void findings_note(struct arena *a, struct findings *to, struct phrase words)
{
	if (!ANY(x, *to, says_same(&x->words, &words)))
		ARRAY_ADD(a, *to) = (struct finding){ .words = words, .host = -1, .gpu = -1 };
}

void findings_add_in_order(struct arena *a, struct findings *to, struct finding finding)
{
	for (size_t i = to->n; i > 0 && to->v[i - 1].host == finding.host; i--)
		if (is_same(&to->v[i - 1], &finding))
			return;
	ARRAY_ADD(a, *to) = finding;
}

bool findings_have(const struct findings *f, enum finding_code code)
{
	return ANY(x, *f, x->code == code);
}

struct phrase phrase_make(struct arena *a, enum form form, const struct fact *facts, size_t n)
{
	struct fact *own = n > 1 ? arena_array(a, n - 1, sizeof *own) : NULL;

	if (own)
		memcpy(own, facts + 1, (n - 1) * sizeof *own);
	return (struct phrase){ form, own, n - 1 };
}

const struct phrase *phrase_keep(struct arena *a, struct phrase p)
{
	struct phrase *to = arena_array(a, 1, sizeof *to);

	*to = p;
	return to;
}

struct phrase phrase_with(struct arena *a, struct phrase p, enum fact_name name, const char *text)
{
	struct fact *facts = arena_array(a, p.n, sizeof *facts);

	for (size_t i = 0; i < p.n; i++)
		facts[i] = p.facts[i].name == name ? (struct fact){ .name = name, .text = text }
						   : p.facts[i];
	p.facts = facts;
	return p;
}

struct phrase phrase_append(struct arena *a, enum form form, struct phrase list,
			    struct phrase one)
{
	const struct fact facts[] = {
		{ 0 }, SAY_PHRASE(list, phrase_keep(a, list)),
		SAY_PHRASE(last, phrase_keep(a, one)),
	};

	return list.form ? phrase_make(a, form, facts, 3) : one;
}

const char *phrase_fact(const struct phrase *p, enum fact_name name)
{
	return FIRST_TELLS(x, LIST(p->facts, p->n), x->name == name, x->text, NULL);
}

const char *fact_number(struct arena *a, unsigned long long n)
{
	return arena_printf(a, "%llu", n);
}
