#include "cmd/inspect_known.h"

#include <fnmatch.h>
#include <string.h>

#include "read/package/hash.h"
#include "read/package/remote.h"

enum { SHA256_DIGITS = 64 };

/* Thousands of names meet every version: nearly all differ in the first characters. */
static bool same_text(const char *x, const char *y)
{
	while (*x && *x == *y)
		x++, y++;
	return *x == *y;
}

/* A name without a local label is that of PyPI's file; with one, of the index of that variant. */
static bool same_wheel(const struct package *p, const struct build *b)
{
	struct cuda_version v;

	if (b->manager != MANAGER_PIP)
		return false;
	if (!p->local)
		return b->channel && same_text(b->channel, "pypi");
	if (p->variant && same_text(p->variant, b->variant))
		return true;
	return p->cuda && cuda_version_parse(span_of(p->cuda), &v) &&
	       cuda_version_cmp(v, b->cuda) == 0;
}

static bool same_conda(const struct package *p, const struct build *b)
{
	if (b->manager != MANAGER_CONDA || !b->build)
		return false;
	return b->exact ? same_text(p->build, b->build) : fnmatch(b->build, p->build, 0) == 0;
}

static bool same_build(const struct package *p, const struct build *b)
{
	if (b->code_grade == GRADE_NONE && !same_text(b->variant, "cpu"))
		return false;
	return p->build ? same_conda(p, b) : same_wheel(p, b);
}

/* An exact build before a pattern that fits it; v: n builds of the same torch. */
static const struct build *find_in(const struct package *p, const struct build *v, size_t n,
				   const struct build *found)
{
	for (size_t i = 0; i < n; i++)
		if ((!found || (v[i].exact && !found->exact)) && same_build(p, &v[i]))
			found = &v[i];
	return found;
}

static const struct build *find(const struct package *p, const struct platform_builds *all)
{
	const struct build *found = NULL;

	for (size_t i = 0; all && i + 1 < all->runs.n; i++) {
		size_t at = all->runs.v[i], end = all->runs.v[i + 1];

		if (same_text(p->version, all->v[at].torch))
			found = find_in(p, all->v + at, end - at, found);
	}
	return found;
}

int inspect_known_name(struct catalogue *c, struct package *p, struct err *e)
{
	const char *platform = p->platform ? p->platform : "linux-64";
	const struct build *b;
	char text[CUDA_TEXT];

	if (!p->torch || !p->version || p->scanned != SCANNED_NONE)
		return 0;
	if (catalogue_platform(c, platform, e))
		return e->code;
	b = find(p, catalogue_builds(c, platform));
	if (!b)
		return 0;
	p->declared = *b->sass;
	p->declared_ptx = *b->ptx;
	p->has_declared = p->from_matrix = true;
	if (!p->variant)
		p->variant = b->variant;
	if (!p->cuda && b->cuda.major)
		p->cuda = arena_str(c->arena, cuda_version_text(b->cuda, text));
	return 0;
}

/* The hash that an index writes behind a link, if it is one of a measured wheel. */
static int known_link(struct arena *a, struct matrix *m, struct span url, const char **ret,
		      struct err *e)
{
	ptrdiff_t at = span_find(url, "#sha256=");
	struct span hash = span_sub(url, (size_t)at + strlen("#sha256="), SHA256_DIGITS);
	const char *sha256;
	bool has = false;
	int rc;

	if (at < 0 || hash.n != SHA256_DIGITS)
		return 0;
	sha256 = arena_span(a, hash);
	rc = wheel_code_has(m, sha256, &has, e);
	if (rc == 0 && has)
		*ret = sha256;
	return rc;
}

int inspect_known_file(struct arena *a, struct matrix *m, const char *path,
		       const char **ret, struct err *e)
{
	const char *sha256 = NULL;
	uint64_t size = 0;
	bool worth = false;
	int rc;

	*ret = NULL;
	if (remote_is(path))
		return known_link(a, m, span_of(path), ret, e);
	if (!span_ends(span_of(path), ".whl") || hash_size(path, &size))
		return 0;
	rc = wheel_code_size(m, size, &worth, e);
	if (rc || !worth)
		return rc;
	rc = hash_file(a, path, &sha256, e);
	if (rc == 0)
		rc = wheel_code_has(m, sha256, &worth, e);
	if (rc == 0 && worth)
		*ret = sha256;
	return rc;
}
