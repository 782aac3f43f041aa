/* What a matrix that is handed on says of itself: a manifest, keys and signatures of signify. */
#include <stdlib.h>

#include "read/carrier/manifest.h"
#include "read/carrier/signify.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span all = { (const char *)data, n };
	struct signify_key key = { { 0 }, { 0 } };
	struct signify_keys keys = { &key, 1, 1 };
	const struct signify_key *by;
	struct manifest m;
	struct err e;

	if (manifest_parse(&a, all, &m, &e) == 0 &&
	    (!m.serial || !m.version || strlen(m.part[CARRIED_FRONT].packed_sha256) != 64))
		abort();
	(void)signify_key(all, &key, &e);
	if (signify_check(SPAN("nobody signed this"), all, &keys, &by, &e) == 0)
		abort();
	return 0;
}
