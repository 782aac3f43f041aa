#include "read/package/answer.h"

#include <elf.h>
#include <string.h>

#include "base/bytes.h"

enum { CODE_MAX = 2048, CHAIN_MAX = 4096, CALLS_MAX = 16, START = 16 };

/* Digits of the constant: MMmmpp (130100) or MMmpp (12603); of the runtime MMmm0 (13020). */
enum scheme { PARTS, RUNTIME };

static const struct {
	const char *name, *symbol;
	enum scheme scheme;
} rows[] = {
	{ "libcublasLt", "cublasLtGetVersion", PARTS },
	{ "libcudart", "cudaRuntimeGetVersion", RUNTIME },
	{ "libcudnn", "cudnnGetVersion", PARTS },
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

static uint64_t offset(struct search *s, uint64_t address)
{
	uint64_t at;

	if (elf_offset(s->v, s->e, address, &at))
		s->rc = ELF_WANT;
	return at;
}

static const uint8_t *bytes(struct search *s, uint64_t at, size_t n)
{
	const uint8_t *p = at < s->v->size && n <= s->v->size - at ? view_get(s->v, at, n) : NULL;

	if (!p && at < s->v->size)
		s->rc = ELF_WANT;
	return p;
}

static uint32_t gnu_hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (uint8_t)*name;
	return h;
}

enum { T_HASH, T_SYMBOLS, T_STRINGS, TAGS };

static bool named(struct search *s, const uint64_t *tag, const uint8_t *symbol, const char *name)
{
	size_t n = strlen(name) + 1;
	const uint8_t *text = bytes(s, offset(s, tag[T_STRINGS]) + le32(symbol), n);

	return text && memcmp(text, name, n) == 0;
}

/* Through DT_GNU_HASH; NULL when it is not exported. Entries of .dynsym have 24 bytes. */
static const uint8_t *symbol_of(struct search *s, const uint64_t *tag, const char *name)
{
	uint64_t at = offset(s, tag[T_HASH]), symbols = offset(s, tag[T_SYMBOLS]);
	const uint8_t *head = bytes(s, at, 16), *p;
	uint32_t hash = gnu_hash(name), buckets, first, bloom, i;

	if (!head || !(buckets = le32(head)))
		return NULL;
	first = le32(head + 4);
	bloom = le32(head + 8);
	at += 16 + 8ull * bloom;
	p = bytes(s, at + 4ull * (hash % buckets), 4);
	if (!p || (i = le32(p)) < first)
		return NULL;
	for (unsigned k = 0; k < CHAIN_MAX; k++, i++) {
		const uint8_t *symbol;
		uint32_t link;

		p = bytes(s, at + 4ull * buckets + 4ull * (i - first), 4);
		if (!p)
			return NULL;
		link = le32(p);
		symbol = (link | 1) == (hash | 1) ? bytes(s, symbols + 24ull * i, 24) : NULL;
		if (symbol && named(s, tag, symbol, name))
			return symbol;
		if (link & 1)
			return NULL;
	}
	return NULL;
}

static bool fits(const struct search *s, uint64_t v)
{
	if (s->scheme == RUNTIME)
		return v / 1000 == s->major && v % 10 == 0;
	if (s->major == 0)
		return v >= 100 && v < 1000;
	return v / 10000 == s->major || v / 1000 == s->major;
}

static void take(struct search *s, uint64_t v)
{
	if (!fits(s, v))
		return;
	s->several |= s->found && s->found != v;
	s->found = v;
}

/* "c7 /0, imm32": the constant that an instruction stores to memory; its end, 0 if none. */
static size_t stored(const uint8_t *p, size_t n, uint32_t *ret)
{
	static const uint8_t displacement[] = { 0, 1, 4 };
	size_t end;

	if (n < 6 || p[0] != 0xc7 || (p[1] & 0x38) || p[1] >> 6 == 3)
		return 0;
	end = 2 + ((p[1] & 7) == 4) + displacement[p[1] >> 6];
	if ((p[1] & 0xc7) == 5)
		end += 4;
	if (end + 4 > n)
		return 0;
	*ret = le32(p + end);
	return end + 4;
}

/* cudnnGetVersion returns it: "mov $imm32,%eax". */
static void constants(struct search *s, const uint8_t *p, size_t n)
{
	uint32_t v;

	for (size_t i = 0; i < n; i++) {
		if (stored(p + i, n - i, &v))
			take(s, v);
		else if (p[i] == 0xb8 && i + 5 <= n)
			take(s, le32(p + i + 1));
	}
}

/* The runtime's function calls a short one that stores the constant. */
static void calls(struct search *s, uint64_t address, const uint8_t *p, size_t n)
{
	unsigned left = CALLS_MAX;

	for (size_t i = 0; i + 5 <= n && left; i++) {
		uint64_t target = address + i + 5 + (uint64_t)(int64_t)(int32_t)le32(p + i + 1);
		const uint8_t *start;

		if (p[i] != 0xe8)
			continue;
		left--;
		target = offset(s, target);
		start = target == UINT64_MAX ? NULL : bytes(s, target, START);
		if (start)
			constants(s, start, START);
	}
}

static void answer(struct search *s, const char *name)
{
	static const int64_t tags[TAGS] = { DT_GNU_HASH, DT_SYMTAB, DT_STRTAB };
	uint64_t tag[TAGS] = { 0 }, address, size;
	const uint8_t *symbol, *code;

	s->rc = elf_tags(s->v, s->e, tags, TAGS, tag);
	if (s->rc || !tag[T_HASH] || !tag[T_SYMBOLS] || !tag[T_STRINGS])
		return;
	symbol = symbol_of(s, tag, name);
	if (!symbol)
		return;
	address = le64(symbol + 8);
	size = le64(symbol + 16) < CODE_MAX ? le64(symbol + 16) : CODE_MAX;
	code = size ? bytes(s, offset(s, address), (size_t)size) : NULL;
	if (!code)
		return;
	if (s->scheme == RUNTIME)
		calls(s, address, code, (size_t)size);
	else
		constants(s, code, (size_t)size);
}

static const char *text_of(struct arena *a, const struct search *s)
{
	unsigned v = (unsigned)s->found;

	if (s->scheme == RUNTIME)
		return arena_printf(a, "%u.%u", v / 1000, v % 1000 / 10);
	if (s->major && v / 10000 == s->major)
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

	if (!l->soname || !elf->wide || elf->machine != EM_X86_64 || !major_of(l->soname, &s.major))
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
