/* What doctor found out, for its ways of saying it. */
#pragma once

#include "cmd/envs_private.h"
#include "cmd/hosts_private.h"

struct ward {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct envs envs;
	struct catalogue c;
	struct checkup *all;   /* one per environment */
	const char *folder;    /* of a project: each file is an environment; NULL */
	struct strings files;  /* these, in the order of the environments */
};

/* doctor_project.c: the files of the folder that ask for something, into files and envs. What a
 * file of them reads too is judged there. */
int doctor_project(struct ward *w, struct err *e);
/* The environments of those files, as another run has them. */
int doctor_project_read(struct run *r, const struct strings *files, struct envs *ret,
			struct err *e);
/* Leaves out the files from that one on, and says so. */
void doctor_project_cut(struct ward *w, size_t from);
/* Leaves out the files in which nothing was found to judge. */
void doctor_project_settle(struct ward *w);

/*
 * --fix-file: prints corrected files as diffs. What edits make of the files is read and judged
 * again before; where it is not sound or not better, the reason is said and what to change instead.
 */
void doctor_fix(struct ward *w);
