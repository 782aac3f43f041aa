/*
 * Files and folders as the system has them. One that is open is a number, negative where it is not:
 * then errno says why, as it does after every failure here. Nothing is followed by a wait for a
 * pipe that nobody writes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Open from the start, and for good. */
enum { OS_STDIN, OS_STDOUT, OS_STDERR };

enum os_kind { OS_ABSENT, OS_REGULAR, OS_FOLDER, OS_PIPE, OS_OTHER };

struct os_info {
	enum os_kind kind; /* OS_ABSENT: it cannot be asked either */
	uint64_t size;     /* of a regular file */
	int64_t changed;   /* seconds since 1970 */
	uint64_t inode;    /* which file of its disk it is */
};

/* What a path leads to, through links; and what is open. */
struct os_info os_info(const char *path);
struct os_info os_info_of(int file);
bool os_exists(const char *path);
bool os_exists_in(int folder, const char *name);
/* A regular file that this user may run. */
bool os_runs(const char *path);
/* 0 where it can be read and written, else the number of the error. */
int os_usable(const char *path);
/* The path with every link in it resolved; NULL if it does not exist. */
const char *os_real(struct arena *a, const char *path);
/* What a link in an open folder says, or one with an absolute name; NULL where it is none. */
const char *os_link_in(struct arena *a, int folder, const char *name);

/* To be read; a folder can be opened so too. */
int os_open(const char *path);
int os_open_in(int folder, const char *name);
/* A folder, nothing else. */
int os_open_folder(const char *path);
int os_open_folder_in(int folder, const char *name);
/* Closes what is open, but the first three, and makes the number negative. */
void os_close(int *file);

#define OS_FILE_AUTO __attribute__((cleanup(os_close))) int

/* The next bytes, at most n; 0 at the end, negative with errno, EAGAIN where there are none yet. */
ptrdiff_t os_read(int file, void *to, size_t n);
/* Bytes at an offset; several threads may ask at once. */
ptrdiff_t os_read_at(int file, void *to, size_t n, uint64_t at);
/* Whether there is something to read, or the end, within so many ms; -1: however long it takes. */
bool os_wait(int file, int ms);
/* A pipe or a file whose bytes nobody has read yet. */
bool os_unread(int file);

/* The names in a folder, in no order, without "." and "..". */
struct os_folder {
	void *all, *entry; /* own */
	int failed;        /* errno where it is there and cannot be listed, or not to its end */
};

/* errno of what was not opened, 0 where it is not there. */
int os_failure(void);

struct os_folder os_folder(const char *path);
struct os_folder os_folder_of(int folder);
/* NULL at the end, and of what is no folder. Valid until the next. */
const char *os_folder_next(struct os_folder *f);
/* Of the entry that came last; a link is OS_OTHER. */
enum os_kind os_folder_kind(const struct os_folder *f);
void os_folder_close(struct os_folder *f);

#define OS_FOLDER_AUTO __attribute__((cleanup(os_folder_close))) struct os_folder
