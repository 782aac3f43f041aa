#include "fuzz/command.h"

/* Anything pasted about a machine or of what is wanted on it, planned for. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"suggest --host -",
		"suggest --host - --json",
		"suggest --host - --all -v --installer conda",
		"suggest -r - --gpu none --platform linux-64",
		"suggest -r - --gpu RTX_4090 --driver 550 --json --redact",
		"suggest -f - --gpu sm_61 --driver 535 --platform win-64",
	};

	command_run(lines[n % 6], "-", (struct span){ (const char *)data, n });
	return 0;
}
