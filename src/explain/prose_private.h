/* What people write beside a message: "on an RTX 5090 with PyTorch 2.6". */
#pragma once

#include "explain/pattern.h"
#include "know/catalogue.h"
#include "know/message.h"

/*
 * Adds the facts gpu (a name), torch (a release, with its label), driver, told_python ("3.11") and
 * told_platform ("win-64"), each where the text names exactly one and it is not known yet. The
 * shape alone counts, whether the GPU is one is for the matrix to say; but torch is one that
 * exists, or newer than the catalogue, which may be NULL.
 */
void prose_facts(struct arena *a, const struct gpu_words *known, const struct catalogue *c,
		 const struct pattern_text *text, struct captures *to);

/* --- for prose*.c only ----------------------------------------------------------------------- */

/* A value counts where the text names it and no other. */
enum { KEY_MAX = 48 };

/* The one value that was seen; two that differ are none. */
struct prose_value {
	struct span text;
	char key[KEY_MAX];
	bool differ;
};

/* Letters and digits of `telling` are what two values are compared by. */
void prose_see(struct prose_value *to, struct span text, struct span telling);

/* Of a letter that is not Latin, or of a mark of such a text. */
static inline bool prose_foreign(char c)
{
	return (unsigned char)c >= 0x80;
}

/* The GPU that the text names. */
void prose_gpu(const struct gpu_words *known, const struct pattern_text *text,
	       struct prose_value *to);
