/* What the commands that plan have in common. */
#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"
#include "know/mirror.h"
#include "pick/pick.h"
#include "plan/plan.h"

/* What is planned beside what options and arguments ask for. */
struct planning {
	bool all;              /* every candidate */
	bool file;             /* a file is made of the plan, for a fresh start anywhere … */
	enum installer installer; /* … by this one's packages, */
	struct python python;  /* for this Python where it is not asked for; major 0: for any, */
	const char *torch, *cuda; /* for this release and CUDA; NULL: any */
	const char *group;     /* of the files this extra or group too; NULL: none */
	bool loose;            /* whatever CUDA the files name */
	bool again;            /* what files say was told before */
	struct picks *picks;   /* what the installers of the files would take comes here; NULL */
};

/* The answer of the resolver for hosts, with commands. `pypi` gets the mirror in its place. */
int cmd_plan(struct run *r, struct matrix *m, const struct hosts *hosts,
	     const struct planning *p, struct answer *ret, const char **pypi, struct err *e);
/* spec.c: a SPEC that is none: for a file or another option, for a GPU. */
bool spec_is_option(const char *text);
bool spec_is_gpu(struct run *r, struct matrix *m, const char *text);
/* ERR_USAGE, with what to write instead; `name` is that of the project it names, or "". */
int spec_refuse(struct run *r, struct matrix *m, const char *text, const char *name,
		struct err *e);
/* ERR_USAGE: no mirror has the name that stands behind `option`, or it serves nothing. */
int cmd_unknown_mirror(struct run *r, const struct mirrors *known, const char *option,
		       const char *name, struct err *e);
/* mirror_set.c: what this machine is set to use; NULL: no mirror that lives. */
struct mirror_set {
	const struct mirrors *known;
	const char *pip, *conda;
	struct findings notes;     /* which settings say so */
};
int cmd_mirror_set(struct run *r, struct matrix *m, struct mirror_set *ret, struct err *e);
/* Facts without which there is no plan, on stderr. */
void cmd_tell_missing(struct run *r, const struct hosts *hosts, const struct answer *answer);
