/*
 * Raw deflate streams: by ISA-L where the program was built with its headers and the library is
 * there, else by zlib, with the same results.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { INFLATE_OUT = 256 << 10 };

struct inflate_io {
	void *own;
	/* The next compressed bytes, at most `room`; 0 at their end, negative on an error. */
	long (*more)(void *own, void *to, size_t room, struct err *e);
	/* Takes n decompressed bytes; false to stop early. */
	bool (*take)(void *own, const uint8_t *p, size_t n);
};

struct inflate_result {
	uint64_t size;
	uint32_t crc;
	bool stopped;   /* take() wanted no more */
};

/*
 * Decompresses one stream, at most `limit` bytes. ERR_INPUT when it is damaged, cut or longer.
 * Needs about 600 KiB; what has been taken before an error has been delivered.
 */
int inflate_stream(const struct inflate_io *io, uint64_t limit, struct inflate_result *ret,
		   struct err *e);
uint32_t inflate_crc(uint32_t crc, const void *p, size_t n);
