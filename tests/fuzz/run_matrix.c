/*
 * A matrix from somebody else. The input is its file, or lines that change cells of the one inside
 * the program: three characters for table, row ("*": all) and column, then the value; "#" begins a
 * number, "~" is NULL.
 */
#include "fuzz/command.h"
#include "fuzz/folder.h"

#include <sqlite3.h>

extern const unsigned char matrix_start[], matrix_end[];

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *q = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
		abort();
	return q;
}

/* The first column of row `at`, counted round; NULL where there is none. */
static const char *pick(struct arena *a, sqlite3 *db, const char *sql, unsigned at)
{
	sqlite3_stmt *q = prepare(db, sql);
	ARRAY(const char *) all = { 0 };

	while (sqlite3_step(q) == SQLITE_ROW)
		ARRAY_ADD(a, all) = arena_str(a, (const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	return all.n ? all.v[at % all.n] : NULL;
}

static void bind(sqlite3_stmt *q, struct span value)
{
	uint64_t n;

	if (span_take(&value, "#") && span_u64(value, &n))
		sqlite3_bind_int64(q, 1, (sqlite3_int64)n);
	else if (span_is(value, "~"))
		sqlite3_bind_null(q, 1);
	else
		sqlite3_bind_text(q, 1, value.p, (int)value.n, SQLITE_STATIC);
}

static void change(struct arena *a, sqlite3 *db, struct span line)
{
	const unsigned char *at = (const unsigned char *)line.p;
	const char *table, *column;
	sqlite3_stmt *q;

	if (line.n < 3)
		return;
	table = pick(a, db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
		     at[0] - ' ');
	if (!table)
		return;
	column = pick(a, db, arena_printf(a, "SELECT name FROM pragma_table_info('%s')", table),
		      at[2] - ' ');
	q = prepare(db, arena_printf(a, at[1] == '*' ? "UPDATE OR IGNORE \"%s\" SET \"%s\" = ?1" :
				     "UPDATE OR IGNORE \"%s\" SET \"%s\" = ?1 WHERE (\"%s\") = "
				     "(SELECT \"%s\" FROM \"%s\" LIMIT 1 OFFSET %u)",
				     table, column, column, column, table, at[1] * 7u));
	bind(q, span_from(line, 3));
	sqlite3_step(q);
	sqlite3_finalize(q);
}

static void change_all(struct arena *a, const char *path, struct span lines)
{
	static const char settings[] = "PRAGMA journal_mode = off; PRAGMA synchronous = off; "
				       "PRAGMA ignore_check_constraints = 1; BEGIN";
	struct span line;
	sqlite3 *db;

	if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, settings, NULL, NULL, NULL))
		abort();
	for (int i = 0; i < 16 && span_line(&lines, &line); i++)
		change(a, db, line);
	sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(db);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"suggest --gpu RTX_4090 --driver 550 -v --all --matrix",
		"suggest --gpu GTX_1080 --driver 535 --python 3.9 --json --matrix",
		"matrix --source sm=61 --matrix", "matrix --json torch=2.5.1 --matrix",
		"matrix mirror=tuna --matrix",
		"suggest --gpu T4 --driver 535 --mirror sjtu --matrix",
		"explain - --matrix", "doctor - --gpu T4 --driver 535 --json --matrix",
		"inspect torch-2.5.1+cu124-cp312-cp312-win_amd64.whl --gpu T4 --driver 5 --matrix",
		"doctor - --gpu H100 --driver 470 --redact --installer conda --matrix",
	};
	static const char text[] = "torch==2.5.1+cu124\nnvidia-cudnn-cu12==8.9.2.26\n"
				   "xformers==0.0.20\n"
				   "CUDA error: no kernel image is available for execution\n";
	struct span s = { (const char *)data, n };
	ARENA_AUTO a = { 0 };
	const char *path = arena_printf(&a, "%s/m", folder_of_process());
	struct command c;

	if (span_starts(s, "SQLite format 3")) {
		folder_file(AT_FDCWD, path, s, 0);
	} else {
		folder_file(AT_FDCWD, path, (struct span){ (const char *)matrix_start,
			    (size_t)((uintptr_t)matrix_end - (uintptr_t)matrix_start) }, 0);
		change_all(&a, path, s);
	}
	command_start(&c);
	command_line(&c, lines[n % (sizeof lines / sizeof *lines)]);
	command_word(&c, span_of(path));
	command_input(&c, "-", SPAN(text));
	command_end(&c);
	return 0;
}
