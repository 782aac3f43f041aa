#include "base/term.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/span.h"

static size_t columns(int fd, bool terminal)
{
	const char *set = getenv("COLUMNS");
	struct winsize size;
	uint64_t n;

	if (set && span_u64(span_of(set), &n) && n >= 20 && n <= 1000)
		return (size_t)n;
	if (terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
		return size.ws_col;
	return terminal ? 80 : 0;
}

static bool wants_colour(const char *when, bool terminal)
{
	const char *no = getenv("NO_COLOR"), *kind = getenv("TERM"), *force = getenv("FORCE_COLOR");

	if (when && strcmp(when, "auto") != 0)
		return strcmp(when, "always") == 0;
	if (force && *force)
		return strcmp(force, "0") != 0 && !(no && *no);
	return terminal && !(no && *no) && !(kind && strcmp(kind, "dumb") == 0);
}

struct term term_of(FILE *f, const char *when)
{
	int fd = fileno(f);
	bool terminal = fd >= 0 && isatty(fd);

	return (struct term){
		.f = f,
		.terminal = terminal,
		.width = columns(fd, terminal),
		.colour = wants_colour(when, terminal),
	};
}

const char *term_on(const struct term *t, enum style s)
{
	static const char *const codes[] = {
		[STYLE_PLAIN] = "",         [STYLE_BOLD] = "\033[1m",  [STYLE_DIM] = "\033[2m",
		[STYLE_GOOD] = "\033[32m",  [STYLE_WARN] = "\033[33m", [STYLE_BAD] = "\033[31m",
	};

	return t->colour ? codes[s] : "";
}

const char *term_off(const struct term *t)
{
	return t->colour ? "\033[0m" : "";
}
