#include "fact/mirror_place.h"

static const char *const forms[] = { "index", "find-links", "channel", "base" };
static const char *const states[] = { "live", "redirect", "incomplete", "dead", "never",
				      "unknown" };

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The last one where it is none of them. */
static size_t word_of(struct span text, const char *const *words, size_t n)
{
	size_t i = 0;

	while (i + 1 < n && !span_is(text, words[i]))
		i++;
	return i;
}

enum mirror_form mirror_form_of(struct span text)
{
	return (enum mirror_form)word_of(text, forms, COUNT(forms));
}

enum mirror_state mirror_state_of(struct span text)
{
	return (enum mirror_state)word_of(text, states, COUNT(states));
}

const char *mirror_form_name(enum mirror_form form)
{
	return forms[form];
}

const char *mirror_state_name(enum mirror_state state)
{
	return states[state];
}

bool mirror_serves(const struct mirror_place *p)
{
	return p->state == MIRROR_LIVE || p->state == MIRROR_REDIRECT;
}
