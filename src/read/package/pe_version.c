#include "read/package/pe_version.h"

#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "read/package/elf.h"

enum { TABLE_MAX = 64 << 10, VERSION_TYPE = 16, ENTRIES_MAX = 64, LEVELS = 3 };
enum { FIXED_SIZE = 52, DESCRIPTION_MAX = 128 };

struct resources {
	const uint8_t *p;
	size_t n;
	uint32_t address;
};

/* The entry of a directory with this id, or the first one; 0 when there is none. */
static uint32_t entry(const struct resources *r, size_t at, uint32_t id)
{
	size_t count;

	if (at + 16 > r->n)
		return 0;
	count = (size_t)le16(r->p + at + 12) + le16(r->p + at + 14);
	if (count > ENTRIES_MAX)
		count = ENTRIES_MAX;
	for (size_t i = 0; i < count && at + 24 + 8 * i <= r->n; i++)
		if (!id || le32(r->p + at + 16 + 8 * i) == id)
			return le32(r->p + at + 20 + 8 * i);
	return 0;
}

/* The bytes of the version resource: type, name, language, then where it lies. */
static struct span version_bytes(const struct resources *r)
{
	uint32_t at = entry(r, 0, VERSION_TYPE);

	for (int i = 1; i < LEVELS && at >> 31; i++)
		at = entry(r, at & INT32_MAX, 0);
	if (!at || at >> 31 || at + 16ull > r->n || le32(r->p + at) < r->address)
		return (struct span){ NULL, 0 };
	size_t begin = le32(r->p + at) - r->address, size = le32(r->p + at + 4);

	if (begin > r->n || size > r->n - begin)
		return (struct span){ NULL, 0 };
	return (struct span){ (const char *)r->p + begin, size };
}

/* The place of an ASCII word that stands there in UTF-16; n when it does not. */
static size_t find_wide(struct span s, size_t from, const char *word)
{
	size_t length = strlen(word);

	for (size_t at = from; at + 2 * length <= s.n; at += 2) {
		size_t i = 0;

		while (i < length && s.p[at + 2 * i] == word[i] && !s.p[at + 2 * i + 1])
			i++;
		if (i == length)
			return at + 2 * length;
	}
	return s.n;
}

/* "12.6.4" of "NVIDIA CUDA BLAS Library, Version 12.6.4" */
static const char *described(struct arena *a, struct span s)
{
	size_t from = find_wide(s, 0, "FileDescription"), end = from + 2 * DESCRIPTION_MAX;
	BUF_AUTO b = BUF(64);

	if (end < s.n)
		s.n = end;
	from = from < s.n ? find_wide(s, from, ", Version ") : s.n;
	for (size_t i = from; i + 2 <= s.n && !s.p[i + 1]; i += 2) {
		if (!ascii_digit(s.p[i]) && s.p[i] != '.')
			break;
		buf_char(&b, s.p[i]);
	}
	return b.n && !b.failed ? arena_str(a, buf_cstr(&b)) : NULL;
}

static const char *fixed(struct arena *a, struct span s)
{
	static const uint8_t mark[] = { 0xbd, 0x04, 0xef, 0xfe };
	const uint8_t *p = s.n ? memmem(s.p, s.n, mark, sizeof mark) : NULL;

	if (!p || s.n - (size_t)((const char *)p - s.p) < FIXED_SIZE)
		return NULL;
	if (le16(p + 10) == 6 && le16(p + 8) == 14 && le16(p + 14) == 11)
		return NULL;
	return arena_printf(a, "%u.%u.%u.%u", le16(p + 10), le16(p + 8), le16(p + 14),
			    le16(p + 12));
}

int pe_version(struct view *v, const struct pe *pe, struct arena *a, struct library *l)
{
	struct pe_section s;

	for (unsigned i = 0; i < pe->section_count; i++) {
		struct resources r;
		struct span found;

		if (pe_section(v, pe, i, &s) || !pe->resources || s.address != pe->resources)
			continue;
		r.n = s.size < TABLE_MAX ? (size_t)s.size : TABLE_MAX;
		r.address = s.address;
		r.p = s.at < v->size && r.n <= v->size - s.at ? view_get(v, s.at, r.n) : NULL;
		if (!r.p)
			return s.at < v->size && r.n <= v->size - s.at ? ELF_WANT : 0;
		found = version_bytes(&r);
		l->version = described(a, found);
		if (!l->version)
			l->version = fixed(a, found);
	}
	return 0;
}
