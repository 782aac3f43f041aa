#include "read/package/elf_symbol.h"

#include <elf.h>
#include <string.h>

#include "base/bytes.h"

enum { CHAIN_MAX = 4096, SYMBOL = 24 };
enum { T_HASH, T_SYMBOLS, T_STRINGS, TAGS };

struct search {
	struct view *v;
	const struct elf *e;
	const char *name;
	uint64_t at[TAGS];   /* in the file */
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

static bool named(struct search *s, const uint8_t *symbol)
{
	size_t n = strlen(s->name) + 1;
	const uint8_t *text = bytes(s, s->at[T_STRINGS] + le32(symbol), n);

	return text && memcmp(text, s->name, n) == 0;
}

/* Follows the chain of hashes at `chain` from symbol i on. */
static const uint8_t *in_chain(struct search *s, uint64_t chain, uint32_t i, uint32_t hash)
{
	for (unsigned k = 0; k < CHAIN_MAX; k++, i++, chain += 4) {
		const uint8_t *p = bytes(s, chain, 4), *symbol;
		uint32_t link;

		if (!p)
			return NULL;
		link = le32(p);
		symbol = (link | 1) == (hash | 1)
				 ? bytes(s, s->at[T_SYMBOLS] + (uint64_t)SYMBOL * i, SYMBOL) : NULL;
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
	const uint8_t *head = bytes(s, at, 16), *p;
	uint32_t hash = gnu_hash(s->name), buckets, first, i;

	if (!head || !(buckets = le32(head)))
		return NULL;
	first = le32(head + 4);
	at += 16 + 8ull * le32(head + 8);
	p = bytes(s, at + 4ull * (hash % buckets), 4);
	if (!p || (i = le32(p)) < first)
		return NULL;
	return in_chain(s, at + 4ull * buckets + 4ull * (i - first), i, hash);
}

int elf_symbol(struct view *v, const struct elf *e, const char *name, struct elf_symbol *ret)
{
	static const int64_t tags[TAGS] = { DT_GNU_HASH, DT_SYMTAB, DT_STRTAB };
	struct search s = { .v = v, .e = e, .name = name };
	struct elf_symbol found = { UINT64_MAX, 0, 0 };
	uint64_t tag[TAGS] = { 0 };
	const uint8_t *p = NULL;

	s.rc = elf_tags(v, e, tags, TAGS, tag);
	if (s.rc == 0 && tag[T_HASH] && tag[T_SYMBOLS] && tag[T_STRINGS]) {
		for (int i = 0; i < TAGS; i++)
			s.at[i] = offset(&s, tag[i]);
		p = entry(&s);
	}
	if (p) {
		found.address = le64(p + 8);
		found.size = le64(p + 16);
		found.at = offset(&s, found.address);
	}
	if (s.rc == 0)
		*ret = found;
	return s.rc;
}
