/* suggest --emit, for suggest.c. */
#pragma once

#include "check/fix.h"
#include "cmd/cmd.h"
#include "cmd/envs_private.h"
#include "cmd/hosts_private.h"
#include "cmd/planning_private.h"
#include "install/emit.h"

/*
 * Plans as options and arguments ask, prints the file that --emit names on standard output and
 * what there is to say about its plans on standard error. ERR_NONE: one such file cannot hold them.
 */
int cmd_suggest_file(struct run *r, struct answer *ret, struct err *e);

/* The file of -f that is to ask for plans, and what it asks for. */
struct diff_file {
	const char *path;
	enum emitter kind;
	struct envs envs;
};

/* A plan, and the machines that it is for. */
struct diff_part {
	const struct plan *plan;
	const struct hosts *hosts;
};

/* What of a file makes it ask for plans. */
struct file_diff {
	enum file_diff_state {
		DIFF_DONE,
		DIFF_NO_LINE,      /* it asks for no torch, or in extras and groups alone */
		DIFF_OF_OTHERS,    /* its sources of torch are for other extras or platforms */
		DIFF_OF_GROUPS,    /* an extra or a group takes another torch, by `line` */
		DIFF_LEFT_OUT,     /* it is locked for other platforms than `platform` */
		DIFF_SEVERAL,      /* the plans contradict each other in it */
	} state;
	const char *text;          /* a unified diff; NULL: nothing changes */
	struct phrases said;
	const struct env_declared *line;
	const char *platform;
	bool partial;              /* some machines are served by no plan */
};

/* False: none of -f is one of that kind; a new one is written. */
bool cmd_diff_target(struct run *r, enum emitter kind, struct diff_file *ret);
/* The extras and groups of it that ask for torch, where it is a project's. */
struct strings cmd_diff_groups(struct run *r, const struct diff_file *file);
/* `group` is asked for beside what always is; NULL: none. */
int cmd_diff(struct run *r, struct matrix *m, const struct diff_file *file, const char *group,
	     const struct diff_part *parts, size_t n, struct file_diff *ret, struct err *e);
/* Prints it. ERR_NONE: it cannot be done, with a sentence. */
int cmd_diff_show(struct run *r, const struct diff_file *file, const struct file_diff *diff,
		  const char *plans, struct err *e);

/* Machines that share an answer. */
struct emit_answer {
	struct hosts hosts;
	struct answer answer;
};

struct emitting {
	struct run *r;
	struct matrix *m;
	enum emitter kind;
	struct planning with;
	ARRAY(struct emit_answer) all; /* machines with a GPU, then others, by platform */
	struct emit_parts parts;
	bool diff;               /* a file that is there is changed: */
	struct diff_file file;
	bool loose;              /* another CUDA than it names is all there is */
	ARRAY(struct file_diff) diffs; /* one for all, or one for each of the answers */
};

/* Of those machines; where the parts of a split have several Pythons, for the oldest of them. */
int suggest_ask(struct emitting *x, struct emit_answer *to, struct err *e);
/* All machines as they stand in `all`; those without a GPU get the torch of the others. */
int suggest_ask_parted(struct emitting *x, struct err *e);
/* All machines, or those with a GPU and those without apart, where the file of -f can tell them
 * apart: a project may have an extra for either. */
int suggest_ask_all(struct emitting *x, struct err *e);
/* As if a split were no no: of one of its parts, and of a file that has them all already. */
int suggest_exit(const struct emit_answer *of);
/*
 * Fills `diffs`: what is always asked for, where that serves all machines; else an extra or a group
 * for them, as projects have for the CPU and for CUDA; else another CUDA than that of the file;
 * else the first with what is left of it.
 */
int suggest_settle(struct emitting *x, struct err *e);
