/* Which CUDA library a file is, and of which version, as far as its bytes and its name say. */
#pragma once

#include "fact/package.h"
#include "read/package/elf_private.h"
#include "read/package/texts_private.h"

/* Fills product, version and declared of l from its name, its soname and the strings found. */
void product_of(struct arena *a, const struct texts *t, struct library *l);
/*
 * The version that a CUDA library answers with when it is asked, read from the machine code of the
 * exported function that answers (x86-64, 64-bit Arm): the constant that it stores; nothing is run.
 * Fills l->version where exactly one constant fits the major number of the soname, else leaves it.
 * 0, or ELF_WANT when bytes are missing.
 */
int product_answer(struct view *v, const struct elf *elf, struct arena *a, struct library *l);
