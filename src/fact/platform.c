#include "fact/platform.h"

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
