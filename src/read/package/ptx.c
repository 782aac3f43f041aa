#include "read/package/ptx_private.h"

enum { HEAD = 16 << 10 };

static struct span head(struct arena *a, struct blob *s)
{
	size_t n = s->size < HEAD ? (size_t)s->size : HEAD;
	struct span text = { arena_alloc(a, n + 1), n };
	struct err unused;

	if (blob_read(s, 0, (char *)(uintptr_t)text.p, n, &unused))
		text.n = 0;
	return text;
}

/* The word after a directive at the beginning of a line. */
static struct span directive(struct span text, const char *name)
{
	struct span line, word = { NULL, 0 };

	while (span_line(&text, &line)) {
		line = span_trim(line);
		if (span_take(&line, name) && span_word(&line, &word))
			break;
	}
	return word;
}

static bool parse(struct span text, struct sm_code *k)
{
	struct span version = directive(text, ".version"), part;
	struct span target = directive(text, ".target");
	uint64_t major, minor;

	if (!span_take_u64(&version, &major) || !span_take(&version, ".") ||
	    !span_take_u64(&version, &minor) || major > 99 || minor > 99)
		return false;
	k->kind = CODE_PTX;
	k->isa_major = (uint8_t)major;
	k->isa_minor = (uint8_t)minor;
	return span_next(&target, ',', &part) && sm_parse(part, &k->sm);
}

bool ptx_is(struct blob *s)
{
	ARENA_AUTO scratch = { 0 };
	struct sm_code k = { 0 };

	return parse(head(&scratch, s), &k);
}

int ptx_read(struct arena *a, struct blob *s, struct library *l, struct err *e)
{
	struct sm_code k = { 0 };

	if (!parse(head(a, s), &k))
		return err_set(e, ERR_INPUT, "%s: no .version and .target of PTX", s->name);
	ARRAY_ADD(a, l->code) = (struct code_count){ k, 1, NULL, false };
	return 0;
}
