#include "fact/text_format.h"

#include <string.h>

#include "base/tr.h"
const char *text_format_name(enum text_format f)
{
	static const char *const names[] = {
		NULL,
#define HOST(id, name, reader) name,
#define ENV(id, name, reader) name,
#define BOTH(id, name, host, env) name,
#define OTHER(id, name) name,
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER
	};

	return names[f];
}

void text_formats_add(struct text_formats *to, enum text_format f)
{
	if (f != TEXT_UNKNOWN && memchr(to->v, (int)f, to->n) == NULL)
		to->v[to->n++] = (unsigned char)f;
}

void text_formats_join(struct text_formats *to, const struct text_formats *from)
{
	for (size_t i = 0; i < from->n; i++)
		text_formats_add(to, (enum text_format)from->v[i]);
}

bool text_formats_only(const struct text_formats *of, enum text_format f)
{
	return of->n == 1 && of->v[0] == f;
}

static bool is_said(const struct text_formats *of, size_t i)
{
	return ANY(x, LIST(of->v, i), strcmp(text_format_name((enum text_format)*x),
		   text_format_name((enum text_format)of->v[i])) == 0);
}

const char *text_formats_text(struct arena *a, const struct text_formats *of)
{
	const char *text = NULL;

	for (size_t i = 0; i < of->n; i++) {
		const char *name = tr(text_format_name((enum text_format)of->v[i]));

		if (!is_said(of, i))
			text = text ? arena_printf(a, "%s, %s", text, name) : name;
	}
	return text;
}
