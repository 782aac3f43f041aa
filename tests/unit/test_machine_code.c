/* Constants and calls in machine code, as assemblers write it. */
#include "unit/unit.h"

#include <elf.h>

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
