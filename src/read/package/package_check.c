#include "read/package/package_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/dotted.h"
#include "base/sort.h"
#include "base/strings.h"
#include "fact/row.h"
#include "read/package/variant.h"

/* Packages are nvidia-<package>[-cu12]; cuda-toolkit[<extra>] stands for them from CUDA 13 on. */
static const struct {
	const char *soname, *package, *extra;
} rows[] = {
	{ "libcublas", "cublas", "cublas" },          { "libcudart", "cuda-runtime", "cudart" },
	{ "libcudnn", "cudnn", NULL },                { "libcufft", "cufft", "cufft" },
	{ "libcufile", "cufile", "cufile" },          { "libcupti", "cuda-cupti", "cupti" },
	{ "libcurand", "curand", "curand" },          { "libcusolver", "cusolver", "cusolver" },
	{ "libcusparseLt", "cusparselt", NULL },      { "libcusparse", "cusparse", "cusparse" },
	{ "libnccl", "nccl", NULL },                  { "libnvJitLink", "nvjitlink", "nvjitlink" },
	{ "libnvrtc", "cuda-nvrtc", "nvrtc" },        { "libnvshmem", "nvshmem", NULL },
	{ "libnvToolsExt", "nvtx", "nvtx" },
};

enum { ROWS = sizeof rows / sizeof *rows, EXTERNAL_MOST = 256 };

/* Sonames and file names of what a package holds, sorted. */
static struct strings held(struct arena *a, const struct package *p)
{
	struct strings s = { arena_array(a, 2 * p->libraries.n, sizeof *s.v), 0,
			     2 * p->libraries.n };

	EACH(const struct library, l, p->libraries) {
		struct span path = span_of(l->path);

		s.v[s.n++] = span_base(path).p;
		if (l->soname)
			s.v[s.n++] = l->soname;
	}
	sort_stable(s.v, s.n, sizeof *s.v, strings_by_text);
	return s;
}

static bool has_extra(struct span s, const char *extra)
{
	struct span one;
	ptrdiff_t end = span_find_char(s, ']');

	if (!extra || end < 0 || !span_take(&s, "cuda-toolkit["))
		return false;
	s = span_sub(s, 0, (size_t)end - strlen("cuda-toolkit["));
	while (span_next(&s, ',', &one))
		if (span_is(one, extra))
			return true;
	return false;
}

static bool brings(const char *requirement, size_t row)
{
	struct span s = span_of(requirement);

	if (has_extra(s, rows[row].extra))
		return true;
	return span_take(&s, "nvidia-") && span_take(&s, rows[row].package) &&
	       (!s.n || !(ascii_alnum(s.p[0])));
}

static const char *requirement_for(struct arena *a, const struct package *p, size_t row)
{
	return FIRST_TELLS(x, p->requires, brings(*x, row) && package_requires(a, p, *x), *x, NULL);
}

static void need(struct arena *a, struct package *p, const struct strings *have,
		 const char *soname)
{
	size_t row = 0;

	while (row < ROWS && !span_starts(span_of(soname), rows[row].soname))
		row++;
	if (row == ROWS || p->external.n == EXTERNAL_MOST ||
	    (have->n && bsearch(&soname, have->v, have->n, sizeof *have->v, strings_by_text)))
		return;
	for (size_t i = 0; i < p->external.n; i++)
		if (strcmp(p->external.v[i].soname, soname) == 0)
			return;
	ARRAY_ADD(a, p->external) = (struct external){
		soname, arena_printf(a, "nvidia-%s", rows[row].package),
		requirement_for(a, p, row) };
}

/* Lists of single targets that none of a library's cubins can serve. */
static struct sm_list lacks(const struct sm_list *want, const struct library *l)
{
	struct sm_list none = { 0 };

	for (size_t i = 0; i < want->n; i++) {
		bool served = false;

		for (size_t k = 0; k < l->sass.n; k++)
			served |= l->sass.v[k].major == want->v[i].major && !l->sass.v[k].suffix &&
				  l->sass.v[k].minor <= want->v[i].minor;
		if (!served)
			sm_list_add(&none, want->v[i]);
	}
	return none;
}

static void check_parts(struct arena *a, struct package *p)
{
	bool main;

	EACH(const struct library, l, p->libraries) {
		struct sm_list gap;

		if (!library_is_torch(l, &main) || !l->sass.n || main)
			continue;
		gap = lacks(&p->declared, l);
		if (gap.n)
			package_find(a, p, CP408, NULL, sm_list_text(a, &gap),
				     PHRASE(a, TORCH_PART_LACKS, SAY(item, l->path)));
	}
}

static bool has_file(const struct package *p, const char *name)
{
	for (size_t i = 0; i < p->libraries.n; i++) {
		struct span s = span_of(p->libraries.v[i].path);

		if (span_is(span_base(s), name))
			return true;
	}
	return false;
}

/* The library in front loads the others at run time. */
static void check_library_parts(struct arena *a, struct package *p)
{
	const struct row_part *r;

	for (size_t i = 0; (r = row_next_part(&i));) {
		const char *front = arena_printf(a, "%s.so.%s", r->library, r->version);
		const char *part = arena_printf(a, "%s.so.%s", r->part, r->version);

		if (has_file(p, front) && !has_file(p, part))
			package_find(a, p, CP210, front, part, PHRASE(a, CUDNN_PART_MISSING));
	}
}

/* --- the CUDA that libraries and requirements name ----------------------------------------- */

/* From 11.0 on compatible, and numbered by the major alone. */
enum { COMPATIBLE = 11, MINOR_UNKNOWN = 255 };

/* major 0: nothing found yet; several: they are for more than one. */
struct release {
	unsigned major, minor;
	bool several;
};

static void add(struct release *r, unsigned major, unsigned minor)
{
	if (major >= COMPATIBLE + 20 || !major)
		return;
	r->several |= r->major && r->major != major;
	if (!r->major || r->minor == MINOR_UNKNOWN)
		r->minor = minor;
	r->major = major;
}

/*
 * Those that are numbered by the release of CUDA, before the number; "libcudart-6d56b25a" and
 * "libcudart.459720b2" are libcudart.
 */
static bool known(struct span stem)
{
	size_t n = span_run_alnum(stem, "");

	return span_in(span_sub(stem, 0, n), "libcudart libcublas libcublasLt libnvrtc "
		       "cudart cublas cublasLt nvrtc");
}

/* libcudart.so.12, libcudart.so.11.0, libcudart.so.10.2 */
static void of_soname(struct span stem, struct span number, struct release *r)
{
	uint64_t major, minor;

	if (!known(stem) || !span_take_u64(&number, &major) || major > 99)
		return;
	if (major < COMPATIBLE && span_take(&number, ".") && span_take_u64(&number, &minor) &&
	    minor < 10)
		add(r, (unsigned)major, (unsigned)minor);
	else
		add(r, (unsigned)major, MINOR_UNKNOWN);
}

/* cudart64_12.dll, cudart64_110.dll, cudart64_101.dll, nvrtc64_112_0.dll */
static void of_dll(struct span stem, struct span number, struct release *r)
{
	uint64_t n;

	if (!known(stem) || !span_take_u64(&number, &n) || n > 999)
		return;
	if (n < 60)
		add(r, (unsigned)n, MINOR_UNKNOWN);
	else
		add(r, (unsigned)n / 10, n / 10 < COMPATIBLE ? (unsigned)n % 10 : MINOR_UNKNOWN);
}

static void of_name(const char *soname, struct release *r)
{
	struct span s = span_of(soname);
	ptrdiff_t so = span_find(s, ".so."), dll = span_find(s, "64_");

	if (so > 0)
		of_soname(span_sub(s, 0, (size_t)so), span_from(s, (size_t)so + 4), r);
	else if (dll > 0)
		of_dll(span_sub(s, 0, (size_t)dll), span_from(s, (size_t)dll + 3), r);
}

/* The number that a bundled runtime answers with is exact. */
static void of_runtime(const struct library *l, struct release *r)
{
	struct span s;
	uint64_t major, minor;

	if (l->product != PRODUCT_CUDART || !l->version)
		return;
	s = span_of(l->version);
	if (span_take_u64(&s, &major) && span_take(&s, ".") && span_take_u64(&s, &minor) &&
	    major < 100 && minor < MINOR_UNKNOWN)
		add(r, (unsigned)major, (unsigned)minor);
}

static void of_libraries(const struct package *p, struct release *r)
{
	EACH(const struct library, l, p->libraries) {
		struct span path = span_of(l->path);

		of_runtime(l, r);
		of_name(l->soname ? l->soname : span_base(path).p, r);
		for (size_t k = 0; k < l->needed.n; k++)
			of_name(l->needed.v[k], r);
	}
}

/* "nvidia-cuda-runtime-cu12==12.6.77", "cuda-toolkit[…]==13.*" */
static void of_pin(const char *text, struct release *r)
{
	struct span s = span_of(text);
	uint64_t major, minor;

	if (!span_pass(&s, "==") || !span_take_u64(&s, &major) || major > 99 || !span_take(&s, "."))
		return;
	if (span_take_u64(&s, &minor) && minor < MINOR_UNKNOWN)
		add(r, (unsigned)major, (unsigned)minor);
	else
		add(r, (unsigned)major, MINOR_UNKNOWN);
}

static bool usable(const struct release *r)
{
	return r->major && !r->several;
}

void package_cuda(struct arena *a, struct package *p)
{
	struct release r = { 0 }, pins = { 0 };
	struct span have = span_of(p->cuda ? p->cuda : "");
	uint64_t major;

	of_libraries(p, &r);
	if (usable(&r) && span_take_u64(&have, &major) && major != r.major)
		package_find(a, p, CP408, p->cuda, fact_number(a, r.major),
			     PHRASE(a, CUDA_PROMISED));
	if (p->cuda || r.several || (p->variant && strcmp(p->variant, "cpu") == 0))
		return;
	for (size_t i = 0; i < p->requires.n; i++) {
		struct span s = span_of(p->requires.v[i]);

		if ((span_starts(s, "nvidia-cuda-runtime") || span_starts(s, "cuda-toolkit")) &&
		    package_requires(a, p, p->requires.v[i]))
			of_pin(p->requires.v[i], &pins);
	}
	if (!r.major || (usable(&pins) && pins.major == r.major && r.minor == MINOR_UNKNOWN))
		r = pins;
	if (usable(&r))
		p->cuda = r.minor == MINOR_UNKNOWN ? arena_printf(a, "%u.x", r.major)
						   : arena_printf(a, "%u.%u", r.major, r.minor);
}

void package_check(struct arena *a, struct package *p)
{
	ARENA_AUTO scratch = { 0 };
	struct strings have;
	const char *most;

	EACH(const struct library, l, p->libraries) {
		if (!l->damaged)
			continue;
		package_find(a, p, CP402, NULL, NULL,
			     PHRASE(a, LIBRARY_CUT, SAY(item, l->path)));
		if (p->scanned == SCANNED_EXACT)
			p->scanned = SCANNED_PARTIAL;
	}
	if (p->libraries.n > 1)
		check_library_parts(a, p);
	if (p->glibc_min && p->glibc_needed &&
	    dotted_cmp(span_of(p->glibc_min), span_of(p->glibc_needed)) < 0)
		package_find(a, p, CP408, p->glibc_min, p->glibc_needed,
			     PHRASE(a, GLIBC_PROMISED, SAY(item, p->glibc_needed_by)));
	most = p->glibc_min ? row_glibcxx(p->glibc_min) : NULL;
	if (most && p->glibcxx_needed && dotted_cmp(span_of(most), span_of(p->glibcxx_needed)) < 0)
		package_find(a, p, CP408, most, p->glibcxx_needed, PHRASE(a, GLIBCXX_PROMISED));
	/*
	 * NVIDIA libraries that are needed and not held, into p->external: each with the package
	 * that brings it and the requirement that asks for it.
	 */
	have = held(&scratch, p);
	EACH(const struct library, l, p->libraries) {
		for (size_t k = 0; k < l->needed.n; k++)
			need(a, p, &have, l->needed.v[k]);
		if (l->scanned && l->damaged)
			package_find(a, p, CP402, NULL, NULL,
				     PHRASE(a, DEVICE_CODE_CUT, SAY(path, l->path)));
	}
	package_cuda(a, p);
	if (!p->torch || !p->has_declared)
		return;
	variant_check(a, p);
	check_parts(a, p);
	if (p->has_complete) {
		struct sm_list gap = sm_list_without(&p->declared, &p->complete);

		if (gap.n && p->version &&
		    dotted_cmp(span_of(p->version), span_of(row_since("declared-whole"))) >= 0)
			package_find(a, p, CP408, NULL, sm_list_text(a, &gap),
				     PHRASE(a, TORCH_MAIN_LACKS));
	}
}
