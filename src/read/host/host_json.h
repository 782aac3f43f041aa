/*
 * JSON that holds hosts: what `cudaplan detect --json` and `suggest --json` print, the labels of a
 * Kubernetes node, and notebooks or reports, whose texts are read like any pasted text. Of the
 * first two several documents may follow each other.
 */
#pragma once

#include "base/err.h"
#include "fact/host.h"

struct host_json {
	struct span text; /* all texts of the document, when it is none of ours */
	bool whole;
};

/* The first byte that is no space opens an object or a list. */
bool host_json_begins(struct span text);

/*
 * Adds the hosts of a document of ours or of labels; adds none and gives its texts otherwise.
 * ERR_INPUT when it is ours and cut, or of a schema_version that is not known.
 */
int host_json_read(struct arena *a, const char *source, struct span text, struct hosts *ret,
		   struct host_json *other, struct err *e);
