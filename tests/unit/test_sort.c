#include "unit/unit.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/sort.h"
#include "base/strings.h"

enum { MOST = 300, ROUNDS = 2000 };

struct thing {
	uint8_t key;
	uint16_t place;
};

static int by_key(const void *a, const void *b)
{
	const struct thing *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

TEST(sort_keeps_equals_in_their_order)
{
	struct thing v[MOST];
	unsigned seed = 1;

	for (unsigned round = 0; round < ROUNDS; round++) {
		size_t n = (size_t)rand_r(&seed) % MOST, kinds = (size_t)rand_r(&seed) % 20 + 1;
		uint64_t seen = 0, before = 0;

		for (size_t i = 0; i < n; i++) {
			v[i] = (struct thing){ (uint8_t)((size_t)rand_r(&seed) % kinds),
					       (uint16_t)i };
			before += v[i].key * 1000u + i;
		}
		sort_stable(v, n, sizeof *v, by_key);
		for (size_t i = 0; i < n; i++) {
			seen += v[i].key * 1000u + v[i].place;
			if (i == 0)
				continue;
			assert_true(v[i - 1].key <= v[i].key);
			assert_true(v[i - 1].key < v[i].key || v[i - 1].place < v[i].place);
		}
		assert_true(seen == before);
	}
	sort_stable(NULL, 0, sizeof *v, by_key);
}

struct row {
	const char *name;
	int place;
};

/* Runs at the beginning, within and at the end of a table, and names between and beside them. */
TEST(sort_finds_the_run_of_a_text)
{
	static const struct row rows[] = {
		{ "b", 0 }, { "b", 1 }, { "d", 2 }, { "f", 3 }, { "f", 4 }, { "f", 5 },
	};
	static const struct {
		const char *name;
		int first;
		size_t n;
	} cases[] = {
		{ "a", -1, 0 }, { "b", 0, 2 }, { "c", -1, 0 }, { "d", 2, 1 }, { "e", -1, 0 },
		{ "f", 3, 3 }, { "g", -1, 0 },
	};
	size_t n;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct row *found = strings_run(rows, 6, sizeof *rows, cases[i].name, &n);

		assert_int_equal(n, cases[i].n);
		assert_int_equal(found ? found->place : -1, cases[i].first);
	}
	assert_null(strings_run(NULL, 0, sizeof *rows, "b", &n));
	assert_int_equal(n, 0);
}
