#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "show/words.h"

enum { MAX_TESTS = 2000 };

static struct CMUnitTest tests[MAX_TESTS];
static size_t n_tests;

void unit_add(const char *name, void (*run)(void **))
{
	if (n_tests < MAX_TESTS)
		tests[n_tests++] = (struct CMUnitTest){ .name = name, .test_func = run };
}

const char *unit_err(const struct err *e)
{
	static char text[2 * ERR_TEXT];
	ARENA_AUTO a = { 0 };

	snprintf(text, sizeof text, "%s", words_err(&a, e));
	return text;
}

/* All of them, or those whose names match the pattern given. */
int main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	cmocka_set_message_output(CM_OUTPUT_STDOUT);
	return _cmocka_run_group_tests("unit", tests, n_tests, NULL, NULL);
}
