/* Constants and calls in the machine code of x86-64 and of 64-bit Arm. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void machine_constant_fn(void *own, uint32_t value);

/*
 * Every constant that the code stores to memory or leaves in a register: on x86-64 the
 * immediates of "mov m32" (c7 /0) and "mov eax" (b8), on Arm those of movz with its movk. Other
 * machines: none.
 * Sources: Intel SDM volume 2, Arm ARM C6.2.
 */
void machine_constants(unsigned machine, const uint8_t *p, size_t n, machine_constant_fn *each,
		       void *own);
/*
 * The next call with a relative target at or after *at: its target, counted from p, into *to; *at
 * moves behind it.
 */
bool machine_next_call(unsigned machine, const uint8_t *p, size_t n, size_t *at, int64_t *to);
