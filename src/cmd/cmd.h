/* What a command gets and what it gives: one file and one row per command. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/term.h"
#include "cmd/options.h"

/* A text that was read: path as it was given, "-" is standard input. */
struct input {
	const char *path;
	struct span bytes;
};

struct run {
	struct arena *arena;     /* lives as long as the command */
	const struct options *o;
	struct strings args;     /* what is not an option */
	struct term out, talk;   /* the answer; everything else */
	ARRAY(struct input) inputs; /* see cmd/input.h */
};

struct cmd {
	const char *name;
	const char *summary;     /* one line for the list of commands */
	const char *args;        /* "[SPEC…]" for the usage line */
	uint64_t bit;            /* IN_… */
	/* Returns the exit code. Failures are told by cmd_fail. */
	int (*run)(struct run *r);
};

extern const struct cmd cmd_completion;
extern const struct cmd cmd_detect, cmd_suggest, cmd_explain;
extern const struct cmd cmd_inspect, cmd_doctor;
extern const struct cmd cmd_verify;
extern const struct cmd cmd_vercmp;
extern const struct cmd cmd_match;
extern const struct cmd cmd_matrix;

/* Prints the version of the program and of the matrix; returns the exit code. */
int cmd_version(struct run *r, const char *program);
/* Says "cudaplan: error: …" on stderr and returns the exit code of e. */
int cmd_fail(struct run *r, const struct err *e);
/* "note: …", "warning: …" on stderr, wrapped; notes not with --quiet. */
void cmd_note(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cmd_warn(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
