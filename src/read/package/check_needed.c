/* What libraries need and a package does not hold: which NVIDIA package brings it. */
#include "read/package/check_needed.h"

#include <stdlib.h>
#include <string.h>

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

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sonames and file names of what a package holds, sorted. */
static struct strings held(struct arena *a, const struct package *p)
{
	struct strings s = { arena_array(a, 2 * p->libraries.n, sizeof *s.v), 0,
			     2 * p->libraries.n };

	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *l = &p->libraries.v[i];
		struct span path = span_of(l->path);

		s.v[s.n++] = path.p + span_rfind_char(path, '/') + 1;
		if (l->soname)
			s.v[s.n++] = l->soname;
	}
	qsort(s.v, s.n, sizeof *s.v, by_text);
	return s;
}

static bool is_held(const struct strings *s, const char *soname)
{
	return s->n && bsearch(&soname, s->v, s->n, sizeof *s->v, by_text);
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
	for (size_t i = 0; i < p->requires.n; i++)
		if (brings(p->requires.v[i], row) && package_requires(a, p, p->requires.v[i]))
			return p->requires.v[i];
	return NULL;
}

static size_t row_of(const char *soname)
{
	size_t i = 0;

	while (i < ROWS && !span_starts(span_of(soname), rows[i].soname))
		i++;
	return i;
}

static void need(struct arena *a, struct package *p, const struct strings *have,
		 const char *soname)
{
	size_t row = row_of(soname);

	if (row == ROWS || p->external.n == EXTERNAL_MOST || is_held(have, soname))
		return;
	for (size_t i = 0; i < p->external.n; i++)
		if (strcmp(p->external.v[i].soname, soname) == 0)
			return;
	ARRAY_ADD(a, p->external) = (struct external){
		soname, arena_printf(a, "nvidia-%s", rows[row].package),
		requirement_for(a, p, row) };
}

void check_needed(struct arena *a, struct package *p)
{
	ARENA_AUTO scratch = { 0 };
	struct strings have = held(&scratch, p);

	for (size_t i = 0; i < p->libraries.n; i++)
		for (size_t k = 0; k < p->libraries.v[i].needed.n; k++)
			need(a, p, &have, p->libraries.v[i].needed.v[k]);
}
