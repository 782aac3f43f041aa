/* Every option of every command, and where its value lands. */
#pragma once

#include "base/opt.h"

enum {
#define COMMAND(name, BIT) PLACE_##BIT,
#include "cmd/commands.def"
#undef COMMAND
	COMMANDS
};

/* Bits of struct opt.commands; one per command. */
enum {
#define COMMAND(name, BIT) IN_##BIT = 1 << PLACE_##BIT,
#include "cmd/commands.def"
#undef COMMAND
	IN_ALL = (1 << COMMANDS) - 1,
	/* Where the facts of a machine are needed. */
	IN_HOST = IN_DETECT | IN_SUGGEST | IN_DOCTOR | IN_EXPLAIN | IN_INSPECT,
	IN_WISH = IN_SUGGEST | IN_EXPLAIN,
	/* Where an environment is read. */
	IN_ENV = IN_DOCTOR | IN_SUGGEST | IN_EXPLAIN,
};

struct options {
	/* everywhere */
	bool help, version, json, offline, quiet, redact, strict;
	int verbose;
	const char *color, *matrix, *lang;
	/* the machine */
	struct strings host, gpu, ignore_gpu;
	const char *driver, *platform, *glibc, *macos;
	/* wishes */
	const char *python, *cuda, *emit, *plan;
	struct strings installer, requirement, file, channel, index_url;
	/* the environment */
	const char *env;
	struct strings pip_list, conda_list;
	/* single commands */
	bool all, source, hashes, compare, emit_rows, bench, torch, cleanup, fix_file;
	bool list_checks, online;
	const char *depth, *scheme, *nvcc, *format;
	struct strings merge;
	const char *timeout;
	bool check, undo, allow_older;
	struct strings signer;
};

extern const struct opt_table option_table;

/*
 * What the option `name` is meant for, which that command does not have: --torch 2.8 is the wish
 * torch==2.8, --os windows is --platform. Gives the value to write behind *option, which may be
 * NULL, or NULL: not known.
 */
const char *option_meant(struct arena *a, uint64_t command, struct span name, const char *value,
			 const char **option);
