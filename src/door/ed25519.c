#include "door/ed25519.h"

#include <sodium/crypto_sign_ed25519.h>
#include <sodium/utils.h>

_Static_assert(ED25519_KEY == crypto_sign_ed25519_PUBLICKEYBYTES, "a public key");
_Static_assert(ED25519_SIGNATURE == crypto_sign_ed25519_BYTES, "a signature");

bool ed25519_signed(const uint8_t key[ED25519_KEY], const uint8_t signature[ED25519_SIGNATURE],
		    struct span message)
{
	return crypto_sign_ed25519_verify_detached(signature, (const unsigned char *)message.p,
						   message.n, key) == 0;
}

bool ed25519_base64(struct span text, uint8_t *to, size_t n)
{
	size_t got = 0;

	return sodium_base642bin(to, n, text.p, text.n, NULL, &got, NULL,
				 sodium_base64_VARIANT_ORIGINAL) == 0 && got == n;
}
