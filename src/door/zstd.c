#include "door/zstd.h"

#include <stdlib.h>
#include <zstd.h>

enum { ROOM = 128 << 10 };

struct zstd_stream {
	ZSTD_DCtx *d;
	bool ended;
	char room[ROOM];
};

long zstd_decode(const void *from, size_t n, void *to, size_t room)
{
	size_t got = ZSTD_decompress(to, room, from, n);

	return ZSTD_isError(got) ? -1 : (long)got;
}

struct zstd_stream *zstd_stream_open(void)
{
	struct zstd_stream *s = malloc(sizeof *s);

	if (!s)
		return NULL;
	s->ended = false;
	s->d = ZSTD_createDCtx();
	if (!s->d || ZSTD_isError(ZSTD_DCtx_setParameter(s->d, ZSTD_d_windowLogMax,
							  ZSTD_WINDOW_LOG))) {
		zstd_stream_close(s);
		return NULL;
	}
	return s;
}

void zstd_stream_close(struct zstd_stream *s)
{
	if (!s)
		return;
	ZSTD_freeDCtx(s->d);
	free(s);
}

bool zstd_stream_add(struct zstd_stream *s, const void *from, size_t n,
		     bool (*take)(void *own, const void *p, size_t n), void *own)
{
	ZSTD_inBuffer in = { from, n, 0 };
	ZSTD_outBuffer out;

	do {
		size_t rc;

		out = (ZSTD_outBuffer){ s->room, sizeof s->room, 0 };
		rc = ZSTD_decompressStream(s->d, &out, &in);
		if (ZSTD_isError(rc))
			return false;
		s->ended = rc == 0;
		if (out.pos && !take(own, s->room, out.pos))
			return false;
	} while (in.pos < in.size || out.pos == out.size);
	return true;
}

bool zstd_stream_ended(const struct zstd_stream *s)
{
	return s->ended;
}
