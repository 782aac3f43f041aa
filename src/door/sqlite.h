/* SQLite: databases that are only read, from a file or from memory in place. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"

struct db;
struct query;

/*
 * Opens a database for reading. A file is taken as it is: no lock, no journal is looked for. An
 * image in memory is not copied and must outlive the database. Nothing is written, no temporary
 * file is made, and what the database says about its own schema is not trusted. Errors are
 * ERR_MISSING; most show only when something is asked.
 */
int db_open_file(const char *path, struct db **ret, struct err *e);
int db_open_memory(const void *image, size_t n, struct db **ret, struct err *e);
void db_close(struct db *db); /* NULL is allowed */

/* A statement of one SELECT; `sql` is not kept. ERR_MISSING: query_lacks, or damaged. */
int query_prepare(struct db *db, const char *sql, struct query **ret, struct err *e);
int query_lacks(struct err *e);
void query_close(struct query *q); /* before its database; NULL is allowed */

/* Makes a statement ready to be asked again; all its parameters are NULL then. */
void query_reset(struct query *q);

/* Parameters count from 1. The text must live until the statement is reset. */
void query_bind_text(struct query *q, int parameter, struct span text);
void query_bind_int(struct query *q, int parameter, int64_t number);

/* 1: a row, 0: no more rows, ERR_MISSING: the database is damaged, or asked too long. */
int query_step(struct query *q, struct err *e);

/* Columns of the row count from 0. A span lives until the next step; NULL gives an empty one. */
int query_columns(struct query *q); /* how many it has */
bool query_null(struct query *q, int column);
struct span query_span(struct query *q, int column);
int64_t query_int(struct query *q, int column); /* NULL gives 0 */
/* A copy in the arena; NULL gives NULL. */
const char *query_str(struct query *q, struct arena *a, int column);
