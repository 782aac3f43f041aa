#include "unit/unit.h"

#include "base/pep440.h"
#include "base/sort.h"
#include "fact/requirement.h"
#include "fact/wheel.h"
#include "os/io.h"
#include "unit/tsv.h"

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

static int cmp_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "py2-none-any py3-none-any": every combination once, sorted. */
static const char *all_tags(struct arena *a, const struct wheel *w)
{
	ARRAY(const char *) list = { 0 };
	const char *text = "";

	for (size_t i = 0; i < w->pythons.n * w->abis.n * w->platforms.n; i++)
		ARRAY_ADD(a, list) = arena_printf(a, SPAN_FMT "-" SPAN_FMT "-" SPAN_FMT,
			SPAN_ARG(w->pythons.v[i % w->pythons.n]),
			SPAN_ARG(w->abis.v[i / w->pythons.n % w->abis.n]),
			SPAN_ARG(w->platforms.v[i / w->pythons.n / w->abis.n]));
	sort_stable(list.v, list.n, sizeof *list.v, cmp_text);
	for (size_t i = 0; i < list.n; i++)
		if (i == 0 || strcmp(list.v[i], list.v[i - 1]) != 0)
			text = arena_printf(a, "%s%s%s", text, i ? " " : "", list.v[i]);
	return text;
}

static bool wheel_holds(struct arena *a, struct tsv *t)
{
	struct wheel w;
	struct pep440 v;
	struct err e;

	if (wheel_parse(a, tsv_text(a, t->f[1]), &w, &e))
		return span_is(t->f[0], "badwheel");
	if (span_is(t->f[0], "variant"))
		return w.label && w.build_tag;
	return span_is(t->f[0], "wheel") && pep440_parse(span_of(w.version), &v) &&
	       span_is(t->f[2], project_name(a, span_of(w.name))) &&
	       pep440_cmp_text(t->f[3], span_of(w.version)) == 0 &&
	       span_is(t->f[4], or_empty(w.build_tag)) &&
	       span_is(t->f[5], all_tags(a, &w));
}

static bool tag_holds(struct arena *a, struct tsv *t)
{
	struct wheel w;
	struct err e;
	const char *file = arena_printf(a, "x-1.0-" SPAN_FMT ".whl", SPAN_ARG(t->f[1]));
	int rc = wheel_parse(a, span_of(file), &w, &e);

	if (span_is(t->f[0], "badtag"))
		return rc || w.label || w.build_tag;
	return rc == 0 && span_is(t->f[2], all_tags(a, &w));
}

static bool name_holds(struct arena *a, struct tsv *t)
{
	struct span text = tsv_text(a, t->f[1]), want = tsv_text(a, t->f[2]);

	if (span_is(t->f[0], "badname"))
		return !project_name_ok(text);
	return span_eq(want, span_of(project_name(a, text)));
}

static bool version_holds(struct tsv *t)
{
	struct pep440 v;

	if (!pep440_parse(t->f[1], &v))
		return span_eq(t->f[1], t->f[2]);
	return pep440_cmp_text(t->f[1], t->f[2]) == 0;
}

static bool sdist_holds(struct arena *a, struct tsv *t)
{
	const char *name, *version;

	if (!wheel_sdist_parse(a, t->f[1], &name, &version))
		return span_is(t->f[0], "badsdist");
	return span_is(t->f[2], project_name(a, span_of(name))) && span_is(t->f[3], version);
}

static bool case_holds(struct arena *a, struct tsv *t)
{
	struct span kind = t->f[0];

	if (span_ends(kind, "name"))
		return name_holds(a, t);
	if (span_ends(kind, "sdist"))
		return sdist_holds(a, t);
	if (span_ends(kind, "tag"))
		return tag_holds(a, t);
	return span_is(kind, "version") ? version_holds(t) : wheel_holds(a, t);
}

TEST(wheel_names_of_the_reference)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conformance/wheel.tsv");

	while (tsv_next(&t))
		if (!case_holds(&a, &t))
			fail_msg("line %zu: " SPAN_FMT " " SPAN_FMT, t.line, SPAN_ARG(t.f[0]),
				 SPAN_ARG(t.f[1]));
}

/* "cuda 12.1", "rocm 6.1", "cpu", "none in name". */
static const char *variant_words(struct arena *a, const struct wheel *w)
{
	if (w->cuda)
		return arena_printf(a, "cuda %s", w->cuda);
	if (w->variant && strncmp(w->variant, "rocm", 4) == 0)
		return arena_printf(a, "rocm %s", w->variant + 4);
	return w->variant ? w->variant : "none in name";
}

static bool is_field(struct tsv *t, size_t i, const char *have)
{
	bool same = span_is(t->f[i], or_empty(have));

	if (!same)
		print_message("line %zu: " SPAN_FMT ": '" SPAN_FMT "', not '%s'\n", t->line,
			      SPAN_ARG(t->f[0]), SPAN_ARG(t->f[i]), or_empty(have));
	return same;
}

/* filename folder package version variant cuda where torch abi cudnn python abi platform build. */
static bool row_holds(struct arena *a, struct tsv *t)
{
	static const char *const where[] = { "", "local label", "package name", "post release",
					     "url", "variant label" };
	struct wheel w;
	struct err e;
	bool ok;

	if (wheel_parse(a, span_of(arena_printf(a, SPAN_FMT SPAN_FMT, SPAN_ARG(t->f[1]),
						SPAN_ARG(t->f[0]))), &w, &e)) {
		print_message("line %zu: %s\n", t->line, unit_err(&e));
		return false;
	}
	ok = is_field(t, 2, w.name) & is_field(t, 3, w.version) &
	     is_field(t, 4, variant_words(a, &w)) & is_field(t, 5, w.cuda) &
	     is_field(t, 7, w.torch) & is_field(t, 8, w.cxx11abi) & is_field(t, 9, w.cudnn) &
	     is_field(t, 10, w.python_tag) & is_field(t, 11, w.abi_tag) &
	     is_field(t, 12, w.platform_tag) & is_field(t, 13, w.build_tag);
	return ok && (!w.cuda || is_field(t, 6, where[w.cuda_source]));
}

static void check_rows(struct arena *a, struct tsv *t, size_t least)
{
	size_t rows = 0, wrong = 0;

	for (; tsv_next(t); rows++)
		wrong += !row_holds(a, t);
	print_message("%zu wheel names, %zu wrong\n", rows, wrong);
	assert_int_equal(wrong, 0);
	assert_true(rows >= least);
}

TEST(wheel_names_of_every_era)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "wheel_names.tsv");

	check_rows(&a, &t, 30);
}

/* The table that WHEEL_NAMES names, the first line being its head: make check-samples. */
TEST(wheel_names_of_users)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = { 0 };
	struct span head;
	struct err e;

	if (!getenv("WHEEL_NAMES"))
		skip();
	assert_int_equal(io_read(&a, getenv("WHEEL_NAMES"), IO_MAX, &t.text, &e), 0);
	span_line(&t.text, &head);
	check_rows(&a, &t, 200);
}

static struct wheel wheel(struct arena *a, const char *name)
{
	struct wheel w;
	struct err e;

	if (wheel_parse(a, span_of(name), &w, &e))
		fail_msg("%s", unit_err(&e));
	return w;
}

static enum wheel_fit fit(const char *tags, const char *python, const char *platform,
			  const char *glibc)
{
	ARENA_AUTO a = { 0 };
	struct wheel w = wheel(&a, arena_printf(&a, "x-1-%s.whl", tags));
	struct python p;

	assert_true(python_parse(span_of(python), &p));
	return wheel_fits(&w, p, platform, glibc);
}

TEST(wheels_fit_pythons_and_platforms)
{
	assert_int_equal(fit("cp312-cp312-manylinux_2_28_x86_64", "3.12", "linux-64", "2.28"), 0);
	assert_int_equal(fit("cp312-cp312-manylinux_2_28_x86_64", "3.12", "linux-64", "2.17"),
			 WHEEL_SYSTEM);
	assert_int_equal(fit("cp312-cp312-manylinux_2_28_x86_64", "3.12", "linux-aarch64", "2.28"),
			 WHEEL_PLATFORM);
	assert_int_equal(fit("cp312-cp312-linux_x86_64", "3.11", "linux-64", NULL), WHEEL_PYTHON);
	assert_int_equal(fit("cp313-cp313t-win_amd64", "3.13t", "win-64", NULL), 0);
	assert_int_equal(fit("cp313-cp313t-win_amd64", "3.13", "win-64", NULL), WHEEL_PYTHON);
	assert_int_equal(fit("cp313-cp313-win_amd64", "3.13t", "win-64", NULL), WHEEL_PYTHON);
	assert_int_equal(fit("cp38-abi3-manylinux1_x86_64", "3.12", "linux-64", "2.5"), 0);
	assert_int_equal(fit("cp38-abi3-manylinux1_x86_64", "3.7", "linux-64", NULL),
			 WHEEL_PYTHON);
	assert_int_equal(fit("cp38-abi3-manylinux1_x86_64", "3.13t", "linux-64", NULL),
			 WHEEL_PYTHON);
	assert_int_equal(fit("py2.py3-none-any", "3.14t", "osx-arm64", NULL), 0);
	assert_int_equal(fit("cp36-cp36m-manylinux2010_x86_64.manylinux_2_12_x86_64", "3.6",
			     "linux-64", "2.12"), 0);
	assert_int_equal(fit("cp37-none-macosx_10_9_x86_64", "3.7", "osx-64", NULL), 0);
	assert_int_equal(fit("cp312-cp312-musllinux_1_2_x86_64", "3.12", "linux-64", "2.39"),
			 WHEEL_PLATFORM);
}

TEST(wheels_name_their_glibc)
{
	ARENA_AUTO a = { 0 };
	struct wheel w = wheel(&a, "x-1-cp39-cp39-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl");

	assert_string_equal(wheel_glibc(&a, &w), "2.27");
	w = wheel(&a, "x-1-cp39-cp39-manylinux2014_aarch64.whl");
	assert_string_equal(wheel_glibc(&a, &w), "2.17");
	w = wheel(&a, "x-1-cp39-cp39-linux_x86_64.whl");
	assert_null(wheel_glibc(&a, &w));
	w = wheel(&a, "https://h.example/cu118/torch-2.1.0%2Bcu118-cp39-cp39-linux_x86_64.whl#a=0");
	assert_string_equal(w.local, "cu118");
	assert_string_equal(w.file, "torch-2.1.0+cu118-cp39-cp39-linux_x86_64.whl");
	w = wheel(&a, "torch-2.9.0-cp313-cp313-manylinux_2_28_x86_64-cu128.whl");
	assert_string_equal(w.label, "cu128");
}
