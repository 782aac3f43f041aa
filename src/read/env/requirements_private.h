/*
 * requirements.txt and what `pip freeze` prints, see
 * https://pip.pypa.io/en/stable/reference/requirements-file-format/: continued lines, remarks,
 * ${VARIABLES} (kept), options, hashes, editable and local packages, files included in files.
 */
#pragma once

#include "fact/env.h"
#include "read/host/lines.h"
#include "read/place.h"

/* Files below files, and all of them together. */
enum { REQUIREMENTS_DEPTH = 16, REQUIREMENTS_FILES = 64 };

struct requirements {
	struct arena *a;
	struct env *to;
	const struct place *files; /* NULL: included files are not read */
	bool installed;            /* pins are packages that are there */
	bool constraints;          /* -c */
	bool typed;                /* words of a command */
	bool under_pip;            /* in the pip section of an environment.yml */
	const char *group;         /* of the declared ones; NULL: always */
	const char *remark;        /* `pip freeze` names an editable package in the line before */
	const struct line *v;      /* the lines of the text; NULL: they are as they were read */
	size_t n;
	struct span line;          /* that is read; empty: words of elsewhere */
	struct spot at;           /* and its bytes in the file */
	size_t depth;
	struct strings seen;       /* files that are being read or were */
};

/* Where the options behind a requirement begin, with the blank before them; -1: it has none. */
ptrdiff_t requirements_options_at(struct span s);
/* "--index-url URL", "-f URL": where packages are to be looked for. */
bool requirements_names_place(struct span s);

/* The path of a file that another one names. */
const char *requirements_beside(struct arena *a, const char *file, struct span name);
/* Reads it. A command is run in a folder that its file does not tell: often one above it, which
 * *path then says. */
bool requirements_read(struct requirements *r, const char **path, const char *file,
		       struct span name, struct span *text);
/* One logical line; `file` names the folder that paths in it belong to. */
void requirements_line(struct requirements *r, struct span line, struct origin origin);
/* A whole text; `first` is the number of its first line. */
void requirements_text(struct requirements *r, const char *file, struct span text, unsigned first);
/* Adds what "name>=1; marker" says, or that it is not understood. */
struct env_declared *requirements_add(struct requirements *r, struct span text,
				      struct origin origin);
/* The name and version of a wheel or source package that a path or URL ends in. */
bool requirements_of_file(struct arena *a, struct span url, const char **name,
			  const char **version);
