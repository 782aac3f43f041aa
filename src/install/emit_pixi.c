/*
 * A workspace of pixi, 0.71 or later: the CUDA to solve for belongs to a platform
 * (pixi.prefix.dev/latest/workspace/multi_platform_configuration, "Declaring virtual packages per
 * platform"); several plans for one platform are features, each with its environment.
 */
#include <string.h>

#include "fact/build.h"
#include "fact/requirement.h"
#include "install/emit_private.h"
#include "install/install_private.h"

/* What a platform is called in the file; entries of one kind share a name. */
static const char *place_name(const struct emit_page *e, const struct emit_group *g)
{
	const char *cuda = g->plan->build->cuda.major ?
		install_pixi_cuda(e->a, g->plan->build->cuda) : NULL;
	char *name = arena_printf(e->a, "%s%s%s", g->plan->build->platform,
				  cuda ? "-cuda" : "-cpu", cuda ? cuda : "");

	for (char *c = name; *c; c++)
		if (*c == '.')
			*c = '-';
	return name;
}

static void put_platforms(struct emit_page *e)
{
	struct strings said = { 0 };

	emit_line(e, "platforms = [");
	for (size_t i = 0; i < e->n; i++) {
		const struct build *b = e->v[i].plan->build;
		const char *name = place_name(e, &e->v[i]);

		if (strings_has(&said, name))
			continue;
		strings_add(e->a, &said, name);
		emit_line(e, "    { %s%s%splatform = \"%s\"%s%s%s },",
			  e->n > 1 ? "name = \"" : "", e->n > 1 ? name : "",
			  e->n > 1 ? "\", " : "", b->platform,
			  b->cuda.major ? ", cuda = \"" : "",
			  b->cuda.major ? install_pixi_cuda(e->a, b->cuda) : "",
			  b->cuda.major ? "\"" : "");
	}
	emit_line(e, "]");
}

/* --- conda's specs in pixi's words ------------------------------------------------------------ */

struct conda_words {
	struct span channel, name, version, build;
	bool plain;      /* there is nothing else in it */
};

/* "name", "name=1.2", "name==1.2=build", "name 1.2 build", "name<2", "channel::name" (CEP 29). */
static struct conda_words words_of(const char *text)
{
	struct conda_words w = { .plain = !strpbrk(text, "[]()\"'{}") };
	struct span s = span_of(text);
	ptrdiff_t at = span_find(s, "::");
	size_t n;

	if (at > 0) {
		w.channel = span_sub(s, 0, (size_t)at);
		s = span_from(s, (size_t)at + 2);
	}
	n = strcspn(s.p, " =<>!~");
	w.name = span_sub(s, 0, n);
	s = span_trim(span_from(s, n));
	n = s.n ? strcspn(s.p + strspn(s.p, "=<>!~"), " =") + strspn(s.p, "=<>!~") : 0;
	w.version = span_sub(s, 0, n);
	s = span_from(s, n);
	w.build = span_from(s, s.n ? strspn(s.p, " =") : 0);
	w.plain &= !strpbrk(text, ",|") || !w.build.n;
	if (strpbrk(text, ",|") && w.version.n)
		w.version = span_of(w.version.p);
	return w;
}

/* "=1.2" is any 1.2 (CEP 29); "==1.2", and what has a build beside it, that release. */
static const char *version_of(struct arena *a, const struct conda_words *w)
{
	struct span v = w->version;

	if (!v.n)
		return "*";
	if (span_starts(v, "==") || !span_take(&v, "="))
		return ascii_digit(*v.p) ? arena_printf(a, "==" SPAN_FMT, SPAN_ARG(v)) :
			arena_span(a, v);
	if (w->build.n || span_find_char(v, '*') >= 0)
		return arena_printf(a, "%s" SPAN_FMT, w->build.n ? "==" : "", SPAN_ARG(v));
	return arena_printf(a, SPAN_FMT ".*", SPAN_ARG(v));
}

/* Where groups have channels of their own, torch comes from the first of its group's. */
static const char *channel_of(const struct emit_page *e, const struct emit_group *g,
			      struct span name)
{
	bool other = false;

	for (size_t i = 0; i < e->n; i++)
		other |= strcmp(e->v[i].channels.v[0], g->channels.v[0]) != 0;
	return other && (span_is(name, g->plan->build->package) ||
			 span_is(name, "torchvision") || span_is(name, "torchaudio")) ?
		emit_url(e->a, install_pixi_channels(e->a, &g->channels).v[0]) : NULL;
}

/* "tqdm>1" and "tqdm<5" are one entry: what all from the i-th on ask, where no build is named. */
static const char *asked(struct arena *a, const struct strings *all, size_t i)
{
	struct conda_words w = words_of(all->v[i]), more;
	const char *version = version_of(a, &w), *one;

	for (size_t k = i + 1; k < all->n && w.plain && !w.build.n; k++) {
		more = words_of(all->v[k]);
		if (!span_eq(more.name, w.name) || !more.plain || !more.version.n || more.build.n)
			continue;
		one = version_of(a, &more);
		version = strcmp(version, "*") == 0 ? one :
			arena_printf(a, "%s,%s", version, one);
	}
	return version;
}

static bool names(const struct strings *all, size_t n, struct span name)
{
	return ANY(x, LIST(all->v, n), span_eq(words_of(*x).name, name));
}

static void put_spec(struct emit_page *e, const struct emit_group *g, const struct strings *all,
		     size_t i)
{
	const char *text = all->v[i];
	struct conda_words w = words_of(text);
	const char *name = emit_key(e->a, arena_span(e->a, w.name));
	const char *channel = channel_of(e, g, w.name);
	const char *version = emit_quoted(e->a, asked(e->a, all, i));

	if (!w.plain) {
		emit_line(e, "# %s", emit_printable(e->a, text));
		return;
	}
	if (!w.build.n && !w.channel.n && !channel) {
		emit_line(e, "%s = %s", name, version);
		return;
	}
	if (w.channel.n)
		channel = arena_span(e->a, w.channel);
	emit_line(e, "%s = { version = %s%s%s%s%s }", name, version,
		  w.build.n ? ", build = " : "",
		  w.build.n ? emit_quoted(e->a, arena_span(e->a, w.build)) : "",
		  channel ? ", channel = " : "", channel ? emit_quoted(e->a, channel) : "");
}

/* --- tables ----------------------------------------------------------------------------------- */

/* "feature.cu126." and "target.linux-64-cuda12.", where there are several. */
static const char *scope(const struct emit_page *e, const struct emit_group *g)
{
	const char *feature = e->apart ? arena_printf(e->a, "feature.%s.", g->name) : "";
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += !e->apart || strcmp(e->v[i].name, g->name) == 0;
	return n > 1 ?
		arena_printf(e->a, "%starget.%s.", feature, place_name(e, g)) : feature;
}

static void put_group_conda(struct emit_page *e, const struct emit_group *g)
{
	if (!g->conda.n && !g->conda_rest.n)
		return;
	emit_line(e, "\n[%sdependencies]", scope(e, g));
	for (size_t i = 0; i < g->conda.n; i++)
		put_spec(e, g, &g->conda, i);
	for (size_t i = 0; i < g->conda_rest.n; i++) {
		struct span name = words_of(g->conda_rest.v[i]).name;

		if (!names(&g->conda, g->conda.n, name) && !names(&g->conda_rest, i, name))
			put_spec(e, g, &g->conda_rest, i);
	}
}

/* The index with the package: nothing else is looked for there (reference/pixi_manifest). */
static void put_group_pip(struct emit_page *e, const struct emit_group *g)
{
	if (!g->n)
		return;
	emit_line(e, "\n[%spypi-dependencies]", scope(e, g));
	EACH(const struct emit_package, p, LIST(g->packages, g->n)) {
		const char *version = emit_quoted(e->a, arena_printf(e->a, "%s%s", p->spec,
								     p->label));

		if (p->url)
			emit_line(e, "%s = { url = %s }", emit_key(e->a, p->name),
				  emit_quoted(e->a, emit_url(e->a, p->url)));
		else if (p->of_index)
			emit_line(e, "%s = { version = %s, index = %s }",
				  emit_key(e->a, p->name), version,
				  emit_quoted(e->a, emit_url(e->a, g->index)));
		else
			emit_line(e, "%s = %s", emit_key(e->a, p->name), version);
	}
}

static void put_environments(struct emit_page *e)
{
	for (size_t i = 0; i < e->names.n; i++) {
		struct strings places = { 0 };

		for (size_t n = 0; n < e->n; n++)
			if (strcmp(e->v[n].name, e->names.v[i]) == 0)
				strings_add_once(e->a, &places, place_name(e, &e->v[n]));
		emit_line(e, "\n[feature.%s]", e->names.v[i]);
		emit_toml_list(e, "platforms", &places);
	}
	emit_line(e, "\n[environments]");
	for (size_t i = 0; i < e->names.n; i++)
		emit_line(e, "%s = [\"%s\"]", e->names.v[i], e->names.v[i]);
}

/* Whether it holds for one of the plans: this form has no markers, and one Python. */
static bool may_hold(const struct emit_page *e, const struct requirement *r)
{
	char python[PYTHON_TEXT];

	for (size_t i = 0; i < e->n; i++) {
		struct marker_env env = marker_env_of(
			e->python.major ? python_text(e->python, python) : NULL,
			e->v[i].plan->build->platform);

		if (requirement_applies(r, &env) != MARKER_NO)
			return true;
	}
	return false;
}

/* What all lines from the i-th on ask of its project: a table has one entry of a name. */
static const char *versions_of(const struct emit_page *e, size_t i, const char *name)
{
	const char *all = "";

	for (; i < e->rest.n; i++) {
		struct requirement r;
		struct err unused;

		if (requirement_parse(e->a, span_of(e->rest.v[i]), &r, &unused) == 0 && r.set.n &&
		    strcmp(r.name, name) == 0 && may_hold(e, &r))
			all = arena_printf(e->a, "%s%s%s", all, *all ? "," : "",
					   pep440_set_text(e->a, &r.set));
	}
	return emit_quoted(e->a, *all ? all : "*");
}

static void put_line(struct emit_page *e, size_t i, struct strings *said)
{
	const char *line = e->rest.v[i], *extras = "";
	struct requirement r;
	struct err unused;
	bool read = requirement_parse(e->a, span_of(line), &r, &unused) == 0;

	if (read && strings_has(said, r.name))
		return;
	if (!read || !may_hold(e, &r)) {
		emit_line(e, "# %s", emit_printable(e->a, line));
		return;
	}
	strings_add(e->a, said, r.name);
	for (size_t n = 0; n < r.n_extras; n++)
		extras = arena_printf(e->a, "%s%s%s", extras, n ? ", " : "",
				      emit_quoted(e->a, r.extras[n]));
	buf_printf(e->out, "%s = ", emit_key(e->a, r.name));
	if (r.url)
		emit_line(e, "{ url = %s }", emit_quoted(e->a, emit_url(e->a, r.url)));
	else if (r.n_extras)
		emit_line(e, "{ version = %s, extras = [%s] }", versions_of(e, i, r.name), extras);
	else
		emit_line(e, "%s", versions_of(e, i, r.name));
}

bool emit_pixi(struct emit_page *e)
{
	struct strings said = { 0 };
	char python[PYTHON_TEXT];
	bool pip = e->v[0].plan->build->manager == MANAGER_PIP;
	struct strings all = { 0 };

	emit_about(e);
	emit_line(e, "[workspace]");
	emit_line(e, "name = \"%s\"", EMIT_PROJECT);
	/* It takes a package from the first channel that has it. */
	for (size_t k = 0; k < e->n; k++) {
		struct strings own = install_pixi_channels(e->a, &e->v[k].channels);

		for (size_t n = 0; n < own.n; n++)
			strings_add_once(e->a, &all, emit_url(e->a, own.v[n]));
	}
	if (!all.n)
		strings_add(e->a, &all, CHANNEL_CONDA_FORGE);
	emit_toml_list(e, "channels", &all);
	put_platforms(e);
	if (e->pypi)
		emit_line(e, "\n[pypi-options]\nindex-url = %s",
			  emit_quoted(e->a, emit_url(e->a, e->pypi)));
	if (pip && e->python.major)
		emit_line(e, "\n[dependencies]\npython = \"%s.*\"", python_text(e->python, python));
	if (e->apart)
		put_environments(e);
	for (size_t i = 0; i < e->n; i++) {
		put_group_conda(e, &e->v[i]);
		put_group_pip(e, &e->v[i]);
	}
	/* They go on where the one plan's own packages stand; a table is begun once. */
	if (e->rest.n && (e->n > 1 || !e->v[0].n))
		emit_line(e, "\n[pypi-dependencies]");
	for (size_t i = 0; i < e->rest.n; i++)
		put_line(e, i, &said);
	return true;
}
