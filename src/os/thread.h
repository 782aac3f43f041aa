/* Work by several threads. */
#pragma once

/*
 * Calls `work` n times at once, once of it by this thread, and comes back when all have; fewer
 * times where there are no threads to be had.
 */
void os_threads(unsigned n, void (*work)(void *own), void *own);
/* The one lock of such threads. */
void os_lock(void);
void os_unlock(void);
