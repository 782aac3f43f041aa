#include "unit/unit.h"

#include "base/span.h"

TEST(span_next_gives_an_empty_last_part_once)
{
	struct span rest = SPAN("a,,b,"), part;

	assert_true(span_next(&rest, ',', &part));
	assert_span_is(part, "a");
	assert_true(span_next(&rest, ',', &part));
	assert_span_is(part, "");
	assert_true(span_next(&rest, ',', &part));
	assert_span_is(part, "b");
	assert_true(span_next(&rest, ',', &part));
	assert_span_is(part, "");
	assert_false(span_next(&rest, ',', &part));
}

TEST(span_line_takes_lf_crlf_and_cr)
{
	struct span rest = SPAN("one\r\ntwo\nthree\rfour"), line;

	assert_true(span_line(&rest, &line));
	assert_span_is(line, "one");
	assert_true(span_line(&rest, &line));
	assert_span_is(line, "two");
	assert_true(span_line(&rest, &line));
	assert_span_is(line, "three");
	assert_true(span_line(&rest, &line));
	assert_span_is(line, "four");
	assert_false(span_line(&rest, &line));
}

TEST(span_u64_refuses_overflow_and_rests)
{
	uint64_t v = 7;

	assert_true(span_u64(SPAN("18446744073709551615"), &v));
	assert_true(v == UINT64_MAX);
	assert_false(span_u64(SPAN("18446744073709551616"), &v));
	assert_false(span_u64(SPAN("12a"), &v));
	assert_false(span_u64(SPAN(""), &v));
	assert_true(v == UINT64_MAX);
}

TEST(span_hex_takes_both_cases_and_a_prefix)
{
	uint64_t v = 0;

	assert_true(span_hex(SPAN("0x1B06"), &v));
	assert_int_equal(v, 0x1b06);
	assert_true(span_hex(SPAN("268410DE"), &v));
	assert_int_equal(v, 0x268410de);
	assert_false(span_hex(SPAN("0x"), &v));
	assert_false(span_hex(SPAN("1g"), &v));
}

TEST(span_find_at_the_ends)
{
	assert_int_equal(span_find(SPAN("CUDA UMD Version"), "Version"), 9);
	assert_int_equal(span_find(SPAN("abc"), "abcd"), -1);
	assert_int_equal(span_find_nocase(SPAN("No DEVICES"), "devices"), 3);
	assert_int_equal(span_rfind_char(SPAN("a.b.c"), '.'), 3);
}

TEST(span_unquoted_takes_one_pair)
{
	assert_true(span_is(span_unquoted(SPAN("'a'")), "a"));
	assert_true(span_is(span_unquoted(SPAN("\"\"a\"\"")), "\"a\""));
	assert_true(span_is(span_unquoted(SPAN("\"\"")), ""));
	/* no pair: one end only, one character, two kinds */
	assert_true(span_is(span_unquoted(SPAN("'a")), "'a"));
	assert_true(span_is(span_unquoted(SPAN("a'")), "a'"));
	assert_true(span_is(span_unquoted(SPAN("'")), "'"));
	assert_true(span_is(span_unquoted(SPAN("'a\"")), "'a\""));
}

TEST(arena_join_puts_parts_after_each_other)
{
	ARENA_AUTO a = { 0 };
	const struct span none = { NULL, 0 };
	char *p = arena_join(&a, SPAN("cu"), none, SPAN("12"), SPAN(""), SPAN("6"));

	assert_string_equal(p, "cu126");
	assert_string_equal(arena_join(&a, none), "");
	assert_string_equal(arena_spans(&a, NULL, 0), "");
	/* a copy, with NUL bytes kept and one behind them that does not count */
	p = arena_join(&a, SPAN("x\0y"), SPAN("\0"));
	assert_memory_equal(p, "x\0y\0", 5);
	for (size_t n = 1; n < 3000; n *= 3) {
		struct span half = { arena_alloc(&a, n), n };

		memset((char *)(uintptr_t)half.p, 'z', n);
		p = arena_join(&a, half, SPAN("-"), half);
		assert_int_equal(strlen(p), 2 * n + 1);
		assert_int_equal(p[n], '-');
	}
}

TEST(globs)
{
	assert_true(span_glob(SPAN("*cuda*"), SPAN("py3.8_cuda11.0_0")));
	assert_true(span_glob(SPAN("a*b*c"), SPAN("aXbXbc")));
	assert_true(span_glob(SPAN("*"), SPAN("")));
	assert_false(span_glob(SPAN("cuda*"), SPAN("py3.8_cuda")));
	assert_false(span_glob(SPAN("a*b"), SPAN("ab1")));
}
