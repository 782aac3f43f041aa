/*
 * ELF files, 32 and 64 bit, little-endian: what the loader reads, and the sections as labels.
 * Works on a view, so on streams too: ELF_WANT means that bytes are missing which may still come;
 * call again then. Every offset is checked; text is copied into the arena.
 */
#pragma once

#include <stdbool.h>

#include "fact/package.h"
#include "read/package/view_private.h"

enum {
	ELF_WANT = -20,      /* bytes are not there yet (or never will be) */
	ELF_SECTIONS = 4096, /* more are not looked at */
	ELF_NAME = 32,       /* of section names, longer ones are cut */
	ELF_NOBITS = 8,
};

/*
 * Numbers of the format. Source: System V ABI, chapters 4 and 5, and elf(5); ELF_CUBIN is NVIDIA's.
 * <elf.h> has them too, but not every system has it.
 */
enum elf_number {
	ELF_AT_CLASS = 4, ELF_AT_DATA = 5, ELF_AT_OSABI = 7, ELF_AT_ABI = 8, /* in e_ident */
	ELF_CLASS32 = 1, ELF_CLASS64 = 2, ELF_LITTLE = 1,
	ELF_MAGIC = 4, ELF_HEADER32 = 52, ELF_HEADER64 = 64,                    /* bytes */
	ELF_SECTION32 = 40, ELF_SECTION64 = 64,
	ELF_SEGMENT32 = 32, ELF_SEGMENT64 = 56,
	ELF_386 = 3, ELF_PPC64 = 21, ELF_X86_64 = 62, ELF_AARCH64 = 183, ELF_CUBIN = 190,
	ELF_LOAD = 1, ELF_DYNAMIC = 2, ELF_NOTE = 4,             /* p_type */
	ELF_NT_GNU_BUILD_ID = 3,
	ELF_DT_NULL = 0, ELF_DT_NEEDED = 1, ELF_DT_STRTAB = 5, ELF_DT_SYMTAB = 6,
	ELF_DT_STRSZ = 10, ELF_DT_SONAME = 14, ELF_DT_RPATH = 15, ELF_DT_RUNPATH = 29,
	ELF_DT_GNU_HASH = 0x6ffffef5, ELF_DT_VERNEED = 0x6ffffffe, ELF_DT_VERNEEDNUM = 0x6fffffff,
};

struct elf {
	bool wide;           /* 64 bit */
	uint16_t machine;
	uint8_t abi;
	uint32_t flags;
	uint64_t phoff, shoff;
	unsigned phnum, phsize, shsize, section_count, names_section;
};

/* Of any format that has sections. */
struct elf_section {
	char name[ELF_NAME];
	uint32_t type;
	uint64_t at, size;
	uint32_t address;    /* of those of Windows */
};

/* 0, ELF_WANT, or ERR_INPUT when it is not an ELF file that we read. */
int elf_header(struct view *v, struct elf *ret);
/* The file ends before n bytes at `at` do. */
static inline bool elf_is_cut(const struct view *v, uint64_t at, uint64_t n)
{
	return at > v->size || n > v->size - at;
}
/* The i-th section; 0, ELF_WANT or ERR_INPUT. */
int elf_section(struct view *v, const struct elf *elf, unsigned i, struct elf_section *ret);

/*
 * What the dynamic loader needs: soname, needed, rpath, versions needed, build id, into l. What it
 * loads, else a section, that lies behind the end counts as damaged. 0 also for a file without a
 * dynamic section; ELF_WANT when bytes are missing, with l as whole as it can be.
 */
int elf_dynamic(struct view *v, const struct elf *elf, struct arena *a, struct library *l);

/*
 * Asks a stream for the dynamic section before it passes. llvm-bolt lists the segments anew behind
 * the contents, too late for that; the old list, which it leaves behind the header, tells as much.
 */
void elf_want_dynamic(struct view *v, const struct elf *elf);

/*
 * n bytes at `at`, NULL where they are not there; what is cut off by the end of the file counts as
 * missing too and sets *rc to ELF_WANT, what lies behind the end does not.
 */
const uint8_t *elf_bytes(struct view *v, uint64_t at, size_t n, int *rc);
/* Where the byte at an address lies in the file, UINT64_MAX in no segment; 0 or ELF_WANT. */
int elf_offset(struct view *v, const struct elf *elf, uint64_t address, uint64_t *ret);
struct elf_symbol {
	uint64_t at, size;   /* of its bytes in the file; at UINT64_MAX: in no segment */
	uint64_t address;    /* 0: not exported */
};

/*
 * Found through DT_GNU_HASH. Source: System V ABI, chapter 5; the GNU hash section as binutils
 * writes it. 0, or ELF_WANT when bytes are missing.
 */
int elf_symbol(struct view *v, const struct elf *e, const char *name, struct elf_symbol *ret);

/*
 * The names of functions that must be found in other libraries, those that are wanted, `most` of
 * them: symbols without a section and not weak, which stand before the first that is hashed. 64 bit
 * alone. 0, or ELF_WANT when bytes are missing.
 */
int elf_undefined(struct view *v, const struct elf *e, struct arena *a, bool wanted(struct span),
		  size_t most, struct strings *to);
/* Sets those of found[] whose names the library exports. 0 or ELF_WANT. */
int elf_exports(struct view *v, const struct elf *e, const struct strings *names, bool *found);

/* "x86_64", "aarch64", …; NULL for others. */
const char *elf_machine_name(unsigned machine);
