/* The files of --host: single ones, several behind one option, folders, standard input. */
#pragma once

#include "cmd/cmd.h"
#include "fact/host.h"
#include "know/matrix.h"

/* The hosts of one file, added to *to; ERR_INPUT where it holds none. */
int host_file_read(struct run *r, const char *path, struct hosts *to, struct err *e);

/*
 * The hosts of all files of --host. A folder stands for the regular files in it, sorted; those that
 * hold no facts are named on stderr, as long as others do. "aws:p5.48xlarge" is a machine type of a
 * cloud, where no file is called so.
 */
int host_files_read(struct run *r, struct matrix *m, struct hosts *to, struct err *e);

/* They may tell of one machine twice. */
bool host_files_several(const struct options *o);

/* Says on stderr that something was piped in and nothing reads it. Never waits. */
void host_files_unread(struct run *r);
