/*
 * As LD_PRELOAD with FAKE_STUCK=FILE it stands in for a kernel that never lets go of a process: no
 * signal arrives. Time stands still until tests/fake/cuda.c makes the file, so that no limit passes
 * before that on a machine that is busy.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__attribute__((visibility("default"))) int kill(pid_t pid, int number)
{
	return getenv("FAKE_STUCK") ? 0 : (int)syscall(SYS_kill, pid, number);
}

enum { PATIENCE = 60 };

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *ret)
{
	static struct timespec first;
	const char *file = getenv("FAKE_STUCK");
	int rc = (int)syscall(SYS_clock_gettime, clock, ret);

	if (rc || !file || clock != CLOCK_MONOTONIC || access(file, F_OK) == 0)
		return rc;
	if (!first.tv_sec)
		first = *ret;
	if (ret->tv_sec - first.tv_sec < PATIENCE)
		*ret = first;
	return 0;
}
