/* What a shared library exports under a name. */
#pragma once

#include "read/package/elf.h"

struct elf_symbol {
	uint64_t at, size;   /* of its bytes in the file; at UINT64_MAX: in no segment */
	uint64_t address;    /* 0: not exported */
};

/*
 * Found through DT_GNU_HASH. Source: System V ABI, chapter 5; the GNU hash section as binutils
 * writes it. 0, or ELF_WANT when bytes are missing.
 */
int elf_symbol(struct view *v, const struct elf *e, const char *name, struct elf_symbol *ret);
