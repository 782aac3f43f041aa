/* What a single line of a text tells of a machine; for told*.c only. */
#pragma once

#include "fact/host.h"

struct told_line {
	struct span plain, low; /* as written, and in lower case; the same length */
	unsigned no;
	int heading;            /* "GPU 1" alone: what follows is of that GPU; -1 none */
	int index;              /* "Device 0: …", -1 none */
	bool labelled;          /* "GPU: …", "显卡：…" */
	int count;              /* "2x", 1 where none is said */
	const char *bus;        /* "0000:01:00.0" or NULL */
	const char *uuid;       /* "gpu-d6de3398-9932-6902-11ec-fee8e424c8a2" or NULL */
	const char *pci_id;     /* "10de:2504" or NULL */
	const char *chip;       /* the capability that the chip's name decides, or NULL */
};

/* False: the line holds no letter of a fact. */
bool told_line(struct arena *a, struct span line, unsigned no, struct told_line *ret);
/* It speaks of the machine: no wish, requirement, example, offer or row of a benchmark. */
bool told_is_own(const struct told_line *l);
/* How many of the GPU named there: "2x", "x2", "8卡", "dual". */
void told_count(struct told_line *l, struct span name);
/* "8.6" behind the word capability; length 0: none. */
struct span told_capability(struct span low);
/*
 * The driver that is installed, by the words before its number; NULL: none. Numbers of Windows
 * (32.0.15.7283 is 572.83) only where the block is of NVIDIA. Source: the last five digits.
 */
const char *told_driver(struct arena *a, const struct told_line *l, bool nvidia);
/* The words for a GPU of AMD, Intel or Apple; NULL: none. */
const char *told_other_maker(const struct told_line *l);
/* Platform, glibc, Python, WSL and the CUDA of the driver, where the line says so. */
void told_system(struct arena *a, const struct told_line *l, struct host *h);
