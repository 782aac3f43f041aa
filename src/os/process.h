/* This program itself, as the system runs it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * The first thing done: the first three descriptors must be there, or the first file opened would
 * become stdout; writing into a pipe that nobody reads is an error and no end. True if stdout was
 * not there.
 */
bool os_begin(void);
/*
 * n zeroed bytes, to the program's end, which the system has laid in already: each page that it
 * must bring when it is first touched costs as much as it takes to read thousands of bytes. NULL
 * where it cannot.
 */
void *os_pages(size_t n);
/* Whether so many files more can be open. */
bool os_can_open(unsigned more);
/* Whether it may do what only the machine's owner may. */
bool os_is_root(void);
/* Whether others than root may write what lies there: inode(7). */
bool os_others_may_write(const char *path);
