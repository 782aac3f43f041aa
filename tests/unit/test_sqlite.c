#include "unit/unit.h"

#include "door/sqlite.h"

#include <string.h>
#include <unistd.h>

static struct db *open_test(void)
{
	struct db *db = NULL;
	struct err e;

	if (db_open_file(TEST_MATRIX, &db, &e) < 0)
		fail_msg("%s", unit_err(&e));
	return db;
}

TEST(sqlite_values_and_null)
{
	ARENA_AUTO a = { 0 };
	struct db *db = open_test();
	struct query *q;
	struct err e;

	assert_int_equal(query_prepare(db, "SELECT 7, 'text', NULL, ?1, ?2", &q, &e), 0);
	query_bind_text(q, 1, SPAN("bound"));
	query_bind_int(q, 2, -1);
	assert_int_equal(query_step(q, &e), 1);
	assert_int_equal(query_int(q, 0), 7);
	assert_span_is(query_span(q, 1), "text");
	assert_true(query_null(q, 2));
	assert_null(query_str(q, &a, 2));
	assert_int_equal(query_int(q, 2), 0);
	assert_int_equal(query_span(q, 2).n, 0);
	assert_string_equal(query_str(q, &a, 3), "bound");
	assert_int_equal(query_int(q, 4), -1);
	assert_int_equal(query_step(q, &e), 0);
	query_reset(q);
	assert_int_equal(query_step(q, &e), 1);
	assert_true(query_null(q, 3));
	query_close(q);
	db_close(db);
}

TEST(sqlite_is_only_read)
{
	static const char *const writes[] = {
		"CREATE TABLE t (x)", "DELETE FROM meta", "ATTACH ':memory:' AS other",
		"CREATE TEMP TABLE t (x)", "PRAGMA user_version = 5",
	};
	struct db *db = open_test();
	struct err e;

	for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
		struct query *q = NULL;
		int r = query_prepare(db, writes[i], &q, &e);

		if (r == 0)
			r = query_step(q, &e);
		query_close(q);
		if (r != ERR_MISSING)
			fail_msg("'%s' was done", writes[i]);
	}
	db_close(db);
}

TEST(sqlite_says_what_is_lacking)
{
	struct db *db = open_test();
	struct query *q;
	struct err e;

	assert_int_equal(query_prepare(db, "SELECT x FROM no_such_table", &q, &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "lacks facts"));
	db_close(db);
	assert_int_equal(db_open_file("/nowhere/x.db", &db, &e), ERR_MISSING);
}

TEST(sqlite_stops_a_question_without_end)
{
	struct db *db = open_test();
	struct query *q;
	struct err e;

	assert_int_equal(query_prepare(db, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		"SELECT i + 1 FROM n) SELECT count(*) FROM n", &q, &e), 0);
	assert_int_equal(query_step(q, &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "too long"));
	query_close(q);
	db_close(db);
}

TEST(sqlite_paths_are_no_uris)
{
	char path[] = "/tmp/cudaplan?mode=memory#%41-XXXXXX";
	int fd = mkstemp(path);
	struct query *q = NULL;
	struct db *db = NULL;
	struct err e;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, "not a database, but long enough to be looked at", 47), 47);
	close(fd);
	if (db_open_file(path, &db, &e) == 0) {
		assert_int_equal(query_prepare(db, "SELECT * FROM meta", &q, &e), ERR_MISSING);
		assert_non_null(strstr(unit_err(&e), "not a database"));
		db_close(db);
	}
	unlink(path);
}
