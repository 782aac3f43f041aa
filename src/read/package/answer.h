/*
 * The version that a CUDA library answers with when it is asked, read from the machine code of the
 * exported function that answers (x86-64, 64-bit Arm): the constant that it stores. Nothing is run.
 */
#pragma once

#include "read/package/elf.h"

/*
 * Fills l->version where exactly one constant fits the major number of the soname, else leaves it.
 * 0, or ELF_WANT when bytes are missing.
 */
int answer_read(struct view *v, const struct elf *elf, struct arena *a, struct library *l);
