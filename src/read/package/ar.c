/* Archives of ar: the outer layer of static libraries. */
#include "read/package/ar_private.h"

#include <string.h>

#include "base/span.h"

enum { MEMBERS = 65536 };

bool ar_is(struct blob *s)
{
	struct err unused;
	char magic[AR_MAGIC];

	return s->size >= AR_MAGIC && blob_read(s, 0, magic, AR_MAGIC, &unused) == 0 &&
	       memcmp(magic, "!<arch>\n", AR_MAGIC) == 0;
}

bool ar_windows(const char *path)
{
	struct span s = span_of(path);

	return s.n > 4 && span_eq_nocase(span_from(s, s.n - 4), SPAN(".lib"));
}

/* "/" and "//" are indexes; "name/" is a name. */
static bool own_index(const char *h)
{
	return h[0] == '/' && (h[1] == ' ' || h[1] == '/' || memcmp(h, "/SYM64/", 7) == 0);
}

static void member_name(const char *h, char to[AR_NAME])
{
	size_t n = 0;

	while (n < 16 && h[n] != '/' && h[n] != ' ')
		n++;
	memcpy(to, h, n);
	to[n] = '\0';
}

/* False when it is none, or its size lies; `left` are the bytes behind it. */
static bool member_size(const char *h, uint64_t left, uint64_t *ret)
{
	return memcmp(h + 58, "`\n", 2) == 0 &&
	       span_u64(span_trim((struct span){ h + 48, 10 }), ret) && *ret <= left;
}

int ar_walk(struct blob *s, void *own,
	    int (*each)(void *own, const char *name, uint64_t at, uint64_t size), struct err *e)
{
	uint64_t at = AR_MAGIC, size;

	for (unsigned i = 0; at < s->size; i++) {
		char h[AR_HEADER], name[AR_NAME];
		int rc;

		if (i == MEMBERS)
			return err_set(e, ERR_INPUT, "%s: more than %d members", s->name, MEMBERS);
		if (blob_read(s, at, h, AR_HEADER, e))
			return e->code;
		at += AR_HEADER;
		if (!member_size(h, s->size - at, &size))
			return err_set(e, ERR_INPUT, "%s: damaged at its member %u", s->name,
				       i + 1);
		member_name(h, name);
		rc = own_index(h) ? 0 : each(own, name, at, size);
		if (rc)
			return rc;
		at += size + (size & 1);
	}
	return 0;
}

void ar_start(struct ar_stream *s, uint64_t total)
{
	memset(s, 0, sizeof *s);
	s->at = AR_MAGIC;
	s->total = total;
}

static size_t take_header(struct ar_stream *s, const uint8_t *p, size_t n, enum ar_part *what)
{
	size_t take = n < AR_HEADER - s->held ? n : AR_HEADER - s->held;

	memcpy(s->hold + s->held, p, take);
	s->held += take;
	if (s->held < AR_HEADER)
		return take;
	s->held = 0;
	if (++s->members > MEMBERS ||
	    !member_size(s->hold, s->total - s->at - take, &s->left)) {
		s->bad = true;
		return take;
	}
	s->index = own_index(s->hold);
	s->pad = s->left & 1;
	s->body = s->left > 0;
	member_name(s->hold, s->name);
	*what = s->index ? AR_BETWEEN : AR_BEGIN;
	return take;
}

static size_t take_body(struct ar_stream *s, size_t n, enum ar_part *what)
{
	size_t take = n < s->left ? n : (size_t)s->left;

	s->left -= take;
	s->body = s->left > 0;
	*what = s->index ? AR_BETWEEN : AR_BODY;
	return take;
}

size_t ar_feed(struct ar_stream *s, const uint8_t *p, size_t n, enum ar_part *what)
{
	size_t take = n;

	*what = AR_BETWEEN;
	if (s->at + n > s->total)
		s->bad = true;
	if (s->body && !s->bad) {
		take = take_body(s, n, what);
	} else if (s->pad && !s->bad) {
		s->pad = false;
		take = 1;
	} else if (!s->bad) {
		take = take_header(s, p, n, what);
	}
	s->at += take;
	return take;
}

bool ar_whole(const struct ar_stream *s)
{
	return !s->bad && !s->body && !s->held;
}
