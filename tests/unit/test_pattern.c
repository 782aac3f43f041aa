/* A text as patterns are held against it, and where each of its bytes came from. */
#include "unit/unit.h"

#include <string.h>

#include "explain/pattern_private.h"

/* Each letter and digit of it stands in the source where pattern_source says, in order. */
static void check_source(const char *text)
{
	ARENA_AUTO a = { 0 };
	struct pattern_text t = pattern_text(&a, span_of(text));
	size_t last = 0;

	for (size_t i = 0; i < t.plain.n; i++) {
		size_t at = pattern_source(&t, i);

		assert_true(at >= last && at <= t.source.n);
		if (ascii_alnum(t.plain.p[i]))
			assert_int_equal(text[at], t.plain.p[i]);
		assert_int_equal(t.lower.p[i], ascii_lower(t.plain.p[i]));
		last = at;
	}
	assert_int_equal(pattern_source(&t, t.plain.n), t.source.n);
}

TEST(pattern_text_knows_where_its_bytes_came_from)
{
	check_source("");
	check_source("   ");
	check_source("torch==2.5.1");
	check_source("a   b\n\n  c \td\r\ne");
	check_source("2026-05-11 12:00:01,123 - INFO - trainer - loss 0.5\n"
		     "[rank0]: RuntimeError: CUDA error\n(Worker pid=273) **bold** `code`\n");
	check_source("say \\\"no\\\" and\\ngo on, C:\\new\\x === 1 == 2");
	check_source("\x1b[31mred\x1b[0m text \xe2\x94\x82 box \xe2\x80\x9cquoted\xe2\x80\x9d");
	check_source("装 torch 的 CUDA\n中文（12.8）和 RTX 4090，可以吗？");
}

TEST(pattern_is_nowhere_without_one_of_the_words_of_a_choice)
{
	static const char *patterns[] = { "torch{..}{built without cuda|compiled without cuda}",
		"torch {version:torch}{| is here}" };
	static const struct strings all = { .v = patterns, .n = 2 };
	ARENA_AUTO a = { 0 };
	struct captures found = { 0 };
	struct pattern_text t = pattern_text(&a, SPAN("torch 2.5.1 was compiled without cuda"));
	size_t at = 7;

	pattern_scan(&a, &all, &t);
	assert_true(pattern_find(&a, patterns[0], &t, &found, &at));
	assert_int_equal(at, 0);
	assert_true(pattern_find(&a, patterns[1], &t, &found, &at));
	assert_string_equal(captures_get(&found, "torch"), "2.5.1");
	t = pattern_text(&a, SPAN("torch 2.5.1 was compiled with cuda"));
	pattern_scan(&a, &all, &t);
	assert_false(pattern_find(&a, patterns[0], &t, &found, &at));
	assert_true(pattern_find(&a, patterns[1], &t, &found, &at));
}
