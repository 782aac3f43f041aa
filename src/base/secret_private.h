/* Secrets that stand behind a name: what base/secret.c asks for, one after the other. */
#pragma once

#include "base/span.h"

struct secret_names {
	struct span s;
	size_t at;        /* what stands before is read */
	struct span last; /* the word before, of the same line */
	bool netrc;       /* the line is one of a netrc file: "machine H login U password P" */
};

/* Whether anything stands there that parts a name from a value. */
bool secret_may_be_named(struct span s);

/* The value of the next name that is a secret's: "HF_TOKEN=…", "Bearer …". False: none. */
bool secret_next_named(struct secret_names *n, struct span *ret);

/* "${TOKEN}", "<TOKEN>", "****": what stands for a secret is none. */
bool secret_is_placeholder(struct span s);
