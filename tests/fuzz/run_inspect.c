#include "fuzz/command.h"
#include "fuzz/folder.h"

/* A line that is a file's name, then what is in it: wheels, conda packages, libraries, listings. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"inspect --hashes -v", "inspect --json --depth exact", "inspect --emit-rows",
		"inspect --depth declared --redact --gpu T4 --driver 550",
		"inspect --depth names --json",
	};
	struct span text = { (const char *)data, n }, name = SPAN("");
	struct command c;

	command_start(&c);
	span_line(&text, &name);
	if (!folder_may(name) || span_find_char(name, '/') >= 0)
		name = SPAN("x.whl");
	folder_of_process();
	folder_empty();
	command_line(&c, lines[n % 5]);
	command_word(&c, span_of(arena_printf(&c.arena, "%s/" SPAN_FMT, folder_path,
					      SPAN_ARG(name))));
	folder_file(AT_FDCWD, c.argv[c.argc - 1], text, 0);
	command_end(&c);
	return 0;
}
