/* The platform that words of a text prove. */
#pragma once

#include "base/span.h"
#include "fact/host.h"

/* "Ubuntu 22.04.4 LTS (x86_64)", "macOS 15.3.1 (arm64)", "Linux-5.4-x86_64-with-…"; or NULL. */
const char *platform_of_os(struct span s);
/* "linux-aarch64" for boards that exist on Arm only (GB10, GH200, Orin, Thor, …); or NULL. */
const char *platform_of_gpu(const char *name);
