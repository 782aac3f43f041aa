/* JSON by yajl, as a tree with line numbers. */
#pragma once

#include "base/err.h"
#include "base/tree.h"

/* Deeper or larger documents are refused. */
enum { JSON_DEPTH_MAX = 64, JSON_NODES_MAX = 1000000 };

enum json_type {
	JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT,
};

/*
 * Reads a document. ERR_INPUT with a sentence when it is not JSON or over a limit, ERR_MISSING when
 * it ends too early; *ret is then what was read before the fault, or NULL. Text behind the document
 * is a fault.
 */
int json_parse(struct arena *a, struct span document, struct tree **ret, struct err *e);

/* What a node of such a tree was: numbers and truth values are texts that were not quoted. */
enum json_type json_type(const struct tree *n);
/* The text of a string member, or NULL; o may be NULL or no object. */
const char *json_get_text(const struct tree *o, const char *key);
