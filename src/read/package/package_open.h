/* Recognises what a name, a file or a folder is, by content, and reads it into a package. */
#pragma once

#include "fact/package.h"
#include "read/package/remote.h"

/* How much is read of what inspect is given. */
struct inspect_options {
	enum depth depth;
	bool depth_given;  /* else what is remote is read to DEPTH_DECLARED */
	bool rows;         /* also find what only the tables of the matrix have */
	bool hashes;       /* check the sha256 of every entry that RECORD has */
	unsigned threads;  /* 0: one per core */
	struct remote_options remote;
};

/* One argument of inspect. */
int package_open(struct arena *a, const char *path, const struct inspect_options *o,
		 struct package *p, struct err *e);
/* Bytes from anywhere, which go by the name of the blob. */
int package_open_blob(struct arena *a, struct blob *s, const struct inspect_options *o,
		      struct package *p, struct err *e);
