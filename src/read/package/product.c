/* Which version a CUDA library is of, by its texts or by what it would answer. */
#include "read/package/product_private.h"

#include "base/buf.h"
#include "base/bytes.h"
#include "read/package/machine_code_private.h"

/*
 * Beginnings of file names, longer ones first where one begins the other. Those without "lib" are
 * of Windows and end in ".dll".
 */
static const struct {
	const char *name;
	enum product product;
} products[] = {
	{ "libcublasLt", PRODUCT_CUBLASLT },   { "cublasLt64_", PRODUCT_CUBLASLT },
	{ "libcublas", PRODUCT_CUBLAS },       { "cublas64_", PRODUCT_CUBLAS },
	{ "libcudart", PRODUCT_CUDART },       { "cudart64_", PRODUCT_CUDART },
	{ "libcudnn", PRODUCT_CUDNN },         { "cudnn", PRODUCT_CUDNN },
	{ "libcufftw", PRODUCT_CUFFT },        { "libcufft", PRODUCT_CUFFT },
	{ "cufft", PRODUCT_CUFFT },            { "libcurand", PRODUCT_CURAND },
	{ "curand64_", PRODUCT_CURAND },       { "libcusolver", PRODUCT_CUSOLVER },
	{ "cusolver", PRODUCT_CUSOLVER },      { "libcusparseLt", PRODUCT_CUSPARSELT },
	{ "cusparseLt", PRODUCT_CUSPARSELT },  { "libcusparse", PRODUCT_CUSPARSE },
	{ "cusparse64_", PRODUCT_CUSPARSE },   { "libcupti", PRODUCT_CUPTI },
	{ "cupti64_", PRODUCT_CUPTI },         { "libnccl", PRODUCT_NCCL },
	{ "libnvrtc", PRODUCT_NVRTC },         { "nvrtc", PRODUCT_NVRTC },
	{ "libnvJitLink", PRODUCT_NVJITLINK }, { "nvJitLink_", PRODUCT_NVJITLINK },
	{ "libnvToolsExt", PRODUCT_NVTX },     { "libnvtx3interop", PRODUCT_NVTX },
	{ "libcufile", PRODUCT_CUFILE },       { "libnvshmem", PRODUCT_NVSHMEM },
	{ "libnvjpeg", PRODUCT_NVJPEG },       { "nvjpeg64_", PRODUCT_NVJPEG },
	{ "libnpp", PRODUCT_NPP },             { "npp", PRODUCT_NPP },
	{ "libcutensor", PRODUCT_CUTENSOR },   { "cutensor", PRODUCT_CUTENSOR },
	{ "libnvinfer", PRODUCT_TENSORRT },    { "nvinfer", PRODUCT_TENSORRT },
	{ "libcheckpoint.", PRODUCT_CUPTI },   { "checkpoint.dll", PRODUCT_CUPTI },
	{ "libtorch_", PRODUCT_TORCH },        { "libtorch.", PRODUCT_TORCH },
	{ "libcaffe2_gpu", PRODUCT_TORCH },    { "libc10_cuda", PRODUCT_TORCH },
	{ "torch_cuda", PRODUCT_TORCH },       { "torch_python", PRODUCT_TORCH },
};

static enum product product(struct span name)
{
	/* cufft64_11.dll, but not cufft.cp312-win_amd64.pyd, which only calls it. */
	bool loadable = span_starts(name, "lib") || span_ends(name, ".dll");

	for (size_t i = 0; loadable && i < sizeof products / sizeof *products; i++)
		if (span_starts(name, products[i].name))
			return products[i].product;
	return PRODUCT_OTHER;
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
	size_t n = span_run_digits(s, ".");

	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

static const char *after(struct arena *a, const char *text, const char *word)
{
	struct span s = span_of(text);

	return span_pass(&s, word) ? number(a, s) : NULL;
}

static const char *version(struct arena *a, const struct texts *t, const struct library *l)
{
	struct span s;

	if (l->product == PRODUCT_CUDNN && t->found[TEXT_CUDNN][0])
		return dotted(a, span_from(span_of(t->found[TEXT_CUDNN]), 14));
	if (l->product == PRODUCT_NCCL && t->found[TEXT_NCCL][0])
		return after(a, t->found[TEXT_NCCL], "NCCL version ");
	if (t->found[TEXT_NVSHMEM][0])
		return after(a, t->found[TEXT_NVSHMEM], "NVSHMEM v");
	if (t->found[TEXT_CUFILE][0])
		return arena_str(a, t->found[TEXT_CUFILE]);
	if (t->found[TEXT_TOOLS][0])
		return after(a, t->found[TEXT_TOOLS], ", V");
	/* NVRTC's second half has the toolkit's number in its name: "libnvrtc-builtins.so.13.0". */
	s = span_of(l->soname ? l->soname : "");
	return span_take(&s, "libnvrtc-builtins.so.") ? number(a, s) : NULL;
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
	struct span name = span_base(path);

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

enum { CODE_MAX = 2048, CALLS_MAX = 16, START = 16, START_ARM = 32 };

/*
 * Digits of the constant: MMmmpp (130100) or MMmpp (12603), mpp or mmpp (1000 is 0.10.0) below
 * version 1; of the runtime MMmm0 (13020); WORD is no code but a word of data,
 * major << 16 | minor << 8 | patch.
 */
enum scheme { PARTS, RUNTIME, WORD };

static const struct {
	const char *name, *symbol;
	enum scheme scheme;
} rows[] = {
	{ "libcublasLt", "cublasLtGetVersion", PARTS },
	{ "libcudart", "cudaRuntimeGetVersion", RUNTIME },
	{ "libcudnn.", "cudnnGetVersion", PARTS },
	{ "libcudnn_adv_infer", "cudnn_adv_infer_version", WORD },
	{ "libcudnn_adv.", "cudnn_adv_infer_version", WORD },
	{ "libcudnn_cnn_infer", "cudnn_cnn_infer_version", WORD },
	{ "libcudnn_graph", "cudnn_graph_version", WORD },
	{ "libcudnn_ops_infer", "cudnn_ops_infer_version", WORD },
	{ "libcudnn_ops_train", "cudnn_ops_train_version", WORD },
	{ "libcudnn_ops.", "cudnn_ops_infer_version", WORD },
	{ "libcufft.", "cufftGetVersion", PARTS },
	{ "libcufft-", "cufftGetVersion", PARTS },
	{ "libcupti", "cuptiGetVersion", PARTS },
	{ "libcurand", "curandGetVersion", PARTS },
	{ "libcusolver.", "cusolverGetVersion", PARTS },
	{ "libcusolver-", "cusolverGetVersion", PARTS },
	{ "libcusparseLt", "cusparseLtGetVersion", PARTS },
	{ "libcusparse", "cusparseGetVersion", PARTS },
};

struct search {
	struct view *v;
	const struct elf *e;
	enum scheme scheme;
	unsigned major;
	uint64_t found;      /* the constant; 0 none */
	bool several;
	int rc;
};

static bool fits(const struct search *s, uint64_t v)
{
	if (s->scheme == WORD)
		return v >> 16 == s->major;
	if (s->scheme == RUNTIME)
		return v / 1000 == s->major && v % 10 == 0;
	if (s->major == 0)
		return v >= 100 && v < 10000;
	return v / 10000 == s->major || v / 1000 == s->major;
}

static void take(void *own, uint32_t v)
{
	struct search *s = own;

	if (!fits(s, v))
		return;
	s->several |= s->found && s->found != v;
	s->found = v;
}

/* The runtime's function calls a short one that stores the constant. */
static void calls(struct search *s, uint64_t address, const uint8_t *p, size_t n)
{
	size_t start = s->e->machine == ELF_AARCH64 ? START_ARM : START, at = 0;
	int64_t to;

	for (unsigned i = 0;
	     i < CALLS_MAX && machine_next_call(s->e->machine, p, n, &at, &to); i++) {
		const uint8_t *code;
		uint64_t where;

		if (elf_offset(s->v, s->e, address + (uint64_t)to, &where))
			s->rc = ELF_WANT;
		code = where == UINT64_MAX ? NULL : elf_bytes(s->v, where, start, &s->rc);
		if (code)
			machine_constants(s->e->machine, code, start, take, s);
	}
}

static void answer(struct search *s, const char *name)
{
	struct elf_symbol symbol;
	const uint8_t *p;
	size_t n;

	s->rc = elf_symbol(s->v, s->e, name, &symbol);
	if (s->rc || !symbol.address || !symbol.size)
		return;
	n = symbol.size < CODE_MAX ? (size_t)symbol.size : CODE_MAX;
	p = elf_bytes(s->v, symbol.at, n, &s->rc);
	if (!p)
		return;
	if (s->scheme == RUNTIME)
		calls(s, symbol.address, p, n);
	else if (s->scheme == PARTS)
		machine_constants(s->e->machine, p, n, take, s);
	else if (n == 4)
		take(s, le32(p));
}

static const char *text_of(struct arena *a, const struct search *s)
{
	unsigned v = (unsigned)s->found;

	if (s->scheme == WORD)
		return arena_printf(a, "%u.%u.%u", v >> 16, v >> 8 & 0xff, v & 0xff);
	if (s->scheme == RUNTIME)
		return arena_printf(a, "%u.%u", v / 1000, v % 1000 / 10);
	if (s->major == 0)
		return arena_printf(a, "0.%u.%u", v / 100, v % 100);
	if (v / 10000 == s->major)
		return arena_printf(a, "%u.%u.%u", v / 10000, v / 100 % 100, v % 100);
	return arena_printf(a, "%u.%u.%u", v / 1000, v / 100 % 10, v % 100);
}

/* "13" of "libcublasLt.so.13", "11" of "libcudart-6d56b25a.so.11.0". */
static bool major_of(const char *soname, unsigned *ret)
{
	struct span s = span_of(soname);
	uint64_t n;

	if (!span_pass(&s, ".so.") || !span_take_u64(&s, &n) || n > 99)
		return false;
	*ret = (unsigned)n;
	return true;
}

int product_answer(struct view *v, const struct elf *elf, struct arena *a, struct library *l)
{
	struct search s = { .v = v, .e = elf };
	size_t i = 0;

	if (!l->soname || !elf->wide || !major_of(l->soname, &s.major))
		return 0;
	while (i < sizeof rows / sizeof *rows && !span_starts(span_of(l->soname), rows[i].name))
		i++;
	if (i == sizeof rows / sizeof *rows)
		return 0;
	s.scheme = rows[i].scheme;
	answer(&s, rows[i].symbol);
	if (s.rc == 0 && s.found && !s.several)
		l->version = text_of(a, &s);
	return s.rc;
}
