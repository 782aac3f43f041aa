/* What uninstalls and upgrades that broke off leave: folders or records alone. */
#include <string.h>

#include "read/env/env_dist.h"
#include "read/package/metadata.h"

enum { HEAD = 65536 };

static bool owned(const struct env *e, const char *name)
{
	for (size_t i = 0; i < e->packages.n; i++) {
		const char *have = e->packages.v[i].name;

		if (strcmp(have, name) == 0 || (strcmp(name, "torch") == 0 &&
		    strncmp(have, "pytorch", 7) == 0))
			return true;
	}
	return false;
}

void env_find_leftovers(struct arena *a, const struct dir *site, struct env *e)
{
	static const char *const names[] = {
		"torch", "torchvision", "torchaudio", "torchtext", "triton", "xformers",
		"flash_attn", "functorch", "torchgen",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		DIR_AUTO f = dir_in(a, site, names[i]);
		const char *name = project_name(a, span_of(names[i]));
		const char *by = i >= 7 ? "torch" : name;

		if (f.fd >= 0 && !owned(e, by) && !(strcmp(by, "triton") == 0 &&
		    (owned(e, "torchtriton") || owned(e, "pytorch-triton"))))
			ARRAY_ADD(a, e->leftovers) = (struct env_leftover){ f.path, name };
	}
}

/* The release that the files are of, by their version.py; NULL: there is none. */
static const char *version_of(struct arena *a, const struct dir *site, const char *name)
{
	char buffer[HEAD];
	struct span text;

	if (!dir_head(site, place_join(a, name, "version.py"), buffer, sizeof buffer, &text))
		return NULL;
	return version_py(a, text, "__version__");
}

/* Without the label, which METADATA need not have. */
static bool same_release(const char *a, const char *b)
{
	size_t n = strcspn(a, "+");

	return n == strcspn(b, "+") && strncmp(a, b, n) == 0;
}

static bool is_again(const struct env *e, size_t from, size_t i)
{
	for (size_t k = from; k < e->packages.n; k++)
		if (k != i && strcmp(e->packages.v[k].name, e->packages.v[i].name) == 0)
			return true;
	return false;
}

/* "/…/torch-2.9.0.dist-info/METADATA" -> its folder */
static const char *folder_of(struct arena *a, const char *file)
{
	struct span s = span_of(file);
	ptrdiff_t slash = span_rfind_char(s, '/');

	return slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : file;
}

static bool is_stale(struct arena *a, const struct dir *site, const struct env *e, size_t from,
		     size_t i)
{
	const struct env_package *p = &e->packages.v[i];
	const char *told;

	if (!env_matters(p->name) || !p->version || !is_again(e, from, i))
		return false;
	told = version_of(a, site, p->name);
	return told && !same_release(told, p->version);
}

void env_drop_stale(struct arena *a, const struct dir *site, size_t from, struct env *e)
{
	size_t kept = from;
	bool *stale = arena_array(a, e->packages.n - from + 1, sizeof *stale);

	for (size_t i = from; i < e->packages.n; i++)
		stale[i - from] = is_stale(a, site, e, from, i);
	for (size_t i = from; i < e->packages.n; i++) {
		const struct env_package *p = &e->packages.v[i];

		if (stale[i - from])
			ARRAY_ADD(a, e->leftovers) = (struct env_leftover){
				folder_of(a, p->origin.file), p->name,
			};
		else
			e->packages.v[kept++] = *p;
	}
	e->packages.n = kept;
}
