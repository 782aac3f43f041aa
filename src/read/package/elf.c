/* The parts of an ELF file that say what it is, what it needs and where its code lies. */
#include "read/package/elf_private.h"

#include <string.h>

#include "base/bytes.h"

/* The end of the header, from e_flags on; a table that cannot be one is none. */
static void read_tables(const uint8_t *h, struct elf *e)
{
	e->flags = le32(h);
	e->phsize = le16(h + 6);
	e->phnum = le16(h + 8);
	e->shsize = le16(h + 10);
	e->section_count = le16(h + 12);
	e->names_section = le16(h + 14);
	if (e->shsize < (e->wide ? ELF_SECTION64 : ELF_SECTION32) ||
	    e->section_count > ELF_SECTIONS)
		e->section_count = 0;
	if (e->phsize < (e->wide ? ELF_SEGMENT64 : ELF_SEGMENT32) || e->phnum > 512)
		e->phnum = 0;
}

int elf_header(struct view *v, struct elf *ret)
{
	const uint8_t *h = view_get(v, 0, ELF_HEADER32);
	struct elf e = { 0 };

	if (!h)
		return v->size < ELF_HEADER32 ? ERR_INPUT : ELF_WANT;
	if (memcmp(h, "\177ELF", 4) != 0 || h[ELF_AT_DATA] != ELF_LITTLE ||
	    (h[ELF_AT_CLASS] != ELF_CLASS32 && h[ELF_AT_CLASS] != ELF_CLASS64))
		return ERR_INPUT;
	e.wide = h[ELF_AT_CLASS] == ELF_CLASS64;
	if (e.wide && !(h = view_get(v, 0, ELF_HEADER64)))
		return v->size < ELF_HEADER64 ? ERR_INPUT : ELF_WANT;
	e.abi = h[ELF_AT_ABI];
	e.machine = le16(h + 18);
	e.phoff = e.wide ? le64(h + 32) : le32(h + 28);
	e.shoff = e.wide ? le64(h + 40) : le32(h + 32);
	read_tables(h + (e.wide ? 48 : 36), &e);
	*ret = e;
	return 0;
}

/* A section header; the table is fetched as a whole, which one window serves. */
static const uint8_t *section_at(struct view *v, const struct elf *e, unsigned i)
{
	const uint8_t *table = view_get(v, e->shoff, (size_t)e->section_count * e->shsize);

	return table && i < e->section_count ? table + (size_t)i * e->shsize : NULL;
}

const uint8_t *elf_bytes(struct view *v, uint64_t at, size_t n, int *rc)
{
	const uint8_t *p = view_get(v, at, n);

	if (!p && at < v->size)
		*rc = ELF_WANT;
	return p;
}

static void section_fields(const struct elf *e, const uint8_t *h, struct elf_section *s)
{
	s->type = le32(h + 4);
	s->at = e->wide ? le64(h + 24) : le32(h + 16);
	s->size = e->wide ? le64(h + 32) : le32(h + 20);
}

int elf_section(struct view *v, const struct elf *e, unsigned i, struct elf_section *ret)
{
	struct elf_section s = { 0 }, names = { 0 };
	const uint8_t *h = section_at(v, e, i), *n = section_at(v, e, e->names_section);
	struct span text;

	if (i >= e->section_count ||
	    elf_is_cut(v, e->shoff, (uint64_t)e->section_count * e->shsize))
		return ERR_INPUT;
	if (!h)
		return ELF_WANT;
	section_fields(e, h, &s);
	if (!n)
		return ERR_INPUT;
	section_fields(e, n, &names);
	if (elf_is_cut(v, names.at, names.size) || le32(h) >= names.size)
		return ERR_INPUT;
	/* small tables of names come in one piece */
	if (names.size <= 64 << 10 && !view_get(v, names.at, (size_t)names.size))
		return ELF_WANT;
	text = view_upto(v, names.at + le32(h), ELF_NAME - 1);
	if (!text.p)
		return names.at + le32(h) < v->size ? ELF_WANT : ERR_INPUT;
	memcpy(s.name, text.p, strnlen(text.p, text.n));
	*ret = s;
	return 0;
}

const char *elf_machine_name(unsigned machine)
{
	static const struct {
		unsigned machine;
		const char *name;
	} rows[] = { { ELF_X86_64, "x86_64" }, { ELF_AARCH64, "aarch64" }, { ELF_386, "i686" },
		     { ELF_PPC64, "ppc64le" }, { ELF_CUBIN, "cuda" } };

	return FIRST_TELLS(x, ROWS(rows), x->machine == machine, x->name, NULL);
}
