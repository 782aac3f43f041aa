#include "know/source.h"

#include <string.h>

int source_find(struct matrix *m, struct arena *a, struct span key, struct source_row *ret,
	struct err *e)
{
	struct query *q;
	int rc = matrix_first(m, Q_SOURCE, key, &q, e);

	if (rc <= 0)
		return rc ? rc : ERR_NONE;
	*ret = (struct source_row){ arena_span(a, key), query_str(q, a, 0), query_str(q, a, 1),
				query_str(q, a, 2) };
	return 0;
}

int source_of_build(struct matrix *m, struct arena *a, const struct build *b, const char **ret,
	struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_SOURCE_OF_BUILD, span_of(b->platform), &q, e);

	if (rc)
		return rc;
	query_bind_text(q, 2, span_of(manager_name(b->manager)));
	query_bind_text(q, 3, span_of(b->torch));
	query_bind_text(q, 4, span_of(b->channel));
	query_bind_text(q, 5, span_of(b->variant));
	query_bind_text(q, 6, span_of(b->build ? b->build : ""));
	rc = matrix_step(m, q, e);
	if (rc < 0)
		return rc;
	*ret = rc ? query_str(q, a, 0) : "";
	return 0;
}

int source_platforms(struct matrix *m, struct arena *a, struct strings *ret, struct err *e)
{
	return MATRIX_TEXTS(m, a, Q_PLATFORMS, MATRIX_ALL, *ret, e);
}

int source_words(struct matrix *m, struct arena *a, const char *what, struct strings *ret,
	struct err *e)
{
	enum question asked = strcmp(what, "gpu") == 0 ? Q_WORDS_GPU :
		strcmp(what, "driver") == 0 ? Q_WORDS_DRIVER : Q_WORDS_TORCH;

	return MATRIX_TEXTS(m, a, asked, MATRIX_ALL, *ret, e);
}
