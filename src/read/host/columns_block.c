/*
 * Labels and values, a block of lines for each node, as people and inventories have them:
 * "Hostname: gpu01", "- **GPU:** 4x A100", "driver_version: 535.183.01", below a heading that is
 * the node's name, or nested as in YAML. A block is read as a table of one row.
 */
#include <string.h>

#include "fact/host_fold.h"
#include "read/host/columns_private.h"
#include "read/host/format_private.h"

enum { KEY_LONG = 40, BLOCK_LONG = 2000 };

struct block {
	struct columns *t;
	const char *titles, *cells; /* within bars */
	struct span node;           /* its name; empty: none is told */
	bool gpu;                   /* some value names one */
	unsigned line;              /* of the first label */
	size_t in;
	struct span above;          /* a label that has no value, but others below it */
	size_t above_in;
};

/* What it says of its node: of one that has no GPU by name there, only that it is. */
static void end_block(struct block *b)
{
	struct arena *a = b->t->src.a;
	struct span table = span_of(arena_printf(a, "%s\n%s\n", b->titles, b->cells));

	if (columns_is_name(b->node))
		ARRAY_ADD(a, *b->t->named) = columns_node(b->t, arena_span(a, b->node), b->line);
	if (b->gpu && b->node.n && !columns_feed(b->t, table, b->line) && !b->t->missed)
		b->t->missed = b->line;
	b->titles = b->cells = "|";
	b->node.n = 0;
	b->gpu = false;
}

/* A label again goes on with its list: the first, or of a node, begins the next block. */
static void add_pair(struct block *b, struct span key, struct span value, size_t in, unsigned no)
{
	const char *title = arena_printf(b->t->src.a, "|" SPAN_FMT "|", SPAN_ARG(key));
	bool node = columns_names_node(key), again = strstr(b->titles, title);

	if ((again && node && in > b->in) || strlen(b->cells) > BLOCK_LONG)
		return; /* of what the node has */
	if (again && (node || span_starts(span_of(b->titles), title))) {
		end_block(b);
		again = false;
	}
	if (again && !span_ends(span_of(b->titles), title))
		b->t->missed = b->t->missed ? b->t->missed : no;
	b->line = b->titles[1] ? b->line : no;
	b->in = b->titles[1] ? b->in : in;
	b->node = node ? value : b->node;
	b->gpu |= columns_names_gpu(value, false);
	b->titles = again ? b->titles : arena_printf(b->t->src.a, "%s%s", b->titles, title + 1);
	b->cells = arena_printf(b->t->src.a, "%.*s%s" SPAN_FMT "|", (int)strlen(b->cells) - again,
				b->cells, again ? ", " : "", SPAN_ARG(value));
}

/* Without the marks of a list or heading, and what stands around words. */
static struct span plain(struct span s)
{
	s = span_trim(s);
	while (s.n > 1 && strchr("-*#+", s.p[0]) && (s.p[1] == ' ' || s.p[1] == s.p[0]))
		s = span_trim(span_from(s, 1));
	return columns_bare(s);
}

/* "Key: value", "**Key**: value"; of "key:" there is none. */
static bool take_label(struct span line, struct span *key, struct span *value)
{
	ptrdiff_t at = span_find_char(line, ':');

	if (at <= 0 || at > KEY_LONG || span_find_char(line, '|') >= 0 ||
	    !((size_t)at + 1 == line.n || strchr(" \t*", line.p[at + 1])))
		return false;
	*key = plain(span_sub(line, 0, (size_t)at));
	*value = plain(span_from(line, (size_t)at + 1));
	if (span_starts_nocase(*key, "gpu ") && span_run_digits(*key, "gpuGPU #") == key->n)
		key->n = strlen("GPU");
	return key->n && span_run_alnum(*key, " _-.()#/") == key->n;
}

static void take_line(struct block *b, struct span whole, unsigned no)
{
	struct span line = plain(whole), key = line, value = { NULL, 0 };
	size_t in = (size_t)(line.p - whole.p);
	bool label = take_label(line, &key, &value);

	if (in <= b->above_in)
		b->above.n = 0;
	if (columns_is_rule(line)) {
		if (!span_is(span_of(b->titles), "|Node|")) /* more than a heading */
			end_block(b);
	} else if (!value.n && columns_is_heading(key) && !(b->titles[1] && in > b->in)) {
		end_block(b);
		add_pair(b, span_of("Node"), key, in, no);
	} else if (label && !value.n) {
		b->above = key;
		b->above_in = in;
	} else if (label || (b->titles[1] && b->above.n && span_starts(span_trim(whole), "- "))) {
		if (label && span_in_nocase(b->above, "gpu gpus accelerator accelerators"))
			key = span_of(arena_printf(b->t->src.a, SPAN_FMT "." SPAN_FMT,
						   SPAN_ARG(b->above), SPAN_ARG(key)));
		add_pair(b, label ? key : b->above, label ? value : line, in, no);
	}
}

bool columns_blocks(struct arena *a, const char *source, struct span text, struct hosts *named,
		    struct hosts *ret)
{
	struct columns t = { .src = { .a = a }, .source = source, .to = ret, .from = ret->n,
			     .named = named };
	struct block b = { .t = &t, .titles = "|", .cells = "|" };
	struct span line;

	if (span_find(text, "apiVersion:") >= 0)
		return false;
	for (unsigned no = 1; span_line(&text, &line); no++)
		take_line(&b, line, no);
	end_block(&b);
	if (named->n < 2 || ret->n == t.from) {
		hosts_cut(ret, t.from);
		named->n = 0;
		return false;
	}
	if (t.missed)
		FORMAT_CUT(a, &ret->v[ret->n - 1], t.missed, CUT_GPU_LIST);
	return format_listed(a, source, t.from, ret);
}
