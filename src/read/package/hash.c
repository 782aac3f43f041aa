#include "read/package/hash.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "door/sha256.h"
#include "read/package/source.h"

enum { BLOCK = 256 << 10 };

int hash_size(const char *path, uint64_t *ret)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return ERR_NONE;
	*ret = (uint64_t)st.st_size;
	return 0;
}

static int add_all(struct source *s, struct sha256 *h, uint8_t *block, struct err *e)
{
	for (uint64_t at = 0; at < s->size;) {
		size_t n = s->size - at < BLOCK ? (size_t)(s->size - at) : BLOCK;

		if (source_read(s, at, block, n, e))
			return e->code;
		sha256_add(h, block, n);
		at += n;
	}
	return 0;
}

int hash_file(struct arena *a, const char *path, const char **ret, struct err *e)
{
	SOURCE_AUTO s = { 0 };
	char hex[SHA256_HEX];
	struct sha256 h;
	uint8_t *block;
	int rc;

	if (source_file(a, path, &s, e))
		return e->code;
	block = malloc(BLOCK);
	if (!block)
		return err_set(e, ERR_FAULT, "no memory to read %s", path);
	sha256_start(&h);
	rc = add_all(&s, &h, block, e);
	free(block);
	if (rc)
		return rc;
	sha256_hex(&h, hex);
	*ret = arena_str(a, hex);
	return 0;
}
