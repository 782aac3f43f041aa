/* The Pythons that the wheels of a release of torch are for. */
#include <string.h>

#include "explain/explain_private.h"
#include "fact/platform.h"

static struct python_set pythons_of(const struct platform_builds *p, struct span release)
{
	struct python_set all = { 0 };

	for (size_t i = 0; i < p->n; i++)
		if (explain_is_wheel(&p->v[i], release))
			all = python_set_either(all, p->v[i].pythons);
	return all;
}

bool explain_has_files(const struct catalogue *c, const char *platform, struct span release,
		       struct python py)
{
	bool some = false;

	for (size_t i = 0; i < c->platforms.n; i++) {
		const struct platform_builds *p = &c->platforms.v[i];
		const struct python_set pythons = pythons_of(p, release);

		if ((platform && strcmp(p->platform, platform) != 0) || python_set_empty(pythons))
			continue;
		if (!python_set_has(pythons, py))
			return false;
		some = true;
	}
	return some;
}

struct phrase explain_pythons(struct arena *a, const struct catalogue *c, const char *torch,
			      const char *platform)
{
	struct span label = span_of(torch), release;
	struct phrase all = { 0 };
	const char *one = NULL;
	bool differ = false;

	if (!c || !torch || !span_next(&label, '+', &release))
		return all;
	for (size_t i = 0; i < c->platforms.n; i++) {
		const struct platform_builds *p = &c->platforms.v[i];
		struct python_set pythons = pythons_of(p, release);
		const char *list = python_set_text(a, pythons);

		if (python_set_empty(pythons) ||
		    (platform && !platform_is(p->platform, platform)))
			continue;
		differ |= platform || (one && strcmp(one, list) != 0);
		one = list;
		all = phrase_append(a, FORM_LIST_COMMA, all,
				    PHRASE(a, PYTHONS_ON, SAY(list, list),
					   SAY(platform, platform_words(p->platform))));
	}
	if (!all.form)
		return all;
	if (!differ)
		all = PHRASE(a, SAID, SAY(text, one));
	return PHRASE(a, PYTHONS_OF, SAY(torch, arena_span(a, release)),
		      SAY_PHRASE(list, phrase_keep(a, all)));
}
