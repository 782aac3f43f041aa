/* environment.yml and what conda exports: channels, dependencies, a section for pip; cog.yaml. */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"
#include "read/matchspec.h"

/* "name=version=build" with single signs: what an export is made of. */
static size_t equal_signs(struct span s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '=';
	return span_find(s, "==") >= 0 && n == 2 ? 1 : n;
}

/*
 * What was printed from an environment that exists: exact versions with builds, or its prefix.
 * `--from-history` prints wishes, and no channels.
 */
static bool is_export(const struct env_tree *t, const struct tree *root)
{
	const struct tree *all = tree_get(root, "dependencies");
	size_t n = 0, builds = 0, pins = 0;

	if (t->as != ENV_AS_ANY)
		return t->as == ENV_AS_INSTALLED;
	for (const struct tree *d = tree_first(all); d; d = d->next) {
		struct span s = span_of(tree_text(d));

		if (!s.n)
			continue;
		n++;
		builds += equal_signs(s) == 2;
		pins += equal_signs(s) > 0 && span_find_char(s, '*') < 0 &&
			span_find_char(s, '>') < 0;
	}
	return n > 0 && ((n >= 5 && builds * 5 >= n * 4) || (n >= 30 && pins == n) ||
			 (pins == n && tree_get(root, "prefix") &&
			  tree_get(root, "channels")));
}

void env_add_spec(struct arena *a, struct env *to, const char *text, struct origin origin)
{
	struct env_declared d = { .kind = DECLARED_SPEC, .text = text, .origin = origin };
	struct err e;

	d.parsed = matchspec_parse(a, span_of(text), &d.spec, &e) == 0;
	if (d.parsed && d.spec.f[CONDA_NAME])
		d.name = project_name(a, span_of(d.spec.f[CONDA_NAME]));
	else if (!d.parsed)
		env_not_understood(a, to, d.origin, &e);
	ENV_ADD(a, to, declared) = d;
}

/* "channel::name=version=build" */
static void add_exported(const struct env_tree *t, const struct tree *node)
{
	struct span s = span_of(node->text), part, channel = { NULL, 0 }, w[3] = { { NULL, 0 } };
	ptrdiff_t at = span_find(s, "::");
	size_t n = 0;

	if (at > 0) {
		channel = span_sub(s, 0, (size_t)at);
		s = span_from(s, (size_t)at + 2);
	}
	while (n < 3 && span_next(&s, '=', &part))
		if (part.n)
			w[n++] = part;
	if (env_is_name(w[0]))
		env_add_conda(t->a, t->to, w[0], w[1], w[2], channel, env_tree_origin(t, node));
}

static void read_pip(const struct env_tree *t, const struct tree *list, bool installed)
{
	struct requirements r = {
		.a = t->a, .to = t->to, .files = t->files, .installed = installed,
		.under_pip = true,
	};

	for (const struct tree *d = tree_first(list); d && !t->to->over; d = d->next)
		if (tree_text(d))
			requirements_line(&r, span_of(d->text), env_tree_origin(t, d));
}

void env_read_environment(const struct env_tree *t, const struct tree *root)
{
	bool installed = is_export(t, root);
	const char *prefix = tree_get_text(root, "prefix");

	t->to->name = tree_get_text(root, "name");
	if (prefix)
		t->to->prefix = prefix;
	for (const struct tree *c = tree_first(tree_get(root, "channels")); c && !t->to->over;
	     c = c->next)
		if (tree_text(c)) {
			strings_add(t->a, &t->to->channels, c->text);
			env_set(t->a, t->to, SETTING_ENVIRONMENT, "channels", c->text,
				env_tree_origin(t, c));
		}
	for (const struct tree *d = tree_first(tree_get(root, "dependencies")); d && !t->to->over;
	     d = d->next) {
		if (d->kind == TREE_MAP)
			read_pip(t, tree_get(d, "pip"), installed);
		else if (tree_text(d) && installed)
			add_exported(t, d);
		else if (tree_text(d))
			env_add_spec(t->a, t->to, d->text, env_tree_origin(t, d));
	}
	for (const struct tree *v = tree_first(tree_get(root, "variables")); v; v = v->next)
		if (tree_text(v))
			env_set(t->a, t->to, SETTING_VARIABLE, v->key, v->text,
				env_tree_origin(t, v));
}

/* "torch==2.0.1 --extra-index-url URL": cog writes the options of a package on lines of their own
 * (replicate/cog: pkg/requirements). */
static void read_cog_package(struct requirements *r, struct span s, struct origin origin)
{
	while (s.n) {
		ptrdiff_t at = span_find(span_from(s, 1), " --");

		requirements_line(r, span_trim(span_sub(s, 0, at < 0 ? s.n : (size_t)at + 1)),
				  origin);
		s = at < 0 ? span_from(s, s.n) : span_trim(span_from(s, (size_t)at + 1));
	}
}

/*
 * For a torch that is pinned without a label cog takes the build of the newest CUDA up to that one;
 * where no CUDA is named, of the newest that there is. Source: replicate/cog, docs/yaml.md, "cuda",
 * and pkg/config/compatibility.go.
 */
static void set_cog_cuda(const struct env_tree *t, const struct tree *build)
{
	const char *gpu = tree_get_text(build, "gpu");
	const struct tree *cuda = tree_get(build, "cuda");
	const struct tree *at = cuda ? cuda : tree_get(build, "gpu");

	if (!gpu || strcmp(gpu, "true") != 0)
		return;
	env_tree_see(t, cuda);
	env_set(t->a, t->to, SETTING_PIP, "build.cuda", tree_text(cuda) ? tree_text(cuda) : "99.9",
		env_tree_origin(t, at));
}

void env_read_cog(const struct env_tree *t, const struct tree *root)
{
	const struct tree *build = tree_get(root, "build");
	struct requirements r = { .a = t->a, .to = t->to, .files = t->files };
	const struct tree *list = tree_get(build, "python_packages");

	t->to->python_full = tree_get_text(build, "python_version");
	set_cog_cuda(t, build);
	for (const struct tree *d = tree_first(list); d && !t->to->over; d = d->next)
		if (tree_text(d))
			read_cog_package(&r, span_of(d->text), env_tree_origin(t, d));
}
