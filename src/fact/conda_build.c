#include "fact/conda_build.h"

#include "base/dotted.h"
#include "fact/err_phrase.h"

struct reader {
	struct arena *a;
	struct span s; /* what is left */
	struct conda_build b;
};

static struct span take_version(struct reader *r)
{
	struct span v = dotted_front(r->s);

	r->s = span_from(r->s, v.n);
	return v;
}

/* "126" is 12.6, "92" is 9.2; with dots it stays. */
static const char *cuda_text(struct arena *a, struct span v)
{
	if (span_find_char(v, '.') >= 0 || v.n < 2)
		return arena_span(a, v);
	return arena_printf(a, SPAN_FMT "." SPAN_FMT, SPAN_ARG(span_sub(v, 0, v.n - 1)),
			    SPAN_ARG(span_from(v, v.n - 1)));
}

/* One string names one kind. */
static bool set_kind(struct reader *r, enum conda_kind kind)
{
	bool free = r->b.kind == CONDA_KIND_UNKNOWN;

	r->b.kind = kind;
	return free;
}

static bool read_cuda(struct reader *r)
{
	struct span v = take_version(r);

	if (v.n > 32 || !set_kind(r, CONDA_KIND_CUDA))
		return false;
	r->b.cuda = v.n ? cuda_text(r->a, v) : NULL;
	return true;
}

/* "cu118", "cuNone". */
static bool read_cu(struct reader *r)
{
	if (span_take(&r->s, "None"))
		return set_kind(r, CONDA_KIND_CPU);
	return r->s.n && ascii_digit(r->s.p[0]) && read_cuda(r);
}

static bool read_cudnn(struct reader *r)
{
	struct span v = take_version(r);

	if (v.n == 0 || r->b.cudnn)
		return false;
	r->b.cudnn = arena_span(r->a, v);
	return true;
}

/* "py3.12", "py312". */
static bool read_python(struct reader *r)
{
	struct span v = take_version(r);
	struct python p;
	char text[PYTHON_TEXT];
	const char *dotted;

	if (v.n < 2 || v.n > 8)
		return false;
	dotted = span_find_char(v, '.') >= 0 ? arena_span(r->a, v) :
		arena_printf(r->a, "%c." SPAN_FMT, v.p[0], SPAN_ARG(span_from(v, 1)));
	if (!python_parse(span_of(dotted), &p))
		return false;
	python_set_add(&r->b.pythons, p);
	dotted = python_text(p, text);
	r->b.python = r->b.python ? arena_printf(r->a, "%s,%s", r->b.python, dotted) :
				    arena_str(r->a, dotted);
	return true;
}

static bool read_cpu(struct reader *r)
{
	return set_kind(r, CONDA_KIND_CPU);
}

static bool read_mps(struct reader *r)
{
	return set_kind(r, CONDA_KIND_MPS);
}

static bool read_rocm(struct reader *r)
{
	take_version(r);
	return set_kind(r, CONDA_KIND_ROCM);
}

/* The word "gpu" stands before what decides. */
static bool read_gpu(struct reader *r)
{
	return r->b.kind == CONDA_KIND_UNKNOWN;
}

static bool at_end(struct reader *r)
{
	return r->s.n == 0 || r->s.p[0] == '_';
}

/* Longer words first. */
static const struct {
	const char *word;
	bool (*read)(struct reader *r); /* what stands behind; NULL: anything */
} words[] = {
	{ "cudnn", read_cudnn }, { "cuda", read_cuda }, { "cu", read_cu }, { "cpu", read_cpu },
	{ "gpu", read_gpu }, { "mps", read_mps }, { "rocm", read_rocm }, { "py", read_python },
	{ "mkl", at_end }, { "generic", at_end }, { "openblas", at_end }, { "nomkl", at_end },
	{ "*", NULL },
};

/* "h" and seven hexadecimal digits, at the end of a part. */
static bool read_hash(struct reader *r)
{
	struct reader next = *r;
	uint64_t value;
	struct span hex = span_sub(r->s, 1, 7);

	if (r->s.n < 8 || r->s.p[0] != 'h' || r->b.hash || !ascii_alnum(hex.p[0]) ||
	    !span_hex(hex, &value) || span_find_char(hex, 'x') >= 0)
		return false;
	next.s = span_from(r->s, 8);
	if (!at_end(&next) && next.s.p[0] != '*')
		return false;
	r->b.hash = arena_span(r->a, hex);
	r->s = next.s;
	return true;
}

/* Versions without a word, CUDA then cuDNN, are of 0.4.1; a number ends the string. */
static bool read_number(struct reader *r)
{
	struct span v = take_version(r);
	uint64_t number;

	if (v.n == 0)
		return false;
	if (span_find_char(v, '.') >= 0)
		return at_end(r) && (r->s = (struct span){ v.p, v.n + r->s.n },
				     r->b.cuda ? read_cudnn(r) : read_cuda(r));
	if (r->s.n || !span_u64(v, &number) || number > 1000000)
		return false;
	r->b.number = (int)number;
	return true;
}

int conda_build_parse(struct arena *a, struct span s, struct conda_build *ret, struct err *e)
{
	struct reader r = { .a = a, .s = s, .b = { .number = -1 } };

	if (s.n == 0 || s.n > CONDA_BUILD_MAX)
		return ERR_SAY(e, ERR_INPUT, BUILD_STRING_BYTES,
			       SAY(limit, ERR_NUMBER(CONDA_BUILD_MAX)));
	while (r.s.n) {
		struct span left = r.s;

		if (r.s.n < s.n && span_take(&r.s, "_"))
			continue;
		if (!FIRST_TELLS(x, ROWS(words), span_take(&r.s, x->word),
				 !x->read || x->read(&r), read_hash(&r) || read_number(&r)))
			return ERR_SAY(e, ERR_INPUT, BUILD_STRING_UNKNOWN,
				       SAY(build, ERR_SPAN(s, CONDA_BUILD_MAX)),
				       SAY(text, ERR_SPAN(left, CONDA_BUILD_MAX)));
	}
	*ret = r.b;
	return 0;
}

bool conda_take_end(struct span *s)
{
	size_t n = span_ends(*s, ".conda") ? 6 : span_ends(*s, ".tar.bz2") ? 8 : 0;

	s->n -= n;
	return n != 0;
}

bool conda_split(struct span s, struct span part[3])
{
	ptrdiff_t second = span_rfind_char(s, '-'), first;

	first = second > 0 ? span_rfind_char(span_sub(s, 0, (size_t)second), '-') : -1;
	if (first <= 0)
		return false;
	part[0] = span_sub(s, 0, (size_t)first);
	part[1] = span_sub(s, (size_t)first + 1, (size_t)(second - first - 1));
	part[2] = span_from(s, (size_t)second + 1);
	return true;
}

const char *conda_kind_name(enum conda_kind kind)
{
	static const char *const names[] = { "", "cpu", "cuda", "mps", "rocm" };

	return names[kind];
}
