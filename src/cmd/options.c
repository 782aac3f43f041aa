#include "cmd/options.h"

#define AT(field) offsetof(struct options, field)

/* Sorted by name; a test checks it. */
static const struct opt rows[] = {
	{ "all", 'a', OPT_FLAG, NULL, "show every candidate with its verdict", IN_SUGGEST, AT(all) },
	{ "channel", 'c', OPT_LIST, "NAME|URL", "conda channels to plan with", IN_WISH, AT(channel) },
	{ "color", 0, OPT_VALUE, "auto|always|never", "colour on the terminal", IN_ALL, AT(color) },
	{ "cuda", 0, OPT_VALUE, "X.Y", "plan with exactly this CUDA variant", IN_WISH, AT(cuda) },
	{ "driver", 0, OPT_VALUE, "VERSION", "the driver of the machine to plan for", IN_HOST,
	  AT(driver) },
	{ "glibc", 0, OPT_VALUE, "X.Y", "its C library", IN_HOST, AT(glibc) },
	{ "gpu", 0, OPT_LIST, "NAME", "a GPU of it: a name, sm_86, or none", IN_HOST, AT(gpu) },
	{ "help", 'h', OPT_FLAG, NULL, "show this help", IN_ALL, AT(help) },
	{ "host", 0, OPT_LIST, "FILE", "a pasted nvidia-smi output or other facts; - is stdin",
	  IN_HOST, AT(host) },
	{ "ignore-gpu", 0, OPT_LIST, "INDEX|NAME", "a GPU that need not run torch",
	  IN_SUGGEST | IN_EXPLAIN, AT(ignore_gpu) },
	{ "index-url", 'i', OPT_LIST, "URL", "the package index to install from", IN_WISH,
	  AT(index_url) },
	{ "installer", 0, OPT_LIST, "pip|uv|conda|mamba|micromamba|pixi", "print commands for it",
	  IN_WISH, AT(installer) },
	{ "json", 0, OPT_FLAG, NULL, "one JSON object on one line", IN_ALL, AT(json) },
	{ "matrix", 0, OPT_VALUE, "FILE", "use this matrix instead of the built-in one", IN_ALL,
	  AT(matrix) },
	{ "mirror", 0, OPT_LIST, "URL", "the same as --index-url", IN_WISH, AT(index_url) },
	{ "offline", 0, OPT_FLAG, NULL, "never use the network", IN_ALL, AT(offline) },
	{ "platform", 0, OPT_VALUE, "linux-64|linux-aarch64|win-64", "its platform", IN_HOST,
	  AT(platform) },
	{ "python", 0, OPT_VALUE, "X.Y", "the Python to plan for, 3.13t if free-threaded", IN_WISH,
	  AT(python) },
	{ "quiet", 'q', OPT_FLAG, NULL, "say less", IN_ALL, AT(quiet) },
	{ "redact", 0, OPT_FLAG, NULL, "leave out host and user names, UUIDs and home paths",
	  IN_ALL, AT(redact) },
	{ "scheme", 0, OPT_VALUE, "pep440|conda|dotted", "the order of versions to use", IN_VERCMP,
	  AT(scheme) },
	{ "source", 0, OPT_FLAG, NULL, "show where each row comes from", IN_MATRIX, AT(source) },
	{ "strict", 0, OPT_FLAG, NULL, "exit 1 on warnings too", IN_SUGGEST | IN_DOCTOR | IN_VERIFY,
	  AT(strict) },
	{ "verbose", 'v', OPT_COUNT, NULL, "say more", IN_ALL, AT(verbose) },
	{ "version", 0, OPT_FLAG, NULL, "show the version of the program and of the matrix", IN_ALL,
	  AT(version) },
};

const struct opt_table option_table = { rows, sizeof rows / sizeof *rows };
