#include "fact/code.h"

bool code_key_equal(const struct code_key *a, const struct code_key *b)
{
	return a->kind == b->kind && sm_equal(a->sm, b->sm) && a->codec == b->codec &&
	       a->stub == b->stub && a->isa_major == b->isa_major && a->isa_minor == b->isa_minor;
}

const char *codec_name(enum code_codec c)
{
	static const char *const names[] = { "none", "lz4", "zstd" };

	return names[c];
}
