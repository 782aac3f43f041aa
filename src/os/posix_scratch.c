#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/file.h"
#include "os/scratch.h"

/* glibc has memfd_create(2) from 2.27 on, kernels from 3.17; 1 is its MFD_CLOEXEC. */
int os_scratch(void)
{
	char name[] = "/tmp/cudaplan-XXXXXX";
	int fd = (int)syscall(SYS_memfd_create, "cudaplan", 1u);

	if (fd >= 0)
		return fd;
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	return fd;
}

int os_scratch_of(struct span bytes)
{
	int fd = os_scratch();

	if (fd >= 0 && (write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n ||
			lseek(fd, 0, SEEK_SET) != 0))
		os_close(&fd);
	return fd;
}

bool os_scratch_folder(char *name)
{
	return mkdtemp(name) != NULL;
}

void os_scratch_remove(struct arena *a, const char *folder)
{
	OS_FOLDER_AUTO f = os_folder(folder);
	const char *name;

	while ((name = os_folder_next(&f)))
		unlink(arena_printf(a, "%s/%s", folder, name));
	rmdir(folder);
}
