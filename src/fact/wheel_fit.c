#include "base/version.h"
#include "fact/wheel.h"

static const struct {
	const char *tag, *platform;
} machines[] = {
	{ "x86_64", "linux-64" }, { "aarch64", "linux-aarch64" }, { "i686", "linux-32" },
	{ "ppc64le", "linux-ppc64le" }, { "s390x", "linux-s390x" }, { "armv7l", "linux-armv7l" },
};

static const struct {
	const char *prefix, *ends, *platform;
} others[] = {
	{ "win", "_amd64", "win-64" }, { "win", "_arm64", "win-arm64" }, { "win", "32", "win-32" },
	{ "macosx_", "_arm64", "osx-arm64" }, { "macosx_", "_x86_64", "osx-64" },
	{ "macosx_", "_universal2", "osx-universal2" }, { "macosx_", "_intel", "osx-64" },
	{ "any", "any", "any" },
};

static const struct {
	const char *prefix;
	uint8_t major, minor;
} legacy[] = { { "manylinux1_", 2, 5 }, { "manylinux2010_", 2, 12 }, { "manylinux2014_", 2, 17 },
	       { "linux_", 0, 0 } };

/* "manylinux_2_28_", "musllinux_1_2_". */
static bool take_libc(struct span *s, struct wheel_platform *p)
{
	uint64_t major, minor;

	p->musl = span_take(s, "musllinux_");
	if (!p->musl && !span_take(s, "manylinux_"))
		return false;
	if (!span_take_u64(s, &major) || !span_take(s, "_") || !span_take_u64(s, &minor) ||
	    !span_take(s, "_") || major > 99 || minor > 255)
		return false;
	p->libc_major = (uint8_t)major;
	p->libc_minor = (uint8_t)minor;
	return true;
}

static bool take_legacy(struct span *s, struct wheel_platform *p)
{
	for (size_t i = 0; i < sizeof legacy / sizeof *legacy; i++) {
		if (!span_take(s, legacy[i].prefix))
			continue;
		p->libc_major = legacy[i].major;
		p->libc_minor = legacy[i].minor;
		return true;
	}
	return false;
}

struct wheel_platform wheel_platform_of(struct span tag)
{
	struct wheel_platform p = { 0 };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (!span_starts(tag, others[i].prefix) || !span_ends(tag, others[i].ends))
			continue;
		p.platform = others[i].platform;
		return p;
	}
	if (!take_legacy(&tag, &p) && !take_libc(&tag, &p))
		return (struct wheel_platform){ 0 };
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (span_is(tag, machines[i].tag))
			p.platform = machines[i].platform;
	return p;
}

static int libc_of(struct wheel_platform p)
{
	return p.libc_major * 1000 + p.libc_minor;
}

const char *wheel_glibc(struct arena *a, const struct wheel *w)
{
	int least = -1;

	for (size_t i = 0; i < w->platforms.n; i++) {
		struct wheel_platform p = wheel_platform_of(w->platforms.v[i]);

		if (p.platform && !p.musl && (least < 0 || libc_of(p) < least))
			least = libc_of(p);
	}
	return least > 0 ? arena_printf(a, "%d.%d", least / 1000, least % 1000) : NULL;
}

static bool tag_takes(struct span tag, struct span abi, struct python p)
{
	struct python least;
	bool stable = span_is(abi, "abi3");

	if (span_is(tag, "py3") || span_is(tag, "py2"))
		return p.major == tag.p[2] - '0';
	if (span_starts(tag, "py") && python_parse((struct span){ tag.p + 2, tag.n - 2 }, &least))
		return python_cmp(p, least) >= 0 && p.major == least.major;
	if (!python_parse(tag, &least) || p.major != least.major)
		return false;
	if (stable)
		return !p.free_threaded && p.minor >= least.minor;
	if (p.minor != least.minor)
		return false;
	return span_is(abi, "none") || (span_ends(abi, "t") == p.free_threaded);
}

static bool python_fits(const struct wheel *w, struct python p)
{
	if (p.major == 0)
		return true;
	for (size_t i = 0; i < w->pythons.n; i++)
		for (size_t k = 0; k < w->abis.n; k++)
			if (tag_takes(w->pythons.v[i], w->abis.v[k], p))
				return true;
	return false;
}

static bool platform_is(const char *tag, const char *platform)
{
	return tag && (!platform || strcmp(tag, "any") == 0 || strcmp(tag, platform) == 0 ||
		       (strcmp(tag, "osx-universal2") == 0 && strncmp(platform, "osx-", 4) == 0));
}

static bool glibc_is(struct wheel_platform p, const char *glibc)
{
	char need[12];

	snprintf(need, sizeof need, "%u.%u", p.libc_major, p.libc_minor);
	return !glibc || version_dotted_cmp(span_of(glibc), span_of(need)) >= 0;
}

enum wheel_fit wheel_fits(const struct wheel *w, struct python p, const char *platform,
			  const char *glibc)
{
	enum wheel_fit fit = WHEEL_PLATFORM;

	for (size_t i = 0; i < w->platforms.n && fit != WHEEL_FITS; i++) {
		struct wheel_platform tag = wheel_platform_of(w->platforms.v[i]);

		if (!platform_is(tag.platform, platform) || (tag.musl && glibc))
			continue;
		fit = glibc_is(tag, glibc) ? WHEEL_FITS : WHEEL_GLIBC;
	}
	if (fit == WHEEL_PLATFORM)
		return fit;
	return python_fits(w, p) ? fit : WHEEL_PYTHON;
}
