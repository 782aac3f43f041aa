/* LZ4 blocks as fatbins hold them: no frame, no length. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Decodes a block, or as much of it as fits into `room` bytes. Returns the bytes written; -1 when
 * the block is damaged before that. A cut block gives what its whole sequences hold.
 * Source: LZ4 block format description, lz4/lz4 doc/lz4_Block_format.md.
 */
long lz4_decode(const uint8_t *from, size_t n, uint8_t *to, size_t room);
