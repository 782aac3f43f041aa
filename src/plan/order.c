#include "plan/order.h"

/* Widths of the fields, the first is the most important; they sum up to 57. */
enum {
	W_CERTAIN = 1,
	W_WHOLE = 1,
	W_RANK = 10,
	W_SUPPORT = 2,
	W_CUBIN = 1,
	W_DEFAULT = 1,
	W_CUDA = 12,
	W_EXACT = 1,
	W_CHANNEL = 3,
	W_VISION = 1,
	W_PYTHON = 6,
	W_NUMBER = 18,
	GAIN_SHIFT = W_SUPPORT + W_CUBIN + W_DEFAULT + W_CUDA + W_EXACT + W_CHANNEL + W_VISION +
		     W_PYTHON + W_NUMBER,
};

static uint64_t put(uint64_t key, unsigned width, uint64_t value)
{
	uint64_t most = ((uint64_t)1 << width) - 1;

	return key << width | (value > most ? most : value);
}

static unsigned support_place(enum driver_support s)
{
	static const unsigned char places[] = {
		[SUPPORT_UNKNOWN] = 3, [SUPPORT_DIRECT] = 3, [SUPPORT_MINOR] = 2,
		[SUPPORT_FORWARD] = 1, [SUPPORT_NONE] = 0,
	};

	return places[s];
}

static unsigned channel_place(const char *channel)
{
	static const char *const worst_first[] = {
		"pytorch-lts-index", "pytorch-index", "pypi",
		"defaults", "pytorch-lts", "pytorch", "conda-forge",
	};

	for (unsigned i = 0; i < sizeof worst_first / sizeof *worst_first; i++)
		if (strcmp(channel, worst_first[i]) == 0)
			return i + 1;
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

uint64_t order_key(const struct build *b, const struct merits *m)
{
	bool vision = b->torchvision && strcmp(b->torchvision, "none") != 0;
	uint64_t key = 0;

	key = put(key, W_CERTAIN, m->certain);
	key = put(key, W_WHOLE, m->whole);
	key = put(key, W_RANK, b->rank < 0 ? 0 : (uint64_t)b->rank);
	key = put(key, W_SUPPORT, support_place(m->support));
	key = put(key, W_CUBIN, m->cubin);
	key = put(key, W_DEFAULT, b->is_default);
	key = put(key, W_CUDA, b->cuda.major * 100u + b->cuda.minor);
	key = put(key, W_EXACT, b->manager == MANAGER_PIP || b->exact);
	key = put(key, W_CHANNEL, channel_place(b->channel));
	key = put(key, W_VISION, vision);
	key = put(key, W_PYTHON, python_place(b));
	return put(key, W_NUMBER, (uint64_t)(b->build_number + 1));
}

uint64_t order_gain(uint64_t key)
{
	return key >> GAIN_SHIFT;
}
