#include "os/screen.h"

#include <string.h>

#include "base/span.h"
#include "os/variable.h"

static size_t width(bool terminal, size_t columns)
{
	const char *set = os_variable("COLUMNS");
	uint64_t n;

	if (set && span_u64(span_of(set), &n) && n >= 20 && n <= 1000)
		return (size_t)n;
	if (terminal && columns >= 20)
		return columns;
	return terminal ? 80 : 0;
}

static bool wants_colour(const char *when, bool terminal)
{
	const char *no = os_variable("NO_COLOR"), *kind = os_variable("TERM");
	const char *force = os_variable("FORCE_COLOR");

	if (when && strcmp(when, "auto") != 0)
		return strcmp(when, "always") == 0;
	if (force && *force)
		return strcmp(force, "0") != 0 && !(no && *no);
	return terminal && !(no && *no) && !(kind && strcmp(kind, "dumb") == 0);
}

struct term os_term(FILE *f, const char *when)
{
	size_t columns = 0;
	bool terminal = os_screen(f, &columns);

	return (struct term){
		.f = f,
		.terminal = terminal,
		.width = width(terminal, columns),
		.colour = wants_colour(when, terminal),
	};
}
