/* Single values as NVIDIA's tools print them. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/span.h"

/* "N/A", "[Not Supported]", "ERR!", "Could not collect", …: no value, in whatever words. */
bool field_missing(struct span s);
/* The words of a failing GPU: "ERR!", "GPU is lost", "Unknown Error", with or without brackets. */
bool field_is_error(struct span s);

/* A copy, or NULL when the value is missing. */
char *field_text(struct arena *a, struct span s);
/* The same with runs of white space made one space. */
char *field_words(struct arena *a, struct span s);
/* A copy of dotted numbers such as a driver version, or NULL for anything else. */
char *field_version(struct arena *a, struct span s);
bool field_is_version(struct span s);
/* "00000000:01:00.0", "0000:01:00.0" or "01:00.0". */
bool field_is_bus_id(struct span s);
/* Memory in MiB from "24564 MiB", "24564MiB" or "24 GiB"; -1 for anything else. */
long field_mib(struct span s);
/* "0x268410DE" (device, then vendor) as "10de:2684"; NULL for anything else. */
char *field_pci_id(struct arena *a, struct span s);
/* Begins with a name that NVIDIA's boards carry: "NVIDIA ", "Tesla ", "GeForce ", … */
bool field_has_brand(struct span s);
/* A number that fits an int, or -1. */
int field_index(struct span s);
