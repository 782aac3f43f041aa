/*
 * Files of Windows: PE (.dll, .pyd), and COFF, the objects that static libraries hold.
 * Source: Microsoft PE Format.
 */
#pragma once

#include "fact/package.h"
#include "read/package/elf_private.h"

/* What the headers of either say. */
struct coff {
	unsigned machine, section_count;
	uint64_t sections;     /* offset of their table */
	struct span names;     /* of those with more than eight characters, in an object */
	uint32_t imports;      /* address of the import directory of a PE file, 0: none */
	uint32_t resources;    /* address of its resources, 0: none */
};

/* 0, ELF_WANT while bytes are missing, or ERR_INPUT when it is no PE file; no such object. */
int pe_header(struct view *v, struct coff *ret);
int coff_header(struct view *v, struct coff *ret);
/* The i-th section of either; 0, ELF_WANT or ERR_INPUT. */
int coff_section(struct view *v, const struct coff *c, unsigned i, struct elf_section *ret);
/* Format, machine, imported names and version of a PE file into l. */
int pe_headers(struct view *v, struct arena *a, struct library *l);
