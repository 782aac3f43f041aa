/* Objects of Windows, as static libraries hold them: their sections, as labels. */
#pragma once

#include "read/package/elf.h"

struct coff {
	unsigned machine, section_count;
	uint64_t sections;     /* offset of their table */
	struct span names;     /* of those with more than eight characters */
};

/* 0, ELF_WANT, or ERR_INPUT when it is no such object. Source: Microsoft's PE format, COFF. */
int coff_header(struct view *v, struct coff *ret);
/* The i-th section; 0, ELF_WANT or ERR_INPUT. */
int coff_section(struct view *v, const struct coff *c, unsigned i, struct elf_section *ret);
