#include "fuzz/command.h"

/* Any text, as somebody might paste it into explain. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"explain -", "explain - --json", "explain - --redact -v",
		"explain - --json --redact --gpu RTX_4090 --driver 550",
	};

	command_run(lines[n % 4], "-", (struct span){ (const char *)data, n });
	return 0;
}
