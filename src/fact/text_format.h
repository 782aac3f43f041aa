/* What an input was recognised as: text_format.def has all forms, by room and reader. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum text_format {
	TEXT_UNKNOWN,
#define HOST(id, name, reader) TEXT_##id,
#define ENV(id, name, reader) TEXT_##id,
#define BOTH(id, name, host, env) TEXT_##id,
#define OTHER(id, name) TEXT_##id,
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER
	TEXT_FORMATS
};

/* Each once, in the order in which they came. */
struct text_formats {
	unsigned char v[TEXT_FORMATS]; /* enum text_format */
	size_t n;
};

/* As users call it; NULL for TEXT_UNKNOWN. */
const char *text_format_name(enum text_format f);

void text_formats_add(struct text_formats *to, enum text_format f);
void text_formats_join(struct text_formats *to, const struct text_formats *from);
/* It is that form, and no other beside. */
bool text_formats_only(const struct text_formats *of, enum text_format f);
/* "conda list, pip list": each name once; NULL when there is none. */
const char *text_formats_text(struct arena *a, const struct text_formats *of);
