/* SHA-256 (nettle). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { SHA256_BASE64 = 48, SHA256_HEX = 65 };

struct sha256 {
	uint64_t room[16]; /* nettle's own state */
};

/* Any number of pieces between the start and the digest. */
void sha256_start(struct sha256 *h);
void sha256_add(struct sha256 *h, const void *p, size_t n);
/* The digest; the state begins anew. */
void sha256_base64(struct sha256 *h, char to[SHA256_BASE64]); /* urlsafe, without padding */
void sha256_hex(struct sha256 *h, char to[SHA256_HEX]);
/* The sum of some bytes. */
void sha256_text(struct span bytes, char to[SHA256_HEX]);
