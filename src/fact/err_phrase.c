#include "fact/err_phrase.h"

#include <stdio.h>

int err_say(struct err *e, int code, enum form form, const struct fact *facts, size_t n)
{
	*e = (struct err){ .code = code, .form = form };
	for (size_t i = 1; i < n && e->n < ERR_FACTS; i++) {
		if (!facts[i].text)
			continue;
		e->fact[e->n].what = facts[i].name;
		e->fact[e->n++].at = err_keep(e, facts[i].text);
	}
	return code;
}

const char *err_number(char text[24], unsigned long long n)
{
	snprintf(text, 24, "%llu", n);
	return text;
}

const char *err_span(char *text, size_t room, struct span s)
{
	snprintf(text, room, SPAN_FMT, SPAN_ARG(span_sub(s, 0, room - 1)));
	return text;
}

int err_within(struct err *e, enum form form, const char *at)
{
	if (!e->form) {
		struct err said = *e;

		ERR_SAY(e, said.code, SAID, SAY(text, said.text));
	}
	err_place(e, form, at);
	return e->code;
}

bool err_begins(const struct err *e, const char *name)
{
	if (e->form && !e->places)
		return false;
	return span_starts(span_of(e->text + (e->form ? e->place[e->places - 1].at : 0)), name);
}

struct err err_without(const struct err *e, enum form place)
{
	struct err ret = *e;

	if (ret.places && ret.place[ret.places - 1].what == (int)place)
		ret.places--;
	return ret;
}

struct phrase err_phrase(struct arena *a, const struct err *e)
{
	struct fact facts[ERR_FACTS + 1] = { { 0 } };
	struct phrase ret;

	if (!e->form)
		return PHRASE(a, SAID, SAY(text, arena_str(a, e->text)));
	for (unsigned i = 0; i < e->n; i++)
		facts[i + 1] = (struct fact){ .name = (enum fact_name)e->fact[i].what,
					      .text = arena_str(a, e->text + e->fact[i].at) };
	ret = phrase_make(a, (enum form)e->form, facts, e->n + 1);
	for (unsigned i = 0; i < e->places; i++) {
		const char *at = arena_str(a, e->text + e->place[i].at);

		ret = PHRASE(a, WITHIN, SAY(at, at), SAY_PHRASE(why, phrase_keep(a, ret)));
		if (e->place[i].what)
			ret.form = (enum form)e->place[i].what;
	}
	return ret;
}
