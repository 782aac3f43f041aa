/* METADATA, WHEEL, RECORD, version.py, index.json, names and listings: texts of packages. */
#include "read/package/condapkg_private.h"
#include "read/package/dist_info.h"
#include "read/package/listing.h"
#include "read/package/package_name_private.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span text = { (const char *)data, n }, rest = text;
	ARENA_AUTO a = { 0 };
	struct package p = { 0 };
	struct record r;
	struct err e;

	metadata_read(&a, text, &p);
	metadata_tags(&a, text);
	while (record_next(&a, &rest, &r))
		;
	version_py(&a, text, "cuda");
	conda_index_read(&a, text, &p);
	if (listing_is(text))
		listing_read(&a, text, &p);
	package_name_read(&a, text, &p, &e);
	return 0;
}
