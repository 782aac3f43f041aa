/*
 * Platforms: an operating system on a kind of processor, in conda's words. A platform is a text,
 * because lists and packages name some that nobody here knows; what is asked of it is asked here.
 * NULL is not known: every question is then answered with no.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/* Those that torch was built for, and those beside them. */
#define PLATFORM_LINUX "linux-64"
#define PLATFORM_LINUX_ARM "linux-aarch64"
#define PLATFORM_LINUX_POWER "linux-ppc64le"
#define PLATFORM_LINUX_32 "linux-32"
#define PLATFORM_WINDOWS "win-64"
#define PLATFORM_WINDOWS_ARM "win-arm64"
#define PLATFORM_WINDOWS_32 "win-32"
#define PLATFORM_MAC "osx-arm64"
#define PLATFORM_MAC_INTEL "osx-64"
#define PLATFORM_MAC_BOTH "osx-universal2"
#define PLATFORM_ANY "any" /* of a wheel without machine code */

bool platform_is(const char *platform, const char *other);
/* Of any processor. */
bool platform_is_windows(const char *platform);
bool platform_is_mac(const char *platform);
/* Linux on aarch64: Jetson, Grace, and servers. */
bool platform_is_linux_arm(const char *platform);
bool platform_is_32bit(const char *platform);
/* As people call it, to be looked up: "Linux x86-64". */
const char *platform_words(const char *platform);
/* Is it the name of a folder of a conda channel: a platform that conda knows, or "noarch"? */
bool platform_is_folder(struct span s);
