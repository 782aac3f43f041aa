/* Little-endian numbers out of bytes of any alignment. */
#pragma once

#include <stdint.h>

static inline uint16_t le16(const void *p)
{
	const uint8_t *b = p;

	return (uint16_t)(b[0] | b[1] << 8);
}

static inline uint32_t le32(const void *p)
{
	return (uint32_t)le16(p) | (uint32_t)le16((const uint8_t *)p + 2) << 16;
}

static inline uint64_t le64(const void *p)
{
	return (uint64_t)le32(p) | (uint64_t)le32((const uint8_t *)p + 4) << 32;
}
