/* What programs that ask many machines put before a line: which host it is of. */
#include "base/keys.h"
#include "read/host/format_private.h"
#include "read/host/lines_private.h"

#include <string.h>

/* Marks are few; the names of machines are as many as a text may hold hosts. */
enum { MARK_MAX = 256, PREFIX_LENGTH = 100 };

/* A bracket, a timestamp, … before a line: no name of a machine. */
struct mark {
	struct span s;
	bool single;    /* seen before a text that needs no further line */
	size_t lines;
};

/* A machine whose name stands before lines. */
struct tag {
	bool believed;  /* a text that begins its line was seen behind it */
	bool single;
	bool word;      /* its name is a word of logs */
	uint32_t lines;
	uint32_t section; /* + 1, of the sections that are made; 0: none yet */
};

struct prefixes {
	struct mark mark[MARK_MAX];
	size_t marks;
	ARRAY(struct tag) tags; /* of each of the names */
	struct keys names;  /* of the tags */
	size_t untagged;    /* lines with words and without a name */
	size_t first, last, again, runs; /* names in front, how often the one of the line above */
	uint32_t plain;     /* + 1: the section of lines without a name */
	bool any, many;     /* names that are believed */
};

/* Texts that begin their line wherever they are printed. */
static const struct anchor {
	const char *text;
	bool single;
} anchors[] = {
#define ROW(place, text, single, seen, confidence, source) { text, single },
#include "rows/host/anchor.def"
#undef ROW
};

bool lines_host_name(struct span s)
{
	return s.n > 0 && s.n <= 253 && ascii_alnum(s.p[0]) && span_run_alnum(s, "._-") == s.n;
}

bool lines_numbered(struct span s)
{
	return ANY(c, LIST(s.p, s.n), ascii_digit(*c)) && ANY(c, LIST(s.p, s.n), ascii_alpha(*c));
}

/* Headings that name a command, a file or a topic rather than a machine. */
static bool topic_begins(struct span s, bool whole)
{
	static const char *const topics[] = {
		"nvidia", "nvcc", "lspci", "lscpu", "collect", "python", "pip", "conda", "uname",
		"version", "driver", "gpu", "cuda", "output", "info", "env", "torch", "pytorch",
		"system", "hardware", "software", "log", "error", "before", "after", "proc", "os",
		"os-release", "result", "results", "command", "list", "query", "details", "note",
		"table", "summary", "diff", "begin", "end", "cut", "snip", "text", "xml", "csv",
	};

	return ANY(x, ROWS(topics), span_starts_nocase(s, *x) &&
		   (s.n == strlen(*x) || (!whole && !ascii_alpha(s.p[strlen(*x)])))) &&
	       /* "gpu11" is a machine, "GPU 0" is none */
	       !(s.n > 4 && span_starts(s, "gpu") && span_run_digits(s, "gpu") == s.n);
}

bool lines_topic(struct span s)
{
	return topic_begins(s, false);
}

/* Of every anchor one stands in the line. */
static bool may_anchor(struct span s)
{
	return span_holds(s, ONE_OF("--", "==", "NV", "nvidia", "nvcc", "<?xml", "GPU", "PyTorch",
				    "No devices", "schema"));
}

static ptrdiff_t anchor_find(struct span s, bool *single)
{
	ptrdiff_t best = -1;

	if (!may_anchor(s))
		return best;
	for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
		ptrdiff_t at = span_find(s, anchors[i].text);

		if (at >= 0 && (best < 0 || at < best)) {
			best = at;
			*single = anchors[i].single;
		}
	}
	return best;
}

static bool anchor_begins(struct span s, bool *single)
{
	const struct anchor *found = FIRST_OF(x, ROWS(anchors), span_starts(s, x->text));

	*single = found ? found->single : *single;
	return found != NULL;
}

/* A text of which one line tells enough, and that has no words of its own to know it by. */
static bool reader_begins(struct span s)
{
	static const struct host_format *const by[] = {
		&format_lspci, &format_smi_csv, &format_smi_csv_bare, &format_smi_error,
	};
	struct line line = { .s = s, .whole = true };
	struct source one = { .v = &line, .n = 1 };

	return s.n && ANY(x, ROWS(by), (*x)->begins(&one, 0));
}

bool lines_anchor(struct span s)
{
	bool single = false;

	return anchor_begins(s, &single) || reader_begins(s);
}

/* --- names of machines -------------------------------------------------------------------- */

/* What the tools themselves say about a node: "pdsh@login: gpu3: ssh exited with exit code 1". */
static struct span without_tool(struct span s)
{
	static const char *const tools[] = { "clush: ", "srun: error: ", "pdsh@" };

	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		if (span_take(&s, tools[i])) {
			ptrdiff_t end = i == 2 ? span_find(s, ": ") : -2;

			return end == -1 ? s : span_from(s, (size_t)(end + 2));
		}
	return s;
}

/* "[pod/gpu-check-x7/main] " of kubectl logs --prefix, "(f pid=7, ip=192.0.2.7) " of Ray. */
static bool bracket_of(struct span s, struct span *name, size_t *n)
{
	bool ray = span_starts(s, "(");
	ptrdiff_t shut = span_find_char(span_sub(s, 0, PREFIX_LENGTH), ray ? ')' : ']');
	struct span rest = span_sub(s, 0, shut > 0 ? (size_t)shut : 0);
	ptrdiff_t at = span_find(rest, ray ? ", ip=" : "[pod/");

	if (at < 0 || (!ray && at > 0))
		return false;
	*name = rest = span_from(rest, (size_t)at + 5);
	if (!ray && (!span_next(&rest, '/', name) || !rest.n))
		return false;
	*n = (size_t)shut + 1;
	*n += *n < s.n && s.p[*n] == ' ';
	return lines_host_name(*name);
}

/* "node1 " or "node1\t" before a text that is known, as parallel --tag prints it. */
static bool word_of(struct span s, struct span *name, size_t *n)
{
	struct span rest = s;

	if (!span_word(&rest, name) || name->p != s.p || !lines_numbered(*name) || !rest.n)
		return false;
	*n = name->n + 1;
	return lines_host_name(*name);
}

/* "node1: " before anything, as pdsh, clush and srun -l print it; n is its length. */
static bool tag_of(struct span s, struct span *name, size_t *n)
{
	struct span rest = without_tool(s), cells = rest, first;
	ptrdiff_t colon = span_find_char(span_sub(rest, 0, PREFIX_LENGTH), ':');

	if (bracket_of(s, name, n))
		return true;
	if (span_next(&cells, ',', &first) && field_is_bus_id(span_trim(first)))
		return false; /* the colons of "00000000:07:00.0" */
	*name = span_sub(rest, 0, colon > 0 ? (size_t)colon : 0);
	if (!lines_host_name(*name))
		return word_of(s, name, n);
	*n = (size_t)(rest.p - s.p) + (size_t)colon + 1;
	*n += *n < s.n && s.p[*n] == ' ';
	rest = span_from(s, *n);
	if (span_starts(s, "srun: ") && span_take(&rest, "task "))
		(void)span_next(&rest, ':', name); /* what srun -l puts before its lines */
	return lines_host_name(*name);
}

/* Words that stand before a colon and are no machine. */
static bool is_word(struct span name)
{
	return span_in_nocase(name, "INFO WARN WARNING ERROR DEBUG stdout stderr bash sh zsh sudo "
				    "ssh http https file nvidia-smi") ||
	       topic_begins(name, true);
}

/* The tag of that name; a new one with `add`, as long as there is room; else NULL. */
static struct tag *tag_find(struct arena *a, struct prefixes *p, struct span name, bool add)
{
	size_t at;

	if (keys_find(&p->names, name, &at))
		return &p->tags.v[at];
	if (!add || p->tags.n == HOSTS_MAX)
		return NULL;
	keys_add(a, &p->names, name);
	ARRAY_ADD(a, p->tags) = (struct tag){ .word = is_word(name) };
	return &p->tags.v[p->tags.n - 1];
}

/* A name that nothing but a machine has before its lines; "0: node1" is the first of a task. */
static bool is_sure(struct span s, struct span name, struct span rest)
{
	return span_starts(s, "[pod/") || (span_run_digits(name, "") == name.n &&
					   lines_host_name(rest) && lines_numbered(rest));
}

/* True where the line has a name before it, or is empty. */
static bool collect_tag(struct arena *a, struct prefixes *to, struct span s)
{
	struct span name, rest;
	bool single = false;
	struct tag *t;
	size_t n, at;

	if (s.n == 0)
		return true;
	if (!tag_of(s, &name, &n) || !(t = tag_find(a, to, name, true)))
		return false;
	t->lines++;
	at = (size_t)(t - to->tags.v);
	to->first = to->runs ? to->first : at;
	to->again += to->runs && at == to->last;
	to->runs += !to->runs || at != to->last;
	to->last = at;
	rest = span_from(s, n);
	if (anchor_begins(span_sub(rest, 0, PREFIX_LENGTH), &single) ||
	    (single = ascii_space(s.p[n - 1]) && !t->word &&
		      (reader_begins(rest) || is_sure(s, name, rest)))) {
		t->believed = true;
		t->single |= single;
	}
	return true;
}

static void tags_settle(struct prefixes *p)
{
	size_t n = 0;
	bool any = false, all = p->untagged == 0;

	/* several names, each before several lines, and before every line one */
	if (all && p->runs > 1 && p->again >= p->runs && p->first != p->last)
		any = !ANY(t, p->tags, t->word);
	EACH(struct tag, t, p->tags) {
		t->believed = t->believed && (t->single || t->lines >= 3);
		any |= t->believed;
	}
	for (size_t i = 0; i < p->tags.n; i++) {
		p->tags.v[i].believed |= any && all && !p->tags.v[i].word;
		n += p->tags.v[i].believed;
	}
	p->any = n > 0;
	p->many = n > 1;
}

/* --- marks -------------------------------------------------------------------------------- */

/* A bracket, a timestamp, a log level, or the name and bar of docker compose. */
static bool is_mark(struct span s)
{
	struct span t = span_trim(s), word, rest = s;

	if (t.n == 0 || s.n > PREFIX_LENGTH)
		return false;
	if (t.p[0] == '(' || t.p[0] == '[')
		return strchr("])|:>-", t.p[t.n - 1]) != NULL;
	if (ascii_digit(t.p[0]))
		return span_find_char(t, ':') > 0 && ascii_space(s.p[s.n - 1]);
	if (span_begins(t, ONE_OF("INFO", "WARN", "ERROR", "DEBUG")))
		return ascii_space(s.p[s.n - 1]) && strchr("]:-|", t.p[t.n - 1]) != NULL;
	return span_word(&rest, &word) && span_is(span_trim(rest), "|") && ascii_alnum(t.p[0]);
}

static void mark_add(struct prefixes *to, struct span s, bool single)
{
	if (!is_mark(s))
		return;
	for (size_t i = 0; i < to->marks; i++)
		if (span_eq(to->mark[i].s, s)) {
			to->mark[i].single |= single;
			return;
		}
	if (to->marks < MARK_MAX)
		to->mark[to->marks++] = (struct mark){ .s = s, .single = single };
}

static void collect_mark(struct prefixes *to, struct span s)
{
	struct span head = span_sub(s, 0, 2 * PREFIX_LENGTH);
	bool single = false;
	ptrdiff_t at;

	/* what a mark begins with, or has */
	if (!s.n || (!strchr("([IWED", s.p[0]) && !ascii_digit(s.p[0]) &&
		     span_find_char(head, '|') < 0))
		return;
	at = anchor_find(head, &single);
	if (at > 0)
		mark_add(to, span_sub(s, 0, (size_t)at), single);
}

/* Equal but for digits: timestamps run on. */
static bool same_shape(struct span mark, struct span s)
{
	if (s.n < mark.n)
		return false;
	for (size_t i = 0; i < mark.n; i++)
		if (s.p[i] != mark.p[i] && !(ascii_digit(s.p[i]) && ascii_digit(mark.p[i])))
			return false;
	return true;
}

/* An empty line has lost the space at the end of its prefix. */
static bool mark_fits(const struct mark *m, struct span s, size_t *n)
{
	struct span bare = span_trim(m->s);

	*n = m->s.n;
	if (same_shape(m->s, s))
		return true;
	*n = s.n;
	return s.n == bare.n && same_shape(bare, s);
}

static struct mark *mark_of(struct prefixes *all, struct span s, size_t *n)
{
	return FIRST_OF(x, LIST(all->mark, all->marks), mark_fits(x, s, n));
}

static void marks_settle(const struct section *all, struct prefixes *to)
{
	size_t n, kept = 0;

	for (size_t i = 0; to->marks && i < all->lines.n; i++) {
		struct mark *m = mark_of(to, all->lines.v[i].s, &n);

		if (m)
			m->lines++;
	}
	for (size_t i = 0; i < to->marks; i++)
		if (to->mark[i].single || to->mark[i].lines >= 3)
			to->mark[kept++] = to->mark[i];
	to->marks = kept;
}

/* --- the whole ---------------------------------------------------------------------------- */

static void collect(struct arena *a, const struct section *all, struct prefixes *to)
{
	for (size_t i = 0; i < all->lines.n; i++) {
		struct span s = all->lines.v[i].s;

		if (s.n && (s.p[0] == '|' || s.p[0] == '+' || s.p[0] == '<')) {
			to->untagged++;
			continue;
		}
		to->untagged += !collect_tag(a, to, s);
		if (s.n)
			collect_mark(to, s);
	}
	tags_settle(to);
	marks_settle(all, to);
}

/* The tag that was believed, or NULL; n is how much of the line it takes. */
static struct tag *believed_tag(struct arena *a, struct prefixes *p, struct span s, size_t *n)
{
	struct span name;
	struct tag *t = tag_of(s, &name, n) ? tag_find(a, p, name, false) : NULL;

	return t && t->believed ? t : NULL;
}

/* The place of the section of a line among them, which is made for the first one. */
static size_t section_of(struct arena *a, struct sections *to, struct prefixes *p, struct tag *t)
{
	uint32_t *at = p->many && t ? &t->section : &p->plain;
	struct span name = t ? p->names.all.v[t - p->tags.v] : (struct span){ NULL, 0 };

	if (*at == 0) {
		ARRAY_ADD(a, *to) = (struct section){ .host = NULL };
		*at = (uint32_t)to->n;
		if (p->many && t)
			to->v[to->n - 1] = (struct section){
				.host = arena_span(a, name), .sure = true, .machine = true,
			};
	}
	/* one alone is named where its name is a machine's: no number of a task, no file */
	if (!p->many && t && !is_word(name) && !span_closes(name, ONE_OF(".txt", ".log")) &&
	    strspn(name.p, "0123456789") < name.n)
		to->v[*at - 1].host = arena_span(a, name);
	return *at - 1;
}

/* Each section's lines behind each other, where they are; of: of each line its section. */
static void share(const struct section *all, uint32_t *of, struct sections *to)
{
	struct line *v = all->lines.v;

	for (size_t i = 0; i < all->lines.n; i++)
		to->v[of[i]].lines.room++;
	for (size_t i = 0; i < to->n; i++) {
		to->v[i].lines.v = v;
		v += to->v[i].lines.room;
	}
	for (size_t i = 0; i < all->lines.n; i++) {
		struct section *s = &to->v[of[i]];

		of[i] = (uint32_t)(s->lines.v - all->lines.v + (ptrdiff_t)s->lines.n++);
	}
	for (size_t i = 0; i < all->lines.n; i++)
		while (of[i] != i) {
			uint32_t at = of[i];
			struct line line = all->lines.v[at];

			all->lines.v[at] = all->lines.v[i];
			all->lines.v[i] = line;
			of[i] = of[at];
			of[at] = at;
		}
}

void prefix_split(struct arena *a, struct section *all, struct sections *ret)
{
	struct prefixes *p = arena_new(a, struct prefixes);
	uint32_t *of;

	collect(a, all, p);
	if (!p->any && !p->marks) {
		if (all->lines.n)
			ARRAY_ADD(a, *ret) = *all;
		return;
	}
	ret->room = p->many ? p->tags.n + 1 : 1;
	ret->v = arena_array(a, ret->room, sizeof *ret->v);
	of = arena_array(a, all->lines.n, sizeof *of);
	for (size_t i = 0; i < all->lines.n; i++) {
		struct line *line = &all->lines.v[i];
		size_t n = 0;
		struct tag *own = believed_tag(a, p, line->s, &n);

		of[i] = (uint32_t)section_of(a, ret, p, own);
		if (own || mark_of(p, line->s, &n))
			line->s = span_trim(span_from(line->s, n));
	}
	share(all, of, ret);
}
