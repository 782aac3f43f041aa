#include "know/mirror.h"

int mirror_urls(struct matrix *m, struct arena *a, const char *name, struct strings *ret,
	bool *wheels, struct err *e)
{
	size_t before = ret->n;
	struct query *q;
	int r = matrix_ask_text(m, Q_MIRROR_URLS, span_of(name), &q, e);

	*wheels = false;
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		strings_add(a, ret, query_str(q, a, 0));
		*wheels |= span_is(query_span(q, 1), "wheels");
	}
	if (r < 0)
		return r;
	return ret->n > before ? 0 : err_set(e, ERR_NONE, "no mirror has that name");
}

int mirror_names(struct matrix *m, struct arena *a, struct strings *ret, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_MIRROR_NAMES, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		strings_add(a, ret, query_str(q, a, 0));
	return r < 0 ? r : 0;
}
