/* What time it is, and how much goes by. */
#pragma once

#include <stdint.h>

/* Milliseconds of a clock that never goes back. */
double os_clock_ms(void);
/* Seconds since 1970 began. */
int64_t os_now(void);
/* Waits. */
void os_sleep(unsigned seconds);
