/* The keys of .condarc as a table. */
#pragma once

#include "read/env/condarc.h"

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

/* The table, *n rows; and what a kind is called in messages. */
const struct condarc_key *condarc_keys(size_t *n);
const char *condarc_kind_name(enum condarc_kind kind);
/* Puts a single value into *c; conda's name of the error when it is none of its values. */
const char *condarc_scalar(const struct condarc_key *k, const char *value, struct condarc *c);
/* "CONDA_CHANNEL_PRIORITY" */
const char *condarc_variable(struct arena *a, const char *key);
/* $NAME and ${NAME} replaced by what the environment says; others stay. */
const char *condarc_expand(struct arena *a, const struct place *env, const char *text);
