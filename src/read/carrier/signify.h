/*
 * Keys and detached signatures as OpenBSD's signify writes them (signify(1)): a line of comment,
 * then a line of Base64, in which "Ed", the eight bytes that name the key, and the key or the
 * signature follow each other.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "door/ed25519.h"

enum { SIGNIFY_ID = 8, SIGNIFY_NAME = 2 * SIGNIFY_ID + 1, SIGNIFY_FILE = 4096 };

struct signify_key {
	uint8_t id[SIGNIFY_ID], key[ED25519_KEY];
};

struct signify_keys {
	struct signify_key *v;
	size_t n, room;
};

/* A public key out of the text of its file. ERR_INPUT: it is none. */
int signify_key(struct span text, struct signify_key *ret, struct err *e);
/* Its id in hexadecimal, as messages name a key. */
const char *signify_name(const uint8_t id[SIGNIFY_ID], char to[SIGNIFY_NAME]);
/*
 * The one of the keys that signed the message; `signature` is the text of its file. ERR_MISSING: it
 * is no signature, by a key that is not among them, or of other bytes.
 */
int signify_check(struct span message, struct span signature, const struct signify_keys *keys,
		  const struct signify_key **ret, struct err *e);
