#include "fact/build.h"

#include <stdio.h>

#include "base/version.h"

const char *manager_name(enum manager m)
{
	return m == MANAGER_CONDA ? "conda" : "pip";
}

bool build_before(const struct build *b, const char *version)
{
	return version_dotted_cmp(span_of(b->torch), span_of(version)) < 0;
}

static bool make(uint64_t major, uint64_t minor, struct cuda_version *ret)
{
	if (major < 1 || major > 99 || minor > 99)
		return false;
	*ret = (struct cuda_version){ (uint8_t)major, (uint8_t)minor };
	return true;
}

bool cuda_version_parse(struct span s, struct cuda_version *ret)
{
	uint64_t v, minor;

	s = span_trim(s);
	span_take(&s, "cu");
	if (!span_take_u64(&s, &v))
		return false;
	if (s.n == 0)
		return v >= 10 && make(v / 10, v % 10, ret);
	if (!span_take(&s, ".") || !span_take_u64(&s, &minor) || (s.n && s.p[0] != '.'))
		return false;
	return make(v, minor, ret);
}

const char *cuda_version_text(struct cuda_version v, char to[CUDA_TEXT])
{
	snprintf(to, CUDA_TEXT, "%u.%u", v.major % 100u, v.minor % 100u);
	return to;
}
