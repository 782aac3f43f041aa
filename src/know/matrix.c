#include "know/matrix.h"

#include <errno.h>
#include <string.h>

#include "base/strings.h"
#include "fact/err_phrase.h"
#include "os/file.h"

struct matrix {
	struct db *db;    /* the file, or the front of a folder or of the one inside */
	struct db *whole; /* beside the front, once something was asked that it lacks */
	struct query *queries[QUESTIONS];
	const char *version, *date, *next_by, *path;
	const char *rest; /* the file with all of it, where db is the front of a folder */
};

/* The matrix inside the program: embed.S. */
extern const unsigned char front_start[], front_end[], matrix_start[], matrix_end[];

static const char *const statements[QUESTIONS] = {
#define Q(name, sql) [Q_##name] = sql,
#include "know/question.def"
#undef Q
};

/* Where the file format of SQLite keeps what is checked before anything is asked. */
enum { HEADER = 100, AT_USER_VERSION = 60, AT_APPLICATION = 68 };

static uint32_t number_at(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int check_header(const unsigned char *head, size_t n, struct err *e)
{
	uint32_t major;

	if (n < HEADER || memcmp(head, "SQLite format 3", 16) != 0 ||
	    number_at(head + AT_APPLICATION) != MATRIX_APPLICATION)
		return err_set(e, ERR_MISSING, "this is no matrix of cudaplan");
	major = number_at(head + AT_USER_VERSION) / 1000;
	if (major > MATRIX_MAJOR)
		return err_set(e, ERR_MISSING, "its form %u is newer than the %d that is read here",
			major, MATRIX_MAJOR);
	if (major < MATRIX_MAJOR)
		return err_set(e, ERR_MISSING, "its form %u is older than the %d that is read here",
			major, MATRIX_MAJOR);
	return 0;
}

static int read_header(const char *path, unsigned char head[HEADER], size_t *n, struct err *e)
{
	OS_FILE_AUTO file = os_open(path);
	ptrdiff_t got;

	if (file < 0)
		return err_set(e, ERR_MISSING, "%s", strerror(errno));
	if (os_info_of(file).kind != OS_REGULAR)
		return err_set(e, ERR_MISSING, "this is not a file");
	got = os_read(file, head, HEADER);
	*n = got > 0 ? (size_t)got : 0;
	return 0;
}

static int open_file(const char *path, struct db **ret, struct err *e)
{
	unsigned char head[HEADER];
	size_t n = 0;
	int r = read_header(path, head, &n, e);

	if (r == 0)
		r = check_header(head, n, e);
	return r < 0 ? r : db_open_file(path, ret, e);
}

static int open_embedded(const unsigned char *start, const unsigned char *end, struct db **ret,
	struct err *e)
{
	size_t n = (uintptr_t)end - (uintptr_t)start;
	int r = check_header(start, n, e);

	return r < 0 ? r : db_open_memory(start, n, ret, e);
}

/* path: NULL for the one inside the program */
static int in_matrix(const char *path, int r, struct err *e)
{
	if (r < 0)
		err_within(e, path ? FORM_IN_MATRIX : FORM_IN_OWN_MATRIX, path ? path : "");
	return r;
}

int matrix_wrong(const struct matrix *m, int r, struct err *e)
{
	return in_matrix(m->path, r, e);
}

static int read_meta(struct matrix *m, struct arena *a, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_META, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct span key = query_span(q, 0);

		*(span_is(key, "date") ? &m->date : span_is(key, "version") ? &m->version :
		  &m->next_by) = query_str(q, a, 1);
	}
	if (r == 0 && (!m->date || !m->version))
		r = in_matrix(m->path, err_set(e, ERR_MISSING, "it has no date or no version"), e);
	return r;
}

int matrix_open(struct arena *a, const char *path, struct matrix **ret, struct err *e)
{
	struct matrix *m = arena_new(a, struct matrix);
	const char *front = path ? arena_printf(a, "%s/" MATRIX_FRONT, path) : NULL, *file = path;
	int r;

	if (path && os_exists(front)) {
		m->rest = arena_printf(a, "%s/" MATRIX_FILE, path);
		file = front;
	}
	r = path ? open_file(file, &m->db, e) : open_embedded(front_start, front_end, &m->db, e);
	if (r < 0)
		return in_matrix(path, r, e);
	m->path = arena_str(a, path);
	r = read_meta(m, a, e);
	if (r < 0)
		matrix_close(m);
	else
		*ret = m;
	return r;
}

void matrix_close(struct matrix *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < QUESTIONS; i++)
		query_close(m->queries[i]);
	db_close(m->db);
	db_close(m->whole);
}

void matrix_close_auto(struct matrix **m)
{
	matrix_close(*m);
}

const char *matrix_version(const struct matrix *m)
{
	return m->version;
}

const char *matrix_date(const struct matrix *m)
{
	return m->date;
}

const char *matrix_next_by(const struct matrix *m)
{
	return m->next_by;
}

static int prepare(struct matrix *m, const char *sql, struct query **ret, struct err *e)
{
	int r = query_prepare(m->db, sql, ret, e);

	if (r == 0 || (m->path && !m->rest))
		return r;
	r = m->whole ? 0 : m->rest ? open_file(m->rest, &m->whole, e) :
		open_embedded(matrix_start, matrix_end, &m->whole, e);
	return r < 0 ? r : query_prepare(m->whole, sql, ret, e);
}

int matrix_ask(struct matrix *m, enum question question, struct query **ret, struct err *e)
{
	struct query **q = &m->queries[question];

	if (*q)
		query_reset(*q);
	else if (prepare(m, statements[question], q, e) < 0)
		return in_matrix(m->path, e->code, e);
	*ret = *q;
	return 0;
}

int matrix_ask_text(struct matrix *m, enum question question, struct span text,
	struct query **ret, struct err *e)
{
	int r = matrix_ask(m, question, ret, e);

	if (r == 0)
		query_bind_text(*ret, 1, text);
	return r;
}

int matrix_first(struct matrix *m, enum question question, struct span text, struct query **ret,
	struct err *e)
{
	int r = matrix_ask_text(m, question, text, ret, e);

	return r < 0 ? r : matrix_step(m, *ret, e);
}

int matrix_step(struct matrix *m, struct query *q, struct err *e)
{
	return in_matrix(m->path, query_step(q, e), e);
}

int matrix_texts(struct matrix *m, struct arena *a, enum question question, struct span text,
	void *list, size_t size, struct err *e)
{
	struct strings *to = list;
	struct query *q;
	int r = matrix_ask(m, question, &q, e);

	if (r == 0 && text.p)
		query_bind_text(q, 1, text);
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		const char **row;

		arena_grow(a, (void **)&to->v, to->n, &to->room, size);
		row = (void *)((char *)to->v + to->n++ * size);
		for (int i = 0; i < query_columns(q); i++)
			row[i] = query_str(q, a, i);
	}
	return r;
}
