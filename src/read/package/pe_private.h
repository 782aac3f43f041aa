/*
 * Files of Windows: PE (.dll, .pyd), and COFF, the objects that static libraries hold.
 * Source: Microsoft PE Format.
 */
#pragma once

#include "fact/package.h"
#include "read/package/elf_private.h"

struct pe {
	uint16_t machine;
	bool wide;            /* PE32+ */
	unsigned section_count;
	uint64_t sections;    /* offset of their table */
	uint32_t imports;     /* address of the import directory, 0: none */
	uint32_t resources;   /* address of the resources, 0: none */
};

struct pe_section {
	char name[9];         /* cut to 8: ".nv_fatb" */
	uint32_t address;
	uint64_t at, size;
};

/* 0, ELF_WANT while bytes are missing, or ERR_INPUT when it is no PE file. */
int pe_header(struct view *v, struct pe *ret);
int pe_section(struct view *v, const struct pe *pe, unsigned i, struct pe_section *ret);
/* Format, machine, imported names and version into l. */
int pe_headers(struct view *v, struct arena *a, struct library *l);

struct coff {
	unsigned machine, section_count;
	uint64_t sections;     /* offset of their table */
	struct span names;     /* of those with more than eight characters */
};

/* 0, ELF_WANT, or ERR_INPUT when it is no such object. */
int coff_header(struct view *v, struct coff *ret);
/* The i-th section; 0, ELF_WANT or ERR_INPUT. */
int coff_section(struct view *v, const struct coff *c, unsigned i, struct elf_section *ret);
