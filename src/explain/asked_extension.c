/* Questions about an extension: the torch that its versions were made for. */
#include <string.h>

#include "base/pep440.h"
#include "base/sort.h"
#include "explain/asked_private.h"
#include "know/extension.h"
#include "plan/extend.h"

enum { VERSIONS_MOST = 6 };

static int by_newest(const void *a, const void *b)
{
	const struct extension_file *x = a, *y = b;

	return -pep440_cmp_text(span_of(x->version), span_of(y->version));
}

/* "2.1.0: torch 1.8, 1.9, 2.0, 2.1": what its files are for that are for the torch of the question,
 * if that has one; NULL: none is. */
static const char *torches_of(const struct asked_case *x, const struct extension *e,
			      const char *version)
{
	struct strings all = { 0 };

	EACH(const struct extension_file, f, e->files) {
		struct span torch = span_of(f->torch);

		if (strcmp(f->version, version) != 0 || !torch.n ||
		    (x->torch && !extend_set_takes(x->a, f->torch, x->torch)))
			continue;
		if (span_take(&torch, "==") && span_ends(torch, ".*"))
			torch.n -= 2;
		strings_add_once(x->a, &all, arena_span(x->a, torch));
	}
	return all.n ? arena_printf(x->a, "%s: torch %s", version,
				    strings_joined(x->a, &all, ", ")) : NULL;
}

/* The version is the one that is asked about, or within its bound; length 0: any is. */
static bool is_asked(struct arena *a, const char *own, struct span version)
{
	return !version.n || explain_is_of(own, version) ||
	       (!ascii_digit(version.p[0]) && extend_set_takes(a, arena_span(a, version), own));
}

/* What its versions are made for, each once. */
static struct phrase made_for(const struct asked_case *x, struct extension *e,
			      struct span version)
{
	struct strings seen = { 0 };
	struct phrase ret = { 0 };

	sort_stable(e->files.v, e->files.n, sizeof *e->files.v, by_newest);
	for (size_t i = 0; i < e->files.n && seen.n < VERSIONS_MOST; i++) {
		const char *of = e->files.v[i].version, *said;

		said = strings_has(&seen, of) || !is_asked(x->a, of, version) ? NULL :
									   torches_of(x, e, of);
		if (!said)
			continue;
		strings_add(x->a, &seen, of);
		ret = phrase_append(x->a, FORM_LIST_COMMA, ret,
				    PHRASE(x->a, SAID, SAY(text, said)));
		if (!version.n && !x->torch)
			break; /* the newest */
	}
	return ret.form ? PHRASE(x->a, ASKED_MADE_FOR, SAY(package, e->name),
				 SAY_PHRASE(list, phrase_keep(x->a, ret))) : ret;
}

struct phrase asked_made_for_other(struct arena *a, struct matrix *m, const char *package,
				   const char *torch, struct span low)
{
	const struct asked_case any = { .a = a, .m = m }, of = { .a = a, .m = m, .torch = torch };
	struct extension e;
	struct span version;
	struct err err;

	if (!asked_names(low, package, &version) || version.n < 3 ||
	    extension_read(m, a, package, &e, &err) != 0 || made_for(&of, &e, version).form)
		return (struct phrase){ 0 };
	return made_for(&any, &e, version);
}

struct phrase asked_extension(const struct asked_case *x, bool *named)
{
	struct strings names = { 0 };
	struct phrase ret = { 0 };
	struct extension e;
	struct err err;

	if (extension_names(x->m, x->a, &names, &err) != 0)
		return ret;
	for (size_t i = 0; i < names.n; i++) {
		struct span version = { "", 0 };

		if (!asked_names(x->low, names.v[i], &version))
			continue;
		*named = true;
		if ((version.n || x->torch || x->want == ASKED_TORCH) &&
		    extension_read(x->m, x->a, names.v[i], &e, &err) == 0)
			ret = phrase_append(x->a, FORM_LIST_SEMICOLON, ret,
					    made_for(x, &e, version));
	}
	return ret;
}
