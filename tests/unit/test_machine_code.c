/* Constants and calls in machine code, as assemblers write it. */
#include "unit/unit.h"

#include <elf.h>

#include "read/package/elf_private.h"
#include "read/package/machine_code_private.h"

struct seen {
	uint32_t v[8];
	size_t n;
};

static void keep(void *own, uint32_t v)
{
	struct seen *s = own;

	if (s->n < 8)
		s->v[s->n++] = v;
}

TEST(constants_of_arm_are_put_together)
{
	/* mov w5, #55367; movk w5, #1, lsl #16; mov w1, #10310; str w1, [x0]; ret */
	static const uint8_t code[] = {
		0xe5, 0x08, 0x9b, 0x52, 0x25, 0x00, 0xa0, 0x72, 0xc1, 0x08, 0x85, 0x52,
		0x01, 0x00, 0x00, 0xb9, 0xc0, 0x03, 0x5f, 0xd6,
	};
	struct seen s = { .n = 0 };

	machine_constants(EM_AARCH64, code, sizeof code, keep, &s);
	assert_int_equal(s.n, 2);
	assert_int_equal(s.v[0], 10310);
	assert_int_equal(s.v[1], 120903);
}

/* mov x0 of 64 bits: no version. */
TEST(constants_of_arm_beyond_a_word_are_left_out)
{
	static const uint8_t code[] = {
		0x80, 0x4e, 0x87, 0xd2, 0x00, 0xa5, 0xa9, 0xf2, 0x40, 0xb5, 0xcc, 0xf2,
	};
	struct seen s = { .n = 0 };

	machine_constants(EM_AARCH64, code, sizeof code, keep, &s);
	assert_int_equal(s.n, 0);
}

TEST(constants_of_x86_are_those_stored_or_returned)
{
	/* movl $130100,-0x34(%rbp); mov $91900,%eax; mov $7,%ebx */
	static const uint8_t code[] = {
		0xc7, 0x45, 0xcc, 0x34, 0xfc, 0x01, 0x00, 0xb8, 0xfc, 0x66, 0x01, 0x00,
		0xbb, 0x07, 0x00, 0x00, 0x00,
	};
	struct seen s = { .n = 0 };

	machine_constants(EM_X86_64, code, sizeof code, keep, &s);
	assert_int_equal(s.n, 2);
	assert_int_equal(s.v[0], 130100);
	assert_int_equal(s.v[1], 91900);
	machine_constants(EM_PPC64, code, sizeof code, keep, &s);
	assert_int_equal(s.n, 2);
}

TEST(calls_go_forwards_and_backwards)
{
	/* nop; bl backwards by 0x44a08 bytes */
	static const uint8_t arm[] = { 0x1f, 0x20, 0x03, 0xd5, 0x7e, 0xed, 0xfe, 0x97 };
	static const uint8_t x86[] = { 0x90, 0xe8, 0x10, 0x00, 0x00, 0x00 };
	size_t at = 0;
	int64_t to;

	assert_true(machine_next_call(EM_AARCH64, arm, sizeof arm, &at, &to));
	assert_int_equal(at, 8);
	assert_int_equal(to, 4 - (0x64ff0 - 0x205e8));
	assert_false(machine_next_call(EM_AARCH64, arm, sizeof arm, &at, &to));
	at = 0;
	assert_true(machine_next_call(EM_X86_64, x86, sizeof x86, &at, &to));
	assert_int_equal(to, 22);
	at = 0;
	assert_false(machine_next_call(EM_PPC64, x86, sizeof x86, &at, &to));
}

/* Those that this system's own header has: it is not everywhere. */
TEST(numbers_of_elf_are_those_of_the_format)
{
	static const struct {
		unsigned long long ours, theirs;
	} all[] = {
		{ ELF_AT_CLASS, EI_CLASS }, { ELF_AT_DATA, EI_DATA }, { ELF_AT_OSABI, EI_OSABI },
		{ ELF_AT_ABI, EI_ABIVERSION }, { ELF_CLASS32, ELFCLASS32 },
		{ ELF_CLASS64, ELFCLASS64 }, { ELF_LITTLE, ELFDATA2LSB },
		{ ELF_HEADER32, sizeof(Elf32_Ehdr) }, { ELF_HEADER64, sizeof(Elf64_Ehdr) },
		{ ELF_SECTION32, sizeof(Elf32_Shdr) }, { ELF_SECTION64, sizeof(Elf64_Shdr) },
		{ ELF_SEGMENT32, sizeof(Elf32_Phdr) }, { ELF_SEGMENT64, sizeof(Elf64_Phdr) },
		{ ELF_386, EM_386 }, { ELF_PPC64, EM_PPC64 }, { ELF_X86_64, EM_X86_64 },
		{ ELF_AARCH64, EM_AARCH64 }, { ELF_LOAD, PT_LOAD }, { ELF_DYNAMIC, PT_DYNAMIC },
		{ ELF_NOTE, PT_NOTE }, { ELF_NT_GNU_BUILD_ID, NT_GNU_BUILD_ID },
		{ ELF_DT_NULL, DT_NULL }, { ELF_DT_NEEDED, DT_NEEDED },
		{ ELF_DT_STRTAB, DT_STRTAB }, { ELF_DT_SYMTAB, DT_SYMTAB },
		{ ELF_DT_STRSZ, DT_STRSZ }, { ELF_DT_SONAME, DT_SONAME },
		{ ELF_DT_RPATH, DT_RPATH }, { ELF_DT_RUNPATH, DT_RUNPATH },
		{ ELF_DT_GNU_HASH, DT_GNU_HASH }, { ELF_DT_VERNEED, DT_VERNEED },
		{ ELF_DT_VERNEEDNUM, DT_VERNEEDNUM }, { ELF_NOBITS, SHT_NOBITS },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		assert_int_equal(all[i].ours, all[i].theirs);
}
