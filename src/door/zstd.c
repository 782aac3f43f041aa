#include "door/zstd.h"

#include <zstd.h>

long zstd_decode(const void *from, size_t n, void *to, size_t room)
{
	size_t got = ZSTD_decompress(to, room, from, n);

	return ZSTD_isError(got) ? -1 : (long)got;
}
