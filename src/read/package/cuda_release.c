#include "read/package/cuda_release_private.h"

#include <string.h>

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
	size_t n = 0;

	while (n < stem.n && ascii_alnum(stem.p[n]))
		n++;
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
	ptrdiff_t at = span_find(s, "==");
	uint64_t major, minor;

	if (at < 0)
		return;
	s = span_from(s, (size_t)at + 2);
	if (!span_take_u64(&s, &major) || major > 99 || !span_take(&s, "."))
		return;
	if (span_take_u64(&s, &minor) && minor < MINOR_UNKNOWN)
		add(r, (unsigned)major, (unsigned)minor);
	else
		add(r, (unsigned)major, MINOR_UNKNOWN);
}

static void of_requires(struct arena *a, const struct package *p, struct release *r)
{
	for (size_t i = 0; i < p->requires.n; i++) {
		struct span s = span_of(p->requires.v[i]);

		if ((span_starts(s, "nvidia-cuda-runtime") || span_starts(s, "cuda-toolkit")) &&
		    package_requires(a, p, p->requires.v[i]))
			of_pin(p->requires.v[i], r);
	}
}

static bool usable(const struct release *r)
{
	return r->major && !r->several;
}

void cuda_release(struct arena *a, struct package *p)
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
	of_requires(a, p, &pins);
	if (!r.major || (usable(&pins) && pins.major == r.major && r.minor == MINOR_UNKNOWN))
		r = pins;
	if (usable(&r))
		p->cuda = r.minor == MINOR_UNKNOWN ? arena_printf(a, "%u.x", r.major)
						   : arena_printf(a, "%u.%u", r.major, r.minor);
}
