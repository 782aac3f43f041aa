/* A unit test registers itself: TEST(name) { assert_int_equal(…); } */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"

/* The words of an error, for messages of tests; valid until the next call. */
const char *unit_err(const struct err *e);

void unit_add(const char *name, void (*run)(void **));

#define TEST(name) \
	static void test_##name(void **state); \
	__attribute__((constructor)) static void add_##name(void) \
	{ \
		unit_add(#name, test_##name); \
	} \
	static void test_##name(__attribute__((unused)) void **state)

#define assert_span_is(s, text) \
	do { \
		struct span assert_span_ = (s); \
		if (!span_is(assert_span_, text)) \
			fail_msg("'" SPAN_FMT "' is not '%s'", SPAN_ARG(assert_span_), text); \
	} while (0)
