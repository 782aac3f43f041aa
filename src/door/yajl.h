/* JSON by yajl, as a small tree in an arena. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

/* Deeper or larger documents are refused. */
enum { JSON_DEPTH_MAX = 64, JSON_NODES_MAX = 4000000 };

enum json_type {
	JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT,
};

/* Members of objects and elements of lists hang on `first` and `next`, in order. */
struct json_node {
	enum json_type type;
	const char *key;           /* of a member of an object, or NULL */
	const char *text;          /* a string, or a number as it is written */
	size_t n;                  /* bytes of text */
	size_t at;                 /* offset in the document behind its first token */
	struct json_node *first, *last, *next;
};

/*
 * Reads a document. ERR_INPUT with a sentence when it is not JSON or over a limit, ERR_MISSING when
 * it ends too early; *ret is then what was read before the fault, or NULL. Text behind the document
 * is a fault.
 */
int json_parse(struct arena *a, struct span document, struct json_node **ret, struct err *e);

/* The member of an object, or NULL; o may be NULL or no object. */
const struct json_node *json_get(const struct json_node *o, const char *key);
/* The text of a string member, or NULL. */
const char *json_get_text(const struct json_node *o, const char *key);
