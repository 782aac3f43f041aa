/* What the dynamic section of a library says: its name, what it needs, where it looks. */
#include "read/package/elf_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/dotted.h"

enum { DYNAMIC_MAX = 64 << 10, TEXT_MAX = 256, RUNPATH_MAX = 4096, NEEDED_MAX = 256 };
enum { VERNEED_MAX = 64 << 10, STRTAB_END = 1 << 20, NOTES_MAX = 4096 };

struct reader {
	struct view *v;
	const struct elf *e;
	struct arena *a;
	struct library *l;
	uint64_t strtab, strsize, verneed;
	unsigned verneed_count;
	int rc;              /* ELF_WANT once something was missing */
};

struct segment {
	uint32_t type;
	uint64_t at, address, size;
};

static bool segment(struct reader *r, unsigned i, struct segment *s)
{
	const struct elf *e = r->e;
	const uint8_t *h = view_get(r->v, e->phoff, (size_t)e->phnum * e->phsize);

	if (!h) {
		r->rc = ELF_WANT;
		return false;
	}
	h += (size_t)i * e->phsize;
	s->type = le32(h);
	s->at = e->wide ? le64(h + 8) : le32(h + 4);
	s->address = e->wide ? le64(h + 16) : le32(h + 8);
	s->size = e->wide ? le64(h + 32) : le32(h + 16);
	return true;
}

/* Where the byte at an address lies in the file; UINT64_MAX when in no segment. */
static uint64_t offset_of(struct reader *r, uint64_t address)
{
	struct segment s;

	for (unsigned i = 0; i < r->e->phnum && segment(r, i, &s); i++)
		if (s.type == ELF_LOAD && address >= s.address && address - s.address < s.size)
			return s.at + (address - s.address);
	return UINT64_MAX;
}

/* At most `max` bytes; NULL p, and ELF_WANT noted, where they are not there. */
static struct span upto(struct reader *r, uint64_t at, uint64_t n, size_t max)
{
	struct span s = view_upto(r->v, at, n < max ? (size_t)n : max);

	if (!s.p)
		r->rc = ELF_WANT;
	return s;
}

static const char *string_at(struct reader *r, uint64_t offset, size_t max)
{
	struct span s;

	if (r->strtab == UINT64_MAX || offset >= r->strsize)
		return NULL;
	s = upto(r, r->strtab + offset, r->strsize - offset, max);
	if (!s.p)
		return NULL;
	s.n = strnlen(s.p, s.n);
	return arena_span(r->a, s);
}

/* The next tag of a dynamic section, which ends before DT_NULL. */
static bool next_tag(const struct elf *e, struct span *rest, int64_t *ret_tag, uint64_t *value)
{
	const uint8_t *p = (const uint8_t *)rest->p;
	size_t step = e->wide ? 16 : 8;

	if (rest->n < step)
		return false;
	*ret_tag = e->wide ? (int64_t)le64(p) : (int32_t)le32(p);
	*value = e->wide ? le64(p + 8) : le32(p + 4);
	*rest = span_from(*rest, step);
	return *ret_tag != ELF_DT_NULL;
}

/* Values of n tags, those absent untouched. */
static void tags_of(const struct reader *r, struct span s, const int64_t *tags, size_t n,
		    uint64_t *ret)
{
	uint64_t value;
	int64_t t;

	while (next_tag(r->e, &s, &t, &value))
		for (size_t k = 0; k < n; k++)
			if (t == tags[k])
				ret[k] = value;
}

static void names(struct reader *r, struct span s)
{
	uint64_t value;
	int64_t t;

	while (next_tag(r->e, &s, &t, &value)) {
		if (t == ELF_DT_SONAME) {
			r->l->soname = string_at(r, value, TEXT_MAX);
		} else if (t == ELF_DT_RPATH || t == ELF_DT_RUNPATH) {
			r->l->runpath = string_at(r, value, RUNPATH_MAX);
		} else if (t == ELF_DT_NEEDED && r->l->needed.n < NEEDED_MAX) {
			const char *name = string_at(r, value, TEXT_MAX);

			if (name)
				strings_add(r->a, &r->l->needed, name);
		}
	}
}

/* Keeps the higher of two versions "2.17". */
static void raise_version(const char **have, const char *name, const char *prefix)
{
	struct span s = span_of(name);

	if (span_take(&s, prefix) && s.n && ascii_digit(s.p[0]) &&
	    (!*have || dotted_cmp(span_of(*have), s) < 0))
		*have = s.p;
}

/* The versions that one needed library must provide. */
static void version_names(struct reader *r, const uint8_t *p, size_t n, size_t at, unsigned count)
{
	while (count-- && at + 16 <= n) {
		const char *name = string_at(r, le32(p + at + 8), TEXT_MAX);
		uint32_t next = le32(p + at + 12);

		if (name) {
			raise_version(&r->l->glibc, name, "GLIBC_");
			raise_version(&r->l->glibcxx, name, "GLIBCXX_");
		}
		if (next == 0 || next > n - at)
			break;
		at += next;
	}
}

static void versions(struct reader *r)
{
	struct span s = upto(r, r->verneed, VERNEED_MAX, VERNEED_MAX);
	const uint8_t *p = (const uint8_t *)s.p;
	size_t at = 0;

	for (unsigned i = 0; i < r->verneed_count && at + 16 <= s.n; i++) {
		uint32_t aux = le32(p + at + 8), next = le32(p + at + 12);

		if (aux <= s.n - at)
			version_names(r, p, s.n, at + aux, le16(p + at + 2));
		if (next == 0 || next > s.n - at)
			break;
		at += next;
	}
}

static void build_id(struct reader *r, const struct segment *g)
{
	struct span s = upto(r, g->at, g->size, NOTES_MAX);
	const uint8_t *p = (const uint8_t *)s.p;
	BUF_AUTO b = BUF(256);

	for (size_t at = 0; at + 16 <= s.n;) {
		size_t name = (le32(p + at) + 3ull) & ~3ull, desc = le32(p + at + 4);

		if (name > s.n || desc > s.n || at + 12 + name + desc > s.n)
			return;
		if (le32(p + at + 8) == ELF_NT_GNU_BUILD_ID && desc <= 64 && name == 4 &&
		    memcmp(p + at + 12, "GNU", 4) == 0) {
			for (size_t i = 0; i < desc; i++)
				buf_printf(&b, "%02x", p[at + 12 + name + i]);
			r->l->build_id = arena_str(r->a, buf_cstr(&b));
			return;
		}
		at += 12 + name + ((desc + 3) & ~(size_t)3);
	}
}

static void dynamic(struct reader *r, const struct segment *g)
{
	static const int64_t tags[] = { ELF_DT_STRTAB, ELF_DT_VERNEED, ELF_DT_STRSZ,
					ELF_DT_VERNEEDNUM };
	uint64_t is[] = { UINT64_MAX, UINT64_MAX, 0, 0 }, end;
	struct span s = upto(r, g->at, g->size, DYNAMIC_MAX);

	if (!s.p)
		return;
	tags_of(r, s, tags, sizeof tags / sizeof *tags, is);
	r->strtab = is[0] == UINT64_MAX ? is[0] : offset_of(r, is[0]);
	r->verneed = is[1] == UINT64_MAX ? is[1] : offset_of(r, is[1]);
	r->strsize = is[2];
	r->verneed_count = is[3] > 4096 ? 4096 : (unsigned)is[3];
	/* Linkers, and patchelf, put names of libraries and versions last: one window for all. */
	end = r->strsize < STRTAB_END ? r->strsize : STRTAB_END;
	if (r->strtab < r->v->size && r->strsize <= r->v->size - r->strtab)
		view_upto(r->v, r->strtab + r->strsize - end, (size_t)end);
	names(r, s);
	if (r->verneed != UINT64_MAX && r->verneed_count)
		versions(r);
}

int elf_dynamic(struct view *v, const struct elf *elf, struct arena *a, struct library *l)
{
	struct reader r = { .v = v, .e = elf, .a = a, .l = l };
	struct segment g;

	if (!elf->phnum) /* nothing is loaded of it */
		l->damaged += elf_is_cut(v, elf->shoff, (uint64_t)elf->section_count * elf->shsize);
	for (unsigned i = 0; i < elf->phnum && segment(&r, i, &g); i++) {
		l->damaged += g.type == ELF_LOAD && elf_is_cut(v, g.at, g.size);
		if (g.type == ELF_DYNAMIC && g.size && g.at < v->size)
			dynamic(&r, &g);
		else if (g.type == ELF_NOTE && !l->build_id && g.size && g.at < v->size)
			build_id(&r, &g);
	}
	return r.rc;
}

void elf_want_dynamic(struct view *v, const struct elf *elf)
{
	struct elf old = *elf;
	struct reader r = { .v = v, .e = &old };
	struct segment g;

	old.phoff = elf->wide ? ELF_HEADER64 : ELF_HEADER32;
	for (unsigned i = 0; i < old.phnum && segment(&r, i, &g); i++)
		if (g.type == ELF_DYNAMIC && g.size && g.size <= DYNAMIC_MAX)
			(void)view_get(v, g.at, (size_t)g.size);
}

int elf_offset(struct view *v, const struct elf *elf, uint64_t address, uint64_t *ret)
{
	struct reader r = { .v = v, .e = elf };

	*ret = offset_of(&r, address);
	return r.rc;
}

enum { CHAIN_MAX = 4096, SYMBOL = 24, BIND_GLOBAL = 1 };
enum { UNDEFINED_MAX = 20000, SYMBOL_NAME_MAX = 1024, TEXTS_MAX = 2 << 20 };
enum { T_HASH, T_SYMBOLS, T_STRINGS, TAGS };

struct search {
	struct view *v;
	const struct elf *e;
	const char *name;
	uint64_t at[TAGS];   /* in the file */
	int rc;
};

static uint32_t gnu_hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (uint8_t)*name;
	return h;
}

static bool named(struct search *s, const uint8_t *symbol)
{
	size_t n = strlen(s->name) + 1;
	const uint8_t *text = elf_bytes(s->v, s->at[T_STRINGS] + le32(symbol), n, &s->rc);

	return text && memcmp(text, s->name, n) == 0;
}

/* Follows the chain of hashes at `chain` from symbol i on. */
static const uint8_t *in_chain(struct search *s, uint64_t chain, uint32_t i, uint32_t hash)
{
	for (unsigned k = 0; k < CHAIN_MAX; k++, i++, chain += 4) {
		const uint8_t *p = elf_bytes(s->v, chain, 4, &s->rc), *symbol = NULL;
		uint32_t link;

		if (!p)
			return NULL;
		link = le32(p);
		if ((link | 1) == (hash | 1))
			symbol = elf_bytes(s->v, s->at[T_SYMBOLS] + (uint64_t)SYMBOL * i, SYMBOL,
					   &s->rc);
		if (symbol && named(s, symbol))
			return symbol;
		if (link & 1)
			return NULL;
	}
	return NULL;
}

static const uint8_t *entry(struct search *s)
{
	uint64_t at = s->at[T_HASH];
	const uint8_t *head = elf_bytes(s->v, at, 16, &s->rc), *p;
	uint32_t hash = gnu_hash(s->name), buckets, first, i;

	if (!head || !(buckets = le32(head)))
		return NULL;
	first = le32(head + 4);
	at += 16 + 8ull * le32(head + 8);
	p = elf_bytes(s->v, at + 4ull * (hash % buckets), 4, &s->rc);
	if (!p || (i = le32(p)) < first)
		return NULL;
	return in_chain(s, at + 4ull * buckets + 4ull * (i - first), i, hash);
}

/* A search in the symbols of a file; false: it has none, or they are not there yet. */
static bool search_begin(struct search *s)
{
	static const int64_t tags[TAGS] = { ELF_DT_GNU_HASH, ELF_DT_SYMTAB, ELF_DT_STRTAB };
	struct reader r = { .v = s->v, .e = s->e };
	uint64_t is[TAGS] = { 0 };
	struct segment g;

	for (unsigned i = 0; i < s->e->phnum && segment(&r, i, &g); i++)
		if (g.type == ELF_DYNAMIC && g.size && g.at < s->v->size)
			tags_of(&r, upto(&r, g.at, g.size, DYNAMIC_MAX), tags, TAGS, is);
	for (int i = 0; r.rc == 0 && i < TAGS; i++) {
		if (!is[i])
			return false;
		s->at[i] = offset_of(&r, is[i]);
	}
	s->rc = r.rc;
	return s->rc == 0;
}

int elf_symbol(struct view *v, const struct elf *e, const char *name, struct elf_symbol *ret)
{
	struct search s = { .v = v, .e = e, .name = name };
	struct elf_symbol found = { UINT64_MAX, 0, 0 };
	const uint8_t *p = search_begin(&s) ? entry(&s) : NULL;

	if (p) {
		found.address = le64(p + 8);
		found.size = le64(p + 16);
		s.rc |= elf_offset(v, e, found.address, &found.at);
	}
	if (s.rc == 0)
		*ret = found;
	return s.rc;
}

int elf_undefined(struct view *v, const struct elf *e, struct arena *a, bool wanted(struct span),
		  size_t most, struct strings *to)
{
	struct search s = { .v = v, .e = e };
	const uint8_t *head;
	struct span symbols, texts;
	size_t n;

	if (!e->wide || !search_begin(&s) || !(head = elf_bytes(v, s.at[T_HASH], 16, &s.rc)))
		return s.rc;
	n = le32(head + 4) < UNDEFINED_MAX ? le32(head + 4) : UNDEFINED_MAX;
	symbols = view_upto(v, s.at[T_SYMBOLS], n * SYMBOL);
	texts = view_upto(v, s.at[T_STRINGS], TEXTS_MAX);
	for (size_t i = 1; (i + 1) * SYMBOL <= symbols.n && to->n < most; i++) {
		const uint8_t *symbol = (const uint8_t *)symbols.p + i * SYMBOL;
		struct span name = span_from(texts, le32(symbol));

		if (le16(symbol + 6) != 0 || symbol[4] >> 4 != BIND_GLOBAL || !name.n)
			continue;
		name.n = strnlen(name.p, name.n < SYMBOL_NAME_MAX ? name.n : SYMBOL_NAME_MAX);
		if (name.n < SYMBOL_NAME_MAX && wanted(name))
			strings_add(a, to, arena_span(a, name));
	}
	return s.rc;
}

int elf_exports(struct view *v, const struct elf *e, const struct strings *names, bool *found)
{
	struct search s = { .v = v, .e = e };

	if (!e->wide || !search_begin(&s))
		return s.rc;
	for (size_t i = 0; i < names->n; i++) {
		const uint8_t *symbol;

		s.name = names->v[i];
		symbol = found[i] ? NULL : entry(&s);
		found[i] |= symbol && le16(symbol + 6) != 0;
	}
	return s.rc;
}
