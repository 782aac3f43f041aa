/* What a command gets and what it gives: one file and one row per command. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/term.h"
#include "cmd/options.h"
#include "fact/found.h"
#include "know/matrix.h"
#include "os/io.h"
#include "read/place.h"

struct cmd;

struct run {
	struct arena *arena;     /* lives as long as the command */
	const struct options *o;
	const struct cmd *cmd;
	struct strings args;     /* what is not an option */
	struct term out, talk;   /* the answer; everything else */
	bool json_open;          /* its object is written but for its exit code */
	bool busy;               /* a line of a terminal says what is done now */
	struct {
		int n;           /* the words of the command and of what stands behind it */
		char **v;
	} typed;
	struct {
		size_t from, n;         /* the words of `typed` that are wrong; n 0: none */
		const char *v[2];       /* what is to stand there; may be NULL */
	} meant;
	ARRAY(struct place_text) inputs; /* read: path as it was given, "-" is standard input */
};

struct cmd {
	const char *name;
	const char *summary;     /* one line for the list of commands */
	const char *args;        /* "[SPEC…]" for the usage line */
	const char *examples;    /* lines for --help, each "  command   what it answers" */
	uint64_t bit;            /* IN_… */
	enum form on_input;      /* what to try where its input is not understood … */
	enum form on_missing;    /* … and where data or the network is missing */
	/* Returns the exit code. Failures are told by cmd_fail. */
	int (*run)(struct run *r);
};

#define COMMAND(name, BIT) extern const struct cmd cmd_##name;
#include "cmd/commands.def"
#undef COMMAND

/*
 * The file of the matrix that counts where no option names one: what CUDAPLAN_MATRIX says, or the
 * newest of those that are kept for this user (cudaplan update) or were installed as packages.
 * NULL: the one inside the program.
 */
const char *cmd_matrix_stored(struct run *r);

/* The writer of a command's JSON: one object, which main() ends. */
struct json cmd_json(struct run *r);
/* Prints the version of the program and of the matrix; returns the exit code. */
int cmd_version(struct run *r, const char *program);
/* Says "cudaplan: error: …" on stderr and returns the exit code of e. */
int cmd_fail(struct run *r, const struct err *e);
/*
 * A wrong word of the command line, the pointer of argv itself, and the one or two to write in its
 * place (`option` may be NULL): the way on behind the error is the same command with these.
 */
void cmd_meant(struct run *r, const char *word, const char *option, const char *value);
/* The same of the first option that is none of the command's, where it is known what it is for. */
void cmd_option_meant(struct run *r);
/* "note: …", "warning: …" on stderr, wrapped; notes not with --quiet. */
void cmd_note(struct run *r, struct phrase note);
void cmd_warn(struct run *r, const char *text);

/*
 * What is done now, on a terminal's stderr alone and not with --quiet, until cmd_idle or what is
 * said next takes it away.
 */
void cmd_busy(struct run *r, struct phrase what);
void cmd_idle(struct run *r);

/* --timeout for a server, in seconds; 0: not given. ERR_USAGE. */
int cmd_timeout(const struct run *r, unsigned *ret, struct err *e);

/* "standard input" for "-", else the path as it was given. */
const char *cmd_input_name(const char *path);

/*
 * The bytes of a file, or of standard input for "-"; a pipe cannot be read twice, so the second
 * call gives what the first one read. At most IO_MAX bytes; ERR_INPUT as io_read.
 */
int cmd_input(struct run *r, const char *path, struct span *ret, struct err *e);
/* The same of a file of which `head` was taken; and whether it was read whole already. */
int cmd_input_rest(struct run *r, const char *path, const struct io_input *in, struct span head,
		   struct span *ret, struct err *e);
bool cmd_input_known(const struct run *r, const char *path);

/* Days since the matrix was made. */
long cmd_matrix_days(const struct matrix *m);
/* Says on stderr when a newer matrix is due. */
void cmd_matrix_age(struct run *r, const struct matrix *m);
/* Days from a date as YYYY-MM-DD to `now`; -1 for what is no date, 0 for one to come. */
long cmd_age_days(const char *date, int64_t now);
