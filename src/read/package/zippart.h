/*
 * A part of a big directory. Who wants only what lies beside each other in the archive, like the
 * .dist-info of a wheel, need not read the megabyte that names all other entries.
 */
#pragma once

#include "read/package/zipdir.h"

enum zip_part {
	ZIP_LAST,            /* the last entries: those that the tail of the file holds */
	ZIP_FIRST,           /* the first entries: one more read of 64 KiB */
};

/*
 * The entries of one part, checked like those of zip_open. ERR_NONE when the tail holds the whole
 * directory; ERR_INPUT when anything is odd: then zip_open says what.
 */
int zip_part(struct arena *a, struct source *s, enum zip_part part, struct zip *ret, struct err *e);
