#include <string.h>

#include "base/buf.h"
#include "explain/pattern.h"

/* Colour of a terminal: ESC [ … letter. */
static size_t escape(struct span s)
{
	size_t n = 2;

	if (s.n < 3 || s.p[0] != '\x1b' || s.p[1] != '[')
		return 0;
	while (n < s.n && n < 24 && !ascii_alpha(s.p[n]))
		n++;
	return n < s.n ? n + 1 : n;
}

/* "(Worker pid=273) ", "(Worker_TP0 pid=273)[0;0m": a program that writes for its children. */
static size_t process_mark(struct span s)
{
	struct span head = span_sub(s, 0, 80);
	ptrdiff_t pid = span_find(head, "pid="), end = span_find_char(head, ')');

	return span_starts(s, "(") && pid > 0 && end > pid ? (size_t)end + 1 : 0;
}

/* "[rank0]: ", "> ", "│ ": what stands before a line and is not of it. */
static size_t line_mark(struct span s)
{
	ptrdiff_t end;

	if (span_starts(s, "[rank") && (end = span_find(span_sub(s, 0, 16), "]:")) > 0)
		return (size_t)end + 2;
	if (s.p[0] == '(')
		return process_mark(s);
	if (span_starts(s, "> "))
		return 2;
	return span_starts(s, "\xe2\x94\x82") ? 3 : 0;
}

/* A line end or a tab as \n and \t, and not "packages\torch\lib" or "C:\new\x": a folder whose name
 * begins so, between two others. */
static bool is_written(struct span s, char before)
{
	size_t n = 2;

	if (s.n < 2 || s.p[0] != '\\' || (s.p[1] != 'n' && s.p[1] != 't'))
		return false;
	while (n < s.n && (ascii_alnum(s.p[n]) || s.p[n] == '_' || s.p[n] == '-'))
		n++;
	return !(ascii_alnum(before) || before == ':') || n == 2 || n == s.n || s.p[n] != '\\';
}

/* Bytes that stand for a blank or for nothing; *starts: a line begins behind them. */
static size_t skip(struct span s, char before, bool line_start, bool *starts)
{
	size_t n = escape(s);

	*starts = false;
	if (n)
		return n;
	if (is_written(s, before)) {
		*starts = s.p[1] == 'n';
		return 2;
	}
	if (ascii_space(s.p[0])) {
		*starts = s.p[0] == '\n' || (line_start && s.p[0] == ' ');
		return 1;
	}
	if (s.p[0] == '`' || s.p[0] == '*')
		return 1;
	return line_start ? line_mark(s) : 0;
}

/* Quote marks as word processors and web pages set them: 0, or the length of one. */
static size_t curly(struct span s, char *plain)
{
	bool single = span_starts(s, "\xe2\x80\x98") || span_starts(s, "\xe2\x80\x99");

	if (!single && !span_starts(s, "\xe2\x80\x9c") && !span_starts(s, "\xe2\x80\x9d"))
		return 0;
	*plain = single ? '\'' : '"';
	return 3;
}

struct pattern_text pattern_text(struct arena *a, struct span s)
{
	char *plain = arena_alloc(a, s.n + 1), *lower = arena_alloc(a, s.n + 1);
	size_t n = 0, len;
	bool start = true, starts;

	while (s.n) {
		len = skip(s, n ? plain[n - 1] : ' ', start, &starts);
		if (len) {
			bool blank = s.p[0] != '`' && s.p[0] != '*';

			if (blank && n && plain[n - 1] != ' ')
				plain[n++] = ' ';
			start = starts;
			s = span_from(s, len);
			continue;
		}
		plain[n] = s.p[0];
		len = curly(s, &plain[n++]);
		start = false;
		s = span_from(s, len ? len : 1);
	}
	if (n && plain[n - 1] != ' ')
		plain[n++] = ' '; /* so that a pattern can ask for the end of a word */
	for (size_t i = 0; i < n; i++)
		lower[i] = ascii_lower(plain[i]);
	return (struct pattern_text){ { plain, n }, { lower, n } };
}

const char *captures_get(const struct captures *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->v[i].name, name) == 0)
			return c->v[i].value;
	return NULL;
}

void captures_add(struct arena *a, struct captures *c, const char *name, const char *value)
{
	if (value && !captures_get(c, name))
		ARRAY_ADD(a, *c) = (struct capture){ name, value };
}

/* {name} or {name|or}; false: not known, and nothing stands in for it. */
static bool fill_fact(struct buf *b, struct arena *a, struct span what, const struct captures *c)
{
	ptrdiff_t bar = span_find_char(what, '|');
	struct span name = bar < 0 ? what : span_sub(what, 0, (size_t)bar);
	const char *value = captures_get(c, arena_span(a, name));

	if (value)
		buf_str(b, value);
	else if (bar >= 0)
		buf_span(b, span_from(what, (size_t)bar + 1));
	return value || bar >= 0;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c);

static bool fill_part(struct buf *b, struct arena *a, struct span *s, const struct captures *c)
{
	char close = s->p[0] == '[' ? ']' : '}';
	ptrdiff_t end = span_find_char(*s, close);
	struct span inner;
	size_t mark = b->n;

	if (end < 0)
		end = (ptrdiff_t)s->n - 1;
	inner = span_sub(*s, 1, (size_t)end - 1);
	*s = span_from(*s, (size_t)end + 1);
	if (close == '}')
		return fill_fact(b, a, inner, c);
	if (!fill(b, a, inner, c))
		buf_cut(b, mark);
	return true;
}

static bool fill(struct buf *b, struct arena *a, struct span s, const struct captures *c)
{
	bool whole = true;

	while (s.n) {
		size_t n = 0;

		while (n < s.n && s.p[n] != '{' && s.p[n] != '[')
			n++;
		buf_span(b, span_sub(s, 0, n));
		s = span_from(s, n);
		if (s.n)
			whole &= fill_part(b, a, &s, c);
	}
	return whole;
}

const char *captures_fill(struct arena *a, const char *text, const struct captures *c)
{
	BUF_AUTO b = BUF(8192);

	if (!text)
		return NULL;
	(void)fill(&b, a, span_of(text), c);
	return arena_str(a, buf_cstr(&b));
}
