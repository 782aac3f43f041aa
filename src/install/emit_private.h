/* What the writers of files share; for src/install only. */
#pragma once

#include "base/buf.h"
#include "install/emit.h"

/* What is made for who takes a file as it is. */
#define EMIT_PROJECT "torch-env"

/* A package that pip is asked for. */
struct emit_package {
	const char *name;    /* "torch" */
	const char *spec;    /* "==2.14.1", without the label; "" with a URL */
	const char *label;   /* "+cu126" that all builds of its index have; "" */
	const char *url;     /* of its file; NULL: from an index */
	bool of_index;       /* from the index of its group, which is not PyPI */
};

/* A plan, and when it holds. */
struct emit_group {
	const struct plan *plan;
	const char *name;    /* of an extra, a feature, a job: "cu126" */
	const char *marker;  /* of its platform: "sys_platform == 'linux' and …" */
	const char *about;
	const char *driver;  /* the least; NULL: not known, or of no one number */
	const char *index, *index_name; /* that torch is looked for in; NULL: PyPI */
	const struct strings *nodes; /* of its part */
	bool gpu;            /* these have one */
	bool flat;           /* that is a page of files */
	bool beside;         /* that has builds of several variants, told apart by their labels */
	struct emit_package *packages;
	size_t n;
	struct strings rest; /* the user's lines, in pip's words */
	struct strings channels, conda, conda_rest; /* of conda: specs of the plan, the user's */
};

struct emit_page {
	struct arena *a;
	struct buf *out;
	struct emit_group *v;
	size_t n;
	bool apart;          /* several are for one platform: which one is for the user to say */
	bool several;        /* they are for several platforms */
	struct strings names, markers, platforms; /* of the groups, each once, in order */
	struct strings rest; /* of all groups */
	struct python python;
	const char *pypi;
};

/* A writer of one kind of file. False: it cannot hold these plans. */
typedef bool emit_writer(struct emit_page *e);
#define EMITTER(id, name, installer, also_pip, single, jobs, linux_only, writer, ...) \
	extern emit_writer emit_##writer;
#include "fact/emitter.def"
#undef EMITTER

/* emit_text.c: text as the formats quote it. What cannot be printed becomes "?". */

/* As it is, for a place that needs no quotes. */
const char *emit_printable(struct arena *a, const char *s);
/* In double quotes, as TOML's basic strings and YAML's flow scalars take it alike. */
const char *emit_quoted(struct arena *a, const char *s);
/* In double quotes where a plain scalar of YAML would not do (YAML 1.2, 7.3.3). */
const char *emit_yaml(struct arena *a, const char *s);
/*
 * A URL with what no URL holds (RFC 3986, 2) percent-encoded, and ' and $, which shells and lists
 * of pip read; what is none, such as a path, as it is.
 */
const char *emit_url(struct arena *a, const char *url);
/* A remark: "# …" on a line of its own, for each of the groups. */
void emit_about(struct emit_page *e);
void emit_line(struct emit_page *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The name and what is asked of it, "torch==2.14.1"; with its label, "torch==2.14.1+cu126". */
const char *emit_spec(struct arena *a, const struct emit_package *p, bool label);
/*
 * What is asked for in the groups of that name (NULL: of any), each line once; behind a line that
 * not every platform of the file has stands the marker of those that have it.
 */
struct strings emit_lines(const struct emit_page *e, const char *name, bool label);
/* "3.12"; "3" where no one is meant. */
const char *emit_python(struct arena *a, struct python p);
/* A key of TOML: bare where it may be, else quoted. */
const char *emit_key(struct arena *a, const char *key);
/* emit_requirements.c: options that name the indexes, then all lines, as a list of pip holds them.
 * False: they do not go into one. */
bool emit_pip_lines(struct emit_page *e, struct strings *to);
/* The same of one group alone. */
bool emit_group_lines(const struct emit_page *e, const struct emit_group *g, struct strings *to);
/* Whether g has an index, and none of the groups before it the same. */
bool emit_index_is_new(const struct emit_page *e, const struct emit_group *g);
/* One of them as it is written in a list: a URL of an option may need quotes. */
const char *emit_pip_line(struct arena *a, const char *line);
/* emit_slurm.c: the nodes whose names a line can hold; "torch-cu129", as jobs ask for them. */
struct strings emit_nodes(struct emit_page *e, const struct emit_group *g);
const char *emit_feature(struct emit_page *e, const struct emit_group *g);
/* In one line behind `before` what pip is to install. */
void emit_commands(struct emit_page *e, const struct emit_group *g, const char *before);
/* emit_toml.c: `key = [` with a quoted line for each. */
void emit_toml_list(struct emit_page *e, const char *key, const struct strings *lines);
/* [project] with its name, Python and lines; extras where groups are apart. */
void emit_toml_project(struct emit_page *e, bool label);
