/* --online: what plans, lines and cures fetch is asked for where they name it. */
#pragma once

#include "check/checkup.h"
#include "cmd/cmd.h"
#include "fact/host.h"
#include "plan/answer.h"
#include "read/online/ask.h"
#include "read/online/fetch.h"
#include "read/online/links.h"
#include "show/plan.h"

/* Whom to ask; f NULL: nobody, and why. */
struct online {
	struct fetch *f;
	struct err why;
};

/* ERR_USAGE: --timeout. */
int cmd_online_open(struct run *r, struct online *ret, struct err *e);
/* CP310 about a file that is not there. */
struct finding cmd_online_lacking(struct run *r, const struct online_file *f);
/* Says what to try where not all was answered; the exit code then, from the one without. */
int cmd_online_left(struct run *r, int code);

/*
 * Asks about the files of the first plan and its parts, with --all of the best of each installer,
 * with -v of all that are shown; adds CP310 to those that lack one. ERR_USAGE: --timeout.
 */
int cmd_online_plans(struct run *r, const struct hosts *hosts, struct answer *answer,
		     struct err *e);
/* The exit code of an answer whose files were asked for, from the one without. */
int cmd_online_exit(struct run *r, const struct answer *answer, int code);
/* The same about what the lines of environments pin, and what the commands of cures do. */
int cmd_online_checkups(struct run *r, struct checkup *all, size_t n, struct err *e);

/* --index-url, else what pip or uv is set to, else PyPI. */
const char *cmd_online_index(struct run *r);
/* The files that the index lists of a project; ERR_NONE where it has no page of it. */
int cmd_online_page(struct run *r, struct fetch *f, const char *index, const char *project,
		    link_take *take, void *own, struct fetch_head *h, struct span *base,
		    struct err *e);
/* The newest torch there if the matrix does not know it, and the sentence about it. */
struct newer cmd_online_newer(struct run *r, struct matrix *m);
void cmd_online_tell_newer(struct run *r, const struct newer *n, const char *date);
