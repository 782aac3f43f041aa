#include "read/package/pe.h"

#include <string.h>

#include "base/bytes.h"
#include "read/package/elf.h"
#include "read/package/pe_version.h"

enum { DOS_SIZE = 64, COFF_SIZE = 24, OPTIONAL_MAX = 256, SECTION_SIZE = 40, SECTIONS_MAX = 96 };
enum { IMPORT_SIZE = 20, IMPORTS_MAX = 256, NAME_MAX_LEN = 128 };

static int missing(const struct view *v, uint64_t at, size_t n)
{
	return at > v->size || n > v->size - at ? ERR_INPUT : ELF_WANT;
}

int pe_header(struct view *v, struct pe *ret)
{
	const uint8_t *h = view_get(v, 0, DOS_SIZE);
	struct pe pe = { 0 };
	uint32_t at, optional;

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
	pe.wide = optional >= 2 && le16(h) == 0x20b;
	/* the second and the third data directory: 8 bytes each, after the fixed fields */
	if (optional >= (pe.wide ? 136u : 120u) && le32(h + (pe.wide ? 108 : 92)) >= 3) {
		pe.imports = le32(h + (pe.wide ? 120 : 104));
		pe.resources = le32(h + (pe.wide ? 128 : 112));
	}
	*ret = pe;
	return 0;
}

int pe_section(struct view *v, const struct pe *pe, unsigned i, struct pe_section *ret)
{
	const uint8_t *h = view_get(v, pe->sections, (size_t)pe->section_count * SECTION_SIZE);
	struct pe_section s = { 0 };

	if (!h || i >= pe->section_count)
		return missing(v, pe->sections, (size_t)pe->section_count * SECTION_SIZE);
	h += (size_t)i * SECTION_SIZE;
	memcpy(s.name, h, 8);
	s.virtual_size = le32(h + 8);
	s.address = le32(h + 12);
	s.size = le32(h + 16);
	s.at = le32(h + 20);
	*ret = s;
	return 0;
}

/* The file offset of an address; UINT64_MAX when no section holds it. */
static uint64_t offset_of(struct view *v, const struct pe *pe, uint32_t address)
{
	struct pe_section s;

	for (unsigned i = 0; i < pe->section_count; i++)
		if (pe_section(v, pe, i, &s) == 0 && address >= s.address &&
		    address - s.address < s.size)
			return s.at + (address - s.address);
	return UINT64_MAX;
}

static int import(struct view *v, const struct pe *pe, uint32_t name, struct arena *a,
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

static int imports(struct view *v, const struct pe *pe, struct arena *a, struct library *l)
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

int pe_headers(struct view *v, struct arena *a, struct library *l)
{
	struct pe_section unused;
	struct pe pe;
	int rc = pe_header(v, &pe);

	if (rc)
		return rc;
	l->format = "pe";
	l->machine = pe.machine == 0x8664 ? "x86_64" : pe.machine == 0xaa64 ? "aarch64" : NULL;
	if (pe.section_count && (rc = pe_section(v, &pe, 0, &unused)))
		return rc;
	rc = pe.imports ? imports(v, &pe, a, l) : 0;
	/* asked for in any case: in a stream both are wanted before they pass */
	return pe_version(v, &pe, a, l) ? ELF_WANT : rc;
}
