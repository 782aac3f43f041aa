/*
 * What was found, as data: a code, the way it is to be said, and facts with names. Every room that
 * finds something makes one of these; show/words.h has the sentences, once.
 */
#pragma once

#include "base/arena.h"
#include "fact/finding.h"

/* The ways of saying things; each is a row of show/words.def, and made of it. */
enum form {
	FORM_OF_CODE = 0, /* as its code is said everywhere */
#define FORM(name) FORM_##name,
#include "rows/form.def"
#undef FORM
	FORMS
};

/* What a fact is called in a sentence: {have}, {torch}. */
enum fact_name {
	FACT_NONE,
#define FACT(name) FACT_##name,
#include "rows/fact_name.def"
#undef FACT
	FACT_NAMES
};

struct phrase;

/* A value for the {name} of a sentence; the strings live as long as what holds them. */
struct fact {
	enum fact_name name;
	const char *text;            /* NULL: not known, or a phrase */
	const struct phrase *phrase; /* a clause that has words of its own; NULL: none */
};

/* Something to be said: a sentence, or a clause within one. All zero: nothing. */
struct phrase {
	enum form form;
	const struct fact *facts;
	size_t n;
};

/*
 * `have` and `need` are short facts ("535.54.03", ">=580.65.06"; "6.1", "7.5 8.0 8.6"), NULL where
 * there is nothing to say. `host` and `gpu` are indexes into the hosts and their GPUs.
 */
struct finding {
	enum finding_code code;
	const char *have, *need;
	int host;                /* -1: all */
	int gpu;                 /* -1: none in particular */
	struct phrase words;     /* how it is said; its facts have other names than these two */
};

/* Those without a code (FINDING_NONE) are notes: they have a form. */
struct findings {
	struct finding *v;
	size_t n, room;
};

/* One with nothing but its code. */
struct finding finding_of(enum finding_code code);
/* Adds what is not there yet (same code, form, host and GPU). */
void findings_add(struct arena *a, struct findings *to, struct finding finding);
/* Adds what no code stands for and nothing there says (same form and texts), of no host. */
void findings_note(struct arena *a, struct findings *to, struct phrase words);
/* The same where findings come host after host: only those of the last one are looked at. */
void findings_add_in_order(struct arena *a, struct findings *to, struct finding finding);
bool findings_have(const struct findings *f, enum finding_code code);

/* A fact by its name: SAY(torch, version), SAY_PHRASE(why, &phrase). NULL stands for not known. */
#define SAY(fact_name, value) { .name = FACT_##fact_name, .text = (value) }
#define SAY_PHRASE(fact_name, value) { .name = FACT_##fact_name, .phrase = (value) }
/* PHRASE(arena, CPU_BESIDE_GPU, SAY(torch, version), …): a phrase, its facts in the arena. */
#define PHRASE(a, form_name, ...) \
	phrase_make(a, FORM_##form_name, (const struct fact[]){ { 0 }, ##__VA_ARGS__ }, \
		    sizeof((const struct fact[]){ { 0 }, ##__VA_ARGS__ }) / sizeof(struct fact))

/* Copies the n - 1 facts behind the first, which is not used. */
struct phrase phrase_make(struct arena *a, enum form form, const struct fact *facts, size_t n);
/* The same phrase in the arena, for a fact that holds it. */
const struct phrase *phrase_keep(struct arena *a, struct phrase p);
/* The same with one fact anew, where it has that one. */
struct phrase phrase_with(struct arena *a, struct phrase p, enum fact_name name, const char *text);
/* `one` behind the list, by a form of both with the facts list and last; no list yet: `one`. A few
 * only: each goes a level deeper. */
struct phrase phrase_append(struct arena *a, enum form form, struct phrase list,
			    struct phrase one);
/* The text of that fact; NULL: it has none. */
const char *phrase_fact(const struct phrase *p, enum fact_name name);
/* A number as the text of a fact. */
const char *fact_number(struct arena *a, unsigned long long n);
