#include "door/sha256.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

_Static_assert(sizeof(struct sha256) >= sizeof(struct sha256_ctx), "room for nettle's state");
_Static_assert(SHA256_BASE64 >= BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE), "room for text");

static struct sha256_ctx *state(struct sha256 *h)
{
	return (struct sha256_ctx *)(void *)h->room;
}

void sha256_start(struct sha256 *h)
{
	sha256_init(state(h));
}

void sha256_add(struct sha256 *h, const void *p, size_t n)
{
	sha256_update(state(h), n, p);
}

void sha256_base64(struct sha256 *h, char to[SHA256_BASE64])
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct base64_encode_ctx c;
	size_t n;

	sha256_digest(state(h), sizeof digest, digest);
	base64url_encode_init(&c);
	n = base64_encode_update(&c, to, sizeof digest, digest);
	n += base64_encode_final(&c, to + n);
	while (n && to[n - 1] == '=')
		n--;
	to[n] = '\0';
}

void sha256_hex(struct sha256 *h, char to[SHA256_HEX])
{
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_digest(state(h), sizeof digest, digest);
	base16_encode_update(to, sizeof digest, digest);
	to[SHA256_HEX - 1] = '\0';
}

void sha256_text(struct span bytes, char to[SHA256_HEX])
{
	struct sha256 h;

	sha256_start(&h);
	sha256_add(&h, bytes.p, bytes.n);
	sha256_hex(&h, to);
}
