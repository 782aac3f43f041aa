#include "base/tr.h"

#include <string.h>

#include "base/buf.h"

/* embed.S: catalogues, each behind a line of HEAD bytes with its name and its size. */
extern const char languages_start[], languages_end[];

enum { HEAD = 32, NAME = 23 };

/* The catalogue, as msgfmt writes it: "The Format of GNU MO Files" in gettext's manual. */
static struct {
	const char *mo;
	size_t n;             /* texts, sorted; 0: English */
	const char *ids, *of; /* their table, and that of what they are in the language */
} chosen;

/* Little endian, whatever this machine is. */
static size_t u32(const char *at)
{
	const unsigned char *p = (const unsigned char *)at;

	return p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
}

/* A row of a table is a length and where the text stands. */
static const char *text_at(const char *table, size_t i)
{
	return chosen.mo + u32(table + 8 * i + 4);
}

const char *tr(const char *text)
{
	size_t low = 0, high = chosen.n;

	while (low < high) {
		size_t at = low + (high - low) / 2;
		int order = strcmp(text, text_at(chosen.ids, at));

		if (order == 0) /* the empty text is the head of the catalogue */
			return *text ? text_at(chosen.of, at) : text;
		if (order < 0)
			high = at;
		else
			low = at + 1;
	}
	return text;
}

/* The next catalogue: its language, "zh", and the catalogue. False: there is none left. */
static bool next(struct span *rest, struct span *name, struct span *mo)
{
	struct span size = span_sub(*rest, NAME, HEAD - NAME - 1);
	uint64_t n;

	if (rest->n < HEAD || !span_u64(span_trim(size), &n))
		return false;
	*name = span_sub(*rest, 0, strcspn(rest->p, "_ "));
	*mo = span_sub(*rest, HEAD, (size_t)n);
	*rest = span_from(*rest, HEAD + (size_t)n);
	return true;
}

static struct span catalogues(void)
{
	uintptr_t from = (uintptr_t)languages_start;

	return (struct span){ languages_start, (uintptr_t)languages_end - from };
}

bool tr_use(const char *name)
{
	struct span rest = catalogues(), own, mo;
	struct span asked = { name, strcspn(name, "_-.@") };

	if (span_eq_nocase(asked, SPAN("en")) || span_is(asked, "C")) {
		chosen.n = 0;
		return true;
	}
	while (next(&rest, &own, &mo)) {
		if (!span_eq_nocase(asked, own))
			continue;
		chosen.mo = mo.p;
		chosen.n = u32(mo.p + 8);
		chosen.ids = mo.p + u32(mo.p + 12);
		chosen.of = mo.p + u32(mo.p + 16);
		return true;
	}
	return false;
}

const char *tr_names(struct arena *a)
{
	struct span rest = catalogues(), own, mo;
	const char *ret = "en";

	while (next(&rest, &own, &mo))
		ret = arena_printf(a, "%s, " SPAN_FMT, ret, SPAN_ARG(own));
	return ret;
}
