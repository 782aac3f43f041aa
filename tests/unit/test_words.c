/* The table of words: every form has a row, every {fact} of a row a name, and filling works. */
#include <string.h>

#include "base/buf.h"
#include "fact/err_phrase.h"
#include "show/finding.h"
#include "show/words.h"
#include "unit/unit.h"

/* All facts of all names, so that every wording can be filled. */
static struct phrase everything(struct arena *a, enum form form)
{
	struct fact *facts = arena_array(a, FACT_NAMES, sizeof *facts);

	for (int i = 1; i < FACT_NAMES; i++)
		facts[i] = (struct fact){ .name = (enum fact_name)i, .text = "FACT" };
	return phrase_make(a, form, facts, FACT_NAMES);
}

TEST(words_every_form_has_a_row_that_can_be_filled)
{
	ARENA_AUTO a = { 0 };

	for (int i = 1; i < FORMS; i++) {
		struct finding f = finding_of(FINDING_NONE);
		const char *said;

		f.words = everything(&a, (enum form)i);
		f.have = "HAVE";
		f.need = "NEED";
		said = words_finding(&a, &f);
		if (!*said)
			fail_msg("form %d has no words, or names a fact that there is not", i);
		assert_null(strpbrk(said, "{}"));
	}
}

TEST(words_every_code_is_said_with_all_facts)
{
	ARENA_AUTO a = { 0 };
	const struct finding_info *all;
	size_t n;

	all = finding_all(&n);
	for (size_t i = 0; i < n; i++) {
		struct finding f = { .code = all[i].code, .have = "HAVE", .need = "NEED" };

		assert_null(strpbrk(words_finding(&a, &f), "{}"));
	}
}

TEST(words_leave_out_a_part_whose_facts_are_not_known)
{
	ARENA_AUTO a = { 0 };
	struct phrase with = PHRASE(&a, FLEET_LEFT_OUT, SAY(host, "n1"), SAY(build, "torch 2.5.1")),
		      alone = PHRASE(&a, FLEET_LEFT_OUT, SAY(host, "n1")),
		      literal = PHRASE(&a, NAME_IT_IN_UV_SOURCES, SAY(example, "x"));
	struct finding f = finding_of(CP015);

	assert_string_equal(words_phrase(&a, &with), "n1 (alone: torch 2.5.1)");
	assert_string_equal(words_phrase(&a, &alone), "n1");
	assert_string_equal(words_phrase(&a, &literal), "name it in [tool.uv.sources]: x");
	/* One of two is not enough. */
	f.have = "12.4";
	assert_string_equal(words_finding(&a, &f), "a compat libcuda is loaded");
}

TEST(words_say_what_stands_behind_the_bar_of_a_part_that_is_not_known)
{
	ARENA_AUTO a = { 0 };
	struct phrase bare = PHRASE(&a, BUILD_NEEDS_DRIVER, SAY(torch, "2.9.1"),
				    SAY(have, "470.82")),
		      with = PHRASE(&a, BUILD_NEEDS_DRIVER, SAY(torch, "2.9.1"),
				    SAY(have, "470.82"), SAY(need, ">= 525.60.13"));

	assert_string_equal(words_phrase(&a, &bare),
			    "torch 2.9.1 needs a newer driver; this is 470.82");
	assert_string_equal(words_phrase(&a, &with),
			    "torch 2.9.1 needs driver >= 525.60.13; this is 470.82");
}

TEST(words_take_the_first_wording_that_is_known)
{
	ARENA_AUTO a = { 0 };
	struct finding f = finding_of(CP102);

	f.need = ">=525.60.13";
	assert_string_equal(words_finding(&a, &f), "driver too old, needs >=525.60.13");
	f.have = "470.82";
	assert_string_equal(words_finding(&a, &f), "driver 470.82, needs >=525.60.13");
	f.words.form = FORM_DRIVER_OF_CUDA_OLD;
	f.have = "CUDA 11.4";
	assert_string_equal(words_finding(&a, &f),
			    "a driver for CUDA 11.4, needs >=525.60.13");
	f.need = f.have = NULL;
	assert_string_equal(words_finding(&a, &f), "the driver is too old for this CUDA");
}

/* All wordings of words.def, not only those that are taken where everything is known. */
#define N_(text) text
static const char *const wordings[] = {
#define CODE(number, ...) __VA_ARGS__,
#define WORDS(form, ...) __VA_ARGS__,
#define WORDS_COUNT(form, one, many) one, many,
#include "show/words.def"
#undef CODE
#undef WORDS
#undef WORDS_COUNT
};

static bool is_fact(struct span name)
{
	static const char *const names[] = {
#define FACT(name) #name,
#include "rows/fact_name.def"
#undef FACT
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_is(name, names[i]))
			return true;
	return false;
}

TEST(words_name_only_facts_that_there_are)
{
	for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
		struct span rest = span_of(wordings[i]), before, name;

		while (span_next(&rest, '{', &before) && rest.n)
			if (!span_next(&rest, '}', &name) || !is_fact(name))
				fail_msg("no such fact: %s", wordings[i]);
	}
}

TEST(words_keep_no_more_places_than_there_is_room_for)
{
	struct err e;

	ERR_SAY(&e, ERR_INPUT, SAID, SAY(text, "not read"));
	for (int i = 0; i < ERR_PLACES; i++)
		assert_int_equal(err_at(&e, "place %d", i), ERR_INPUT);
	assert_int_equal(err_at(&e, "one too many"), ERR_INPUT);
	assert_int_equal(e.places, ERR_PLACES);
	assert_string_equal(e.text + e.fact[0].at, "not read");
	assert_string_equal(e.text + e.place[ERR_PLACES - 1].at, "place 2");
}

TEST(words_for_one_and_for_many)
{
	ARENA_AUTO a = { 0 };
	struct finding f = finding_of(CP207);

	f.words = PHRASE(&a, FOLDERS_LEFT, SAY(count, fact_number(&a, 1)));
	assert_string_equal(words_finding(&a, &f), "1 folder of no installed package: what an "
			    "uninstall or an interrupted install left");
	f.words = PHRASE(&a, FOLDERS_LEFT, SAY(count, fact_number(&a, 2)));
	assert_string_equal(words_finding(&a, &f), "2 folders of no installed package: what an "
			    "uninstall or an interrupted install left");
}

TEST(words_of_a_clause_within_a_sentence)
{
	ARENA_AUTO a = { 0 };
	struct phrase lines = PHRASE(&a, LIST_AND, SAY(list, "torch==2.1, python=3.8"),
				     SAY(last, "cudatoolkit=11.3"));
	struct phrase clause[] = { PHRASE(&a, LINES_RULE_OUT, SAY_PHRASE(lines, &lines)) };
	struct found f = { .what = finding_of(CP202), .more = { clause, 1, 1 } };

	f.what.words = PHRASE(&a, NONE_OF_IT_RUNS, SAY(asked, "torch==2.1"), SAY(gpu, "A100"));
	assert_string_equal(show_found_cause(&a, &f), "no build of torch==2.1 runs on A100; "
			    "torch==2.1, python=3.8 and cudatoolkit=11.3 rule it out, each alone");
}

/* "torch==2.1" for n bytes, as a long list of lines would be. */
static const char *long_fact(struct arena *a, size_t n)
{
	char *ret = arena_alloc(a, n + 1);

	for (size_t i = 0; i < n; i++)
		ret[i] = "torch==2.1 "[i % 11];
	return ret;
}

TEST(words_no_sentence_vanishes_for_its_length)
{
	ARENA_AUTO a = { 0 };
	const char *list = long_fact(&a, 200000);
	struct finding f = finding_of(CP202);

	f.words = PHRASE(&a, NONE_OF_IT_RUNS, SAY(asked, list), SAY(gpu, "A100"));
	assert_string_equal(words_finding(&a, &f),
			    arena_printf(&a, "no build of %s runs on A100", list));
	assert_string_equal(words_phrase(&a, &f.words), words_finding(&a, &f));
}

TEST(words_beyond_the_limit_are_cut_and_the_cut_is_shown)
{
	ARENA_AUTO a = { 0 };
	struct finding f = finding_of(FINDING_NONE);
	const char *said;
	size_t n;

	f.words = PHRASE(&a, SAID, SAY(text, long_fact(&a, BUF_WORDS_MAX + 1)));
	said = words_finding(&a, &f);
	assert_int_equal(strlen(said), BUF_WORDS_MAX + strlen(BUF_CUT_MARK));
	assert_string_equal(said + BUF_WORDS_MAX, BUF_CUT_MARK);
	f.words = PHRASE(&a, SAID, SAY(text, long_fact(&a, BUF_WORDS_MAX)));
	n = strlen(words_finding(&a, &f));
	assert_int_equal(n, BUF_WORDS_MAX);
}

TEST(words_are_cut_between_characters)
{
	for (size_t before = 1; before < 4; before++) {
		BUF_AUTO b = BUF_WORDS;
		struct span rest;

		for (size_t i = 0; i < BUF_WORDS_MAX - before; i++)
			buf_char(&b, 'x');
		buf_printf(&b, "\xf0\x9f\x90\x8d and %0200d", 1);
		buf_str(&b, "nothing more");
		assert_false(b.failed);
		rest = span_from(buf_view(&b), BUF_WORDS_MAX - before);
		assert_true(span_is(rest, BUF_CUT_MARK));
		buf_cut(&b, 3);
		buf_str(&b, " again");
		assert_string_equal(buf_cstr(&b), "xxx again");
	}
}

TEST(words_of_an_error_and_of_the_places_around_it)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	assert_int_equal(ERR_SAY(&e, ERR_INPUT, NOT_JSON, SAY(at, ERR_NUMBER(7))), ERR_INPUT);
	assert_string_equal(words_err(&a, &e), "not JSON at byte 7");
	assert_int_equal(err_within(&e, FORM_IN_LINE, ERR_NUMBER(3)), ERR_INPUT);
	assert_int_equal(err_at(&e, "%s", "a.json"), ERR_INPUT);
	assert_string_equal(words_err(&a, &e), "a.json: line 3: not JSON at byte 7");
	err_set(&e, ERR_MISSING, "no %s", "network");
	assert_string_equal(words_err(&a, &e), "no network");
	err_within(&e, FORM_IN_SPEC, "x");
	assert_string_equal(words_err(&a, &e), "spec 'x': no network");
	assert_int_equal(e.code, ERR_MISSING);
}

TEST(words_of_an_error_with_more_than_it_can_keep)
{
	ARENA_AUTO a = { 0 };
	struct err e;
	const char *said;

	ERR_SAY(&e, ERR_INPUT, NOT_A_MARKER, SAY(text, long_fact(&a, 2 * ERR_TEXT)));
	for (int i = 0; i < 2 * ERR_PLACES; i++)
		err_at(&e, "%s", long_fact(&a, ERR_TEXT));
	said = words_err(&a, &e);
	assert_true(span_ends(span_of(said), " is not an environment marker"));
	assert_true(strlen(said) < 2 * ERR_TEXT);
}

TEST(words_of_a_list_that_grows)
{
	ARENA_AUTO a = { 0 };
	struct phrase list = { 0 };

	list = phrase_append(&a, FORM_LIST_COMMA, list,
			     PHRASE(&a, HERE_DRIVER, SAY(driver, "550")));
	assert_string_equal(words_phrase(&a, &list), "driver 550");
	list = phrase_append(&a, FORM_LIST_COMMA, list, PHRASE(&a, HERE_NO_TORCH));
	list = phrase_append(&a, FORM_LIST_SEMICOLON, list, PHRASE(&a, HERE_OTHER_GPU));
	assert_string_equal(words_phrase(&a, &list),
			    "driver 550, torch is not installed; the message is about another GPU");
}
