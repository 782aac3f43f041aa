#include "plan/order.h"

/* Widths of the fields above the place of the build; they sum up to 15. */
enum {
	W_CERTAIN = 1,
	W_WHOLE = 1,
	W_RANK = 10,
	W_SUPPORT = 2,
	W_CUBIN = 1,
	GAIN_SHIFT = W_SUPPORT + W_CUBIN + BUILD_PLACE_BITS,
};

static unsigned support_place(enum driver_support s)
{
	static const unsigned char places[] = {
		[SUPPORT_UNKNOWN] = 3, [SUPPORT_DIRECT] = 3, [SUPPORT_MINOR] = 2,
		[SUPPORT_FORWARD] = 1, [SUPPORT_NONE] = 0,
	};

	return places[s];
}

uint64_t order_key(int rank, uint64_t place, const struct merits *m)
{
	uint64_t key = m->certain;

	key = key << W_WHOLE | m->whole;
	key = key << W_RANK | (rank < 0 ? 0u : (unsigned)rank & ((1u << W_RANK) - 1));
	key = key << W_SUPPORT | support_place(m->support);
	key = key << W_CUBIN | m->cubin;
	return key << BUILD_PLACE_BITS | place;
}

uint64_t order_gain(uint64_t key)
{
	return key >> GAIN_SHIFT;
}

uint64_t order_least(uint64_t gain)
{
	return (gain + 1) << GAIN_SHIFT;
}
