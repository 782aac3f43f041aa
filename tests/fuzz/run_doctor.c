#include "fuzz/command.h"

/* Anything pasted about an environment, examined and mended. */
int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"doctor - -v",
		"doctor - --json --gpu RTX_4090 --driver 550 --platform linux-64",
		"doctor requirements.txt --fix-file --gpu sm_61 --driver 535",
		"doctor - --cleanup --redact --gpu none --platform win-64",
		"doctor --pip-list - --json --redact --gpu H100 --driver 470",
		"doctor --conda-list - --installer pixi --installer uv --gpu T4 --driver 580",
		"doctor environment.yml --fix-file --redact --gpu T4 --driver 450",
	};
	size_t i = n % 7;

	command_run(lines[i], i == 2 ? "requirements.txt" : i == 6 ? "environment.yml" : "-",
		    (struct span){ (const char *)data, n });
	return 0;
}
