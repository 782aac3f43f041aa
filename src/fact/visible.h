/*
 * CUDA_VISIBLE_DEVICES, as CUDA reads it: indexes, or UUIDs of which the beginning is enough, or
 * MIG devices; an entry that fits no GPU ends the list; an empty one hides all. Source: CUDA
 * Programming Guide, environment variables; duplicates and mixed kinds as nvitop measured.
 */
#pragma once

#include "fact/host.h"

/*
 * Sets `hidden` of every GPU, and adds a problem CP008 for each that is hidden. CUDA numbers the
 * fastest GPU first unless CUDA_DEVICE_ORDER is PCI_BUS_ID: where indexes leave out some of
 * several kinds of GPU, which ones is not known, none is taken as hidden, and CP008 says so.
 */
void host_apply_visible(struct arena *a, struct host *h);
