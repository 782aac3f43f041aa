#include "door/sqlite.h"

#include <sqlite3.h>

#include "base/buf.h"

/* A view in somebody's file can be made to run for ever: it is stopped after this many steps. */
enum { STEP_BLOCK = 1000000, STEP_BLOCKS = 20 };

struct db {
	sqlite3 *handle;
	int blocks; /* of steps since a statement was reset */
};

struct query {
	sqlite3_stmt *handle;
	struct db *db;
};

static int too_long(void *db)
{
	return ++((struct db *)db)->blocks > STEP_BLOCKS;
}

static int no_memory(struct err *e)
{
	return err_set(e, ERR_FAULT, "not enough memory for the database");
}

static int fail(struct db *db, struct err *e)
{
	switch (sqlite3_errcode(db->handle)) {
	case SQLITE_INTERRUPT:
		return err_set(e, ERR_MISSING, "asked too long: the database is not what it seems");
	case SQLITE_NOMEM:
		return no_memory(e);
	default:
		return err_set(e, ERR_MISSING, "%s", sqlite3_errmsg(db->handle));
	}
}

/* temp_store: sorting stays in memory; mmap_size: pages are read where they lie. */
static int settle(struct db *db, struct err *e)
{
	static const char pragmas[] =
		"PRAGMA temp_store = 2; PRAGMA query_only = 1; PRAGMA mmap_size = 268435456";
	static const struct {
		int what, most;
	} limits[] = {
		{ SQLITE_LIMIT_LENGTH, 16 << 20 },    { SQLITE_LIMIT_SQL_LENGTH, 64 << 10 },
		{ SQLITE_LIMIT_COLUMN, 100 },	      { SQLITE_LIMIT_EXPR_DEPTH, 60 },
		{ SQLITE_LIMIT_COMPOUND_SELECT, 20 }, { SQLITE_LIMIT_ATTACHED, 0 },
		{ SQLITE_LIMIT_TRIGGER_DEPTH, 1 },    { SQLITE_LIMIT_WORKER_THREADS, 0 },
	};

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		sqlite3_limit(db->handle, limits[i].what, limits[i].most);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_progress_handler(db->handle, STEP_BLOCK, too_long, db);
	return sqlite3_exec(db->handle, pragmas, NULL, NULL, NULL) ? fail(db, e) : 0;
}

static int open_with(const char *uri, int flags, struct db **ret, struct err *e)
{
	struct db *db = calloc(1, sizeof *db);

	if (!db)
		return no_memory(e);
	/*
	 * One thread uses SQLite here: no locks and no accounts of memory. No cache is laid out
	 * before it is needed: pages are read where they lie. Later calls change nothing.
	 */
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
	if (sqlite3_open_v2(uri, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
		int r = db->handle ? fail(db, e) : err_set(e, ERR_FAULT, "SQLite cannot start");

		db_close(db);
		return r;
	}
	*ret = db;
	return 0;
}

static int settled(struct db *db, struct db **ret, struct err *e)
{
	int r = settle(db, e);

	if (r < 0)
		db_close(db);
	else
		*ret = db;
	return r;
}

int db_open_file(const char *path, struct db **ret, struct err *e)
{
	BUF_AUTO uri = BUF(32 << 10);
	struct db *db;
	int r;

	buf_str(&uri, "file:");
	for (; *path; path++)
		if (ascii_alnum(*path) || strchr("/._-", *path))
			buf_char(&uri, *path);
		else
			buf_printf(&uri, "%%%02x", (unsigned char)*path);
	buf_str(&uri, "?immutable=1");
	if (uri.failed)
		return err_set(e, ERR_MISSING, "the path is too long");
	r = open_with(buf_cstr(&uri), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &db, e);
	return r < 0 ? r : settled(db, ret, e);
}

int db_open_memory(const void *image, size_t n, struct db **ret, struct err *e)
{
	union { const void *in; unsigned char *out; } where = { .in = image }; /* only read */
	struct db *db;
	int r = open_with(":memory:", SQLITE_OPEN_READWRITE, &db, e);

	if (r < 0)
		return r;
	if (sqlite3_deserialize(db->handle, "main", where.out, (sqlite3_int64)n, (sqlite3_int64)n,
	    SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
		r = fail(db, e);
		db_close(db);
		return r;
	}
	return settled(db, ret, e);
}

void db_close(struct db *db)
{
	if (!db)
		return;
	sqlite3_close(db->handle);
	free(db);
}

int query_lacks(struct err *e)
{
	return err_set(e, ERR_MISSING, "it lacks facts that this program asks for: it is older "
		"than the program, or damaged");
}

int query_prepare(struct db *db, const char *sql, struct query **ret, struct err *e)
{
	struct query *q = calloc(1, sizeof *q);

	if (!q)
		return no_memory(e);
	q->db = db;
	if (sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &q->handle, NULL)) {
		free(q);
		return sqlite3_errcode(db->handle) == SQLITE_ERROR ? query_lacks(e) : fail(db, e);
	}
	*ret = q;
	return 0;
}

void query_close(struct query *q)
{
	if (!q)
		return;
	sqlite3_finalize(q->handle);
	free(q);
}

void query_reset(struct query *q)
{
	q->db->blocks = 0;
	sqlite3_reset(q->handle);
	sqlite3_clear_bindings(q->handle);
}

void query_bind_text(struct query *q, int parameter, struct span text)
{
	sqlite3_bind_text64(q->handle, parameter, text.p ? text.p : "", text.n, SQLITE_STATIC,
		SQLITE_UTF8);
}

void query_bind_int(struct query *q, int parameter, int64_t number)
{
	sqlite3_bind_int64(q->handle, parameter, number);
}

int query_step(struct query *q, struct err *e)
{
	int r = sqlite3_step(q->handle);

	return r == SQLITE_ROW ? 1 : r == SQLITE_DONE ? 0 : fail(q->db, e);
}

int query_columns(struct query *q)
{
	return sqlite3_column_count(q->handle);
}

bool query_null(struct query *q, int column)
{
	return sqlite3_column_type(q->handle, column) == SQLITE_NULL;
}

struct span query_span(struct query *q, int column)
{
	const unsigned char *text = sqlite3_column_text(q->handle, column);
	int n = sqlite3_column_bytes(q->handle, column);

	return text ? (struct span){ (const char *)text, (size_t)n } : (struct span){ "", 0 };
}

int64_t query_int(struct query *q, int column)
{
	return sqlite3_column_int64(q->handle, column);
}

const char *query_str(struct query *q, struct arena *a, int column)
{
	return query_null(q, column) ? NULL : arena_span(a, query_span(q, column));
}
