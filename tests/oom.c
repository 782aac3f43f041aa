/*
 * Linked with --wrap: the allocation with the number in OOM_AT fails, and all that follow. The
 * number of allocations is printed on the file descriptor in OOM_COUNT_FD, if it is set.
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/span.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t count, size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t count, size_t n);
void *__wrap_realloc(void *p, size_t n);

static unsigned long calls, fail_at;

__attribute__((constructor)) static void oom_read(void)
{
	const char *at = getenv("OOM_AT");
	uint64_t v;

	if (at && span_u64(span_of(at), &v))
		fail_at = v;
}

/* What runs after the program, such as the counters of coverage, has memory again. */
__attribute__((destructor)) static void oom_tell(void)
{
	const char *fd = getenv("OOM_COUNT_FD");
	uint64_t v;

	fail_at = 0;

	if (fd && span_u64(span_of(fd), &v) && v < 100)
		dprintf((int)v, "%lu\n", calls);
}

static int fails(void)
{
	calls++;
	return fail_at && calls >= fail_at;
}

void *__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t count, size_t n)
{
	return fails() ? NULL : __real_calloc(count, n);
}

void *__wrap_realloc(void *p, size_t n)
{
	return fails() ? NULL : __real_realloc(p, n);
}
