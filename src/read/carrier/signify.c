#include "read/carrier/signify.h"

#include <stdio.h>
#include <string.h>

#include "fact/err_phrase.h"

/* "Ed", the id, and n bytes; false where the text is no such file. */
static bool decode(struct span text, uint8_t id[SIGNIFY_ID], uint8_t *to, size_t n)
{
	uint8_t all[2 + SIGNIFY_ID + ED25519_SIGNATURE];
	size_t size = 2 + SIGNIFY_ID + n;
	struct span comment, line;

	if (!span_line(&text, &comment) || !span_starts(comment, "untrusted comment: ") ||
	    !span_line(&text, &line) || !ed25519_base64(line, all, size) ||
	    memcmp(all, "Ed", 2) != 0)
		return false;
	memcpy(id, all + 2, SIGNIFY_ID);
	memcpy(to, all + 2 + SIGNIFY_ID, n);
	return true;
}

int signify_key(struct span text, struct signify_key *ret, struct err *e)
{
	return decode(text, ret->id, ret->key, ED25519_KEY) ? 0 :
		ERR_SAY(e, ERR_INPUT, CARRIER_NO_KEY);
}

const char *signify_name(const uint8_t id[SIGNIFY_ID], char to[SIGNIFY_NAME])
{
	for (int i = 0; i < SIGNIFY_ID; i++)
		snprintf(to + 2 * i, 3, "%02x", id[i]);
	return to;
}

int signify_check(struct span message, struct span signature, const struct signify_keys *keys,
		  const struct signify_key **ret, struct err *e)
{
	uint8_t id[SIGNIFY_ID], made[ED25519_SIGNATURE];
	char name[SIGNIFY_NAME];

	if (!decode(signature, id, made, ED25519_SIGNATURE))
		return ERR_SAY(e, ERR_MISSING, CARRIER_NO_SIGNATURE);
	for (size_t i = 0; i < keys->n; i++) {
		if (memcmp(keys->v[i].id, id, SIGNIFY_ID) != 0)
			continue;
		*ret = &keys->v[i];
		return ed25519_signed(keys->v[i].key, made, message) ? 0 :
			ERR_SAY(e, ERR_MISSING, CARRIER_OTHER_BYTES);
	}
	signify_name(id, name);
	return keys->n ? ERR_SAY(e, ERR_MISSING, CARRIER_STRANGER, SAY(name, name)) :
		ERR_SAY(e, ERR_MISSING, CARRIER_NO_KEYS, SAY(name, name));
}
