/* TOML 1.0 as a tree; Debian has no C library that reads it. */
#include "read/env/toml_private.h"

#include <string.h>

#include "base/buf.h"
#include "fact/err_phrase.h"

/* --- strings: "basic", 'literal', and both with three quotes over several lines ------- */

static size_t put_utf8(char to[4], uint64_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xC0 | c >> 6);
		to[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xE0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 63));
		to[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	to[0] = (char)(0xF0 | c >> 18);
	to[1] = (char)(0x80 | (c >> 12 & 63));
	to[2] = (char)(0x80 | (c >> 6 & 63));
	to[3] = (char)(0x80 | (c & 63));
	return 4;
}

/* "\uXXXX" and "\UXXXXXXXX"; 0 when it is none. */
static size_t code_point(struct span s, struct buf *b)
{
	size_t digits = s.p[1] == 'u' ? 4 : 8;
	uint64_t c;
	char to[4];

	if (s.n < 2 + digits || !ascii_alnum(s.p[2]) || s.p[3] == 'x' || s.p[3] == 'X' ||
	    !span_hex(span_sub(s, 2, digits), &c) || c == 0 || c > 0x10FFFF ||
	    (c >= 0xD800 && c < 0xE000))
		return 0;
	buf_add(b, to, put_utf8(to, c));
	return 2 + digits;
}

/* A backslash at the end of a line takes the white space behind it away. */
static size_t line_end(struct span s)
{
	size_t n = 1;

	while (n < s.n && ascii_space(s.p[n]))
		n++;
	return n;
}

static size_t escape(struct span s, struct buf *b)
{
	static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
	const char *at = s.n > 1 && s.p[1] ? strchr(from, s.p[1]) : NULL;
	size_t n = 0;

	if (at) {
		buf_char(b, to[at - from]);
		return 2;
	}
	if (s.n > 1 && (s.p[1] == 'u' || s.p[1] == 'U'))
		n = code_point(s, b);
	else if (s.n > 1 && ascii_space(s.p[1]))
		n = line_end(s);
	if (n == 0)
		buf_char(b, '\\');
	return n ? n : 1;
}

/* Bytes that end the string at s, or 0; up to two quotes may stand before the last three. */
static size_t closing(struct span s, char quote, bool many, struct buf *b)
{
	size_t n = 0;

	if (s.p[0] == '\n' && !many)
		return SIZE_MAX;
	while (n < s.n && n < 5 && s.p[n] == quote)
		n++;
	if (!many)
		return n ? 1 : 0;
	if (n < 3)
		return 0;
	for (size_t i = 3; i < n; i++)
		buf_char(b, quote);
	return n;
}

/* The string at the front of s, which begins with a quote, and the bytes it takes; NULL if it does
 * not end. Escapes that are none stay as they are. */
static const char *toml_string(struct arena *a, struct span s, size_t *used)
{
	BUF_AUTO b = BUF(1 << 24);
	char quote = s.p[0];
	bool many = s.n > 2 && s.p[1] == quote && s.p[2] == quote;
	struct span rest = span_from(s, many ? 3 : 1);

	if (many && !span_take(&rest, "\n"))
		span_take(&rest, "\r\n");
	while (rest.n) {
		size_t end = closing(rest, quote, many, &b), n = 1;

		if (end == SIZE_MAX)
			return NULL;
		if (end) {
			*used = s.n - rest.n + end;
			return arena_span(a, buf_view(&b));
		}
		if (rest.p[0] == '\\' && quote == '"')
			n = escape(rest, &b);
		else
			buf_char(&b, rest.p[0]);
		rest = span_from(rest, n);
	}
	return NULL;
}

/* --- tables and values ---------------------------------------------------------------- */

struct toml {
	struct arena *a;
	struct span rest;
	const char *bol;       /* of that line */
	unsigned line;
	size_t nodes, tables, steps;
	struct tree *root, *table;
	struct err *e;
};

static int refuse(struct toml *t, enum form what)
{
	err_say(t->e, ERR_INPUT, what, NULL, 0);
	return err_within(t->e, FORM_IN_LINE, ERR_NUMBER(t->line));
}

static char front(const struct toml *t)
{
	return t->rest.n ? t->rest.p[0] : '\0';
}

static void skip(struct toml *t, size_t n)
{
	for (size_t i = 0; i < n && i < t->rest.n; i++)
		if (t->rest.p[i] == '\n') {
			t->line++;
			t->bol = t->rest.p + i + 1;
		}
	t->rest = span_from(t->rest, n);
}

static void blanks(struct toml *t)
{
	while (front(t) == ' ' || front(t) == '\t')
		skip(t, 1);
}

/* White space, line ends and remarks, as they may stand inside an array. */
static void gap(struct toml *t)
{
	for (;;) {
		if (front(t) == '#')
			while (t->rest.n && front(t) != '\n')
				skip(t, 1);
		else if (t->rest.n && ascii_space(front(t)))
			skip(t, 1);
		else
			return;
	}
}

static struct tree *node(struct toml *t, enum tree_kind kind)
{
	if (++t->nodes > TOML_NODES_MAX)
		return NULL;
	return tree_new(t->a, kind, t->line);
}

static bool is_bare(char c)
{
	return ascii_alnum(c) || c == '_' || c == '-' || (unsigned char)c >= 0x80;
}

static const char *key_part(struct toml *t)
{
	size_t n = 0, used;
	const char *s;

	blanks(t);
	if (front(t) == '"' || front(t) == '\'') {
		s = toml_string(t->a, t->rest, &used);
		skip(t, s ? used : 0);
		return s;
	}
	while (n < t->rest.n && is_bare(t->rest.p[n]))
		n++;
	s = n ? arena_span(t->a, span_sub(t->rest, 0, n)) : NULL;
	skip(t, n);
	return s;
}

/* The member of a map; how many are passed in all is bounded. */
static struct tree *member(struct toml *t, const struct tree *in, const char *key)
{
	for (struct tree *n = in->first; n && ++t->steps <= TOML_STEPS_MAX; n = n->next)
		if (strcmp(n->key, key) == 0)
			return n;
	return NULL;
}

static int refuse_table(struct toml *t, enum form what)
{
	return refuse(t, t->steps > TOML_STEPS_MAX ? FORM_TOML_VALUES : what);
}

/* A table below `in`; the last element where there is an array of tables. */
static struct tree *table_in(struct toml *t, struct tree *in, const char *key)
{
	struct tree *found = member(t, in, key);

	if (found && found->kind == TREE_LIST)
		found = found->last;
	if (!found && t->steps <= TOML_STEPS_MAX) {
		found = t->tables++ < TOML_TABLES_MAX ? node(t, TREE_MAP) : NULL;
		if (found)
			tree_add(in, key, found);
	}
	return found && found->kind == TREE_MAP ? found : NULL;
}

/* All parts of a dotted key but the last lead to a table; *last is the last. */
static int key_path(struct toml *t, struct tree **in, const char **last)
{
	for (size_t depth = 0; depth < TOML_DEPTH_MAX; depth++) {
		const char *key = key_part(t);

		if (!key)
			return refuse(t, FORM_TOML_KEY_EXPECTED);
		blanks(t);
		if (front(t) != '.') {
			*last = key;
			return 0;
		}
		skip(t, 1);
		*in = table_in(t, *in, key);
		if (!*in)
			return refuse_table(t, FORM_TOML_KEY_AND_TABLE);
	}
	return refuse(t, FORM_TOML_KEY_PARTS);
}

static int value(struct toml *t, struct tree *in, const char *key, size_t depth);

static int pair(struct toml *t, struct tree *in, size_t depth)
{
	const char *key;
	int rc = key_path(t, &in, &key);

	if (rc)
		return rc;
	blanks(t);
	if (front(t) != '=')
		return refuse(t, FORM_TOML_EQUALS_EXPECTED);
	skip(t, 1);
	blanks(t);
	return value(t, in, key, depth);
}

/* Elements of an array or of an inline table, up to `end`. */
static int elements(struct toml *t, struct tree *to, char end, size_t depth)
{
	if (depth == TOML_DEPTH_MAX)
		return refuse(t, FORM_TOML_DEEP);
	skip(t, 1);
	for (gap(t); front(t) != end; gap(t)) {
		int rc = end == ']' ? value(t, to, NULL, depth + 1) : pair(t, to, depth + 1);

		if (rc)
			return rc;
		gap(t);
		if (front(t) == ',')
			skip(t, 1);
		else if (front(t) != end)
			return refuse(t, FORM_TOML_ARRAY_OPEN);
	}
	skip(t, 1);
	return 0;
}

static void find_bytes(const struct toml *t, struct tree *to, struct span s)
{
	to->begin = (unsigned)(s.p - t->bol);
	to->end = to->begin + (unsigned)s.n;
}

/* A number, date or truth value: what stands up to the next separator. */
static int bare(struct toml *t, struct tree *to)
{
	size_t n = 0;

	while (n < t->rest.n && !strchr(",]}#\n\r", t->rest.p[n]))
		n++;
	find_bytes(t, to, span_trim(span_sub(t->rest, 0, n)));
	to->text = arena_span(t->a, span_trim(span_sub(t->rest, 0, n)));
	skip(t, n);
	return *to->text && !strchr(to->text, '=') ? 0 : refuse(t, FORM_TOML_VALUE_EXPECTED);
}

static int string(struct toml *t, struct tree *to)
{
	size_t used;

	to->quoted = true;
	to->text = toml_string(t->a, t->rest, &used);
	if (!to->text)
		return refuse(t, FORM_TOML_STRING_OPEN);
	if (to->line == t->line && !span_starts(t->rest, "\"\"\"") && !span_starts(t->rest, "'''"))
		find_bytes(t, to, span_sub(t->rest, 1, used - 2));
	skip(t, used);
	return 0;
}

static int value(struct toml *t, struct tree *in, const char *key, size_t depth)
{
	char c = front(t);
	struct tree *to = node(t, c == '[' ? TREE_LIST : c == '{' ? TREE_MAP : TREE_TEXT);

	if (!to)
		return refuse(t, FORM_TOML_VALUES);
	tree_add(in, key, to);
	if (c == '[' || c == '{')
		return elements(t, to, c == '[' ? ']' : '}', depth);
	return c == '"' || c == '\'' ? string(t, to) : bare(t, to);
}

static int append(struct toml *t, struct tree *in, const char *key)
{
	struct tree *list = member(t, in, key);

	if (!list && t->steps <= TOML_STEPS_MAX) {
		list = node(t, TREE_LIST);
		if (list)
			tree_add(in, key, list);
	}
	t->table = node(t, TREE_MAP);
	if (!list || list->kind != TREE_LIST || !t->table)
		return refuse_table(t, FORM_TOML_TABLES_BEFORE);
	tree_add(list, NULL, t->table);
	return 0;
}

/* "[a.b]" and "[[a.b]]" */
static int header(struct toml *t)
{
	struct tree *in = t->root;
	const char *last;
	bool list;
	int rc;

	skip(t, 1);
	list = front(t) == '[';
	skip(t, list);
	rc = key_path(t, &in, &last);
	if (rc)
		return rc;
	if (front(t) != ']')
		return refuse(t, FORM_TOML_BRACKET_EXPECTED);
	skip(t, 1 + (size_t)list);
	if (list)
		return append(t, in, last);
	t->table = table_in(t, in, last);
	return t->table ? 0 : refuse_table(t, FORM_TOML_TABLE_BEFORE);
}

int toml_parse(struct arena *a, struct span text, struct tree **ret, struct err *e)
{
	struct toml t = { .a = a, .rest = text, .bol = text.p, .line = 1, .e = e };
	int rc = 0;

	t.root = t.table = node(&t, TREE_MAP);
	*ret = t.root;
	for (gap(&t); rc == 0 && t.rest.n; gap(&t)) {
		rc = front(&t) == '[' ? header(&t) : pair(&t, t.table, 0);
		blanks(&t);
		if (rc == 0 && t.rest.n && !strchr("#\r\n", front(&t)))
			rc = refuse(&t, FORM_TOML_FOLLOWS);
	}
	return rc;
}
