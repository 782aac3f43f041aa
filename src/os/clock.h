/* How much time goes by. */
#pragma once

/* Milliseconds of a clock that never goes back. */
double os_clock_ms(void);
