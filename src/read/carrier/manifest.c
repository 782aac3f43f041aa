#include "read/carrier/manifest.h"

#include <stddef.h>

#include "fact/err_phrase.h"

#define FIRST "cudaplan-matrix 1"

enum { SIZE_MOST = 256 << 20, SUM = 64 };

/* "SIZE SHA256 ": of the part, then of its file. */
static bool take_sum(struct arena *a, struct span *value, uint64_t *size, const char **sum)
{
	struct span word;

	if (!span_take_u64(value, size) || *size == 0 || *size > SIZE_MOST ||
	    !span_take(value, " ") || !span_next(value, ' ', &word) || word.n != SUM ||
	    !span_digits(word, "abcdef"))
		return false;
	*sum = arena_span(a, word);
	return true;
}

static bool take_form(struct span value, struct manifest *m)
{
	uint64_t major, minor;

	if (!span_take_u64(&value, &major) || !span_take(&value, ".") || !span_u64(value, &minor) ||
	    major > 999 || minor > 999)
		return false;
	m->major = (unsigned)major;
	m->minor = (unsigned)minor;
	return true;
}

/* A key that is not known is one of a later form, which means nothing here. */
static bool take(struct arena *a, struct span key, struct span value, struct manifest *m)
{
	static const char *const names[CARRIED] = { "matrix", "front" };
	static const struct {
		const char *name;
		size_t at;
	} texts[] = {
		{ "version", offsetof(struct manifest, version) },
		{ "date", offsetof(struct manifest, date) },
		{ "next-by", offsetof(struct manifest, next_by) },
		{ "torch", offsetof(struct manifest, torch) },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (span_is(key, texts[i].name))
			*(const char **)((char *)m + texts[i].at) = arena_span(a, value);
	if (span_is(key, "form"))
		return take_form(value, m);
	if (span_is(key, "serial"))
		return span_u64(value, &m->serial);
	for (int i = 0; i < CARRIED; i++)
		if (span_is(key, names[i]))
			return take_sum(a, &value, &m->part[i].size, &m->part[i].sha256) &&
			       take_sum(a, &value, &m->part[i].packed,
					&m->part[i].packed_sha256) && !value.n;
	return true;
}

int manifest_parse(struct arena *a, struct span text, struct manifest *ret, struct err *e)
{
	struct span line, key;

	*ret = (struct manifest){ 0 };
	if (!span_line(&text, &line) || !span_is(line, FIRST))
		return ERR_SAY(e, ERR_INPUT, CARRIER_NO_MANIFEST);
	for (unsigned n = 2; span_line(&text, &line); n++)
		if (!span_next(&line, ' ', &key) || !take(a, key, line, ret))
			return ERR_SAY(e, ERR_INPUT, CARRIER_LINE, SAY(number, ERR_NUMBER(n)));
	if (!ret->major || !ret->serial || !ret->version || !ret->date || !ret->next_by ||
	    !ret->torch || !ret->part[CARRIED_MATRIX].sha256 || !ret->part[CARRIED_FRONT].sha256)
		return ERR_SAY(e, ERR_INPUT, CARRIER_NO_MANIFEST);
	return 0;
}
