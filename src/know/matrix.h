/* The matrix: the tables of data/, inside the program or in a file. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "door/sqlite.h"

/* In the header of the file: which program it belongs to, and the form of its tables. */
enum {
	MATRIX_APPLICATION = 0x43504c4e, /* "CPLN" */
	MATRIX_MAJOR = 1,                /* user_version is major * 1000 + minor */
};

#define MATRIX_FILE "matrix.db"
#define MATRIX_FRONT "front.db"

struct matrix;

/*
 * Opens the matrix in `path`, or with NULL the one inside the program; a folder has it as
 * MATRIX_FILE, and what plans need of it beside it as MATRIX_FRONT. A file that is no matrix,
 * is damaged, or has a newer or older major form is ERR_MISSING, with the reason; a newer minor
 * form is read.
 */
int matrix_open(struct arena *a, const char *path, struct matrix **ret, struct err *e);
void matrix_close(struct matrix *m); /* NULL is allowed */
void matrix_close_auto(struct matrix **m);
#define MATRIX_AUTO __attribute__((cleanup(matrix_close_auto))) struct matrix *

/* They live as long as the matrix. */
const char *matrix_version(const struct matrix *m);
const char *matrix_date(const struct matrix *m); /* YYYY-MM-DD */
/* The day from which on a newer one should be there, YYYY-MM-DD; NULL: not said. */
const char *matrix_next_by(const struct matrix *m);

/* r, the code of an error that tells of what is in it; the error then names it. */
int matrix_wrong(const struct matrix *m, int r, struct err *e);

/* The questions, each one statement: see question.def. */
enum question {
#define Q(name, sql) Q_##name,
#include "know/question.def"
#undef Q
	QUESTIONS
};

/*
 * The statement of a question, reset and ready for its parameters. It belongs to the matrix, is
 * prepared at its first use, and must not be asked by two at once.
 */
int matrix_ask(struct matrix *m, enum question question, struct query **ret, struct err *e);
/* The same with its first parameter, which must outlive the steps. */
int matrix_ask_text(struct matrix *m, enum question question, struct span text,
	struct query **ret, struct err *e);
/* The same and its first row: 1, or 0 where there is none. */
int matrix_first(struct matrix *m, enum question question, struct span text, struct query **ret,
	struct err *e);
/*
 * Adds a row of texts an element to a list of v, n and room, whose elements begin with a text for
 * each column of the question, in their order; NULL where the column is. The first parameter is
 * bound unless the text is MATRIX_ALL.
 */
#define MATRIX_ALL ((struct span){ NULL, 0 })
#define MATRIX_TEXTS(m, a, question, text, list, e) \
	matrix_texts((m), (a), (question), (text), &(list), sizeof *(list).v, (e))
int matrix_texts(struct matrix *m, struct arena *a, enum question question, struct span text,
	void *list, size_t size, struct err *e);
/* query_step, with the name of the file before the sentence of an error. */
int matrix_step(struct matrix *m, struct query *q, struct err *e);
