#include <string.h>

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
