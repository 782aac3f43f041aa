#include "unit/unit.h"

#include "base/arena.h"

/* Pieces of all sizes: on the page, on a new page, on pages of their own behind both. */
static void take_some(struct arena *a)
{
	static const size_t sizes[] = { 1, 100, 70000, 16000, 16000, 16000, 16000, 16000, 200000 };

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		memset(arena_alloc(a, sizes[i]), 'x', sizes[i]);
}

static void is_zero(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(p[i], 0);
}

TEST(arena_gives_back_to_a_mark)
{
	ARENA_AUTO a = { 0 };
	struct arena_mark empty = arena_mark(&a), later;
	char *kept, *big;
	size_t used;

	take_some(&a);
	arena_back(&a, empty);
	assert_int_equal(a.used, 0);
	kept = arena_str(&a, "kept");
	big = arena_alloc(&a, 100000);
	memset(big, 'y', 100000);
	later = arena_mark(&a);
	used = a.used;
	for (int i = 0; i < 3; i++) {
		take_some(&a);
		arena_back(&a, later);
		assert_int_equal(a.used, used);
	}
	is_zero(arena_alloc(&a, 30000), 30000);
	assert_string_equal(kept, "kept");
	assert_int_equal(big[99999], 'y');
}

/* What is lent goes first, is zero also where it was used before, and is never freed. */
TEST(arena_hands_out_what_is_lent)
{
	static _Alignas(max_align_t) char lent[4096];
	struct arena_mark mark;
	{
		ARENA_AUTO a = { 0 };

		arena_lend(&a, NULL, 4096);
		assert_null(a.page);
		arena_lend(&a, lent, sizeof lent);
		assert_in_range((uintptr_t)arena_str(&a, "first"), (uintptr_t)lent,
				(uintptr_t)lent + sizeof lent);
		mark = arena_mark(&a);
		memset(arena_alloc(&a, 1000), 'x', 1000);
		arena_back(&a, mark);
		is_zero(arena_alloc(&a, 1500), 1500);
		take_some(&a);
	}
	assert_string_equal(lent + sizeof lent - 1, "");
}

TEST(lists_are_asked_by_first_any_and_every)
{
	static const int table[] = { 3, 5, 8, 13 };
	ARENA_AUTO a = { 0 };
	ARRAY(int) list = { 0 };
	size_t asked = 0;

	assert_null(FIRST_OF(x, list, true));
	assert_false(ANY(x, list, true));
	assert_true(EVERY(x, list, false));
	for (int i = 3; i <= 9; i += 2)
		ARRAY_ADD(&a, list) = i;
	assert_ptr_equal(FIRST_OF(x, list, *x > 3), &list.v[1]);
	assert_ptr_equal(FIRST_OF(x, list, *x == 9), &list.v[3]);
	assert_null(FIRST_OF(x, list, *x > 9));
	assert_true(EVERY(x, list, *x % 2));
	assert_false(EVERY(x, list, *x != 9));
	/* Each once, and none behind the one that is found; one within another. */
	assert_true(ANY(x, list, asked++ == 2));
	assert_int_equal(asked, 3);
	assert_true(ANY(x, ROWS(table), ANY(y, list, *x == *y + 6 && *y == 7)));
	assert_false(ANY(x, LIST(table, 2), *x == 8));
	assert_ptr_equal(FIRST_OF(x, LIST(table, 3), *x == 8), &table[2]);
	assert_int_equal(ROWS(table).n, 4);
}
