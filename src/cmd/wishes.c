#include "cmd/wishes.h"

#include <stdlib.h>
#include <string.h>

#include "fact/wish.h"

static int add_conda(struct run *r, const struct package_wish *p, struct wish *w, const char **spec,
	struct err *e)
{
	*spec = conda_spec_pep440(r->arena, p->spec.f[CONDA_VERSION]);
	if (!*spec)
		return err_set(e, ERR_USAGE, "'%s' leaves a choice: ask for one of them at a time",
			       p->text);
	if (strcmp(p->name, "torch") == 0)
		w->build = p->spec.f[CONDA_BUILD];
	if (p->spec.f[CONDA_CHANNEL])
		strings_add(r->arena, &w->channels, p->spec.f[CONDA_CHANNEL]);
	return 0;
}

static int add_spec(struct run *r, const char *text, struct wish *w, struct err *e)
{
	struct package_wish p;
	struct strings *to;
	const char *spec;
	int rc = wish_parse(r->arena, span_of(text), &p, e);

	if (rc) {
		e->code = ERR_USAGE;
		return e->code;
	}
	to = wish_strings(w, p.name);
	if (!to)
		return err_set(e, ERR_USAGE, "'%s' is not something to plan for: say torch==2.1.*, "
			       "torchvision or torchaudio", text);
	if (!p.conda)
		spec = pep440_set_text(r->arena, &p.req.set);
	else if ((rc = add_conda(r, &p, w, &spec, e)))
		return rc;
	strings_add(r->arena, to, spec);
	return 0;
}

static int add_python(struct run *r, struct wish *w, struct err *e)
{
	const char *text = r->o->python;

	if (text && !python_parse(span_of(text), &w->python))
		return err_set(e, ERR_USAGE, "--python %s: say 3.12, or 3.13t if free-threaded",
			       text);
	return 0;
}

static bool has_installer(const struct wish *w, enum installer i)
{
	for (size_t k = 0; k < w->n_installers; k++)
		if (w->installers[k] == i)
			return true;
	return false;
}

static int add_installers(struct run *r, struct wish *w, struct err *e)
{
	for (size_t i = 0; i < r->o->installer.n; i++) {
		const char *name = r->o->installer.v[i];
		enum installer found;

		if (!installer_parse(span_of(name), &found))
			return err_set(e, ERR_USAGE, "--installer %s is not known", name);
		if (!has_installer(w, found))
			w->installers[w->n_installers++] = found;
	}
	return 0;
}

int cmd_wish(struct run *r, struct wish *ret, struct err *e)
{
	struct wish w = {
		.cuda = r->o->cuda,
		.channels = r->o->channel,
		.ignore = r->o->ignore_gpu,
		.all = r->o->all,
	};
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < r->args.n; i++)
		rc = add_spec(r, r->args.v[i], &w, e);
	if (rc == 0)
		rc = add_python(r, &w, e);
	if (rc == 0)
		rc = add_installers(r, &w, e);
	if (rc == 0)
		*ret = w;
	return rc;
}

static bool is_env(const char *variable, const char *value)
{
	const char *set = getenv(variable);

	return set && value && strcmp(set, value) == 0;
}

struct ground cmd_ground(struct run *r, const struct hosts *hosts)
{
	struct ground g = { .index_urls = r->o->index_url, .channels = r->o->channel };
	const struct host *h = &hosts->v[0];

	if (hosts->n != 1 || !h->live)
		return g;
	g.here = true;
	if (!h->env || !h->python || !python_parse(span_of(h->python), &g.python))
		return g;
	if (!is_env("CONDA_PREFIX", h->env))
		g.stand = STAND_VENV;
	else if (!is_env("CONDA_DEFAULT_ENV", "base"))
		g.stand = STAND_CONDA;
	return g;
}
