#include "unit/unit.h"

#include "base/buf.h"
#include "read/host/nodeset.h"

static void expect(const char *folded, bool well, const char *names)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO got = BUF(4096);
	struct strings s;

	assert_int_equal(nodeset_expand(&a, span_of(folded), 100, &s), well);
	for (size_t i = 0; i < s.n; i++)
		buf_printf(&got, "%s%s", i ? " " : "", s.v[i]);
	assert_string_equal(buf_cstr(&got), names);
}

TEST(nodeset_folded_names_are_told_apart)
{
	expect("gpu1", true, "gpu1");
	expect("gpu[03-05,7],ws1", true, "gpu03 gpu04 gpu05 gpu7 ws1");
	expect("gpu[9-11] (3)", true, "gpu9 gpu10 gpu11");
	expect("r[1-2]n[08-09]-ib", true, "r1n08-ib r1n09-ib r2n08-ib r2n09-ib");
	expect("a,b, c", true, "a b c");
}

TEST(nodeset_what_is_not_folded_well_stays_as_it_is)
{
	expect("gpu[", false, "gpu[");
	expect("gpu[]", false, "gpu[]");
	expect("gpu]1[", false, "gpu]1[");
	expect("gpu[5-3]", false, "gpu[5-3]");
	expect("gpu[1-x]", false, "gpu[1-x]");
	expect("gpu[1-101]", false, "gpu[1-101]");
	expect("r[1-50]n[1-50]", false, "r[1-50]n[1-50]");
	expect("gpu[1-99999999999999999999]", false, "gpu[1-99999999999999999999]");
	expect("", false, "");
}
