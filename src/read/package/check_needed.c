/* What libraries need and a package does not hold: which NVIDIA package brings it. */
#include "read/package/check_needed.h"

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

static bool inside(const struct package *p, const char *soname)
{
	for (size_t i = 0; i < p->libraries.n; i++) {
		const struct library *l = &p->libraries.v[i];
		struct span path = span_of(l->path);

		if ((l->soname && strcmp(l->soname, soname) == 0) ||
		    span_is(span_from(path, (size_t)(span_rfind_char(path, '/') + 1)), soname))
			return true;
	}
	return false;
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

static void add(struct arena *a, struct package *p, const char *soname)
{
	for (size_t i = 0; i < p->external.n; i++)
		if (strcmp(p->external.v[i].soname, soname) == 0)
			return;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (span_starts(span_of(soname), rows[i].soname)) {
			ARRAY_ADD(a, p->external) = (struct external){
				soname, arena_printf(a, "nvidia-%s", rows[i].package),
				requirement_for(a, p, i) };
			return;
		}
}

void check_needed(struct arena *a, struct package *p)
{
	for (size_t i = 0; i < p->libraries.n; i++)
		for (size_t k = 0; k < p->libraries.v[i].needed.n; k++)
			if (!inside(p, p->libraries.v[i].needed.v[k]))
				add(a, p, p->libraries.v[i].needed.v[k]);
}
