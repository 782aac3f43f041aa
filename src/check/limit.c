/* One limit: what a line means for torch, CUDA and Python, and in which words. */
#include "check/limits_private.h"

#include <string.h>

#include "check/installed_private.h"

const char *limits_pin(struct checkup *k, const struct pep440_set *set)
{
	const struct pep440_spec *pin = pep440_set_pin(set);

	return pin ? installed_public(k->arena, arena_span(k->arena, span_trim(pin->text))) : NULL;
}

/* "===1.7.1+cu110" compares texts; a release of the matrix has no label. */
static bool is_exact(enum pep440_op op)
{
	return op == PEP440_EQ || op == PEP440_SAME;
}

bool limits_set_takes(const struct pep440_set *set, const char *torch)
{
	for (size_t i = 0; i < set->n; i++) {
		struct pep440_set one = { &set->v[i], 1 };
		struct span text = set->v[i].text;
		ptrdiff_t plus = span_find_char(text, '+');

		if (plus > 0 && is_exact(set->v[i].op)) {
			if (pep440_cmp_text(span_trim(span_sub(text, 0, (size_t)plus)),
					    span_of(torch)) != 0)
				return false;
		} else if (!pep440_set_has(&one, span_of(torch), PEP440_PRE_YES)) {
			return false;
		}
	}
	return true;
}

bool limit_takes(const struct limit *l, const char *torch)
{
	if (l->any.n == 0)
		return true;
	for (size_t i = 0; i < l->any.n; i++)
		if (limits_set_takes(&l->any.v[i], torch))
			return true;
	return false;
}

bool limits_take(const struct limits *l, const char *torch)
{
	for (size_t i = 0; i < l->n; i++)
		if (!limit_takes(&l->v[i], torch))
			return false;
	return true;
}

bool limits_are_ancient(struct checkup *k, const struct pep440_set *set)
{
	struct span pin = set->n == 1 ? span_trim(set->v[0].text) : span_of("");

	if (span_ends(pin, ".*"))
		pin = span_sub(pin, 0, pin.n - 2);
	return pin.n && is_exact(set->v[0].op) && k->c->releases.n &&
	       pep440_cmp_text(pin, span_of(k->c->releases.v[0])) < 0;
}

struct python_set limits_all_pythons(const struct checkup *k)
{
	struct python_set all = { 0 };

	for (size_t i = 0; i < k->c->pythons.n; i++) {
		all.gil |= k->c->pythons.v[i].gil;
		all.free |= k->c->pythons.v[i].free;
	}
	return all;
}

void limits_add(struct checkup *k, struct limits *to, struct limit l)
{
	struct python_set all = limits_all_pythons(k);
	bool binds;

	/* Whoever takes all Pythons that there are asks for none. */
	if (python_set_empty(python_set_without(all, l.pythons)))
		l.pythons = (struct python_set){ 0 };
	binds = l.any.n || l.never || l.cuda || !python_set_empty(l.pythons);

	if (!binds || (l.any.n && limits_are_ancient(k, &l.any.v[0])))
		return;
	for (size_t i = 0; !l.never && i < k->c->releases.n && i < LIMIT_WORDS * 64; i++)
		if (limit_takes(&l, k->c->releases.v[i]))
			l.taken[i / 64] |= 1ULL << i % 64;
	ARRAY_ADD(k->arena, *to) = l;
}

void limit_add(struct checkup *k, struct limit *l, const char *spec)
{
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(k->arena, span_of(spec), &set, &e) != 0 || set.n == 0)
		return;
	ARRAY_ADD(k->arena, l->any) = set;
	for (size_t i = 0; i < l->specs.n; i++)
		if (strstr(l->specs.v[i], spec))
			return;
	strings_add(k->arena, &l->specs, spec);
}

/* "==0.16.2", "==0.15.*": all releases of it are in the tables, newer ones are none. */
bool limits_are_closed(const struct pep440_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (is_exact(set->v[i].op))
			return true;
	return false;
}

bool limit_meets(const struct limit *a, const struct limit *b)
{
	for (size_t i = 0; i < LIMIT_WORDS; i++)
		if (a->taken[i] & b->taken[i])
			return true;
	return false;
}

/* "==2.0.0 or ==2.0.1" */
static struct fact specs_fact(struct arena *a, const struct limit *l)
{
	struct fact spec = SAY(spec, l->specs.n ? l->specs.v[0] : "");

	for (size_t i = 1; i < l->specs.n; i++) {
		struct fact list = spec;

		list.name = FACT_list;
		spec = (struct fact)SAY_PHRASE(spec, phrase_keep(a, PHRASE(a, LIST_OR, list,
							      SAY(last, l->specs.v[i]))));
	}
	return spec;
}

const struct phrase *limit_words(struct arena *a, const struct limit *l)
{
	if (l->place.form)
		return phrase_keep(a, l->place);
	if (l->said.form)
		return phrase_keep(a, l->said);
	if (l->through)
		return phrase_keep(a, PHRASE(a, LIMIT_THROUGH, SAY(package, l->through),
					     specs_fact(a, l)));
	return phrase_keep(a, PHRASE(a, LIMIT_OF_TORCH, specs_fact(a, l)));
}
