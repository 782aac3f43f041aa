/* Facts as they stand in messages, and the form that they are given. */
#include <string.h>

#include "explain/pattern_private.h"
#include "fact/sm.h"

static size_t run_of(struct span s, const char *also)
{
	return span_run_alnum(span_sub(s, 0, 200), also);
}

/* Without the punctuation of the sentence around it. */
static size_t without_end(struct span s, size_t n)
{
	while (n && strchr(".,:;+-_", s.p[n - 1]))
		n--;
	return n;
}

static const char *take_run(struct arena *a, struct span s, const char *also, size_t *n)
{
	*n = without_end(s, run_of(s, also));
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_digits(struct arena *a, struct span s, const char *also, size_t *n)
{
	*n = without_end(s, span_run_digits(s, also));
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_release(struct arena *a, struct span s, size_t *n)
{
	return take_digits(a, s, ".", n);
}

static const char *take_int(struct arena *a, struct span s, size_t *n)
{
	return take_digits(a, s, "", n);
}

/* A library of CUDA, or of what NVIDIA ships beside it; no plugin of NCCL, which nobody needs:
 * it looks for libnccl-net.so and the like and goes on without (NCCL's documentation, plugins). */
static const char *take_cudalib(struct arena *a, struct span s, size_t *n)
{
	static const char *const names[] = { "libcu", "libnv", "libnccl", "libnpp",
		"cublas", "cudart", "cudnn", "cufft", "cusolver", "cusparse", "curand", "nvrtc" };
	const char *path = take_run(a, s, "._+-/\\~", n), *slash = path ? strrchr(path, '/') : NULL;

	if (!path || span_starts(span_of(slash ? slash + 1 : path), "libnccl-"))
		return NULL;
	return FIRST_TELLS(x, ROWS(names), span_starts(span_of(slash ? slash + 1 : path), *x),
			   path, NULL);
}

/* A companion of torch, or what is bound to one torch or CUDA. */
static const char *take_package(struct arena *a, struct span s, size_t *n)
{
	static const char *const names[] = { "torch", "xformers", "triton", "flash-attn",
		"flash_attn", "nvidia-", "vllm", "cupy-", "onnxruntime", "tensorflow", "dgl",
		"mmcv", "spconv", "bitsandbytes", "deepspeed", "detectron2", "jaxlib", "pytorch3d",
		"mamba-ssm", "mamba_ssm", "causal-conv1d", "causal_conv1d", "sageattention" };

	*n = run_of(s, "-_");
	return ANY(x, ROWS(names), span_starts_nocase(s, *x)) ? arena_span(a, span_sub(s, 0, *n)) :
								NULL;
}

/* A package that is not of torch's kin. */
static const char *take_other(struct arena *a, struct span s, size_t *n)
{
	return take_package(a, s, n) ? NULL : take_run(a, s, "-_.", n);
}

/* A driver, and nothing behind it: "550.54.14", "576.88". Branches before 300 are of GPUs that no
 * torch serves, and numbers there are addresses more often. */
static const char *take_driver(struct arena *a, struct span s, size_t *n)
{
	uint64_t first;
	struct span rest = s;

	*n = span_run_digits(s, ".");
	return *n < 6 || *n > 12 || *n != span_trim(s).n || s.p[3] != '.' ||
	       !span_take_u64(&rest, &first) || first < 300 ? NULL : arena_span(a, span_trim(s));
}

/* The comma behind it is taken, and is no part of it. */
static const char *take_word(struct arena *a, struct span s, size_t *n)
{
	for (*n = 0; *n < s.n && *n < 200 && !ascii_space(s.p[*n]) && s.p[*n] != '\''; (*n)++)
		;
	return *n ? arena_span(a, span_sub(s, 0, *n - (*n > 1 && s.p[*n - 1] == ','))) : NULL;
}

/* "nvidia" of "anaconda/cloud/nvidia", as mirrors have it. */
static const char *take_channel(struct arena *a, struct span s, size_t *n)
{
	const char *path = take_word(a, s, n), *below = path ? strstr(path, "cloud/") : NULL;

	return below ? below + strlen("cloud/") : path;
}

static const char *take_sm(struct arena *a, struct span s, size_t *n)
{
	struct sm sm;

	*n = without_end(s, run_of(s, "._"));
	if (*n == 0 || !sm_parse(span_sub(s, 0, *n), &sm))
		return NULL;
	return sm_said(a, sm);
}

static const char *take_list(struct arena *a, struct span s, size_t *n)
{
	struct span rest = span_sub(s, 0, 400), word;
	struct sm sm;

	*n = 0;
	while (span_word(&rest, &word)) {
		size_t keep = without_end(word, run_of(word, "._"));

		if (!sm_parse(span_sub(word, 0, keep), &sm))
			break;
		*n = (size_t)(word.p - s.p) + keep;
		if (keep < word.n && word.p[keep] != ',' && word.p[keep] != ';')
			break;
	}
	return *n ? arena_span(a, span_sub(s, 0, *n)) : NULL;
}

static const char *take_cuda(struct arena *a, struct span s, size_t *n)
{
	const char *v = take_run(a, s, ".+_", n);

	return v && ascii_digit(v[0]) && strchr(v, '.') ? v : NULL;
}

/* 11060 is 11.6; 1201 of xFormers is 12.1, and no CUDA before 2.0 tells its number so. */
static const char *take_cudaint(struct arena *a, struct span s, size_t *n)
{
	struct span rest = s;
	uint64_t v;

	if (!span_take_u64(&rest, &v) || v < 100 || v > 99999)
		return NULL;
	*n = s.n - rest.n;
	v *= v < 2000 ? 10 : 1;
	return arena_printf(a, "%u.%u", (unsigned)v / 1000, (unsigned)v % 1000 / 10);
}

/* "(8, 3, 2)", "7102", "90100" */
static const char *take_cudnn(struct arena *a, struct span s, size_t *n)
{
	struct span rest = s;
	bool list = span_take(&rest, "(");
	uint64_t v[3];
	unsigned unit;

	for (int i = 0; i < 3; i++)
		if (!span_take_u64(&rest, &v[i]))
			return NULL;
		else if (!list)
			break;
		else if (!span_take(&rest, i == 2 ? ")" : span_starts(rest, ", ") ? ", " : ","))
			return NULL;
	*n = s.n - rest.n;
	if (list)
		return arena_printf(a, "%u.%u.%u", (unsigned)v[0], (unsigned)v[1], (unsigned)v[2]);
	unit = v[0] < 10000 ? 1000 : 10000;
	return v[0] < 1000 || v[0] > 999999 ? NULL :
	       arena_printf(a, "%u.%u.%u", (unsigned)v[0] / unit, (unsigned)v[0] % unit / 100,
			    (unsigned)v[0] % 100);
}

static const char *take_version(struct arena *a, struct span s, size_t *n)
{
	return s.n && ascii_digit(s.p[0]) ? take_run(a, s, ".+_", n) : NULL;
}

static const char *take_soname(struct arena *a, struct span s, size_t *n)
{
	return take_run(a, s, "._+-/\\~", n);
}

/* The name of a package of conda: no virtual package ("__cuda"). */
static const char *take_name(struct arena *a, struct span s, size_t *n)
{
	return s.n && ascii_alnum(s.p[0]) ? take_run(a, s, "-_.", n) : NULL;
}

static const struct {
	const char *type;
	const char *(*take)(struct arena *, struct span, size_t *);
} types[] = {
	{ "channel", take_channel }, { "sm", take_sm }, { "list", take_list },
	{ "version", take_version }, { "int", take_int }, { "word", take_word },
	{ "soname", take_soname }, { "cuda", take_cuda }, { "cudaint", take_cudaint },
	{ "release", take_release }, { "newer", take_release }, { "older", take_release },
	{ "cudnn", take_cudnn }, { "pkg", take_package }, { "cudalib", take_cudalib },
	{ "other", take_other }, { "name", take_name },
	{ "driver", take_driver },
};

const char *pattern_fact(struct arena *a, struct span type, struct span s, size_t *n)
{
	return FIRST_TELLS(x, ROWS(types), span_is(type, x->type), x->take(a, s, n), NULL);
}
