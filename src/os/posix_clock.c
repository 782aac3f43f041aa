#include "os/clock.h"

#include <time.h>
#include <unistd.h>

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

void os_sleep(unsigned seconds)
{
	sleep(seconds);
}
