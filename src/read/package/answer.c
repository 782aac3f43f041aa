#include "read/package/answer.h"

#include <elf.h>
#include <string.h>

#include "base/bytes.h"
#include "read/package/constant.h"
#include "read/package/elf_symbol.h"

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

static const uint8_t *bytes(struct search *s, uint64_t at, size_t n)
{
	const uint8_t *p = at < s->v->size && n <= s->v->size - at ? view_get(s->v, at, n) : NULL;

	if (!p && at < s->v->size)
		s->rc = ELF_WANT;
	return p;
}

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
	size_t start = s->e->machine == EM_AARCH64 ? START_ARM : START, at = 0;
	int64_t to;

	for (unsigned i = 0; i < CALLS_MAX && next_call(s->e->machine, p, n, &at, &to); i++) {
		const uint8_t *code;
		uint64_t where;

		if (elf_offset(s->v, s->e, address + (uint64_t)to, &where))
			s->rc = ELF_WANT;
		code = where == UINT64_MAX ? NULL : bytes(s, where, start);
		if (code)
			constants(s->e->machine, code, start, take, s);
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
	p = bytes(s, symbol.at, n);
	if (!p)
		return;
	if (s->scheme == RUNTIME)
		calls(s, symbol.address, p, n);
	else if (s->scheme == PARTS)
		constants(s->e->machine, p, n, take, s);
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
	ptrdiff_t at = span_find(s, ".so.");
	uint64_t n;

	if (at < 0)
		return false;
	s = span_from(s, (size_t)at + 4);
	if (!span_take_u64(&s, &n) || n > 99)
		return false;
	*ret = (unsigned)n;
	return true;
}

int answer_read(struct view *v, const struct elf *elf, struct arena *a, struct library *l)
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
