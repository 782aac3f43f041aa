/*
 * What is wrong with an environment: facts of the environment, of the machine and of the matrix
 * in; findings with their evidence, cause and cure out. Pure, like the resolver that it asks.
 */
#pragma once

#include <limits.h>

#include "check/installed.h"
#include "fact/found.h"
#include "fact/online.h"
#include "fact/step.h"
#include "know/shelf.h"
#include "pick/pick.h"
#include "plan/plan.h"

/* The last line of a file, whichever it is. */
enum { EDIT_LAST = INT_MAX };

/* How a line of a file is put right. */
struct edit {
	const char *file;
	unsigned line;         /* 0: the first that begins with `old`, indented or not; EDIT_LAST */
	const char *only;      /* lines that begin otherwise are left alone; NULL: none is */
	const char *old;       /* what of the line is replaced; NULL: all of it, "": nothing */
	const char *text;      /* NULL: it goes, and the line where it stands alone there */
	const char *before, *after; /* lines more, begun like this one; NULL: none */
	const char *beside;    /* one more of the same list in quote marks, or word of the command,
				* behind `text`; NULL: none */
	bool word;             /* it is a word of a command */
	const char *token, *instead; /* where `only` is an inline table: what of it is replaced, and
				* by what; all else of it stays */
	const char *copy;      /* the entry `only` of a TOML table is there for this key too; where
				* no such entry begins in the line, `after` stands at the end */
	bool table;            /* `old` heads a table: where there is none, it is made at the end */
};

/* A finding with where it was seen and what helps; show/finding.h says it. */
struct found {
	struct finding what;
	enum severity severity; /* not always that of the code */
	ARRAY(struct phrase) more; /* what else is to be said of it: whole clauses, in order */
	ARRAY(struct origin) evidence;
	struct phrase advice;  /* what helps, where no command does or more is to be known */
	struct steps cure;
	const struct build *gives; /* the torch that the cure installs; NULL: none */
	ARRAY(struct edit) edits;
	bool asked;            /* it is about what files ask for */
	bool manifest;         /* the cure changes what a project asks for, and advises the same */
	bool replaces;         /* the cure installs torch anew: it comes once for all findings */
};

struct checkup {
	struct arena *arena;
	const struct catalogue *c;
	const struct shelf *shelf;
	const struct env *env;
	const struct hosts *hosts; /* one host; facts that are not known stay so */
	const struct host *host;
	const struct step_place *place; /* that cures are for */
	const char *platform;  /* judged for: the host's, the environment's, else linux-64 */
	struct python python;  /* of the environment; major 0 not known */
	struct installed here;
	enum installer installer; /* who owns torch: pip, uv, conda */
	bool by_project;       /* pip's packages are changed in the project, by its keeper */
	enum installer conda;  /* who changes conda's packages: conda, mamba, micromamba, pixi */
	ARRAY(struct found) found;
	ARRAY(struct env_problem) unjudged; /* lines that were not understood, or left */
	const struct wish *beside; /* the extensions that lines name; NULL: none */
	struct plan *plan;     /* that meets the lines, asked for by `asks`; NULL: none is known */
	const struct env_declared *asks;
	struct online_files online; /* what was asked of the network; none: nothing was */
	const enum installer *as; /* that is asked what it takes; NULL: whose words they are */
	bool python_given;     /* python is an option, not of the files */
	struct picks picks;    /* what the files' installers would take */
	struct {               /* the same of all lines of `env`, for a plan: lines_solved.c */
		const struct env *env;
		struct python python;
		struct picks picks;
	} together;
	struct strings groups; /* extras and the like that were judged, each by itself */
};

/* That is judged for: the host's, the environment's, else linux-64. */
const char *checkup_platform(const struct env *env, const struct host *h);
/* Fills the facts that every check needs. */
struct checkup checkup_make(struct arena *a, const struct catalogue *c, const struct shelf *shelf,
			    const struct env *env, const struct hosts *hosts);
/* Cures in the words of that program, where it can change what is there. */
void checkup_words(struct checkup *k, enum installer i);
/* All checks; the findings come with their cures, errors first. */
void checkup_run(struct checkup *k);
/* What the installers of the files would take, their own or the one that is named. */
void checkup_picks(struct checkup *k);
/* The groups and branches that ask for torch, where nothing that is always asked for does. Unless
 * it is to be all of them, those for the CPU count beside a GPU only where no other does. */
struct strings checkup_torch_groups(struct checkup *k, bool all_of_them);
/* Only what requirements do, and whether they can hold together. */
void checkup_requirements(struct checkup *k);
/* What is to be removed and installed anew where mixing went too far. */
struct steps checkup_cleanup(struct checkup *k);

/* A row of the table of checks. */
struct check {
	const char *name;      /* "torch-build" */
	enum form summary;     /* what is in order when it finds nothing */
	void (*run)(struct checkup *k);
};

/* "2.3.0" of the first line that pins torch: what it pins itself the shelf is read for. NULL: none
 * does. */
const char *checkup_asked_release(struct arena *a, const struct env *e);
/*
 * The wheel of an extension that goes with the torch that is there, on every GPU of the machine;
 * where none is given (*any), on one that this torch has code for. NULL: none is known, or torch is
 * none of pip's.
 */
const struct plan_package *checkup_wheel(struct checkup *k, const char *package, bool *any);
/* Adds the step that installs it. */
void checkup_take_wheel(struct checkup *k, const struct plan_package *x, struct steps *to);
/* The table, *n rows, in the order in which they run. */
const struct check *checkup_checks(size_t *n);

/* How much was understood and judged. */
struct judged {
	size_t packages, requirements, settings, files;
	size_t others;         /* offers, channels, virtual packages, libraries */
};

struct judged checkup_judged(const struct checkup *k);

/* The highest severity; SEVERITY_NOTE where nothing is wrong. */
enum severity checkup_worst(const struct checkup *k);
