#include "read/package/ar.h"

#include <string.h>

#include "base/span.h"

enum { MAGIC = 8, HEADER = 60, MEMBERS = 65536 };

bool ar_is(struct source *s)
{
	struct err unused;
	char magic[MAGIC];

	return s->size >= MAGIC && source_read(s, 0, magic, MAGIC, &unused) == 0 &&
	       memcmp(magic, "!<arch>\n", MAGIC) == 0;
}

/* "/" and "//" are indexes; "name/" is a name. */
static bool own_index(const char *h)
{
	return h[0] == '/' && (h[1] == ' ' || h[1] == '/' || memcmp(h, "/SYM64/", 7) == 0);
}

static void member_name(const char *h, char to[17])
{
	size_t n = 0;

	while (n < 16 && h[n] != '/' && h[n] != ' ')
		n++;
	memcpy(to, h, n);
	to[n] = '\0';
}

int ar_walk(struct source *s, void *own,
	    int (*each)(void *own, const char *name, uint64_t at, uint64_t size), struct err *e)
{
	uint64_t at = MAGIC, size;

	for (unsigned i = 0; at < s->size; i++) {
		char h[HEADER], name[17];
		int rc;

		if (i == MEMBERS)
			return err_set(e, ERR_INPUT, "%s: more than %d members", s->name, MEMBERS);
		if (source_read(s, at, h, HEADER, e))
			return e->code;
		at += HEADER;
		if (memcmp(h + 58, "`\n", 2) != 0 ||
		    !span_u64(span_trim((struct span){ h + 48, 10 }), &size) || size > s->size - at)
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
