/* Numbers of drivers in the shapes that other programs give them. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/*
 * The driver's own number: "572.83" of Windows' "32.0.15.7283" and "27.21.0014.6109", whose last
 * five digits it is; "512.95" and "535.183.01" of Vulkan's "512.95.0.0" and "535.183.1.0", and of
 * the same without the last part. NULL: none of these, as Intel's "21.20.16.5164" and AMD's
 * "31.0.12027.1001". Sources: NVIDIA's support page on the version that the device manager shows;
 * VkPhysicalDeviceProperties, driverVersion.
 */
const char *driver_number(struct arena *a, struct span v);
/* "470.182.03", "442.92", "195.36.31": of a branch that there was. */
bool driver_number_plain(struct span v);
/* It is in the form of Windows. */
bool driver_number_windows(struct span v);
