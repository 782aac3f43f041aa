#include "cmd/inspect_known.h"

#include <string.h>

#include "read/package/blob.h"
#include "read/package/http_text.h"

enum { SHA256_DIGITS = 64 };

/* The hash that an index writes behind a link, if it is one of a measured wheel. */
static int known_link(struct arena *a, struct matrix *m, struct span url, const char **ret,
		      struct err *e)
{
	ptrdiff_t at = span_find(url, "#sha256=");
	struct span hash = span_sub(url, (size_t)at + strlen("#sha256="), SHA256_DIGITS);
	const char *sha256;
	bool has = false;
	int rc;

	if (at < 0 || hash.n != SHA256_DIGITS)
		return 0;
	sha256 = arena_span(a, hash);
	rc = wheel_code_has(m, sha256, &has, e);
	if (rc == 0 && has)
		*ret = sha256;
	return rc;
}

int inspect_known_file(struct arena *a, struct matrix *m, const char *path,
		       const char **ret, struct err *e)
{
	const char *sha256 = NULL;
	uint64_t size = 0;
	bool worth = false;
	int rc;

	*ret = NULL;
	if (url_is(path))
		return known_link(a, m, span_of(path), ret, e);
	if (!span_ends(span_of(path), ".whl") || blob_file_size(path, &size))
		return 0;
	rc = wheel_code_size(m, size, &worth, e);
	if (rc || !worth)
		return rc;
	rc = blob_file_sha256(a, path, &sha256, e);
	if (rc == 0)
		rc = wheel_code_has(m, sha256, &worth, e);
	if (rc == 0 && worth)
		*ret = sha256;
	return rc;
}
