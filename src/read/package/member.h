/* One small file out of a wheel, or any archive that ZIP made. */
#pragma once

#include "read/package/blob.h"

/* ERR_INPUT where the archive is none, has no such file, or one of more than `max` bytes. */
int member_read(struct arena *a, struct blob *archive, const char *name, size_t max,
		struct span *ret, struct err *e);
