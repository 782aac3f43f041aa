/* What WASI has of a machine: one thread; no name, no owner, no screen. */
#include "os/clock.h"
#include "os/machine.h"
#include "os/process.h"
#include "os/screen.h"
#include "os/thread.h"

void os_sleep(unsigned seconds)
{
	(void)seconds;
}

const char *os_machine(struct arena *a)
{
	(void)a;
	return NULL;
}

const char *os_glibc(void)
{
	return NULL;
}

const char *os_node(struct arena *a)
{
	(void)a;
	return NULL;
}

unsigned os_cores(void)
{
	return 1;
}

bool os_begin(void)
{
	return false;
}

void *os_pages(size_t n)
{
	(void)n;
	return NULL;
}

bool os_can_open(unsigned more)
{
	(void)more;
	return true;
}

bool os_is_root(void)
{
	return false;
}

bool os_others_may_write(const char *path)
{
	(void)path;
	return false;
}

bool os_screen(FILE *f, size_t *ret_columns)
{
	(void)f;
	*ret_columns = 0;
	return false;
}

void os_threads(unsigned n, void (*work)(void *own), void *own)
{
	(void)n;
	work(own);
}

void os_lock(void)
{
}

void os_unlock(void)
{
}
