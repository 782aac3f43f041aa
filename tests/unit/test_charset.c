#include "unit/unit.h"

#include <string.h>

#include "read/charset.h"

/* What iconv wrote of the sentences; "" is no encoding that is known. */
static const struct {
	const char *bytes, *encoding, *text;
} cases[] = {
	{ "\325\322\262\273\265\275\326\270\266\250\265\304\304\243\277\351\241\243",
	  "GB18030", "找不到指定的模块。" },
	{ "\317\324\277\250",
	  "GB18030", "显卡" },
	{ "\216w\222\350\202\263\202\352\202\275\203v\203\215"
	  "\203V\201[\203W\203\203"
	  "\202\252\214\251\202\302\202\251\202\350\202\334\202\271\202\361\201B",
	  "SHIFT_JIS", "指定されたプロシージャが見つかりません。" },
	{ "\203O\203\211\203{",
	  "SHIFT_JIS", "グラボ" },
	{ "\247\344\244\243\250\354\253\374\251w\252\272\274\322\262\325\241C",
	  "BIG5", "找不到指定的模組。" },
	{ "\301\366\301\244\265\310 \270\360"
	  "\265\342\300\273 \303\243\300\273 \274\366 \276\370\275\300\264\317\264\331",
	  "UHC", "지정된 모듈을 찾을 수 없습니다" },
	{ "f\374r \351 Ger\344t", "", "" },
	{ "proc\351dure sp\351cifi\351e", "", "" },
};

static const char *line(struct arena *a, const char *bytes)
{
	return arena_printf(a, "OSError: [WinError 126] %s Error loading \"c10.dll\"\n", bytes);
}

TEST(charset_reads_what_consoles_write)
{
	ARENA_AUTO a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *encoding;
		struct span got = charset_text(&a, span_of(line(&a, cases[i].bytes)), &encoding);

		assert_non_null(encoding);
		assert_string_equal(encoding, cases[i].encoding);
		if (*encoding)
			assert_true(span_is(got, line(&a, cases[i].text)));
	}
}

/* A file into which programs of both kinds have written. */
TEST(charset_keeps_lines_of_utf8)
{
	ARENA_AUTO a = { 0 };
	const char *encoding;
	const char *mixed = arena_printf(&a, "%s\n%s\n", cases[0].text, cases[0].bytes);
	struct span got = charset_text(&a, span_of(mixed), &encoding);

	assert_string_equal(encoding, "GB18030");
	assert_true(span_is(got, arena_printf(&a, "%s\n%s\n", cases[0].text, cases[0].text)));
}

TEST(charset_leaves_utf8_alone)
{
	ARENA_AUTO a = { 0 };
	const char *encoding = "";
	struct span got = charset_text(&a, span_of(cases[2].text), &encoding);

	assert_null(encoding);
	assert_true(span_is(got, cases[2].text));
}
