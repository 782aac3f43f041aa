#include "read/package/content_range.h"

/* Offsets up to here can be added without a thought. */
#define SIZE_MOST ((uint64_t)1 << 60)

bool content_range_read(struct span s, struct content_range *ret)
{
	struct content_range c = { 0 };

	s = span_trim(s);
	if (!span_take(&s, "bytes "))
		return false;
	c.unsatisfied = span_take(&s, "*");
	if (!c.unsatisfied && !(span_take_u64(&s, &c.first) && span_take(&s, "-") &&
				span_take_u64(&s, &c.last)))
		return false;
	if (!span_take(&s, "/") || !span_u64(s, &c.size) || c.size > SIZE_MOST)
		return false;
	if (!c.unsatisfied && (c.first > c.last || c.last >= c.size))
		return false;
	*ret = c;
	return true;
}
