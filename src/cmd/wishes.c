#include "cmd/wishes.h"

#include <stdlib.h>
#include <string.h>

/* Packages that a wish can name; conda's name for torch is another. */
static const struct {
	const char *name;
	size_t offset;
} packages[] = {
	{ "torch", offsetof(struct wish, torch) },
	{ "pytorch", offsetof(struct wish, torch) },
	{ "torchvision", offsetof(struct wish, torchvision) },
	{ "torchaudio", offsetof(struct wish, torchaudio) },
};

static struct strings *wish_of(struct wish *w, struct span name)
{
	for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
		if (span_eq_nocase(name, span_of(packages[i].name)))
			return (struct strings *)(void *)((char *)w + packages[i].offset);
	return NULL;
}

static size_t name_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_alnum(s.p[n]) || strchr("-_.", s.p[n])))
		n++;
	return n;
}

/* conda's "=2.1" is "==2.1.*"; what pip writes stays as it is. */
static const char *specifier(struct arena *a, struct span s)
{
	s = span_trim(s);
	if (s.n == 0)
		return "";
	if (span_starts(s, "=") && !span_starts(s, "=="))
		return arena_printf(a, "=" SPAN_FMT "%s", SPAN_ARG(s),
				    span_ends(s, "*") ? "" : ".*");
	return arena_span(a, s);
}

static int add_spec(struct run *r, const char *text, struct wish *w, struct err *e)
{
	struct span s = span_trim(span_of(text));
	size_t n = name_length(s);
	struct strings *to = wish_of(w, span_sub(s, 0, n));

	if (!to)
		return err_set(e, ERR_USAGE, "'%s' is not something to plan for; say torch==2.1.*, "
			       "torchvision or torchaudio", text);
	strings_add(r->arena, to, specifier(r->arena, span_from(s, n)));
	return 0;
}

static int add_python(struct run *r, struct wish *w, struct err *e)
{
	const char *text = r->o->python;

	if (text && !python_parse(span_of(text), &w->python))
		return err_set(e, ERR_USAGE, "--python %s: say 3.12, or 3.13t for the free-threaded one",
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
