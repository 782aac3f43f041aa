/* Nested text with line numbers: what JSON, YAML and TOML become. It lives in an arena. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

enum tree_kind { TREE_NONE, TREE_TEXT, TREE_LIST, TREE_MAP };

/* Members of maps and elements of lists hang on `first` and `next`, in order. */
struct tree {
	enum tree_kind kind;   /* NONE: null */
	bool quoted;           /* a text that was quoted: "true" is no truth value then */
	const char *key;       /* of a member of a map, or NULL */
	const char *text;
	unsigned line;         /* 1 is the first line of the text */
	unsigned begin, end;   /* the bytes of a text in it, without quote marks; 0, 0: not known */
	struct tree *first, *last, *next;
};

/* A node with nothing in it, on that line of the text. */
struct tree *tree_new(struct arena *a, enum tree_kind kind, unsigned line);
/* Hangs a node onto a list or a map, under a key in a map. */
void tree_add(struct tree *in, const char *key, struct tree *node);
/* A text that was quoted, under a key, without white space at their ends. */
void tree_put(struct arena *a, struct tree *in, struct span key, struct span text);
/* The member of a map, or NULL; t may be NULL or no map. */
struct tree *tree_get(const struct tree *t, const char *key);
/* The same down several levels: "tool.uv.sources"; keys must not contain a dot. */
struct tree *tree_at(const struct tree *t, const char *path);
/* The text of a node, or of a member; NULL when it is none. */
const char *tree_text(const struct tree *t);
const char *tree_get_text(const struct tree *t, const char *key);
/* The member is there and true. */
bool tree_is_true(const struct tree *table, const char *key);
/* The first element of a list or member of a map; NULL for anything else. */
const struct tree *tree_first(const struct tree *t);
