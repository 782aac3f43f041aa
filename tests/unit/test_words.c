/* The table of words: every form has a row, every {fact} of a row a name, and filling works. */
#include <string.h>

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
