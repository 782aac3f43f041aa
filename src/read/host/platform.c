#include "read/host/platform.h"

enum os { OS_LINUX, OS_WINDOWS, OS_MAC };

static bool has(struct span s, const char *word)
{
	return span_find_nocase(s, word) >= 0;
}

const char *platform_of_os(struct span s)
{
	static const char *const names[][2] = {
		[OS_LINUX] = { "linux-64", "linux-aarch64" },
		[OS_WINDOWS] = { "win-64", "win-arm64" },
		[OS_MAC] = { "osx-64", "osx-arm64" },
	};
	bool arm = has(s, "aarch64") || has(s, "arm64"), x86 = has(s, "x86_64") || has(s, "amd64");
	enum os os = has(s, "windows") ? OS_WINDOWS : has(s, "macos") ? OS_MAC : OS_LINUX;

	if (os == OS_WINDOWS && !arm)
		return names[os][0];
	if (arm == x86)
		return NULL;
	return names[os][arm];
}

const char *platform_of_gpu(const char *name)
{
	static const char *const boards[] = {
		"GB10", "GH200", "GB200", "GB300", "Orin", "Thor", "Xavier",
	};
	struct span rest = span_of(name), word;

	while (span_word(&rest, &word))
		for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
			if (span_eq_nocase(word, span_of(boards[i])))
				return "linux-aarch64";
	return NULL;
}
