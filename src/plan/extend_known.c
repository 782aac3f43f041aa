#include "plan/extend_known.h"

#include <string.h>

#include "base/pep440.h"
#include "fact/platform.h"
#include "fact/requirement.h"
#include "fact/wheel.h"
#include "plan/extend_private.h"

static bool same(const char *x, const char *y)
{
	return x && y && strcmp(x, y) == 0;
}

/* Its requirement of torch that counts on its platform; NULL: it has none. */
static const char *asks_torch(struct arena *a, const struct package *p)
{
	for (size_t i = 0; i < p->requires.n; i++) {
		struct requirement r;
		struct err e;

		if (requirement_parse(a, span_of(p->requires.v[i]), &r, &e) == 0 &&
		    strcmp(r.name, "torch") == 0 && r.set.n &&
		    package_requires(a, p, p->requires.v[i]))
			return pep440_set_text(a, &r.set);
	}
	return NULL;
}

struct package extend_package_of(struct arena *a, const struct wheel *w)
{
	struct span version = span_of(w->version), public;

	(void)span_next(&version, '+', &public);
	return (struct package){
		.kind = PACKAGE_NAME, .source = w->file, .name = w->name,
		.version = arena_span(a, public), .local = w->local, .variant = w->variant,
		.cuda = w->cuda, .made_cuda = w->cuda, .made_torch = w->torch,
		.cxx11abi = w->cxx11abi, .python_tag = w->python_tag, .abi_tag = w->abi_tag,
		.platform_tag = w->platform_tag,
		.platform = w->platforms.n && strcmp(w->platform_tag, "any") != 0 ?
			wheel_platform_of(w->platforms.v[0]).platform : NULL,
	};
}

bool extend_is_one(struct arena *a, const struct package *p, const struct extension *x)
{
	if (p->torch || p->build || !p->name || !p->version || !p->platform_tag)
		return false;
	return p->made_torch || (x && x->files.n) ||
	       (p->libraries.n && asks_torch(a, p));
}

/* "==2.8.*" of "2.8", "2.8.0": binary compatibility is promised within a minor release. */
static const char *minor_of(struct arena *a, const char *torch)
{
	struct span s = span_of(torch), major, minor;

	if (!span_next(&s, '.', &major) || !span_next(&s, '.', &minor))
		return arena_printf(a, "==%s", torch);
	return arena_printf(a, "==" SPAN_FMT "." SPAN_FMT ".*", SPAN_ARG(major),
			    SPAN_ARG(minor));
}

/* ">=3.9" of "py39-none", which every later Python takes (packaging.tags); NULL: no such tag. */
static const char *from_python(struct arena *a, const struct package *p)
{
	struct span tag = span_of(p->python_tag);
	uint64_t minor;

	if (!same(p->abi_tag, "none") || !span_take(&tag, "py3") || !span_u64(tag, &minor))
		return NULL;
	return arena_printf(a, ">=3.%u", (unsigned)minor);
}

/* "3.12", "3.9+" of the stable ABI, ">=3.9" of METADATA; NULL: not known. */
static const char *pythons_of(struct arena *a, const struct package *p, struct python *ret)
{
	struct span tags = span_of(p->python_tag), one;
	const char *list = NULL;

	while (p->python_tag && span_next(&tags, '.', &one)) {
		struct python python;

		if (!span_starts(one, "cp") || !python_parse(one, &python) || python.minor == 0)
			continue;
		python.free_threaded = p->abi_tag && span_ends(span_of(p->abi_tag), "t");
		if (!ret->major)
			*ret = python;
		list = arena_printf(a, "%s%s%s", list ? list : "", list ? " " : "",
				    python_text(python, TEXT_ROOM));
	}
	if (list && span_is(span_of(p->abi_tag), "abi3"))
		return arena_printf(a, "%s+", python_text(*ret, TEXT_ROOM));
	if (!list && !p->requires_python)
		return from_python(a, p);
	return list ? list : p->requires_python;
}

/* The URL of a row with the tags of the wheel in the place of its Python. */
static bool is_that_file(struct arena *a, const struct package *p, const struct extension_file *f)
{
	const char *base = strrchr(f->url, '/'), *at = strstr(f->url, "{py}");
	const char *file = base ? base + 1 : f->url;
	struct wheel w;
	struct err e;

	if (at)
		file = arena_printf(a, "%.*s%s-%s%s", (int)(at - file), file, p->python_tag,
				    p->abi_tag, at + 4);
	if (wheel_parse(a, span_of(file), &w, &e))
		return false;
	return same(project_name(a, span_of(w.name)), project_name(a, span_of(p->name))) &&
	       same(w.version, p->local ? arena_printf(a, "%s+%s", p->version, p->local) :
					  p->version) &&
	       same(w.python_tag, p->python_tag) && same(w.abi_tag, p->abi_tag) &&
	       same(w.platform_tag, p->platform_tag);
}

static bool has_tag(const char *tags, const char *tag)
{
	struct span all = span_of(tags), one;

	while (span_next(&all, '.', &one))
		if (span_is(one, tag))
			return true;
	return false;
}

/* Tags of a platform in any order, "manylinux_2_17_x86_64.manylinux2014_x86_64". */
static bool same_tags(struct arena *a, const char *x, const char *y)
{
	struct span all = span_of(x), one;

	while (span_next(&all, '.', &one))
		if (has_tag(y, arena_span(a, one)))
			return true;
	return false;
}

/* What an index has beside the name: the label, the platform, the Python. */
static bool is_of_index(struct arena *a, const struct package *p, const struct extension_file *f)
{
	const char *label = f->label && *f->label == '+' ? f->label + 1 : f->label;

	/* PyPI takes no files with a label (PEP 440) */
	if (p->local && same(f->place, "pypi"))
		return false;
	if (label ? !same(label, p->local) : p->local && !same(f->cuda, p->local))
		return false;
	if (*f->platform != '*' && !same(f->platform, p->platform))
		return false;
	return !f->tag || same_tags(a, f->tag, p->platform_tag);
}

static bool is_row(struct arena *a, const struct package *p, struct python_set pythons,
	const struct extend_file *x)
{
	const struct extension_file *f = x->f;
	bool stable = f->pythons && span_ends(span_of(f->pythons), "+");

	/* "none": code that knows no ABI of Python, which any may load */
	if (!x->by_metadata && !same(p->abi_tag, "none") && stable != same(p->abi_tag, "abi3"))
		return false;
	if (!python_set_empty(pythons) && python_set_empty(python_set_both(pythons, x->pythons)))
		return false;
	return f->url && span_ends(span_of(f->url), ".whl") ? is_that_file(a, p, f) :
							       is_of_index(a, p, f);
}

/* What all rows say; NULL: nothing, or not the same. */
static const char *agreed(const struct extend_known *k, size_t field)
{
	const char *ret = NULL;

	for (size_t i = 0; i < k->rows.n; i++) {
		const char *one = *(const char *const *)((const char *)k->rows.v[i]->f + field);

		if (!one || (ret && strcmp(ret, one) != 0))
			return NULL;
		ret = one;
	}
	return ret;
}

#define AGREED(k, field) agreed(k, offsetof(struct extension_file, field))

static void know_torch(struct arena *a, const struct package *p, struct extend_known *k)
{
	const char *asks = asks_torch(a, p), *row = AGREED(k, torch);

	if (p->made_torch) {
		k->file.torch = minor_of(a, p->made_torch);
		k->torch_by = TOLD_BY_NAME;
	} else if (asks && (requirement_is_bounded(asks) || !row)) {
		k->file.torch = asks;
		k->torch_by = TOLD_BY_METADATA;
	} else if (row) {
		k->file.torch = row;
		k->torch_by = TOLD_BY_TABLE;
	}
}

/* "12 13": the majors whose runtime its libraries load. */
static const char *needed_majors(struct arena *a, const struct package *p)
{
	static const char *const stems[] = { "libcudart.so.", "libnvrtc.so.", "cudart64_" };
	struct strings majors = { 0 };
	const char *ret = NULL;

	for (size_t i = 0; i < p->libraries.n; i++)
		for (size_t k = 0; k < p->libraries.v[i].needed.n; k++) {
			struct span s = span_of(p->libraries.v[i].needed.v[k]);

			for (size_t n = 0; n < sizeof stems / sizeof *stems; n++)
				if (span_starts(s, stems[n]) && s.n > strlen(stems[n]) + 1)
					strings_add_once(a, &majors, arena_span(a,
						span_sub(s, strlen(stems[n]), 2)));
		}
	for (size_t i = 0; i < majors.n; i++)
		ret = arena_printf(a, "%s%s%s", ret ? ret : "", ret ? " " : "", majors.v[i]);
	return ret;
}

/*
 * By a label as PyG has it, "pt28cu128", the very CUDA; by others the major (extensions.md; the
 * rows say which, where there is one).
 */
static const char *cuda_of_name(struct arena *a, const struct package *p)
{
	struct span rest = span_of(p->made_cuda), major;

	if (same(p->variant, "cpu"))
		return "cpu";
	if (!p->made_cuda)
		return NULL;
	if (p->local && p->variant && span_starts(span_of(p->local), "pt"))
		return p->variant;
	span_next(&rest, '.', &major);
	return arena_span(a, major);
}

/* Of several files of one name it is none that is for another CUDA than its libraries load. */
static void drop_rows(const char *needed, struct extend_known *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->rows.n; i++) {
		const struct extend_file *x = k->rows.v[i];
		unsigned majors = x->cuda ? 1u << x->cuda / 100 : x->majors;
		struct span rest = span_of(needed), word;
		bool may = !majors;
		uint64_t major;

		while (span_word(&rest, &word))
			may |= span_u64(word, &major) && major < 32 && majors >> major & 1;
		if (may)
			k->rows.v[n++] = x;
	}
	k->rows.n = n;
}

static void know_cuda(struct arena *a, const struct package *p, struct extend_known *k)
{
	const char *name = cuda_of_name(a, p), *needed = needed_majors(a, p), *row;

	if (needed && k->rows.n > 1)
		drop_rows(needed, k);
	row = AGREED(k, cuda);

	if (name) {
		k->file.cuda = row ? row : name;
		k->cuda_by = TOLD_BY_NAME;
	} else if (needed) {
		k->file.cuda = row ? row : needed;
		k->cuda_by = TOLD_BY_LIBRARIES;
	} else if (row) {
		k->file.cuda = row;
		k->cuda_by = TOLD_BY_TABLE;
	}
}

/* Of thousands of rows few are of one version. */
static const struct extension *of_version(struct arena *a, const struct extension *x,
	const char *version)
{
	struct extension *ret = arena_new(a, struct extension);

	*ret = *x;
	memset(&ret->files, 0, sizeof ret->files);
	for (size_t i = 0; i < x->files.n; i++)
		if (pep440_cmp_text(span_of(x->files.v[i].version), span_of(version)) == 0)
			ARRAY_ADD(a, ret->files) = x->files.v[i];
	return ret;
}

/* The Pythons of the tags; empty: any. */
static struct python_set tagged(struct arena *a, const struct catalogue *c,
	const struct package *p, const struct extend_known *k, struct python_set all)
{
	struct extension_file f = { .pythons = k->file.pythons, .platform = "*" };

	if (!k->python.major)
		return (struct python_set){ 0 };
	f.version = p->version;
	return extend_read_file(a, c, all, k->x, &f).pythons;
}

static int find_rows(struct arena *a, const struct catalogue *c, const struct package *p,
	struct extend_known *k, struct python_set *all, struct err *e)
{
	const struct extension *known = of_version(a, k->x, p->version);
	struct python_set pythons;
	struct extend *x;
	int rc = extend_make_all(a, c, known, &x, e);

	if (rc)
		return rc;
	*all = x->all;
	pythons = tagged(a, c, p, k, *all);
	for (size_t i = 0; i < x->v[0].n; i++)
		if (is_row(a, p, pythons, &x->v[0].v[i]))
			ARRAY_ADD(a, k->rows) = &x->v[0].v[i];
	return 0;
}

enum extend_lack extend_known_lacks(const struct catalogue *c, const struct extend_known *k,
	const struct build *b)
{
	return extend_build_lacks(c, k->x, &k->read, b);
}

/* By what is known; where its CUDA is not, by any of the rows that bear the name. */
static bool goes_with(const struct catalogue *c, const struct extend_known *k,
	const struct build *b)
{
	struct python_set pythons = python_set_both(k->read.pythons, b->pythons);

	if (b->manager != MANAGER_PIP || python_set_empty(pythons) ||
	    extend_known_lacks(c, k, b) != EXTEND_FITS)
		return false;
	for (size_t i = 0; !k->file.cuda && i < k->rows.n; i++)
		if (extend_build_lacks(c, k->x, k->rows.v[i], b) == EXTEND_FITS)
			return true;
	return k->file.cuda || !k->rows.n;
}

int extend_know(struct arena *a, const struct catalogue *c, const struct extension *x,
	const struct package *p, struct extend_known *ret, struct err *e)
{
	const struct platform_builds *all;
	struct python_set pythons;
	int rc;

	*ret = (struct extend_known){ .x = x, .name = x->name };
	ret->file = (struct extension_file){ .version = p->version, .tag = p->platform_tag,
		.platform = p->platform ? p->platform : "*", .place = "", .label = p->local,
		.confidence = CONFIDENCE_HIGH };
	ret->file.pythons = pythons_of(a, p, &ret->python);
	rc = find_rows(a, c, p, ret, &pythons, e);
	if (rc)
		return rc;
	know_torch(a, p, ret);
	know_cuda(a, p, ret);
	ret->file.abi = p->cxx11abi ? p->cxx11abi : AGREED(ret, abi);
	ret->abi_by = p->cxx11abi ? TOLD_BY_NAME : ret->file.abi ? TOLD_BY_TABLE : TOLD_NOWHERE;
	ret->file.code = AGREED(ret, code);
	ret->read = extend_read_file(a, c, pythons, x, &ret->file);
	all = catalogue_builds(c, p->platform ? p->platform : PLATFORM_LINUX);
	if (same(ret->file.torch, "any"))
		return 0;
	for (size_t i = 0; ret->file.torch && i < all->n; i++)
		if (goes_with(c, ret, &all->v[i])) {
			struct extend_goes *last = ret->goes.n ? &ret->goes.v[ret->goes.n - 1] :
								 NULL;

			if (!last || strcmp(last->torch, all->v[i].torch) != 0) {
				last = &ARRAY_ADD(a, ret->goes);
				*last = (struct extend_goes){ .torch = all->v[i].torch };
			}
			if (ret->file.cuda || ret->rows.n)
				strings_add_once(a, &last->variants, all->v[i].variant);
		}
	return 0;
}

const char *extend_known_url(struct arena *a, const struct extend_known *k, size_t row)
{
	const struct extension_file *f = k->rows.v[row]->f;

	return f->url ? extend_file_url(a, f, k->python) : NULL;
}

const char *extend_known_hash(struct arena *a, const struct extend_known *k, size_t row)
{
	return k->rows.v[row]->f->sha256 ? extend_file_hash(a, k->rows.v[row]->f, k->python) :
					   NULL;
}
