/* What is made for the time being, and taken away again. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/* A new file without a name, to read and write, closed on exec. Negative, errno set, on failure. */
int os_scratch(void);
/* The same with these bytes in it, to be read from their beginning. */
int os_scratch_of(struct span bytes);
/* A new folder in $TMPDIR; NULL on failure. Those that a killed process left go on the way. */
const char *os_scratch_folder(struct arena *a);
/* Takes a folder away with the files in it; a folder in it stays, and so does it then. */
void os_scratch_remove(struct arena *a, const char *folder);
