/* A program that works beside this one; what it writes comes through a pipe. */
#pragma once

struct os_program {
	int pid; /* 0: it does not run, or is collected */
	int out; /* os_wait and os_read have what it writes; negative: none */
};

/*
 * Starts the program at a path with an argument vector that NULL ends. It reads the file `in` and
 * complains into `words`, which stay the caller's. 0, or the number of the error.
 */
int os_program_start(const char *path, const char *const *argv, int in, int words,
		     struct os_program *ret);
/* Waits until it ends: its exit status, or -1 where it did not end by itself. */
int os_program_end(struct os_program *p);
/* Ends it. Nothing where none runs. */
void os_program_stop(struct os_program *p);
