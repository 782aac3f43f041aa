#include "read/package/coff.h"

#include <string.h>

#include "base/bytes.h"

enum { HEADER = 20, SECTION = 40, SYMBOL = 18, SECTIONS_MAX = 8192, NAMES_MAX = 1 << 20 };
enum { X86_64 = 0x8664, ARM64 = 0xaa64 };

/* The table of names stands behind that of symbols and begins with its own size. */
static int names(struct view *v, uint64_t at, struct span *ret)
{
	const uint8_t *h = view_get(v, at, 4);
	uint64_t n = h ? le32(h) : 0;

	if (!h)
		return at + 4 > v->size ? ERR_INPUT : ELF_WANT;
	*ret = view_upto(v, at, n < NAMES_MAX ? (size_t)n : NAMES_MAX);
	return ret->p || !n ? 0 : ELF_WANT;
}

int coff_header(struct view *v, struct coff *ret)
{
	const uint8_t *h = view_get(v, 0, HEADER);
	struct coff c = { 0 };
	int rc;

	if (!h)
		return v->size < HEADER ? ERR_INPUT : ELF_WANT;
	c.machine = le16(h);
	c.section_count = le16(h + 2);
	if ((c.machine != X86_64 && c.machine != ARM64) || c.section_count > SECTIONS_MAX)
		return ERR_INPUT;
	c.sections = HEADER + (uint64_t)le16(h + 16);
	rc = names(v, (uint64_t)le32(h + 8) + (uint64_t)le32(h + 12) * SYMBOL, &c.names);
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
	size_t n = (size_t)c->section_count * SECTION;
	const uint8_t *h = view_get(v, c->sections, n);
	struct elf_section s = { .type = 1 };

	if (!h || i >= c->section_count)
		return c->sections + n > v->size ? ERR_INPUT : ELF_WANT;
	h += (size_t)i * SECTION;
	memcpy(s.name, h, 8);
	if (h[0] == '/')
		long_name(c, h, s.name);
	s.size = le32(h + 16);
	s.at = le32(h + 20);
	*ret = s;
	return 0;
}
