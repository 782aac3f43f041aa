#include "read/package/product.h"

#include <string.h>

#include "base/buf.h"

/*
 * Beginnings of file names, longer ones first where one begins the other. Those without "lib" are
 * of Windows and end in ".dll".
 */
static const struct {
	const char *name, *product;
} products[] = {
	{ "libcublasLt", "cuBLASLt" },     { "cublasLt64_", "cuBLASLt" },
	{ "libcublas", "cuBLAS" },         { "cublas64_", "cuBLAS" },
	{ "libcudart", "CUDA runtime" },   { "cudart64_", "CUDA runtime" },
	{ "libcudnn", "cuDNN" },           { "cudnn", "cuDNN" },
	{ "libcufftw", "cuFFT" },          { "libcufft", "cuFFT" },
	{ "cufft", "cuFFT" },              { "libcurand", "cuRAND" },
	{ "curand64_", "cuRAND" },         { "libcusolver", "cuSOLVER" },
	{ "cusolver", "cuSOLVER" },        { "libcusparseLt", "cuSPARSELt" },
	{ "cusparseLt", "cuSPARSELt" },    { "libcusparse", "cuSPARSE" },
	{ "cusparse64_", "cuSPARSE" },     { "libcupti", "CUPTI" },
	{ "cupti64_", "CUPTI" },           { "libnccl", "NCCL" },
	{ "libnvrtc", "NVRTC" },           { "nvrtc", "NVRTC" },
	{ "libnvJitLink", "nvJitLink" },   { "nvJitLink_", "nvJitLink" },
	{ "libnvToolsExt", "NVTX" },       { "libnvtx3interop", "NVTX" },
	{ "libcufile", "cuFile" },         { "libnvshmem", "NVSHMEM" },
	{ "libnvjpeg", "nvJPEG" },         { "nvjpeg64_", "nvJPEG" },
	{ "libnpp", "NPP" },               { "npp", "NPP" },
	{ "libcutensor", "cuTENSOR" },     { "cutensor", "cuTENSOR" },
	{ "libnvinfer", "TensorRT" },      { "nvinfer", "TensorRT" },
	{ "libcheckpoint.", "CUPTI" },     { "checkpoint.dll", "CUPTI" },
	{ "libtorch_", "torch" },          { "libtorch.", "torch" },
	{ "libcaffe2_gpu", "torch" },      { "libc10_cuda", "torch" },
	{ "torch_cuda", "torch" },         { "torch_python", "torch" },
};

/* cufft64_11.dll, but not cufft.cp312-win_amd64.pyd, which only calls it. */
static bool loadable(struct span name)
{
	return span_starts(name, "lib") || span_ends(name, ".dll");
}

static const char *product(struct span name)
{
	for (size_t i = 0; loadable(name) && i < sizeof products / sizeof *products; i++)
		if (span_starts(name, products[i].name))
			return products[i].product;
	return NULL;
}

/* "9_19_0_56_" → "9.19.0.56" */
static const char *dotted(struct arena *a, struct span s)
{
	BUF_AUTO b = BUF(64);

	while (s.n && (ascii_digit(s.p[0]) || s.p[0] == '_')) {
		buf_char(&b, s.p[0] == '_' ? '.' : s.p[0]);
		s = span_from(s, 1);
	}
	while (b.n && b.p[b.n - 1] == '.')
		b.p[--b.n] = '\0';
	return arena_str(a, buf_cstr(&b));
}

/* Digits and dots at the front. */
static const char *number(struct arena *a, struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || s.p[n] == '.'))
		n++;
	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

static const char *after(struct arena *a, const char *text, const char *word)
{
	struct span s = span_of(text);
	ptrdiff_t at = span_find(s, word);

	return at < 0 ? NULL : number(a, span_from(s, (size_t)at + strlen(word)));
}

/* NVRTC's second half has the toolkit's number in its name: "libnvrtc-builtins.so.13.0". */
static const char *of_soname(struct arena *a, const struct library *l)
{
	struct span s = span_of(l->soname ? l->soname : "");

	return span_take(&s, "libnvrtc-builtins.so.") ? number(a, s) : NULL;
}

static const char *version(struct arena *a, const struct texts *t, const struct library *l)
{
	if (strcmp(l->product, "cuDNN") == 0 && t->found[TEXT_CUDNN][0])
		return dotted(a, span_from(span_of(t->found[TEXT_CUDNN]), 14));
	if (strcmp(l->product, "NCCL") == 0 && t->found[TEXT_NCCL][0])
		return after(a, t->found[TEXT_NCCL], "NCCL version ");
	if (t->found[TEXT_NVSHMEM][0])
		return after(a, t->found[TEXT_NVSHMEM], "NVSHMEM v");
	if (t->found[TEXT_CUFILE][0])
		return arena_str(a, t->found[TEXT_CUFILE]);
	if (t->found[TEXT_TOOLS][0])
		return after(a, t->found[TEXT_TOOLS], ", V");
	return of_soname(a, l);
}

static void set_declared(struct arena *a, const struct texts *t, enum text_kind kind,
			 struct library *l)
{
	l->declared = arena_str(a, t->found[kind]);
	l->declared_at = t->found_at[kind];
}

void product_of(struct arena *a, const struct texts *t, struct library *l)
{
	struct span path = span_of(l->path);
	struct span name = span_from(path, (size_t)(span_rfind_char(path, '/') + 1));

	l->product = product(name);
	if (!l->product && l->soname)
		l->product = product(span_of(l->soname));
	if (!l->product) {
		l->version = NULL;
	} else {
		const char *told = version(a, t, l);

		/* a string has all parts of it; what the library answers has three */
		l->version = told ? told : l->version;
	}
	if (t->found[TEXT_DECLARED][0])
		set_declared(a, t, TEXT_DECLARED, l);
	else if (t->found[TEXT_GENCODE][0])
		set_declared(a, t, TEXT_GENCODE, l);
}
