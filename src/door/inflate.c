#include "door/inflate.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fact/err_phrase.h"
#include "os/dl.h"

#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif

enum { IN_SIZE = 128 << 10 };

struct buffers {
	uint8_t in[IN_SIZE], out[INFLATE_OUT];
};

/* The compressed bytes ended: 0 to go on, 1 when there are none. */
enum step { STEP_MORE, STEP_DONE, STEP_BAD, STEP_EMPTY };

struct engine {
	z_stream z;
#ifdef HAVE_ISAL
	struct isal {
		void *handle;
		void (*init)(struct inflate_state *s);
		int (*inflate)(struct inflate_state *s);
		uint32_t (*crc)(uint32_t crc, const unsigned char *p, uint64_t n);
	} isal;
	struct inflate_state s;
#endif
};

static enum step zlib_run(struct engine *x, uint8_t *out, size_t room, size_t *got)
{
	int rc;

	x->z.next_out = out;
	x->z.avail_out = (uInt)room;
	rc = inflate(&x->z, Z_NO_FLUSH);
	*got = room - x->z.avail_out;
	if (rc == Z_STREAM_END)
		return STEP_DONE;
	if (rc != Z_OK && rc != Z_BUF_ERROR)
		return STEP_BAD;
	return x->z.avail_in == 0 && *got < room ? STEP_EMPTY : STEP_MORE;
}

#ifdef HAVE_ISAL
static const char *const isal_libraries[] = { "libisal.so.2", NULL };
static const struct dl_symbol isal_symbols[] = {
	{ offsetof(struct isal, init), true, { "isal_inflate_init" } },
	{ offsetof(struct isal, inflate), true, { "isal_inflate" } },
	{ offsetof(struct isal, crc), true, { "crc32_gzip_refl" } },
};

static bool isal_open(struct isal *to)
{
	struct err unused;

	return dl_load(isal_libraries, isal_symbols, sizeof isal_symbols / sizeof *isal_symbols, to,
		       &to->handle, &unused) == 0;
}

static enum step isal_run(struct engine *x, uint8_t *out, size_t room, size_t *got)
{
	int rc;

	x->s.next_out = out;
	x->s.avail_out = (uint32_t)room;
	rc = x->isal.inflate(&x->s);
	*got = room - x->s.avail_out;
	if (rc < 0)
		return STEP_BAD;
	if (x->s.block_state == ISAL_BLOCK_FINISH)
		return STEP_DONE;
	return x->s.avail_in == 0 && *got < room ? STEP_EMPTY : STEP_MORE;
}
#endif

static bool engine_start(struct engine *x)
{
	memset(&x->z, 0, sizeof x->z);
#ifdef HAVE_ISAL
	if (isal_open(&x->isal)) {
		x->isal.init(&x->s);
		return true;
	}
	x->isal.handle = NULL;
#endif
	return inflateInit2(&x->z, -MAX_WBITS) == Z_OK;
}

static void engine_end(struct engine *x)
{
#ifdef HAVE_ISAL
	if (x->isal.handle) {
		dl_close(x->isal.handle);
		return;
	}
#endif
	inflateEnd(&x->z);
}

static void engine_in(struct engine *x, uint8_t *p, size_t n)
{
#ifdef HAVE_ISAL
	x->s.next_in = p;
	x->s.avail_in = (uint32_t)n;
#endif
	x->z.next_in = p;
	x->z.avail_in = (uInt)n;
}

static enum step engine_run(struct engine *x, uint8_t *out, size_t room, size_t *got)
{
#ifdef HAVE_ISAL
	if (x->isal.handle)
		return isal_run(x, out, room, got);
#endif
	return zlib_run(x, out, room, got);
}

static uint32_t engine_crc(const struct engine *x, uint32_t crc, const void *p, size_t n)
{
#ifdef HAVE_ISAL
	if (x->isal.handle)
		return x->isal.crc(crc, p, n);
#endif
	(void)x;
	return (uint32_t)crc32_z(crc, p, n);
}

uint32_t inflate_crc(uint32_t crc, const void *p, size_t n)
{
	return (uint32_t)crc32_z(crc, p, n);
}

struct work {
	struct engine engine;
	struct buffers b;
};

/* False when this is the last of it: too long, or the taker has enough. */
static int deliver(const struct inflate_io *io, struct work *w, size_t n, uint64_t limit,
		   struct inflate_result *r, struct err *e)
{
	if (n > limit - r->size)
		return ERR_SAY(e, ERR_INPUT, INFLATE_MORE, SAY(limit, ERR_NUMBER(limit)));
	r->size += n;
	r->crc = engine_crc(&w->engine, r->crc, w->b.out, n);
	r->stopped = n && !io->take(io->own, w->b.out, n);
	return 0;
}

static int run(const struct inflate_io *io, struct work *w, uint64_t limit,
	       struct inflate_result *r, struct err *e)
{
	enum step step = STEP_EMPTY;

	while (step != STEP_DONE && !r->stopped) {
		size_t got = 0;

		if (step == STEP_EMPTY) {
			long n = io->more(io->own, w->b.in, IN_SIZE, e);

			if (n < 0)
				return (int)n;
			if (n == 0)
				return ERR_SAY(e, ERR_INPUT, INFLATE_CUT);
			engine_in(&w->engine, w->b.in, (size_t)n);
		}
		step = engine_run(&w->engine, w->b.out, INFLATE_OUT, &got);
		if (step == STEP_BAD)
			return ERR_SAY(e, ERR_INPUT, INFLATE_DAMAGED);
		if (deliver(io, w, got, limit, r, e))
			return ERR_INPUT;
	}
	return 0;
}

int inflate_stream(const struct inflate_io *io, uint64_t limit, struct inflate_result *ret,
		   struct err *e)
{
	struct work *w = malloc(sizeof *w);
	struct inflate_result r = { 0 };
	int rc;

	if (!w || !engine_start(&w->engine)) {
		free(w);
		return err_set(e, ERR_FAULT, "no memory to decompress");
	}
	rc = run(io, w, limit, &r, e);
	engine_end(&w->engine);
	free(w);
	if (rc == 0)
		*ret = r;
	return rc;
}
