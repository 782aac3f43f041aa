/* What WASI has not: children, programs, libraries to open, files to write. Each says so. */
#include <errno.h>
#include <stdio.h>

#include "os/child.h"
#include "os/dl.h"
#include "os/program.h"
#include "os/save.h"
#include "os/scratch.h"

/* What nothing can be done with is not looked at. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

void child_run_all(struct arena *a, struct child *v, size_t n, int *interrupted)
{
	for (size_t i = 0; i < n; i++) {
		v[i].end = CHILD_NONE;
		v[i].number = ENOSYS;
	}
	*interrupted = 0;
}

void child_reraise_all(int interrupted)
{
}

enum child_end child_ask(void (*work)(void *own), void *own, unsigned limit_ms)
{
	(void)work, (void)own, (void)limit_ms;
	return CHILD_CRASHED;
}

void *child_share(size_t n)
{
	return NULL;
}

void child_unshare(void *p, size_t n)
{
}

char child_state(int pid)
{
	return 0;
}

const char *child_signal(int number)
{
	return "";
}

int dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
	    void **ret, struct err *e)
{
	return err_set(e, ERR_MISSING, "%s: this build opens no libraries", libraries[0]);
}

bool dl_can(void)
{
	return false;
}

void dl_close(void *handle)
{
}

void dl_keep(const char *library)
{
}

void dl_path(void *handle, char *to, size_t n)
{
	snprintf(to, n, "%s", "");
}

int os_program_start(const char *path, const char *const *argv, int in, int words,
		     struct os_program *ret)
{
	*ret = (struct os_program){ 0, -1 };
	return ENOSYS;
}

int os_program_end(struct os_program *p)
{
	return -1;
}

void os_program_stop(struct os_program *p)
{
}

int os_scratch(void)
{
	errno = ENOSYS;
	return -1;
}

int os_scratch_of(struct span bytes)
{
	return os_scratch();
}

const char *os_scratch_folder(struct arena *a)
{
	errno = ENOSYS;
	return NULL;
}

void os_scratch_remove(struct arena *a, const char *folder)
{
}

bool os_save_begin(struct arena *a, const char *path, struct os_save *ret)
{
	*ret = (struct os_save){ -1, path, NULL };
	errno = ENOSYS;
	return false;
}

bool os_save_add(struct os_save *s, const void *p, size_t n)
{
	return false;
}

bool os_save_sync(struct os_save *s)
{
	return false;
}

bool os_save_end(struct os_save *s, bool keep)
{
	return false;
}

void os_remove(const char *path)
{
}
