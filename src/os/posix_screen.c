#include <sys/ioctl.h>
#include <unistd.h>

#include "os/screen.h"

bool os_screen(FILE *f, size_t *ret_columns)
{
	int fd = fileno(f);
	bool terminal = fd >= 0 && isatty(fd);
	struct winsize size;

	*ret_columns = terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
	return terminal;
}
