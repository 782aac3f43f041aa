/*
 * CUDA device code in a stream of bytes: containers (magic 0xBA55ED50) at 8-aligned offsets, each
 * with entries of SASS (cubins) and PTX. Sections are not looked at: code also lies outside
 * .nv_fatbin. Layout: NVIDIA's fatbinary.h; vosen/ZLUDA cuda_types/src/dark_api.rs@8a7931be;
 * jiegec/fatbinary@7856d02e; checked against 250,000 entries of real libraries.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fact/sm.h"

enum {
	FATBIN_KEYS = 255,        /* distinct kinds of entries in one file */
	FATBIN_ENTRIES = 4 << 20, /* entries in one file */
	FATBIN_SAMPLE = 8 << 10,  /* cubins up to this size may hold no code */
};

/* One container; its entries are entries[first … first + n - 1]. */
struct fatbin_container {
	uint64_t at;
	uint32_t first, n;
};

struct fatbin {
	int state;
	bool anywhere;     /* containers begin at any byte, as in objects of Windows, not at
			      8-aligned ones alone; to be set after fatbin_start */
	bool over_limit;   /* more than the limits above: the lists are not whole */
	uint64_t pos, end; /* position in the file; end of the container */
	uint64_t left;     /* bytes of the extension or payload still to pass */
	size_t held, sampled, sample_size;
	uint32_t damaged;  /* containers whose sizes lie or that are cut */
	uint32_t empty;
	uint32_t key_count, container_count, container_room, entry_count, entry_room;
	struct sm_code now;
	uint8_t hold[64];
	struct sm_code keys[FATBIN_KEYS];
	struct fatbin_container *containers;
	uint8_t *entries;  /* indexes of keys */
	uint8_t *sample;
};

/* At the beginning of a file; fatbin_free ends it. */
void fatbin_start(struct fatbin *f);
/*
 * Takes the next bytes of the file, at most n; returns how many it took, at least 1. *outside
 * tells whether they lay outside containers.
 */
size_t fatbin_feed(struct fatbin *f, const uint8_t *p, size_t n, bool *outside);
/* Bytes that need not be looked at: a reader that can seek may leave them out. */
uint64_t fatbin_skippable(const struct fatbin *f);
void fatbin_skip(struct fatbin *f, uint64_t n);
/* The end of the file. */
void fatbin_end(struct fatbin *f);
void fatbin_free(struct fatbin *f);
