#include "fact/platform.h"

#include "base/tr.h"

bool platform_is(const char *platform, const char *other)
{
	return platform && other && strcmp(platform, other) == 0;
}

bool platform_is_windows(const char *platform)
{
	return span_starts(span_of(platform), "win-");
}

bool platform_is_mac(const char *platform)
{
	return span_starts(span_of(platform), "osx-");
}

bool platform_is_linux_arm(const char *platform)
{
	return platform_is(platform, PLATFORM_LINUX_ARM);
}

bool platform_is_32bit(const char *platform)
{
	return platform_is(platform, PLATFORM_LINUX_32) ||
	       platform_is(platform, PLATFORM_WINDOWS_32);
}

bool platform_is_folder(struct span s)
{
	size_t n = span_starts_in(s, "linux- osx- win- freebsd- zos- emscripten- wasi-");

	return span_is(s, "noarch") || (n && s.n > n);
}

const char *platform_words(const char *platform)
{
	static const struct {
		const char *platform, *words;
	} systems[] = {
		{ PLATFORM_LINUX, "Linux x86-64" },
		{ PLATFORM_LINUX_ARM, "Linux aarch64" },
		{ PLATFORM_LINUX_POWER, "Linux ppc64le" },
		{ PLATFORM_WINDOWS, "Windows" },
		{ PLATFORM_WINDOWS_ARM, N_("Windows on Arm") },
		{ PLATFORM_MAC, N_("macOS on Apple silicon") },
		{ PLATFORM_MAC_INTEL, N_("macOS on Intel") },
	};

	for (size_t i = 0; platform && i < sizeof systems / sizeof *systems; i++)
		if (platform_is(systems[i].platform, platform))
			return systems[i].words;
	return platform ? platform : N_("system not known");
}
