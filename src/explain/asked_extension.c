/* Questions about an extension: the torch that its versions were made for. */
#include <string.h>

#include "explain/asked_private.h"
#include "know/extension.h"

enum { PAIRS_MOST = 6 };

/* What its versions are made for, each pair once. */
static struct phrase made_for(const struct asked_case *x, const struct extension *e,
			      struct span version)
{
	struct strings pairs = { 0 };
	struct phrase ret = { 0 };

	for (size_t i = 0; i < e->files.n && pairs.n < PAIRS_MOST; i++) {
		const struct extension_file *f = &e->files.v[i];
		const char *pair = !f->torch || (version.n && !explain_is_of(f->version, version)) ?
			NULL : arena_printf(x->a, "%s: torch %s", f->version, f->torch);

		if (!pair || strings_has(&pairs, pair))
			continue;
		strings_add(x->a, &pairs, pair);
		ret = phrase_append(x->a, FORM_LIST_COMMA, ret,
				    PHRASE(x->a, SAID, SAY(text, pair)));
		if (!version.n)
			break; /* the newest */
	}
	return ret.form ? PHRASE(x->a, ASKED_MADE_FOR, SAY(package, e->name),
				 SAY_PHRASE(list, phrase_keep(x->a, ret))) : ret;
}

struct phrase asked_extension(const struct asked_case *x)
{
	struct strings names = { 0 };
	struct extension e;
	struct span version;
	const char *name;
	struct err err;

	if (x->torch || extension_names(x->m, x->a, &names, &err) != 0)
		return (struct phrase){ 0 };
	name = explain_extension(x->a, &names, x->low);
	if (!name || extension_read(x->m, x->a, name, &e, &err) != 0)
		return (struct phrase){ 0 };
	version = asked_version_of(x->low, name);
	return version.n || x->want == ASKED_TORCH ? made_for(x, &e, version) :
						     (struct phrase){ 0 };
}
