/* Device code: what a library holds for which GPU. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "fact/sm.h"

enum code_kind { CODE_PTX = 1, CODE_SASS = 2, CODE_OLD_CUBIN = 4, CODE_LTO = 8, CODE_OTHER = 0 };
enum code_codec { CODEC_NONE, CODEC_LZ4, CODEC_ZSTD };

/* What tells one entry from another; compare with code_key_equal. */
struct code_key {
	enum code_kind kind;
	struct sm sm;
	enum code_codec codec;
	bool stub;                    /* a cubin without any kernel: runs nothing */
	uint8_t isa_major, isa_minor; /* of PTX */
};

/* In every member. */
bool code_key_equal(const struct code_key *a, const struct code_key *b);
/* "none", "lz4", "zstd" */
const char *codec_name(enum code_codec c);
