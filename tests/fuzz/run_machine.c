#include "fuzz/command.h"
#include "fuzz/folder.h"
#include "read/host/live.h"

/* The files of a machine below a root; lines before them are its environment variables. */
enum { VARIABLES = 24 };

static void set_environment(struct arena *a, struct span lines)
{
	static char *variables[VARIABLES + 2];
	struct span line;
	size_t n = 0;

	variables[n++] = arena_printf(a, "CUDAPLAN_ROOT=%s", folder_path);
	while (n <= VARIABLES && span_line(&lines, &line))
		if (span_find_char(line, '=') > 0 && !span_starts(line, "CUDAPLAN") &&
		    !memchr(line.p, '\0', line.n))
			variables[n++] = arena_span(a, line);
	variables[n] = NULL;
	environ = variables;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"detect -v --offline", "detect --json --offline", "doctor --offline",
		"doctor --json --redact --offline", "suggest --offline --json",
	};
	ARENA_AUTO a = { 0 };
	struct place p;
	struct probe_step files = { 0 };
	struct host h = host_new("fuzz");
	struct span variables = folder_fill(&a, (struct span){ (const char *)data, n });

	set_environment(&a, variables);
	p = place_here((const char *const *)environ);
	h.nvidia_present = TRI_YES;
	live_device_files(&a, &p, &h, &files);
	command_run(lines[n % 5], "-", SPAN(""));
	return 0;
}
