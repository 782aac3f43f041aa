/* What the system tells of the machine. */
#pragma once

#include "base/arena.h"

/* "x86_64", "aarch64": its processor in the kernel's words; NULL not known. */
const char *os_machine(struct arena *a);
/* The version of the C library where it is glibc, else NULL. */
const char *os_glibc(void);
/* Its name in the network; NULL not known. */
const char *os_node(struct arena *a);
/* Processors that are at hand, at least 1. */
unsigned os_cores(void);
