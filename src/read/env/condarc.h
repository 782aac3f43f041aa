/* conda's configuration: .condarc files and CONDA_* variables, merged as conda merges them. */
#pragma once

#include "fact/condarc.h"
#include "read/env/env_format.h"

struct condarc_file {
	const char *path;
	struct span text;
};

struct condarc_files {
	struct condarc_file *v;
	size_t n, room;
};

/* Is it a key of .condarc that means something here? */
bool condarc_knows(struct span key);
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
