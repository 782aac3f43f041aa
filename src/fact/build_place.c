#include "fact/build.h"

#include <string.h>

/* Widths of the fields, the first is the most important; they sum up to BUILD_PLACE_BITS. */
enum {
	W_DEFAULT = 1,
	W_CUDA = 12,
	W_EXACT = 1,
	W_CHANNEL = 3,
	W_VISION = 1,
	W_PYTHON = 6,
	W_NUMBER = 18,
};

static uint64_t put(uint64_t place, unsigned width, uint64_t value)
{
	uint64_t most = ((uint64_t)1 << width) - 1;

	return place << width | (value > most ? most : value);
}

static unsigned channel_place(const char *channel)
{
	static const char *const best_first[] = {
		"conda-forge", "pytorch", "pytorch-lts", "defaults",
		"pypi", "pytorch-index", "pytorch-lts-index",
	};
	const unsigned n = sizeof best_first / sizeof *best_first;

	for (unsigned i = 0; i < n; i++)
		if (strcmp(channel, best_first[i]) == 0)
			return n - i;
	return 0;
}

/* A conda build has one Python; which one a wheel gets is chosen later. */
static unsigned python_place(const struct build *b)
{
	struct python p = python_newest(b->pythons);

	if (b->manager == MANAGER_PIP || p.major != 3)
		return 0;
	return p.minor + 1u;
}

uint64_t build_place(const struct build *b)
{
	bool vision = b->torchvision && strcmp(b->torchvision, "none") != 0;
	uint64_t place = put(0, W_DEFAULT, b->is_default);

	place = put(place, W_CUDA, b->cuda.major * 100u + b->cuda.minor);
	place = put(place, W_EXACT, b->manager == MANAGER_PIP || b->exact);
	place = put(place, W_CHANNEL, channel_place(b->channel));
	place = put(place, W_VISION, vision);
	place = put(place, W_PYTHON, python_place(b));
	return put(place, W_NUMBER, (uint64_t)(b->build_number + 1));
}
