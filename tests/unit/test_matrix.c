#include "unit/unit.h"
#include "unit/world.h"

#include "know/matrix.h"
#include "os/io.h"

#include <string.h>
#include <unistd.h>

/* A file made of the first `keep` bytes of the matrix, with one byte changed. */
struct copy {
	char path[64];
};

static struct copy make_copy(size_t keep, size_t at, int value)
{
	struct copy c = { .path = "/tmp/cudaplan-test-XXXXXX" };
	ARENA_AUTO a = { 0 };
	FILE *out = fdopen(mkstemp(c.path), "wb");
	struct span whole;
	struct err e;

	if (!out || io_read(&a, TEST_MATRIX, IO_MAX, &whole, &e) < 0)
		fail_msg("no copy of the matrix");
	keep = keep < whole.n ? keep : whole.n;
	if (at < keep) {
		fwrite(whole.p, 1, at, out);
		putc(value, out);
		fwrite(whole.p + at + 1, 1, keep - at - 1, out);
	} else {
		fwrite(whole.p, 1, keep, out);
	}
	fclose(out);
	return c;
}

static int open_copy(struct arena *a, struct copy c, struct err *e)
{
	struct matrix *m = NULL;
	int r = matrix_open(a, c.path, &m, e);

	if (r == 0)
		matrix_close(m);
	unlink(c.path);
	return r;
}

static const size_t nowhere = (size_t)-1;

TEST(matrix_inside_and_in_a_file_are_the_same)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO inside = NULL;
	MATRIX_AUTO file = NULL;
	struct err e;

	assert_int_equal(matrix_open(&a, NULL, &inside, &e), 0);
	assert_int_equal(matrix_open(&a, TEST_LIVE_MATRIX, &file, &e), 0);
	assert_string_equal(matrix_date(inside), matrix_date(file));
	assert_string_equal(matrix_version(inside), matrix_version(file));
	assert_int_equal(strlen(matrix_date(inside)), 10);
}

TEST(matrix_every_question_can_be_asked)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct query *q;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	for (int i = 0; i < QUESTIONS; i++)
		if (matrix_ask(m, (enum question)i, &q, &e) < 0)
			fail_msg("question %d: %s", i, unit_err(&e));
}

/* Questions that detect and suggest do not ask, or seldom: they may open the whole matrix. */
static bool is_slow(int question)
{
	static const enum question slow[] = { Q_CUDA,
		Q_TOOLKITS, Q_FINDING_PAGE, Q_SYMPTOMS,
		Q_PHRASES, Q_SYMPTOM_PATTERNS, Q_SHELF_PIN, Q_SHELF_PAIR,
		Q_SHELF_RELEASE, Q_SHELF_TRITON, Q_SHELF_IMAGE,
		Q_SHELF_WHEEL, Q_SHELF_MADE, Q_SHELF_LEAST_GPU,
		Q_SHELF_EXTENSION, Q_SHELF_BOUND, Q_SHELF_PART, Q_SHELF_LOADED,
		Q_SHELF_FAMILY, Q_SHELF_CUDA_USER,
		Q_SHELF_NEEDS, Q_SHELF_PYTHON_WHEEL, Q_SHELF_PYTHON, Q_CUDA_CURE, Q_SOURCE,
		Q_MIRROR,
		Q_SOURCE_OF_BUILD, Q_EXTENSION_FILES, Q_EXTENSION_GPUS, Q_EXTENSION_ABIS,
		Q_EXTENSION_MAKES, Q_EXTENSION_SOURCES, Q_EXTENSION_FILE_SOURCES, Q_EXTENSION_NAMES,
		Q_EXTENSION_FLOORS, Q_EXTENSION_CHANNEL,
		Q_WHEEL_SIZE, Q_WHEEL_CODE, Q_WHEEL_FILES,
		Q_STOCK_WHEEL, Q_STOCK_COMPANION, Q_STOCK_EXTENSION, Q_STOCK_BRING,
		Q_STOCK_PIN, Q_STOCK_PAIR,
		Q_CLOUD, Q_CLOUD_TYPES, Q_WORDS_GPU, Q_WORDS_DRIVER, Q_WORDS_TORCH };

	for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
		if ((int)slow[i] == question)
			return true;
	return false;
}

TEST(matrix_front_answers_what_plans_ask)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct query *q;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_FRONT, &m, &e), 0);
	for (int i = 0; i < QUESTIONS; i++)
		if (!is_slow(i) && matrix_ask(m, (enum question)i, &q, &e) < 0)
			fail_msg("question %d: its table is not in data/front.sh; else it is slow",
				 i);
	assert_true(matrix_ask(m, Q_CLOUD, &q, &e) < 0);
}

TEST(matrix_of_another_program_is_refused)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	assert_int_equal(open_copy(&a, make_copy(nowhere, 68, 'X'), &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "no matrix of cudaplan"));
	assert_int_equal(open_copy(&a, make_copy(nowhere, 0, 'X'), &e), ERR_MISSING);
	assert_int_equal(open_copy(&a, make_copy(0, nowhere, 0), &e), ERR_MISSING);
	assert_int_equal(open_copy(&a, make_copy(99, nowhere, 0), &e), ERR_MISSING);
}

TEST(matrix_newer_minor_reads_newer_major_does_not)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	assert_int_equal(open_copy(&a, make_copy(nowhere, 63, 0xe9), &e), 0); /* 1001 */
	assert_int_equal(open_copy(&a, make_copy(nowhere, 62, 0x0b), &e), ERR_MISSING); /* 3048 */
	assert_non_null(strstr(unit_err(&e), "newer"));
	assert_int_equal(open_copy(&a, make_copy(nowhere, 62, 0), &e), ERR_MISSING); /* 232 */
	assert_non_null(strstr(unit_err(&e), "older"));
}

TEST(matrix_cut_off_is_damaged)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	for (size_t keep = 100; keep < 60000; keep += 3 * 4096 - 7)
		assert_int_equal(open_copy(&a, make_copy(keep, nowhere, 0), &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "malformed"));
}

/* Whatever a byte of the schema is changed to, the answer is an answer or a sentence. */
TEST(matrix_with_a_changed_byte_does_no_harm)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	for (size_t at = 100; at < 4096; at += 199) {
		int r = open_copy(&a, make_copy(nowhere, at, 0xff), &e);

		assert_true(r == 0 || r == ERR_MISSING);
	}
}

TEST(matrix_that_is_no_file)
{
	ARENA_AUTO a = { 0 };
	struct matrix *m = NULL;
	struct err e;

	assert_int_equal(matrix_open(&a, "/", &m, &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "not a file"));
	assert_int_equal(matrix_open(&a, "/nowhere/matrix.db", &m, &e), ERR_MISSING);
	assert_non_null(strstr(unit_err(&e), "No such file"));
	assert_int_equal(matrix_open(&a, "/dev/zero", &m, &e), ERR_MISSING);
	assert_null(m);
}

/* What a C library passes over whose strchr first looks where the text ends. */
static size_t measured;

char *__real_strchr(const char *s, int c);
char *__wrap_strchr(const char *s, int c);

char *__wrap_strchr(const char *s, int c)
{
	measured += strlen(s);
	return __real_strchr(s, c);
}

/* The catalogue is lines in few long texts: none is searched beyond its own line. */
TEST(matrix_is_read_line_by_line)
{
	struct world w;

	measured = 0;
	world_open(&w, NULL);
	world_close(&w);
	assert_in_range(measured, 0, 20000);
}
