/* Questions about an extension: the torch that its versions were made for. */
#include "base/pep440.h"
#include "base/sort.h"
#include "explain/asked_private.h"
#include "know/extension.h"
#include "plan/extend.h"

enum { PAIRS_MOST = 6 };

static int by_newest(const void *a, const void *b)
{
	const struct extension_file *x = a, *y = b;

	return -pep440_cmp_text(span_of(x->version), span_of(y->version));
}

/* What its versions are made for, each pair once. */
static struct phrase made_for(const struct asked_case *x, struct extension *e,
			      struct span version)
{
	struct strings pairs = { 0 };
	struct phrase ret = { 0 };

	sort_stable(e->files.v, e->files.n, sizeof *e->files.v, by_newest);
	for (size_t i = 0; i < e->files.n && pairs.n < PAIRS_MOST; i++) {
		const struct extension_file *f = &e->files.v[i];
		bool other = !f->torch || (version.n && !explain_is_of(f->version, version)) ||
			     (x->torch && !extend_set_takes(x->a, f->torch, x->torch));
		const char *pair = other ? NULL :
			arena_printf(x->a, "%s: torch %s", f->version, f->torch);

		if (!pair || strings_has(&pairs, pair))
			continue;
		strings_add(x->a, &pairs, pair);
		ret = phrase_append(x->a, FORM_LIST_COMMA, ret,
				    PHRASE(x->a, SAID, SAY(text, pair)));
		if (!version.n && !x->torch)
			break; /* the newest */
	}
	return ret.form ? PHRASE(x->a, ASKED_MADE_FOR, SAY(package, e->name),
				 SAY_PHRASE(list, phrase_keep(x->a, ret))) : ret;
}

struct phrase asked_extension(const struct asked_case *x)
{
	struct strings names = { 0 };
	struct phrase ret = { 0 };
	struct extension e;
	struct err err;

	if (extension_names(x->m, x->a, &names, &err) != 0)
		return ret;
	for (size_t i = 0; i < names.n; i++) {
		struct span version = { "", 0 };

		if (asked_names(x->low, names.v[i], &version) &&
		    (version.n || x->torch || x->want == ASKED_TORCH) &&
		    extension_read(x->m, x->a, names.v[i], &e, &err) == 0)
			ret = phrase_append(x->a, FORM_LIST_SEMICOLON, ret,
					    made_for(x, &e, version));
	}
	return ret;
}
