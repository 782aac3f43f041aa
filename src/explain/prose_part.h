/* What the readers of prose share: a value counts where the text names it and no other. */
#pragma once

#include "explain/prose.h"

enum { PROSE_KEY = 48 };

/* The one value that was seen; two that differ are none. */
struct seen {
	struct span text;
	char key[PROSE_KEY];
	bool differ;
};

/* Letters and digits of `telling` are what two values are compared by. */
void prose_see(struct seen *to, struct span text, struct span telling);

/* Part of a name or a path, so that what follows is no word of its own. */
bool prose_in_word(char c);

/* What may stand between a name and its number: "==", ": ", " version ", " v", "版本是" */
struct span prose_joint(struct span s);

/* Adds the fact as it was written, not in lower case, unless two values were seen. */
void prose_put(struct arena *a, const struct pattern_text *text, const struct seen *s,
	       const char *name, struct captures *to);

/* The facts driver, told_python ("3.11") and told_platform. */
void prose_machine(struct arena *a, const struct pattern_text *text, struct captures *to);
