/* Signatures by Ed25519 (RFC 8032), checked, and the Base64 that they come in (libsodium). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { ED25519_KEY = 32, ED25519_SIGNATURE = 64 };

/* Whether the holder of the key signed exactly these bytes. */
bool ed25519_signed(const uint8_t key[ED25519_KEY], const uint8_t signature[ED25519_SIGNATURE],
		    struct span message);
/* Decodes Base64 (RFC 4648, with padding) that stands for exactly n bytes. False: it does not. */
bool ed25519_base64(struct span text, uint8_t *to, size_t n);
