/* Known messages, however they are pasted: behind what loggers write, quoted, wrapped. */
#include "unit/unit.h"

#include <string.h>

#include "base/buf.h"
#include "explain/explain.h"
#include "unit/tsv.h"

/* How a text is pasted: what stands before and behind each line and the whole, and more. */
struct way {
	const char *name, *before, *behind, *line, *end;
	size_t wrap;        /* lines are cut at the first blank behind so many bytes */
	const char *indent; /* before what was wrapped */
	bool curly;         /* typographic quotes */
	bool escaped;       /* line ends and quotes as \n and \" */
};

static const struct way ways[] = {
	{ .name = "a logger of Python", .line = "2025-05-01 12:00:00,123 - root - ERROR - " },
	{ .name = "torchrun", .line = "[rank0]: " },
	{ .name = "vLLM", .line = "(Worker_TP0 pid=273) ERROR 05-01 12:00:00 [core.py:12] " },
	{ .name = "docker compose", .line = "app-1  | " },
	{ .name = "journalctl", .line = "May 01 12:00:00 node7 python[4242]: " },
	{ .name = "kubectl", .line = "2025-05-01T12:00:00.123456789Z stderr F " },
	{ .name = "a quoted mail", .line = "> > " },
	{ .name = "a quoted mail of old", .line = ">>" },
	{ .name = "a terminal with colours", .line = "\x1b[1;31m", .end = "\x1b[0m\r" },
	{ .name = "a title of a terminal", .before = "\x1b]0;user@host: ~\a(env) $ python a.py\n" },
	{ .name = "a progress bar",
	  .before = "Epoch 1:  45%|####5     | 9/20 [00:00<?, ?it/s]\r                  \r" },
	{ .name = "Markdown", .before = "I get this:\n```shell\n", .behind = "\n```\n" },
	{ .name = "a point of a list", .before = "Steps:\n1. run it\n2. it says `", .behind = "`" },
	{ .name = "a narrow window", .wrap = 48, .indent = "" },
	{ .name = "rich", .before = "17:22:49-350014 ERROR    ", .wrap = 60,
	  .indent = "                         " },
	{ .name = "a box", .line = "\xe2\x94\x82 ", .end = " \xe2\x94\x82", .wrap = 70,
	  .indent = "" },
	{ .name = "a text processor", .curly = true },
	{ .name = "JSON", .before = "{\"level\":\"error\",\"message\":\"", .behind = "\\n\"}",
	  .escaped = true },
	{ .name = "a Chinese post", .before = "运行的时候报错：",
	  .behind = "，请问怎么解决？" },
	{ .name = "a Chinese post with quotes", .before = "启动时提示“",
	  .behind = "”。求助" },
	{ .name = "a GitHub issue",
	  .before = "### Describe the bug\n\nIt worked yesterday.\n\n### Logs\n\n",
	  .behind = "\n\n### Expected behavior\n\nNo error." },
};

static void put_curly(struct buf *b, char c, bool open)
{
	if (c == '\'')
		buf_str(b, "’");
	else
		buf_str(b, open ? "“" : "”");
}

static void put_escaped(struct buf *b, char c)
{
	if (c == '\n')
		buf_str(b, "\\n");
	else if (c == '"')
		buf_str(b, "\\\"");
	else
		buf_char(b, c);
}

static void end_line(struct buf *b, const struct way *w, const char *indent)
{
	buf_str(b, w->end ? w->end : "");
	buf_char(b, '\n');
	buf_str(b, w->line ? w->line : "");
	buf_str(b, indent);
}

static void put(struct buf *b, const struct way *w, struct span text)
{
	size_t column = 0;
	bool open = false;

	for (size_t i = 0; i < text.n; i++, column++) {
		char c = text.p[i];

		if (w->escaped) {
			put_escaped(b, c);
		} else if (c == '\n' || (w->wrap && column >= w->wrap && c == ' ')) {
			end_line(b, w, c == ' ' ? w->indent : "");
			column = 0;
		} else if (w->curly && (c == '\'' || c == '"')) {
			open = !open;
			put_curly(b, c, open);
		} else {
			buf_char(b, c);
		}
	}
}

static struct span pasted(struct arena *a, const struct way *w, struct span text)
{
	BUF_AUTO b = BUF(65536);

	buf_str(&b, w->before ? w->before : "");
	buf_str(&b, w->line ? w->line : "");
	put(&b, w, text);
	buf_str(&b, w->end ? w->end : "");
	buf_str(&b, w->behind ? w->behind : "");
	assert_false(b.failed);
	return (struct span){ arena_span(a, (struct span){ b.p, b.n }), b.n };
}

static bool finds(const struct symptoms *known, const struct catalogue *c, struct span name,
		  struct span text)
{
	ARENA_AUTO a = { 0 };
	struct meanings found;

	explain_text(&a, known, text, c, NULL, &found);
	for (size_t i = 0; i < found.n; i++)
		if (span_is(name, found.v[i].symptom->name))
			return true;
	print_message(SPAN_FMT " is not found in: " SPAN_FMT "\n", SPAN_ARG(name), SPAN_ARG(text));
	for (size_t i = 0; i < found.n; i++)
		print_message("	%s\n", found.v[i].symptom->name);
	return false;
}

static void open_known(struct arena *a, struct matrix **m, struct symptoms *known,
		       struct catalogue *c)
{
	struct err e;

	assert_int_equal(matrix_open(a, TEST_LIVE_MATRIX, m, &e), 0);
	assert_int_equal(symptoms_read(*m, a, known, &e), 0);
	assert_int_equal(catalogue_open(a, *m, c, &e), 0);
}

static bool is_word(struct span name)
{
	return span_starts(name, "w-") || span_starts(name, "q-");
}

TEST(explain_knows_messages_however_they_are_pasted)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct symptoms known;
	struct catalogue c;
	struct tsv t = tsv_open(&a, "explain/messages.tsv");
	size_t wrong = 0, tried = 0;

	open_known(&a, &m, &known, &c);
	while (tsv_next(&t)) {
		struct span text = tsv_text(&a, t.f[2]);

		/* "False" alone is what a check printed; a third of the ways each, in turns */
		if (!span_is(t.f[1], "yes") || is_word(t.f[0]) || text.n < 8)
			continue;
		for (size_t i = t.line % 3; i < sizeof ways / sizeof *ways; i += 3, tried++) {
			if (finds(&known, &c, t.f[0], pasted(&a, &ways[i], text)))
				continue;
			print_message("line %zu, %s\n", t.line, ways[i].name);
			wrong++;
		}
	}
	assert_true(tried > 1400);
	assert_int_equal(wrong, 0);
}

/* How often a table affirms and denies each row, in English and in Chinese. */
struct said {
	size_t yes[2], no[2];
};

static bool is_chinese(struct span text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] >= 0xe4)
			return true;
	return false;
}

static void count(const struct symptoms *known, const char *table, struct said *to)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, table);

	while (tsv_next(&t))
		for (size_t i = 0; i < known->n; i++) {
			bool chinese = is_chinese(t.f[2]);

			if (!span_is(t.f[0], known->v[i].name))
				continue;
			to[i].yes[chinese] += span_is(t.f[1], "yes");
			to[i].no[chinese] += span_is(t.f[1], "no");
		}
}

/* A message once, since it is pasted in all ways; questions and words of the trade three times;
 * a belief three times and its denial twice, in either language. */
static bool is_tried(const struct symptom *s, const struct said *n)
{
	if (strcmp(s->group, "belief") == 0)
		return n->yes[0] >= 3 && n->yes[1] >= 3 && n->no[0] >= 2 && n->no[1] >= 2;
	return n->yes[0] + n->yes[1] >= (is_word(span_of(s->name)) ? 3 : 1);
}

TEST(explain_has_cases_for_all_that_it_knows)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct symptoms known;
	struct catalogue c;
	struct said *said;
	size_t wrong = 0;

	open_known(&a, &m, &known, &c);
	said = arena_array(&a, known.n, sizeof *said);
	count(&known, "explain/messages.tsv", said);
	count(&known, "explain/beliefs.tsv", said);
	for (size_t i = 0; i < known.n; i++) {
		if (strcmp(known.v[i].group, "context") == 0 || is_tried(&known.v[i], &said[i]) ||
		    !known.v[i].patterns.n)
			continue; /* what is asked with numbers is found by no pattern */
		print_message("%s: too few cases in tests/files/explain (%zu, %zu; no %zu, %zu)\n",
			      known.v[i].name, said[i].yes[0], said[i].yes[1], said[i].no[0],
			      said[i].no[1]);
		wrong++;
	}
	assert_int_equal(wrong, 0);
}
