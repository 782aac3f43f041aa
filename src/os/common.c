/* What all systems have and do alike: a clock, variables, the number of a failure. */
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/variable.h"

double os_clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int64_t os_now(void)
{
	return time(NULL);
}

const char *const *os_variables(void)
{
	return (const char *const *)environ;
}

const char *os_variable(const char *name)
{
	return getenv(name);
}

int os_failure(void)
{
	return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
}

void os_close(int *file)
{
	if (*file > STDERR_FILENO)
		close(*file);
	*file = -1;
}
