#include "read/package/member.h"

#include "fact/err_phrase.h"
#include "read/package/zip_private.h"

int member_read(struct arena *a, struct blob *archive, const char *name, size_t max,
		struct span *ret, struct err *e)
{
	const struct zip_entry *x;
	struct package p = { 0 };
	struct zip zip;

	if (zip_open(a, archive, &p, &zip, e))
		return e->code;
	x = zip_find(&zip, span_of(name));
	return x ? zip_text(a, &zip, x, max, ret, e) :
		ERR_SAY(e, ERR_INPUT, CARRIER_NO_FILE, SAY(file, name));
}
