/*
 * A folder of this process, filled from lines: "=== path" and the text of that file up to the next,
 * "=== path -> target" a link, "=== path/" a folder, "=== path *512" a file of so many zero bytes
 * before its text. Nothing leads out of the folder, and it is empty again at the end.
 */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/span.h"

enum { FOLDER_FILES = 64, FOLDER_ZEROS = 1 << 20 };

static char folder_path[64];

static inline int folder_remove_one(const char *path, const struct stat *st, int kind,
				    struct FTW *f)
{
	(void)st;
	(void)kind;
	return f->level ? remove(path) : 0;
}

static inline void folder_empty(void)
{
	nftw(folder_path, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void folder_end(void)
{
	folder_empty();
	rmdir(folder_path);
}

/* In memory where there is a file system in memory. */
static inline const char *folder_of_process(void)
{
	if (!*folder_path) {
		snprintf(folder_path, sizeof folder_path, "/dev/shm/cudaplan-fuzz-XXXXXX");
		if (!mkdtemp(folder_path)) {
			snprintf(folder_path, sizeof folder_path, "/tmp/cudaplan-fuzz-XXXXXX");
			if (!mkdtemp(folder_path))
				abort();
		}
		atexit(folder_end);
	}
	return folder_path;
}

/* A name without a way out: no "..", no NUL, not too long. */
static inline bool folder_may(struct span name)
{
	return name.n && name.n < 200 && *name.p != '/' && span_find(name, "..") < 0 &&
	       !memchr(name.p, '\0', name.n);
}

static inline void folder_parents(char *path)
{
	for (char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		mkdir(path, 0755);
		*p = '/';
	}
}

static inline void folder_file(int at, const char *path, struct span text, uint64_t zeros)
{
	int fd = openat(at, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0755);

	if (fd < 0)
		return;
	if (ftruncate(fd, (off_t)zeros) != 0 || lseek(fd, 0, SEEK_END) < 0 ||
	    write(fd, text.p, text.n) < 0) {
		/* a full disk makes another tree, no finding */
	}
	close(fd);
}

/* Its words are those of the line behind "=== "; the working folder is the one of the process. */
static inline void folder_entry(struct arena *a, struct span head, struct span text)
{
	ptrdiff_t arrow = span_find(head, " -> "), star = span_find(head, " *");
	struct span name = span_sub(head, 0, arrow >= 0 ? (size_t)arrow :
				    star >= 0 ? (size_t)star : head.n);
	uint64_t zeros = 0;
	char *path;

	if (!folder_may(name))
		return;
	path = arena_span(a, name);
	folder_parents(path);
	if (arrow >= 0) {
		struct span to = span_from(head, (size_t)arrow + 4);

		if (folder_may(to) && symlink(arena_span(a, to), path) == 0)
			return;
	} else if (path[name.n - 1] != '/') {
		if (star >= 0 && (!span_u64(span_from(head, (size_t)star + 2), &zeros) ||
				  zeros > FOLDER_ZEROS))
			zeros = 0;
		folder_file(AT_FDCWD, path, text, zeros);
	}
}

/* Fills the folder anew; what stands before the first "=== " is returned. */
static inline struct span folder_fill(struct arena *a, struct span s)
{
	char was[4096], *back = getcwd(was, sizeof was);
	struct span first = s, head;
	ptrdiff_t at = span_starts(s, "=== ") ? 0 : span_find(s, "\n=== ");

	folder_of_process();
	folder_empty();
	if (at < 0 || !back || chdir(folder_path) != 0)
		return first;
	first = span_sub(s, 0, (size_t)at);
	s = span_from(s, (size_t)at + (*s.p == '=' && at == 0 ? 0 : 1));
	for (int i = 0; i < FOLDER_FILES && span_take(&s, "=== "); i++) {
		struct span text;
		ptrdiff_t end;

		if (!span_line(&s, &head))
			break;
		end = span_starts(s, "=== ") ? 0 : span_find(s, "\n=== ");
		text = span_sub(s, 0, end < 0 ? s.n : end ? (size_t)end + 1 : 0);
		folder_entry(a, head, text);
		s = span_from(s, text.n);
	}
	if (chdir(back) != 0)
		abort();
	return first;
}
