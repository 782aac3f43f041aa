/* YAML by libyaml's events, as a tree. */
#pragma once

#include "base/err.h"
#include "base/tree.h"

/* Deeper or larger documents are refused; what an alias stands for counts each time. */
enum { YAML_DEPTH_MAX = 48, YAML_NODES_MAX = 400000 };

enum yaml_fault {
	YAML_FINE,
	YAML_SCAN,   /* a character that cannot stand there, such as a tab */
	YAML_PARSE,  /* the structure is wrong */
	YAML_LIMIT,
};

/*
 * Reads the first document. ERR_INPUT with a sentence and the line when it is not YAML or over a
 * limit; *fault, unless NULL, says which. *ret is NULL for an empty document.
 */
int yaml_parse(struct arena *a, struct span document, struct tree **ret, enum yaml_fault *fault,
	       struct err *e);
