#include "fact/build.h"

#include <stdio.h>
#include <string.h>

const char *manager_name(enum manager m)
{
	return m == MANAGER_CONDA ? "conda" : "pip";
}

bool build_is_from(const struct build *b, const char *channel)
{
	return strcmp(b->channel, channel) == 0;
}

bool build_is_from_pytorch(const struct build *b)
{
	return span_starts(span_of(b->channel), CHANNEL_PYTORCH);
}

const char *build_said(struct arena *a, const struct build *b)
{
	return arena_printf(a, "%s+%s", b->torch, b->variant);
}

const struct build_terms *build_terms(const struct build *b)
{
	static const struct build_terms none;

	return b->terms ? b->terms : &none;
}

static bool cuda_make(uint64_t major, uint64_t minor, struct cuda_version *ret)
{
	if (major < 1 || major > 99 || minor > 99)
		return false;
	*ret = (struct cuda_version){ (uint8_t)major, (uint8_t)minor };
	return true;
}

bool cuda_version_parse(struct span s, struct cuda_version *ret)
{
	uint64_t v, minor;

	s = span_trim(s);
	span_take(&s, "cu");
	if (!span_take_u64(&s, &v))
		return false;
	if (s.n == 0)
		return v >= 10 && cuda_make(v / 10, v % 10, ret);
	if (!span_take(&s, ".") || !span_take_u64(&s, &minor) || (s.n && s.p[0] != '.'))
		return false;
	return cuda_make(v, minor, ret);
}

const char *cuda_version_text(struct cuda_version v, char to[CUDA_TEXT])
{
	snprintf(to, CUDA_TEXT, "%u.%u", v.major % 100u, v.minor % 100u);
	return to;
}

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

static uint64_t place_field(uint64_t place, unsigned width, uint64_t value)
{
	uint64_t most = ((uint64_t)1 << width) - 1;

	return place << width | (value > most ? most : value);
}

static unsigned channel_place(const char *channel)
{
	static const char *const best_first[] = {
		CHANNEL_CONDA_FORGE, CHANNEL_PYTORCH, "pytorch-lts", CHANNEL_DEFAULTS,
		CHANNEL_PYPI, CHANNEL_PYTORCH_INDEX, "pytorch-lts-index",
	};
	const unsigned n = sizeof best_first / sizeof *best_first;

	for (unsigned i = 0; i < n; i++)
		if (*channel == *best_first[i] && strcmp(channel, best_first[i]) == 0)
			return n - i;
	return 0;
}

/* A conda build has one Python; which one a wheel gets is chosen later. */
static unsigned python_place(const struct build *b, struct python_set young)
{
	enum { AGED = 32 };
	struct python p = python_newest(b->pythons);

	if (b->manager == MANAGER_PIP || p.major != 3)
		return 0;
	return python_set_has(young, p) ? p.minor : AGED + p.minor;
}

/* The fields in which the files of one build differ. */
static uint64_t add_file_place(uint64_t place, const struct build *b, struct python_set young)
{
	place = place_field(place, W_PYTHON, python_place(b, young));
	return place_field(place, W_NUMBER, (uint64_t)(b->build_number + 1));
}

uint64_t build_place(const struct build *b, struct python_set young)
{
	bool vision = b->torchvision && strcmp(b->torchvision, "none") != 0;
	uint64_t place = place_field(0, W_DEFAULT, b->is_default);

	place = place_field(place, W_CUDA, b->cuda.major * 100u + b->cuda.minor);
	place = place_field(place, W_EXACT, b->manager == MANAGER_PIP || b->exact);
	place = place_field(place, W_CHANNEL, channel_place(b->channel));
	place = place_field(place, W_VISION, vision);
	return add_file_place(place, b, young);
}

uint64_t build_place_beside(const struct build *b, struct python_set young, uint64_t place)
{
	return add_file_place(place >> (W_PYTHON + W_NUMBER), b, young);
}
