#include "unit/unit.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/sort.h"

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
