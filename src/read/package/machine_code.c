/* The constant that a short function stores or returns, read from its instructions. */
#include "read/package/machine_code_private.h"


#include "base/bytes.h"
#include "read/package/elf_private.h"

enum { REGISTERS = 32 };

/* "c7 /0, imm32": the constant that an instruction stores to memory; its end, 0 if none. */
static size_t stored(const uint8_t *p, size_t n, uint32_t *ret)
{
	static const uint8_t displacement[] = { 0, 1, 4 };
	size_t end;

	if (n < 6 || p[0] != 0xc7 || (p[1] & 0x38) || p[1] >> 6 == 3)
		return 0;
	end = 2 + ((p[1] & 7) == 4) + displacement[p[1] >> 6];
	if ((p[1] & 0xc7) == 5)
		end += 4;
	if (end + 4 > n)
		return 0;
	*ret = le32(p + end);
	return end + 4;
}

static void of_x86(const uint8_t *p, size_t n, machine_constant_fn *each,
		   void *own)
{
	uint32_t v;

	for (size_t i = 0; i < n; i++) {
		if (stored(p + i, n - i, &v))
			each(own, v);
		else if (p[i] == 0xb8 && i + 5 <= n)
			each(own, le32(p + i + 1));
	}
}

/* A register keeps what movz put there until the next one; movk adds the upper half. */
static void of_arm(const uint8_t *p, size_t n, machine_constant_fn *each,
		   void *own)
{
	uint64_t held[REGISTERS] = { 0 };

	for (size_t i = 0; i + 4 <= n; i += 4) {
		uint32_t word = le32(p + i), shift = word >> 21 & 3, value = word >> 5 & 0xffff;
		uint64_t *r = &held[word & (REGISTERS - 1)];

		if ((word & 0x7f800000) == 0x52800000) {
			if (*r && *r < UINT32_MAX)
				each(own, (uint32_t)*r);
			*r = (uint64_t)value << 16 * shift;
		} else if ((word & 0x7f800000) == 0x72800000) {
			*r |= (uint64_t)value << 16 * shift;
		}
	}
	for (int i = 0; i < REGISTERS; i++)
		if (held[i] && held[i] < UINT32_MAX)
			each(own, (uint32_t)held[i]);
}

void machine_constants(unsigned machine, const uint8_t *p, size_t n, machine_constant_fn *each,
		       void *own)
{
	if (machine == ELF_X86_64)
		of_x86(p, n, each, own);
	else if (machine == ELF_AARCH64)
		of_arm(p, n, each, own);
}

static bool call_x86(const uint8_t *p, size_t n, size_t *at, int64_t *to)
{
	for (size_t i = *at; i + 5 <= n; i++)
		if (p[i] == 0xe8) {
			*at = i + 1;
			*to = (int64_t)i + 5 + (int32_t)le32(p + i + 1);
			return true;
		}
	return false;
}

/* "bl": 26 bits with a sign, in words. */
static bool call_arm(const uint8_t *p, size_t n, size_t *at, int64_t *to)
{
	for (size_t i = *at; i + 4 <= n; i += 4) {
		uint32_t word = le32(p + i);

		if (word >> 26 != 0x25)
			continue;
		*at = i + 4;
		*to = (int64_t)i + (int64_t)(int32_t)(word << 6) / 64 * 4;
		return true;
	}
	return false;
}

bool machine_next_call(unsigned machine, const uint8_t *p, size_t n, size_t *at, int64_t *to)
{
	if (machine == ELF_X86_64)
		return call_x86(p, n, at, to);
	return machine == ELF_AARCH64 && call_arm(p, n, at, to);
}
