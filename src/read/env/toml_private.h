/*
 * TOML as a tree, https://toml.io/en/v1.0.0: tables, arrays of tables, dotted and quoted keys, all
 * kinds of strings, arrays and inline tables. Numbers, dates and truth values stay texts. It is a
 * lenient reader for files that their own tools accept: a key given twice keeps both values.
 */
#pragma once

#include "base/err.h"
#include "base/tree.h"

enum { TOML_DEPTH_MAX = 48, TOML_NODES_MAX = 1000000, TOML_TABLES_MAX = 5000 };
enum { TOML_STEPS_MAX = 20000000 }; /* keys that are compared */

/* ERR_INPUT with a sentence and the line; *ret is then what was read before the fault. */
int toml_parse(struct arena *a, struct span text, struct tree **ret, struct err *e);
