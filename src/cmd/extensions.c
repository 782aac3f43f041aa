/* Extensions become wishes: those that the words of a run name, and those of its files' lines. */
#include "cmd/extensions_private.h"

#include <string.h>

#include "check/declared.h"
#include "know/extension.h"
#include "plan/extend.h"

static struct strings *wished(const struct wish *w, const char *name)
{
	struct extension_wish *x = wish_extension(w, name);

	return x ? &x->specs : NULL;
}

static int add(struct run *r, struct wish *w, const struct extension *x, struct strings **ret,
	       struct err *e)
{
	if (w->extensions.n == EXTENSIONS_MAX)
		return err_set(e, ERR_USAGE, "more than %d extensions at a time", EXTENSIONS_MAX);
	ARRAY_ADD(r->arena, w->extensions) = (struct extension_wish){ .known = x };
	*ret = &w->extensions.v[w->extensions.n - 1].specs;
	return 0;
}

int extensions_wish(struct run *r, struct matrix *m, const char *name, struct wish *w,
		    struct strings **ret, struct err *e)
{
	struct extension *x;
	int rc;

	*ret = wished(w, name);
	if (*ret)
		return 0;
	x = arena_new(r->arena, struct extension);
	rc = extension_read(m, r->arena, name, x, e);
	if (rc == 0)
		rc = extension_read_channel(m, r->arena, x, e);
	return rc ? rc : add(r, w, x, ret, e);
}

static int add_line(struct run *r, struct matrix *m, const struct env *env,
		    const struct env_declared *d, struct wish *w, struct err *e)
{
	struct strings *to = wished(w, d->name);
	int rc;

	if (!to) {
		struct extension *x = arena_new(r->arena, struct extension);

		rc = extension_read(m, r->arena, d->name, x, e);
		/* Wheels are known, and none of them lies on PyPI. */
		if (rc || !(EVERY(one, x->files, strcmp(one->place, "pypi") != 0) && x->files.n) ||
		    declared_has_url(env, d->name))
			return rc == ERR_NONE ? 0 : rc;
		rc = add(r, w, x, &to, e);
		if (rc)
			return rc;
	}
	if (d->req.set.n)
		strings_add(r->arena, to, pep440_set_text(r->arena, &d->req.set));
	return 0;
}

int extensions_of_lines(struct run *r, struct matrix *m, const struct checkup *k, struct wish *w,
			struct err *e)
{
	int rc = 0;

	/* What conda installs has torch from its channels, whose ABI is another one. */
	if (ANY(each, k->env->declared, each->kind == DECLARED_SPEC) ||
	    ANY(x, LIST(w->installers, w->n_installers), installer_manager(*x) == MANAGER_CONDA))
		return 0;
	EACH_WHILE(const struct env_declared, d, k->env->declared, rc == 0)
		if (d->kind == DECLARED_REQUIREMENT && d->parsed && d->name && !d->editable &&
		    !d->group &&
		    declared_applies(r->arena, d, k->python, k->platform))
			rc = add_line(r, m, k->env, d, w, e);
	return rc;
}
