#include "read/package/lz4.h"

#include <stdbool.h>
#include <string.h>

struct lz4 {
	const uint8_t *p, *end;
	uint8_t *to;
	size_t n, room;
};

/* A length of 15 goes on in further bytes, each 255 but the last. False at the end of input. */
static bool more_length(struct lz4 *z, size_t *length)
{
	uint8_t b = 255;

	if (*length != 15)
		return true;
	while (b == 255) {
		if (z->p == z->end || *length > SIZE_MAX / 2)
			return false;
		b = *z->p++;
		*length += b;
	}
	return true;
}

static void literals(struct lz4 *z, size_t length)
{
	if (length > (size_t)(z->end - z->p))
		length = (size_t)(z->end - z->p);
	if (length > z->room - z->n)
		length = z->room - z->n;
	memcpy(z->to + z->n, z->p, length);
	z->n += length;
	z->p += length;
}

/* A match may overlap what it produces. */
static bool match(struct lz4 *z, size_t length, size_t back)
{
	if (back == 0 || back > z->n)
		return false;
	for (length += 4; length && z->n < z->room; length--, z->n++)
		z->to[z->n] = z->to[z->n - back];
	return true;
}

long lz4_decode(const uint8_t *from, size_t n, uint8_t *to, size_t room)
{
	struct lz4 z = { from, from + n, to, 0, room };

	while (z.p < z.end && z.n < z.room) {
		uint8_t token = *z.p++;
		size_t length = token >> 4, back;

		if (!more_length(&z, &length))
			break;
		literals(&z, length);
		if (z.end - z.p < 2)
			break;
		back = (size_t)z.p[0] | (size_t)z.p[1] << 8;
		z.p += 2;
		length = token & 15;
		if (!more_length(&z, &length))
			break;
		if (!match(&z, length, back))
			return -1;
	}
	return (long)z.n;
}
