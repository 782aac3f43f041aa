/* conda's configuration: .condarc files and CONDA_* variables, merged as conda merges them. */
#pragma once

#include "fact/condarc.h"
#include "read/env/env_private.h"

struct condarc_file {
	const char *path;
	struct span text;
};

struct condarc_files {
	struct condarc_file *v;
	size_t n, room;
};

/*
 * Merges the files, the last one first, and the variables, which come before all files. *defaults
 * holds what conda brings: channel_alias, default_channels, custom_channels, subdir. Every line
 * becomes a setting of *to ("conda"), effective where it survives; to may be NULL. A file that
 * conda skips becomes a problem, what stops conda is in ret->error.
 */
void condarc_merge(struct arena *a, const struct condarc_files *files, const struct place *env,
		   const struct condarc *defaults, struct condarc *ret, struct env *to);
/* A pasted .condarc: its lines as settings, all of them effective. */
void condarc_settings(const struct env_tree *t, const struct tree *root, struct span text);
/* The shell was set up by mamba or micromamba, not by conda: these read more files, and other
 * variables. */
bool condarc_of_mamba(const struct place *p);
/* The files that are there, in conda's order, or mamba's; prefix may be NULL. */
void condarc_find(struct arena *a, const struct place *p, const char *prefix,
		  struct condarc_files *ret);

/* --- the keys as a table --- */

enum condarc_kind {
	CONDARC_TEXT, CONDARC_BOOL, CONDARC_PRIORITY, CONDARC_VERIFY, CONDARC_LIST,
	CONDARC_MAP,  /* custom_channels */
	CONDARC_MANY, /* custom_multichannels */
};

struct condarc_key {
	const char *name, *alias; /* alias NULL: none */
	enum condarc_kind kind;
	size_t offset;            /* in struct condarc */
};

/* Is it a key of .condarc that means something here? */
bool condarc_knows(struct span key);
/* The table, *n rows; and what a kind is called in messages. */
const struct condarc_key *condarc_keys(size_t *n);
/* Puts a single value into *c; conda's name of the error when it is none of its values. */
const char *condarc_scalar(const struct condarc_key *k, const char *value, struct condarc *c);
/* "CONDA_CHANNEL_PRIORITY" */
const char *condarc_variable(struct arena *a, const char *key);
/* $NAME and ${NAME} replaced by what the environment says; others stay. */
const char *condarc_expand(struct arena *a, const struct place *env, const char *text);
