#include "fuzz/command.h"

/* Anything pasted, as detect shows it. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"detect --host - -v", "detect --host - --json", "detect --host - --json --redact",
	};

	command_run(lines[n % 3], "-", (struct span){ (const char *)data, n });
	return 0;
}
