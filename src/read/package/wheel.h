/* A wheel: its name, its .dist-info, its libraries. */
#pragma once

#include "fact/package.h"
#include "read/package/remote.h"
#include "read/package/source.h"

struct inspect_options {
	enum depth depth;
	bool depth_given;  /* else what is remote is read to DEPTH_DECLARED */
	bool rows;         /* also find what only the tables of the matrix have */
	bool hashes;       /* check the sha256 of every entry that RECORD has */
	unsigned threads;  /* 0: one per core */
	struct remote_options remote;
};

/*
 * A ZIP archive with a .dist-info into p, whose tags may be known from the file name already.
 * ERR_INPUT when the directory cannot be used; what is wrong inside becomes findings.
 */
int wheel_read(struct arena *a, struct source *s, const struct inspect_options *o,
	       struct package *p, struct err *e);
