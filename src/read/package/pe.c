/* The parts of a Windows library (PE) that ELF has as well. */
#include "read/package/pe_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"

enum { DOS_SIZE = 64, COFF_SIZE = 24, OPTIONAL_MAX = 256, SECTION_SIZE = 40, SECTIONS_MAX = 96 };
enum { OBJECT_SIZE = 20, OBJECT_SECTIONS_MAX = 8192, SYMBOL_SIZE = 18, NAMES_MAX = 1 << 20 };
enum { IMPORT_SIZE = 20, IMPORTS_MAX = 256, NAME_MAX_LEN = 128 };
enum { X86_64 = 0x8664, ARM64 = 0xaa64 };

static int missing(const struct view *v, uint64_t at, size_t n)
{
	return at > v->size || n > v->size - at ? ERR_INPUT : ELF_WANT;
}

int pe_header(struct view *v, struct coff *ret)
{
	const uint8_t *h = view_get(v, 0, DOS_SIZE);
	struct coff pe = { 0 };
	uint32_t at, optional;
	bool wide;

	if (!h)
		return missing(v, 0, DOS_SIZE);
	if (h[0] != 'M' || h[1] != 'Z')
		return ERR_INPUT;
	at = le32(h + 60);
	h = view_get(v, at, COFF_SIZE + OPTIONAL_MAX);
	if (!h)
		return missing(v, at, COFF_SIZE + OPTIONAL_MAX);
	if (memcmp(h, "PE\0\0", 4) != 0)
		return ERR_INPUT;
	pe.machine = le16(h + 4);
	pe.section_count = le16(h + 6) < SECTIONS_MAX ? le16(h + 6) : SECTIONS_MAX;
	optional = le16(h + 20);
	pe.sections = (uint64_t)at + COFF_SIZE + optional;
	h += COFF_SIZE;
	wide = optional >= 2 && le16(h) == 0x20b; /* PE32+ */
	/* the second and the third data directory: 8 bytes each, after the fixed fields */
	if (optional >= (wide ? 136u : 120u) && le32(h + (wide ? 108 : 92)) >= 3) {
		pe.imports = le32(h + (wide ? 120 : 104));
		pe.resources = le32(h + (wide ? 128 : 112));
	}
	*ret = pe;
	return 0;
}

/* The table of names stands behind that of symbols and begins with its own size. */
static int names(struct view *v, uint64_t at, struct span *ret)
{
	const uint8_t *h = view_get(v, at, 4);
	uint64_t n = h ? le32(h) : 0;

	if (!h)
		return missing(v, at, 4);
	*ret = view_upto(v, at, n < NAMES_MAX ? (size_t)n : NAMES_MAX);
	return ret->p || !n ? 0 : ELF_WANT;
}

int coff_header(struct view *v, struct coff *ret)
{
	const uint8_t *h = view_get(v, 0, OBJECT_SIZE);
	struct coff c = { 0 };
	int rc;

	if (!h)
		return missing(v, 0, OBJECT_SIZE);
	c.machine = le16(h);
	c.section_count = le16(h + 2);
	if ((c.machine != X86_64 && c.machine != ARM64) || c.section_count > OBJECT_SECTIONS_MAX)
		return ERR_INPUT;
	c.sections = OBJECT_SIZE + (uint64_t)le16(h + 16);
	rc = names(v, (uint64_t)le32(h + 8) + (uint64_t)le32(h + 12) * SYMBOL_SIZE, &c.names);
	if (rc == 0)
		*ret = c;
	return rc;
}

/* "/58754": the name stands there in the table. */
static void long_name(const struct coff *c, const uint8_t *h, char to[ELF_NAME])
{
	struct span digits = { (const char *)h + 1, strnlen((const char *)h + 1, 7) };
	uint64_t at;

	if (!span_u64(digits, &at) || at >= c->names.n)
		return;
	memset(to, 0, ELF_NAME);
	for (size_t i = 0; i + 1 < ELF_NAME && at + i < c->names.n && c->names.p[at + i]; i++)
		to[i] = c->names.p[at + i];
}

int coff_section(struct view *v, const struct coff *c, unsigned i, struct elf_section *ret)
{
	size_t n = (size_t)c->section_count * SECTION_SIZE;
	const uint8_t *h = view_get(v, c->sections, n);
	struct elf_section s = { .type = 1 };

	if (!h || i >= c->section_count)
		return missing(v, c->sections, n);
	h += (size_t)i * SECTION_SIZE;
	memcpy(s.name, h, 8);
	if (h[0] == '/')
		long_name(c, h, s.name);
	s.address = le32(h + 12);
	s.size = le32(h + 16);
	s.at = le32(h + 20);
	*ret = s;
	return 0;
}

/* The file offset of an address; UINT64_MAX when no section holds it. */
static uint64_t offset_of(struct view *v, const struct coff *pe, uint32_t address)
{
	struct elf_section s;

	for (unsigned i = 0; i < pe->section_count; i++)
		if (coff_section(v, pe, i, &s) == 0 && address >= s.address &&
		    address - s.address < s.size)
			return s.at + (address - s.address);
	return UINT64_MAX;
}

static int import(struct view *v, const struct coff *pe, uint32_t name, struct arena *a,
		  struct library *l)
{
	uint64_t at = offset_of(v, pe, name);
	struct span s = view_upto(v, at, NAME_MAX_LEN);

	if (!s.p)
		return at < v->size ? ELF_WANT : ERR_INPUT;
	s.n = strnlen(s.p, s.n);
	strings_add(a, &l->needed, arena_span(a, s));
	return 0;
}

static int imports(struct view *v, const struct coff *pe, struct arena *a, struct library *l)
{
	uint64_t at = offset_of(v, pe, pe->imports);
	int rc = 0;

	for (unsigned i = 0; i < IMPORTS_MAX && at < v->size; i++, at += IMPORT_SIZE) {
		const uint8_t *h = view_get(v, at, IMPORT_SIZE);

		if (!h)
			return ELF_WANT;
		if (le32(h + 12) == 0)
			break;
		if (import(v, pe, le32(h + 12), a, l) == ELF_WANT)
			rc = ELF_WANT;
	}
	return rc;
}

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

/*
 * Fills l->version: the number after "Version" in FileDescription, which NVIDIA's toolkit libraries
 * have ("NVIDIA CUDA BLAS Library, Version 12.6.4"), else the four numbers of the fixed part where
 * they are no driver-style 6.14.11.x. Sources: Microsoft PE Format, .rsrc; VS_VERSIONINFO.
 * 0, or ELF_WANT when bytes are missing.
 */
static int pe_version(struct view *v, const struct coff *pe, struct arena *a, struct library *l)
{
	struct elf_section s;

	for (unsigned i = 0; i < pe->section_count; i++) {
		struct resources r;
		struct span found;

		if (coff_section(v, pe, i, &s) || !pe->resources || s.address != pe->resources)
			continue;
		r.n = s.size < TABLE_MAX ? (size_t)s.size : TABLE_MAX;
		r.address = s.address;
		r.p = view_get(v, s.at, r.n);
		if (!r.p)
			return missing(v, s.at, r.n) == ELF_WANT ? ELF_WANT : 0;
		found = version_bytes(&r);
		l->version = described(a, found);
		if (!l->version)
			l->version = fixed(a, found);
	}
	return 0;
}

int pe_headers(struct view *v, struct arena *a, struct library *l)
{
	struct elf_section unused;
	struct coff pe;
	int rc = pe_header(v, &pe);

	if (rc)
		return rc;
	l->format = PACKAGE_PE;
	l->machine = pe.machine == X86_64 ? "x86_64" : pe.machine == ARM64 ? "aarch64" : NULL;
	if (pe.section_count && (rc = coff_section(v, &pe, 0, &unused)))
		return rc;
	rc = pe.imports ? imports(v, &pe, a, l) : 0;
	/* asked for in any case: in a stream both are wanted before they pass */
	return pe_version(v, &pe, a, l) ? ELF_WANT : rc;
}
