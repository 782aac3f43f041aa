/* How much is read of what inspect is given. */
#pragma once

#include "fact/package.h"
#include "read/package/remote.h"

struct inspect_options {
	enum depth depth;
	bool depth_given;  /* else what is remote is read to DEPTH_DECLARED */
	bool rows;         /* also find what only the tables of the matrix have */
	bool hashes;       /* check the sha256 of every entry that RECORD has */
	unsigned threads;  /* 0: one per core */
	struct remote_options remote;
};
