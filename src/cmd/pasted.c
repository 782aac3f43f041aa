/* The text of an argument, a file or a pipe; of a long one its begin and its end. */
#include "cmd/pasted_private.h"

#include <string.h>

#include "os/file.h"
#include "os/io.h"
#include "read/charset.h"

enum { TEXT_MOST = 16 << 20, HEAD = 2 << 20, TAIL = 4 << 20 };

/* Of a long log its begin and its end, where versions and errors stand; cut between lines. */
static struct span both_ends(struct run *r, struct span s)
{
	ptrdiff_t head = HEAD, tail;

	if (s.n <= HEAD + TAIL)
		return s;
	cmd_note(r, PHRASE(r->arena, NOTE_BOTH_ENDS, SAY(size, fact_number(r->arena, s.n >> 20)),
			   SAY(first, fact_number(r->arena, HEAD >> 20)),
			   SAY(last, fact_number(r->arena, TAIL >> 20))));
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
		cmd_note(r, PHRASE(r->arena, NOTE_READ_AS, SAY(name, encoding)));
	else if (encoding)
		cmd_note(r, PHRASE(r->arena, NOTE_NOT_READ_AS));
	return text;
}

int cmd_pasted(struct run *r, const char *what, struct span *ret, struct err *e)
{
	struct span bytes;
	int rc;

	if (strcmp(what, "-") != 0 && (strlen(what) > 1024 || !os_exists(what))) {
		*ret = decode(r, span_of(what));
		return 0;
	}
	rc = cmd_input(r, what, &bytes, e);
	if (rc == 0 && bytes.n > TEXT_MOST)
		rc = io_over(cmd_input_name(what), TEXT_MOST, e);
	if (rc == 0)
		*ret = both_ends(r, decode(r, bytes));
	return rc;
}
