#include <sys/utsname.h>
#include <unistd.h>

#include "os/machine.h"

/* gnu/libc-version.h; a build with another C library has neither it nor the header. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

const char *os_machine(struct arena *a)
{
	struct utsname name;

	return uname(&name) == 0 ? arena_str(a, name.machine) : NULL;
}

const char *os_glibc(void)
{
	return gnu_get_libc_version ? gnu_get_libc_version() : NULL;
}

const char *os_node(struct arena *a)
{
	char name[256] = "";

	return gethostname(name, sizeof name - 1) == 0 && name[0] ? arena_str(a, name) : NULL;
}

unsigned os_cores(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores > 0 ? (unsigned)cores : 1;
}
