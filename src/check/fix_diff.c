/* The edits of a file as a unified diff. */
#include "check/fix_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/secret.h"
#include "base/text.h"

enum { CONTEXT = 3, DIFF_MAX = 4 << 20, TEXT_MAX = 64 << 20, LINE_MOST = 4000, COPY_MOST = 100 };

/* A line of the old file, and what stands in its place. */
struct altered {
	struct span old;       /* without its end */
	bool crlf, ended;      /* how it ends; the last one may not */
	bool touched, gone;
	const char *text;      /* NULL: as it was */
	struct strings before, after;
};

struct diff {
	struct arena *a;
	struct buf *to;
	struct altered *v;
	size_t n;
	bool redact;
	long shift;            /* lines more in the new file, so far */
};

static void split(struct diff *d, struct span text)
{
	ARRAY(struct altered) all = { 0 };

	while (text.n) {
		ptrdiff_t end = span_find_char(text, '\n');
		struct altered c = { .ended = end >= 0 };

		c.old = end >= 0 ? span_sub(text, 0, (size_t)end) : text;
		text = span_from(text, c.old.n + c.ended);
		c.crlf = span_ends(c.old, "\r");
		c.old.n -= c.crlf;
		ARRAY_ADD(d->a, all) = c;
	}
	d->v = all.v;
	d->n = all.n;
}

/* What lines beside this one begin with: white space and the dash of a list. */
static const char *beginning(struct arena *a, struct span line)
{
	size_t n = 0;

	while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t'))
		n++;
	if (span_starts(span_from(line, n), "- "))
		n += 2;
	return arena_span(a, span_sub(line, 0, n));
}

/* False: what it is about is not in the line. */
static bool replace(struct diff *d, struct altered *c, const struct edit *e)
{
	struct fixed_line to = { c->text, c->gone };

	if (!fix_token(d->a, c->text ? span_of(c->text) : c->old, e, &to))
		return false;
	c->text = to.text;
	c->gone = to.gone;
	return true;
}

/* "[a, b]": what comes before or after goes inside. */
static bool is_list(struct span line)
{
	return span_find_char(line, '[') >= 0 && span_rfind_char(line, ']') > 0;
}

static void widen(struct diff *d, struct altered *c, const struct edit *e)
{
	struct span line = c->text ? span_of(c->text) : c->old;
	ptrdiff_t at = e->before ? span_find_char(line, '[') + 1 : span_rfind_char(line, ']');

	c->text = arena_printf(d->a, "%.*s%s%s%s" SPAN_FMT, (int)at, line.p, e->before ? "" : ", ",
			       e->before ? e->before : e->after, e->before ? ", " : "",
			       SPAN_ARG(span_from(line, (size_t)at)));
}

static void surround(struct diff *d, struct altered *c, const struct edit *e)
{
	const char *begin = e->copy || e->line == EDIT_LAST ? "" : beginning(d->a, c->old);

	if (e->before)
		strings_add(d->a, &c->before, arena_printf(d->a, "%s%s", begin, e->before));
	if (e->after)
		strings_add(d->a, &c->after, arena_printf(d->a, "%s%s", begin, e->after));
}

/* Lines that may be printed as they are; others are not changed. */
static bool is_printable(struct span line)
{
	struct span part;

	while (span_next(&line, '\t', &part))
		if (!text_is_safe(part))
			return false;
	return true;
}

/* Beside a change no credentials are shown; a change itself needs those of its line. */
static bool may_show(const struct altered *c)
{
	return c->touched || (is_printable(c->old) && !secret_in(c->old));
}

static bool has_secret(const struct altered *c, const struct edit *e)
{
	return secret_in(c->old) || secret_in(span_of(e->text)) || secret_in(span_of(e->before)) ||
	       secret_in(span_of(e->after));
}

static long opened(struct span s)
{
	long open = 0;

	for (size_t i = 0; i < s.n; i++)
		open += (s.p[i] == '[' || s.p[i] == '{') - (s.p[i] == ']' || s.p[i] == '}');
	return open;
}

/* A table or a list that goes on in the next line is no line that could be replaced. */
static bool begins(const struct altered *c, const struct edit *e)
{
	struct span s = span_trim(c->old);

	if (!e->only)
		return true;
	if (opened(s) || !span_take(&s, e->only))
		return false;
	return span_starts(span_trim(s), "=");
}

/* "torch = [" with all lines up to its bracket, once more below it for another key. */
static bool copy_entry(struct diff *d, struct altered *c, const struct edit *e)
{
	struct span s = span_trim(c->old);
	struct strings lines = { 0 };
	long open = 0;

	if (!span_take(&s, e->only) || !span_starts(span_trim(s), "="))
		return false;
	strings_add(d->a, &lines, arena_printf(d->a, "%s" SPAN_FMT, e->copy, SPAN_ARG(s)));
	for (open = opened(s); open > 0 && ++c < d->v + d->n; open += opened(c->old)) {
		if (!may_show(c) || lines.n > COPY_MOST)
			return false;
		strings_add(d->a, &lines, arena_span(d->a, c->old));
	}
	if (open != 0 || strings_has(&c->after, lines.v[0]))
		return open == 0;
	for (size_t i = 0; i < lines.n; i++)
		strings_add(d->a, &c->after, lines.v[i]);
	c->touched = true;
	return true;
}

static bool may_touch(const struct diff *d, const struct altered *c, const struct edit *e)
{
	return !c->gone && c->old.n <= LINE_MOST && is_printable(c->old) &&
	       !(d->redact && has_secret(c, e)) && (e->copy || begins(c, e));
}

/* One entry more, of a list that stands in one line. */
static bool is_entry(const struct altered *c, const struct edit *e)
{
	return (e->before || e->after) && e->line && e->line != EDIT_LAST && !e->table &&
	       !e->copy && is_list(c->old);
}

static void touch(struct diff *d, struct altered *c, const struct edit *e)
{
	if (e->copy && copy_entry(d, c, e))
		return;
	if (e->copy)
		c = &d->v[d->n - 1];
	if (!may_touch(d, c, e) || !replace(d, c, e))
		return;
	if (is_entry(c, e))
		widen(d, c, e);
	else
		surround(d, c, e);
	if (c->text && span_is(c->old, c->text))
		c->text = NULL;
	c->touched = c->gone || c->text || c->before.n || c->after.n;
}

static void make_table(struct diff *d, const struct edit *e)
{
	struct altered *last = &d->v[d->n - 1];

	strings_printf(d->a, &last->after, "\n%s\n%s", e->old, e->after);
	last->touched = true;
}

static bool goes_on(struct span s)
{
	s = span_trim(s);
	return span_ends(s, "\\") || span_ends(s, "^") || span_ends(s, "`");
}

static bool is_remark(struct span s)
{
	s = span_trim(s);
	return s.n && s.p[0] == '#';
}

/* The line with a token that a later line of the same command has, or, where a variable stands in
 * the command, the one line of the file that gives it its value. */
static struct altered *token_line(struct diff *d, struct altered *c, const struct edit *e)
{
	struct altered *last = d->v + d->n, *only = NULL;

	for (struct altered *x = c; x < last; x++) {
		if (fix_has(x->old, e->old) && !(x > c && is_remark(x->old)))
			return x;
		if (!goes_on(x->old) && !is_remark(x->old))
			break;
	}
	for (struct altered *x = d->v; strpbrk(e->old, "=:/") && x < last; x++) {
		if (is_remark(x->old) || !fix_has(x->old, e->old))
			continue;
		if (only)
			return c;
		only = x;
	}
	return only ? only : c;
}

/* Line 0: the first line that begins so. */
static struct altered *line_of(struct diff *d, const struct edit *e)
{
	struct altered *c;

	for (size_t i = 0; e->line == 0 && e->old && i < d->n; i++)
		if (span_starts(span_trim(d->v[i].old), e->old))
			return &d->v[i];
	if (e->line == EDIT_LAST && d->n)
		return &d->v[d->n - 1];
	c = e->line > 0 && e->line <= d->n ? &d->v[e->line - 1] : NULL;
	return c && e->old && *e->old && e->text && !e->only ? token_line(d, c, e) : c;
}

static void put(struct diff *d, char mark, const struct altered *c, struct span line)
{
	buf_char(d->to, mark);
	buf_span(d->to, line);
	buf_str(d->to, c->crlf ? "\r\n" : "\n");
	if (mark != '+' && !c->ended)
		buf_str(d->to, "\\ No newline at end of file\n");
}

static void put_all(struct diff *d, const struct altered *c, const struct strings *lines)
{
	for (size_t i = 0; i < lines->n; i++) {
		struct span rest = span_of(lines->v[i]), line;

		while (span_line(&rest, &line))
			put(d, '+', c, line);
	}
}

static void put_change(struct diff *d, const struct altered *c)
{
	bool same = !c->gone && !c->text && c->ended;
	struct strings text = { 0 };

	if (!same)
		put(d, '-', c, c->old);
	put_all(d, c, &c->before);
	if (same) {
		put(d, ' ', c, c->old);
	} else if (!c->gone) {
		strings_add(d->a, &text, c->text ? c->text : arena_span(d->a, c->old));
		put_all(d, c, &text);
	}
	put_all(d, c, &c->after);
}

static long lines_in(const struct strings *s)
{
	long n = 0;

	for (size_t i = 0; i < s->n; i++) {
		n++;
		for (const char *p = s->v[i]; *p; p++)
			n += *p == '\n';
	}
	return n;
}

static long lines_more(struct diff *d, const struct altered *c)
{
	struct strings text = { 0 };

	if (c->text)
		strings_add(d->a, &text, c->text);
	return lines_in(&c->before) + lines_in(&c->after) + (c->text ? lines_in(&text) : 1) - 1 -
	       c->gone;
}

/* The last line of the hunk that begins at `from`: edits that stand near share one. */
static size_t hunk_end(const struct diff *d, size_t from)
{
	size_t last = from;

	for (size_t i = from; i < d->n && i <= last + 2 * CONTEXT && may_show(&d->v[i]); i++)
		if (d->v[i].touched)
			last = i;
	return last;
}

/*
 * Fewer lines on one side say that the file begins or ends there (POSIX patch takes it so), so
 * where a line is not shown as many are left out on the other side.
 */
static void even(const struct diff *d, size_t first, size_t last, size_t *from, size_t *to)
{
	size_t before = first - *from, after = *to - last - 1;

	if (*from > 0 && before < CONTEXT && after > before)
		*to = last + 1 + before;
	if (*to < d->n && after < CONTEXT && before > after)
		*from = first - after;
}

static void put_hunk(struct diff *d, size_t first, size_t last)
{
	size_t from = first, to = last + 1;
	long more = 0;

	while (from && first - from < CONTEXT && may_show(&d->v[from - 1]))
		from--;
	while (to < d->n && to <= last + CONTEXT && may_show(&d->v[to]))
		to++;
	even(d, first, last, &from, &to);
	for (size_t i = first; i <= last; i++)
		if (d->v[i].touched)
			more += lines_more(d, &d->v[i]);
	buf_printf(d->to, "@@ -%zu,%zu +%ld,%ld @@\n", from + 1, to - from,
		   (long)from + 1 + d->shift, (long)(to - from) + more);
	d->shift += more;
	for (size_t i = from; i < to; i++) {
		if (d->v[i].touched)
			put_change(d, &d->v[i]);
		else
			put(d, ' ', &d->v[i], d->v[i].old);
	}
}

/*
 * A name with what is not printable is quoted as in C, octal (git-config(1), core.quotePath;
 * Comparing and Merging Files, "Unusual File Names"); one with a space ends with a tab.
 */
static void put_name(struct buf *b, const char *mark, const char *file)
{
	if (text_is_safe(span_of(file)) && *file != '"') {
		buf_printf(b, "%s %s%s\n", mark, file, strchr(file, ' ') ? "\t" : "");
		return;
	}
	buf_printf(b, "%s \"", mark);
	for (const char *p = file; *p; p++)
		if (*p == '"' || *p == '\\')
			buf_printf(b, "\\%c", *p);
		else if (*p >= ' ' && *p < 0x7F)
			buf_char(b, *p);
		else
			buf_printf(b, "\\%03o", (unsigned char)*p);
	buf_str(b, "\"\n");
}

/* What patch makes of the file. */
static struct span edited(const struct diff *d)
{
	BUF_AUTO b = BUF(TEXT_MAX);

	EACH(const struct altered, c, *d) {
		const char *end = c->crlf ? "\r\n" : "\n";

		for (size_t n = 0; n < c->before.n; n++)
			buf_printf(&b, "%s%s", c->before.v[n], end);
		if (!c->gone) {
			buf_span(&b, c->text ? span_of(c->text) : c->old);
			buf_str(&b, c->ended || c->touched ? end : "");
		}
		for (size_t n = 0; n < c->after.n; n++)
			buf_printf(&b, "%s%s", c->after.v[n], end);
	}
	return span_of(arena_str(d->a, buf_cstr(&b)));
}

const char *fix_diff(struct arena *a, const char *file, struct span text,
		     const struct edit *edits, size_t n, bool redact, struct span *ret_new)
{
	BUF_AUTO b = BUF(DIFF_MAX);
	struct diff d = { .a = a, .to = &b, .redact = redact };

	split(&d, text);
	for (size_t i = 0; i < n; i++) {
		struct altered *c = line_of(&d, &edits[i]);

		if (!c && edits[i].table && d.n && strcmp(edits[i].file, file) == 0)
			make_table(&d, &edits[i]);
		if (!c || strcmp(edits[i].file, file) != 0)
			continue;
		touch(&d, c, &edits[i]);
	}
	if (!ANY(x, d, x->touched))
		return NULL;
	if (ret_new)
		*ret_new = edited(&d);
	put_name(&b, "---", file);
	put_name(&b, "+++", file);
	for (size_t i = 0; i < d.n; i++) {
		size_t last;

		if (!d.v[i].touched)
			continue;
		last = hunk_end(&d, i);
		put_hunk(&d, i, last);
		i = last;
	}
	return arena_str(a, buf_cstr(&b));
}
