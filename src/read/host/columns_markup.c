/*
 * Tables that have no line for each row: those with the machines as columns, and those of markups,
 * list-table of reStructuredText, HTML and MediaWiki. Each becomes one within bars.
 */
#include <string.h>

#include "base/buf.h"
#include "os/io.h"
#include "read/host/columns_private.h"

/* "| | A | B |" over rows of a title and a cell for each of the two. */
static bool take_turned(struct arena *a, struct span *text, struct span *ret)
{
	struct span rest = *text, line, v[COLUMNS_MAX], node;
	const char *turned[COLUMNS_MAX], *all = "";
	size_t n = 0, rows = 0;

	for (; span_line(&rest, &line) && span_starts(span_trim(line), "|"); *text = rest) {
		size_t cells = columns_split(line, '|', v) - 1; /* behind the last bar is none */

		if (columns_is_rule(line) && rows)
			continue;
		if (cells < 3 || (rows && cells != n) || rows == COLUMNS_MAX - 1 ||
		    !span_ends(span_trim(line), "|"))
			return false;
		node = span_of(!rows && columns_is_heading(v[2]) ? "Node" : "");
		v[1] = v[1].n ? v[1] : node;
		for (size_t i = 1; i < cells; i++)
			turned[i] = arena_printf(a, "%s|" SPAN_FMT, rows ? turned[i] : "",
						 SPAN_ARG(v[i]));
		n = cells;
		rows++;
	}
	for (size_t i = 1; i < n; i++)
		all = arena_printf(a, "%s%s|\n", all, turned[i]);
	*ret = span_of(all);
	return rows > 1;
}

/* list-table: "* - a cell" begins a row, "  - a cell" goes on with it. */
static bool take_list(struct span *text, struct buf *to)
{
	struct span rest = *text, line, word;

	for (; span_line(&rest, &line); *text = rest) {
		struct span s = span_trim(line);
		bool row = span_take(&s, "* -");

		if (s.n && !row && (!to->n || !ascii_space(line.p[0])))
			break;
		if (row || span_take(&s, "-"))
			buf_str(to, row && to->n ? "|\n|" : "|");
		while (span_next(&s, '|', &word))
			buf_printf(to, SPAN_FMT " ", SPAN_ARG(word));
	}
	return to->n > 0;
}

enum mark { TEXT, ROW, CELL, FORM, OTHER };

/* What begins there, n bytes of it. */
static enum mark html_mark(struct span s, size_t *n)
{
	ptrdiff_t end = s.p[0] == '<' ? span_find_char(s, '>') : 0;
	struct span name = span_sub(s, 1, span_run_alnum(span_from(s, 1), ""));

	*n = end < 0 ? s.n : (size_t)end + 1;
	return !end ? TEXT : span_in_nocase(name, "tr") ? ROW :
		      span_in_nocase(name, "td th") ? CELL : OTHER;
}

/* One bar alone ends what is said of the form of a cell. */
static enum mark media_mark(struct span s, size_t *n)
{
	bool row = span_begins(s, ONE_OF("\n|-", "\n|+"));
	bool cell = !row && span_begins(s, ONE_OF("||", "!!", "\n|", "\n!"));

	*n = row ? 3 : 1u + cell;
	return row ? ROW : cell ? CELL : s.p[0] == '|' ? FORM : TEXT;
}

/* HTML from "<table" up to its end, and of MediaWiki "{|" up to "|}". */
static bool take_marked(struct span *text, struct buf *to, bool html)
{
	size_t from = 0, n = 0;
	bool fresh = true; /* a row, without a cell */
	struct span s = *text;

	for (; s.n && !span_starts_nocase(s, html ? "</table" : "|}"); s = span_from(s, n)) {
		enum mark m = (html ? html_mark : media_mark)(s, &n);

		if (m == FORM || (m == CELL && fresh))
			buf_cut(to, from);
		if (m == ROW || m == CELL) {
			buf_str(to, m == CELL ? "|" : to->n ? "|\n" : "");
			fresh = m == ROW;
			from = to->n;
		} else if (m == TEXT && to->n) {
			buf_char(to, strchr("\n|", s.p[0]) ? ' ' : s.p[0]);
		}
	}
	*text = s;
	(void)span_line(text, &s);
	return to->n > 0;
}

bool columns_markup(struct arena *a, struct span line, struct span *text, struct span *ret)
{
	bool html = span_starts_nocase(line, "<table"), media = span_starts(line, "{|");
	BUF_AUTO to = BUF(IO_MAX);

	if (span_starts(line, "|"))
		return take_turned(a, text, ret);
	if (!(media || html ? take_marked(text, &to, html) : take_list(text, &to)))
		return false;
	*ret = span_of(arena_printf(a, "%s|\n", buf_cstr(&to)));
	return true;
}
