/* The texts that a command was given: each is opened and read once, whoever asks for it. */
#pragma once

#include "cmd/cmd.h"

/* "standard input" for "-", else the path as it was given. */
const char *cmd_input_name(const char *path);

/*
 * The bytes of a file, or of standard input for "-"; a pipe cannot be read twice, so the second
 * call gives what the first one read. At most IO_MAX bytes; ERR_INPUT as io_read.
 */
int cmd_input(struct run *r, const char *path, struct span *ret, struct err *e);
