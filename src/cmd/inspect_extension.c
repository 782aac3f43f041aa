/* A package of an extension against the rows that the matrix has of it. */
#include "cmd/inspect_extension_private.h"

#include <string.h>

#include "check/installed.h"
#include "fact/platform.h"
#include "fact/project.h"
#include "read/package/blob.h"
#include "read/package/http_text.h"

static int read_extension(struct inspect_extensions *x, const char *name,
			  const struct extension **ret, struct err *e)
{
	struct arena *a = x->r->arena;
	struct extension *own;
	int rc = 0;

	for (size_t i = 0; i < x->read.n; i++)
		if (strcmp(x->read.v[i]->name, name) == 0) {
			*ret = x->read.v[i];
			return 0;
		}
	if (!x->names.n)
		rc = extension_names(x->c->matrix, a, &x->names, e);
	own = arena_new(a, struct extension);
	if (rc == 0)
		rc = strings_has(&x->names, name) ?
			extension_read(x->c->matrix, a, name, own, e) :
			extension_rules(x->c->matrix, a, name, own, e);
	if (rc)
		return rc;
	ARRAY_ADD(a, x->read) = own;
	*ret = own;
	return 0;
}

/* The platform of its tag; of none Linux. */
static const char *platform_of(const struct package *p)
{
	return p->platform ? p->platform : PLATFORM_LINUX;
}

/* The catalogue holds its platform. */
static int read_tables(struct inspect_extensions *x, const struct package *p,
		       const struct extension **ret, struct err *e)
{
	const char *name = project_name(x->r->arena, span_of(p->name));
	struct extension *own;

	if (!p->version ||
	    (strcmp(name, "torchvision") != 0 && strcmp(name, "torchaudio") != 0))
		return read_extension(x, name, ret, e);
	own = arena_new(x->r->arena, struct extension);
	*ret = own;
	return extension_companion(x->c, x->r->arena, name, p->version, platform_of(p), own, e);
}

/* Its code, where its bytes were not read and every row of its name has the same. */
static void take_code(const struct extend_known *k, struct package *p)
{
	if (p->scanned != SCANNED_NONE || p->has_declared || !k->rows.n || !k->read.code_known)
		return;
	p->declared = k->read.sass;
	p->declared_ptx = k->read.ptx;
	p->has_declared = p->from_matrix = true;
}

/*
 * Of several rows the one whose hash the file has. A hash that no row has is not that file's; where
 * the list of PyPI is not known, it may be another of the same name from there.
 */
static int take_hash(struct inspect_extensions *x, struct package *p, struct extend_known *k,
		     struct err *e)
{
	struct arena *a = x->r->arena;
	const char *hash = NULL;
	size_t known = 0;

	for (size_t i = 0; i < k->rows.n; i++)
		known += extend_known_hash(a, k, i) != NULL;
	if (!known || p->kind != PACKAGE_WHEEL || url_is(p->source) ||
	    p->scanned != SCANNED_EXACT)
		return 0;
	if (blob_file_sha256(a, p->source, &p->sha256, e))
		return e->code;
	for (size_t i = 0; i < k->rows.n; i++) {
		hash = extend_known_hash(a, k, i);
		if (!hash || strcmp(hash, p->sha256) != 0)
			continue;
		k->rows.v[0] = k->rows.v[i];
		k->rows.n = 1;
		return 0;
	}
	if (known < k->rows.n)
		return 0;
	/* Whether it is known what PyPI has of it: wheels, or a source package alone. */
	if (ANY(f, k->x->files, strcmp(f->place, "pypi") == 0) || k->x->source != NULL)
		package_find(a, p, CP407, p->sha256, hash, PHRASE(a, HASH_OF_NO_ROW));
	else
		k->rows.n = 0;
	return 0;
}

int inspect_extension(struct inspect_extensions *x, struct package *p, bool *is,
		      struct inspect_extension *ret, struct err *e)
{
	struct arena *a = x->r->arena;
	const struct extension *known = NULL;
	struct extend_known *k;
	int rc;

	*is = false;
	if (p->torch || p->build || !p->name || !p->platform_tag)
		return 0;
	rc = catalogue_platform(x->c, platform_of(p), e);
	if (rc == 0)
		rc = read_tables(x, p, &known, e);
	if (rc || !extend_is_one(a, p, known))
		return rc;
	k = arena_new(a, struct extend_known);
	rc = extend_know(a, x->c, known, p, k, e);
	if (rc == 0)
		rc = take_hash(x, p, k, e);
	if (rc)
		return rc;
	take_code(k, p);
	*is = true;
	*ret = (struct inspect_extension){ .known = k };
	return 0;
}

/* The torch that an environment has. */
static int look_there(struct inspect_extensions *x, const struct extend_known *k,
		      struct extend_there *to, struct err *e)
{
	struct arena *a = x->r->arena;
	const struct host *h = x->hosts && x->hosts->n ? &x->hosts->v[0] : NULL;
	const char *platform = x->env->platform ? x->env->platform : h && h->platform ?
		h->platform : strcmp(k->file.platform, "*") != 0 ? k->file.platform :
		PLATFORM_LINUX;
	struct installed here;

	if (catalogue_platform(x->c, platform, e))
		return e->code;
	here = installed_find(a, x->c, x->env, h, platform);
	if (x->env->python)
		(void)python_parse(span_of(x->env->python), &to->python);
	if (here.torch)
		to->torch = here.variant && !strchr(here.torch->version, '+') ?
			arena_printf(a, "%s+%s", here.version, here.variant) :
			here.torch->version;
	extend_known_there(a, x->c, k, here.torch == here.pip ? here.build : NULL, to);
	return 0;
}

int inspect_extension_fits(struct inspect_extensions *x, struct reach_verdict *v,
			   struct inspect_extension *ret, bool *fits, struct err *e)
{
	struct arena *a = x->r->arena;
	struct extend_there *there;
	int rc = 0;

	if (x->hosts) {
		extend_known_gpus(a, ret->known, x->hosts, v);
		*fits = v->all;
		for (size_t i = 0; rc == 0 && i < x->hosts->n; i++)
			rc = catalogue_platform(x->c, host_platform(&x->hosts->v[i]), e);
		if (rc == 0)
			rc = extend_known_plan(a, x->c, ret->known, x->hosts, &ret->planned,
					       &ret->with, e);
		*fits &= !ret->planned || ret->with;
	}
	if (rc || !x->env)
		return rc;
	there = arena_new(a, struct extend_there);
	rc = look_there(x, ret->known, there, e);
	ret->there = there;
	*fits &= there->torch && !there->lacks.n;
	return rc;
}
