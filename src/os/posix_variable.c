#include "os/variable.h"

#include <stdlib.h>
#include <unistd.h>

const char *const *os_variables(void)
{
	return (const char *const *)environ;
}

const char *os_variable(const char *name)
{
	return getenv(name);
}
