#include "fuzz/command.h"

/* Lines that are words of a command, but for what looks at this machine or asks a server. */
static bool may(const struct command *c)
{
	static const char *const never[] = { "--en", "--nv", "--hos", "--me", "--ma", "http",
					     "--li" };

	for (int i = 0; i < c->argc; i++)
		for (size_t k = 0; k < sizeof never / sizeof *never; k++)
			if (strstr(c->argv[i], never[k]) || c->argv[i][0] == '/')
				return false;
	return c->argc > 0;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const heads[] = { "match", "vercmp", "matrix", "explain", "inspect",
					     "suggest", "doctor", "completion" };
	struct span rest = { (const char *)data, n }, line;
	struct command c;

	command_start(&c);
	command_word(&c, span_of(heads[n ? data[0] % 8 : 0]));
	span_line(&rest, &line);
	while (span_line(&rest, &line))
		command_word(&c, line);
	command_word(&c, SPAN("--offline"));
	if (strcmp(c.argv[0], "suggest") == 0 || strcmp(c.argv[0], "doctor") == 0)
		command_line(&c, "--gpu RTX_4090 --driver 550");
	command_input(&c, "-", rest);
	if (!may(&c))
		c.argc = 0;
	command_end(&c);
	return 0;
}
