#include "cmd/pasted_private.h"

#include <string.h>
#include <sys/stat.h>

#include "read/charset.h"

enum { TEXT_MOST = 16 << 20, HEAD = 2 << 20, TAIL = 4 << 20 };

/* Of a long log its begin and its end, where versions and errors stand; cut between lines. */
static struct span both_ends(struct run *r, struct span s)
{
	ptrdiff_t head = HEAD, tail;

	if (s.n <= HEAD + TAIL)
		return s;
	cmd_note(r, "of %zu MiB the first %d and the last %d are read", s.n >> 20, HEAD >> 20,
		 TAIL >> 20);
	while (head > 0 && s.p[head - 1] != '\n')
		head--;
	tail = span_find_char(span_from(s, s.n - TAIL), '\n');
	struct span first = span_sub(s, 0, head ? (size_t)head : HEAD);
	struct span last = span_from(s, s.n - TAIL + (tail > 0 ? (size_t)tail : 0));

	return (struct span){ arena_join(r->arena, first, last), first.n + last.n };
}

static struct span decode(struct run *r, struct span bytes)
{
	const char *encoding;
	struct span text = charset_text(r->arena, bytes, &encoding);

	if (encoding && *encoding)
		cmd_note(r, "not UTF-8: read as %s", encoding);
	else if (encoding)
		cmd_note(r, "not UTF-8, nor an encoding that is known: what is not ASCII is lost");
	return text;
}

int cmd_pasted(struct run *r, const char *what, struct span *ret, struct err *e)
{
	struct stat st;
	struct span bytes;
	int rc;

	if (strcmp(what, "-") != 0 && (strlen(what) > 1024 || stat(what, &st) != 0)) {
		*ret = decode(r, span_of(what));
		return 0;
	}
	rc = cmd_input(r, what, &bytes, e);
	if (rc == 0 && bytes.n > TEXT_MOST)
		rc = err_set(e, ERR_INPUT, "%s: larger than the limit of %d MiB",
			     cmd_input_name(what), TEXT_MOST >> 20);
	if (rc == 0)
		*ret = both_ends(r, decode(r, bytes));
	return rc;
}
