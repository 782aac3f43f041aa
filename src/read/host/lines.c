#include "read/host/lines.h"

#include <string.h>

#include "read/host/lines_private.h"

/* --- lines that say which machine the following text is about ------------------------------ */

struct header {
	const char *host;
	bool sure;    /* a tool's own format, not just a heading that could name a command */
	bool machine; /* that names nothing but machines */
	size_t lines; /* that belong to the header */
};

static bool take_marks(struct span *s, char c, size_t least)
{
	size_t n = 0;

	while (n < s->n && s->p[n] == c)
		n++;
	*s = span_from(*s, n);
	return n >= least;
}

/* "--- node1", "=== node1 ===", "--- node1 ---". */
static bool heading(struct span s, char mark, struct span *name)
{
	if (!take_marks(&s, mark, 3) || s.n == 0 || !ascii_space(s.p[0]))
		return false;
	while (s.n && s.p[s.n - 1] == mark)
		s.n--;
	*name = span_trim(s);
	if (span_ends(*name, ":"))
		name->n--;
	return lines_host_name(*name) && !lines_topic(*name);
}

/* "==> node1 <==", as head and tail print it for files: "==> out/node1.txt <==". */
static bool arrows(struct span s, struct span *name)
{
	if (!span_take(&s, "==>") || !span_ends(s, "<=="))
		return false;
	s.n -= 3;
	*name = span_trim(s);
	if (span_closes(*name, ONE_OF(".txt", ".log", ".out", ".csv")) &&
	    lines_numbered(span_sub(*name, 0, name->n - 4)))
		name->n -= 4;
	*name = span_from(*name, (size_t)(span_rfind_char(*name, '/') + 1));
	return name->n > 0;
}

/* "node1 | CHANGED | rc=0 >>", "node1 | UNREACHABLE! => {", and with -o "… UNREACHABLE!: why" */
static bool ansible(struct span s, struct span *name)
{
	ptrdiff_t bar = span_find_char(s, '|');
	bool ran;

	if (bar <= 0)
		return false;
	ran = span_find(s, "rc=") > bar && span_ends(s, ">>");
	if (!ran && span_find(s, "! => {") < bar && span_find(s, " UNREACHABLE!: ") < bar)
		return false;
	*name = span_trim(span_sub(s, 0, (size_t)bar));
	return lines_host_name(*name);
}

/* "$ ssh user@node1 nvidia-smi" */
static bool ssh(struct span s, struct span *name)
{
	ptrdiff_t at = span_find(s, "ssh ");
	struct span rest;

	if (at < 0 || (at > 0 && ascii_alnum(s.p[at - 1])))
		return false;
	rest = span_from(s, (size_t)at + 4);
	if (!span_word(&rest, name) || span_find(rest, "nvidia-smi") < 0)
		return false;
	at = span_find_char(*name, '@');
	*name = span_from(*name, (size_t)(at + 1));
	return lines_host_name(*name);
}

/* "$ kubectl describe node gpu-1 | grep nvidia": one that is asked of */
static bool kubectl(struct span s, struct span *name)
{
	if (!(span_pass(&s, "kubectl ") || span_pass(&s, "oc ")) ||
	    !(span_pass(&s, "get node") || span_pass(&s, "describe node")))
		return false;
	(void)span_take(&s, "s");
	if (!span_take(&s, " ") || !span_word(&s, name) || !lines_host_name(*name))
		return false;
	s = span_trim(s);
	return !s.n || strchr("-|", s.p[0]);
}

static bool is_rule(struct span s)
{
	return take_marks(&s, '-', 8) && s.n == 0;
}

/* No words: "gpu[1-3],ws1", and what clush adds, "gpu[1-3] (3)". */
static bool is_nodeset(struct span name)
{
	ptrdiff_t space = span_find_char(name, ' ');

	return space < 0 || span_find(name, " (") == space;
}

/* A name between two rules, as clush -b and dshbak print it: with 15 and 16 dashes. */
static bool between_rules(const struct line *v, size_t n, size_t i, struct span *name)
{
	if (i + 2 >= n || !is_rule(v[i].s) || !is_rule(v[i + 2].s))
		return false;
	*name = v[i + 1].s;
	return name->n > 0 && span_find_char(*name, '|') < 0 && span_find_char(*name, ':') < 0;
}

/* "echo $h; ssh $h nvidia-smi", Salt's "node1:": a name alone, and below it what is printed. */
static bool alone(const struct line *v, size_t n, size_t i, struct span *name)
{
	enum { BELOW = 5 };
	size_t end = i + BELOW < n ? i + BELOW : n;

	*name = v[i].s;
	name->n -= span_ends(*name, ":");
	if (!lines_numbered(*name) || !lines_host_name(*name))
		return false;
	for (i++; i < end; i++)
		if (lines_anchor(v[i].s))
			return true;
	return false;
}

/* True when a header begins at line i of n. */
static bool header_at(struct arena *a, const struct line *v, size_t n, size_t i, struct header *ret)
{
	struct span s = v[i].s, name;

	*ret = (struct header){ .lines = 1, .sure = true };
	if (s.n < 3 || s.n > 512)
		return false;
	if (between_rules(v, n, i, &name)) {
		ret->lines = 3;
		ret->machine = (s.n == 15 || s.n == 16) && v[i + 2].s.n == s.n &&
			       is_nodeset(name);
	} else if (ssh(s, &name) || kubectl(s, &name) || heading(s, '-', &name) ||
		   heading(s, '=', &name) || alone(v, n, i, &name)) {
		ret->sure = false;
	} else if (!arrows(s, &name)) {
		ret->machine = ansible(s, &name);
		if (!ret->machine)
			return false;
	}
	ret->host = arena_span(a, name);
	return true;
}

/* --- clean lines -------------------------------------------------------------------------- */

/* Bytes of the escape sequence that begins s (CSI, OSC, or two bytes); 0: the text ends there. */
static size_t escape_length(struct span s)
{
	size_t n = 2;

	if (s.n < 2)
		return 0;
	if (s.p[1] == ']') {
		while (n < s.n && s.p[n] != '\a' && s.p[n] != '\n')
			n++;
		return n + (n < s.n && s.p[n] == '\a');
	}
	if (s.p[1] != '[')
		return n;
	while (n < s.n && (ascii_digit(s.p[n]) || strchr(";?:<=>", s.p[n])))
		n++;
	return n < s.n ? n + 1 : n;
}

static size_t noise_length(struct span s, char *as)
{
	*as = 0;
	if (s.p[0] == '\033')
		return escape_length(s);
	if (s.p[0] == '\\' && s.n > 1 && (s.p[1] == '|' || s.p[1] == '+'))
		return 1;
	if (span_starts(s, "\xC2\xA0")) {
		*as = ' ';
		return 2;
	}
	if (s.p[0] == '\0') {
		*as = ' ';
		return 1;
	}
	return 0;
}

static bool noisy(struct span text)
{
	if (span_find_char(text, '\033') >= 0 || span_find_char(text, '\0') >= 0)
		return true;
	if (span_find_char(text, '\\') >= 0 &&
	    (span_find(text, "\\|") >= 0 || span_find(text, "\\+") >= 0))
		return true;
	return span_find_char(text, '\xC2') >= 0 && span_find(text, "\xC2\xA0") >= 0;
}

struct span lines_scrub(struct arena *a, struct span text)
{
	struct span ret = { NULL, 0 };
	char *to;

	if (!noisy(text))
		return text;
	ret.p = to = arena_alloc(a, text.n + 1);
	while (text.n) {
		char as;
		size_t n = noise_length(text, &as);

		if (n == 0)
			to[ret.n++] = text.p[0];
		else if (as)
			to[ret.n++] = as;
		text = span_from(text, n ? n : 1);
	}
	return ret;
}

/* A line of a JSON list of strings, as notebooks store text: "…\n", */
static struct span unquote_json(struct span s)
{
	struct span t = s;

	if (!span_take(&t, "\""))
		return s;
	if (span_ends(t, ","))
		t.n--;
	if (!span_ends(t, "\""))
		return s;
	t.n--;
	if (span_ends(t, "\\n"))
		t.n -= 2;
	else if (t.n == 0 || !strchr("|+", t.p[0]))
		return s;
	return span_trim(t);
}

static struct span unquote(struct span s)
{
	s = unquote_json(span_trim(s));
	while (s.n && (s.p[0] == '>' || (s.p[0] == '#' && (s.n == 1 || strchr("# |+", s.p[1])))))
		s = span_trim(span_from(s, 1));
	return s;
}

/*
 * "node1 | CHANGED | rc=0 | (stdout) TEXT" of ansible -o: the text has \n for the ends of lines.
 * Source: ansible-core, plugins/callback/oneline.py.
 */
static bool take_oneline(struct arena *a, struct line line, struct section *to)
{
	ptrdiff_t from, next;
	struct span rest, end = SPAN("\\n");

	if (line.s.n == 0 || !ascii_alnum(line.s.p[0]))
		return false;
	from = span_find(line.s, " | (stdout) ");
	if (from < 0 || span_find(span_sub(line.s, 0, (size_t)from), " | rc=") <= 0)
		return false;
	rest = span_from(line.s, (size_t)from + sizeof " | (stdout) " - 1);
	line.s = span_of(arena_printf(a, SPAN_FMT " >>", (int)from, line.s.p));
	ARRAY_ADD(a, to->lines) = line;
	while ((next = span_find(rest, end.p)) >= 0) {
		ARRAY_ADD(a, to->lines) = (struct line){
			.s = span_trim(span_sub(rest, 0, (size_t)next)), .no = line.no,
			.whole = true,
		};
		rest = span_from(rest, (size_t)next + end.n);
	}
	line.s = span_trim(rest);
	ARRAY_ADD(a, to->lines) = line;
	return true;
}

static void all_lines(struct arena *a, struct span text, struct section *to)
{
	const char *end = text.p + text.n;
	struct span s;
	unsigned no = 0;

	to->lines.room = lines_count(text) + 1;
	to->lines.v = arena_array(a, to->lines.room, sizeof *to->lines.v);
	while (span_line(&text, &s)) {
		struct line line = { .s = unquote(s), .whole = s.p + s.n < end };

		line.no = ++no;
		if (!take_oneline(a, line, to))
			ARRAY_ADD(a, to->lines) = line;
	}
}

/* Cuts a section at its headers and adds the pieces, which stay where they are; headers are no
 * lines of theirs. */
static void add_cut(struct arena *a, const struct section *from, struct sections *to)
{
	struct section piece = { .host = from->host, .sure = from->sure, .machine = from->machine,
				 .lines.v = from->lines.v };
	struct header h;

	for (size_t i = 0; i < from->lines.n;) {
		if (!header_at(a, from->lines.v, from->lines.n, i, &h)) {
			piece.lines.n++;
			i++;
			continue;
		}
		ARRAY_ADD(a, *to) = piece;
		i += h.lines;
		piece = (struct section){ .host = h.host, .sure = h.sure, .machine = h.machine,
					  .lines.v = from->lines.v + i };
	}
	ARRAY_ADD(a, *to) = piece;
}

/* "0: node1", the first line of task 0 of srun -l: what is behind it is of that machine. */
static void name_task(struct arena *a, struct section *s)
{
	struct span first = s->lines.n ? s->lines.v[0].s : (struct span){ NULL, 0 };

	if (!s->host || strspn(s->host, "0123456789") < strlen(s->host) ||
	    !lines_host_name(first) || !lines_numbered(first))
		return;
	s->host = arena_span(a, first);
	s->lines.v++;
	s->lines.n--;
}

void lines_split(struct arena *a, struct span text, struct sections *ret)
{
	struct section all = { .host = NULL };
	struct sections tagged = { NULL, 0, 0 };

	all_lines(a, text, &all);
	prefix_split(a, &all, &tagged);
	ret->room = tagged.n;
	ret->v = arena_array(a, ret->room, sizeof *ret->v);
	for (size_t i = 0; i < tagged.n; i++) {
		name_task(a, &tagged.v[i]);
		add_cut(a, &tagged.v[i], ret);
	}
}

bool lines_binary(struct span s)
{
	size_t bad = 0, n = s.n < 65536 ? s.n : 65536;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		bad += (c < 0x20 && !ascii_space((char)c) && c != 0x1b && c != '\b' && c != '\a') ||
		       c == 0x7f;
	}
	return bad > n / 10;
}

size_t lines_count(struct span s)
{
	size_t n = 0;

	for (const char *end = "\n\r"; *end; end++) {
		struct span rest = s;
		ptrdiff_t at;

		for (; (at = span_find_char(rest, *end)) >= 0; n++)
			rest = span_from(rest, (size_t)at + 1);
	}
	return n;
}
