/* One entry's payload: whether a cubin holds code, and its suffix where only the ELF has it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/package.h"
#include "read/package/elf_private.h"

/*
 * The target of a cubin that stands alone, as the one entry of l. The suffix is in the note of
 * its assembler (.note.nv.tkinfo), from CUDA 13 on.
 */
int cubin_label(struct view *v, const struct elf *elf, struct arena *a, struct library *l);
/* Whether a whole cubin, as stored with `codec`, has a section .text…; true when in doubt. */
bool cubin_has_code(enum code_codec codec, const uint8_t *p, size_t n, size_t raw_size);
/*
 * Whether the beginning of an ABI-7 cubin for sm >= 90 carries EF_CUDA_ACCELERATORS (0x800), the
 * mark of an 'a' target where the container has none. Source: llvm/llvm-project PR 149534.
 */
bool cubin_accelerated(enum code_codec codec, const uint8_t *p, size_t n);
