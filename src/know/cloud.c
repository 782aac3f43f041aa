#include "know/cloud.h"

#include "base/buf.h"
#include "fact/err_phrase.h"
#include "know/spelling.h"

enum { NEAR = 5, LISTED = 4 }; /* letters that may differ, types that are named */

/* The types of the provider that are spelled most alike, "a, b"; NULL: none of its is near. */
static int nearest(struct matrix *m, struct arena *a, struct span provider, struct span type,
	const char **ret, bool *known, struct err *e)
{
	BUF_AUTO names = BUF(400);
	struct span key = spelling_key(a, span_sub(type, 0, SPELLING_MAX));
	size_t least = NEAR, listed = 0;
	struct query *q;
	int r = matrix_ask_text(m, Q_CLOUD_TYPES, provider, &q, e);

	*known = false;
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		size_t far = spelling_distance(key, spelling_key(a, query_span(q, 0)), least);

		*known = true;
		if (far > least || (far == least && listed == LISTED))
			continue;
		if (far < least || listed == 0) {
			buf_cut(&names, 0);
			listed = 0;
		}
		least = far;
		buf_printf(&names, "%s" SPAN_FMT, listed++ ? ", " : "", SPAN_ARG(query_span(q, 0)));
	}
	*ret = listed ? arena_str(a, buf_cstr(&names)) : NULL;
	return r;
}

static int refuse(struct matrix *m, struct arena *a, struct span provider, struct span type,
	struct err *e)
{
	const char *near;
	bool known;
	int r = nearest(m, a, provider, type, &near, &known, e);

	if (r < 0)
		return r;
	if (!known)
		return err_set(e, ERR_NONE, "no provider of the matrix");
	return ERR_SAY(e, ERR_INPUT, CLOUD_UNKNOWN, SAY(name, ERR_SPAN(type, 80)),
		       SAY(package, arena_span(a, provider)), SAY(nearest, near));
}

int cloud_host(struct matrix *m, struct arena *a, const char *text, struct host *ret, struct err *e)
{
	struct span type = span_of(text), provider;
	struct query *q;
	int r;
	struct gpu g;

	if (span_find_char(type, ':') < 1 || !span_next(&type, ':', &provider))
		return err_set(e, ERR_NONE, "no machine type");
	provider = spelling_lower(a, provider);
	r = matrix_ask_text(m, Q_CLOUD, provider, &q, e);
	if (r < 0)
		return r;
	query_bind_text(q, 2, type);
	r = matrix_step(m, q, e);
	if (r <= 0)
		return r < 0 ? r : refuse(m, a, provider, type, e);
	*ret = host_new(text);
	g = gpu_new(0);
	if (query_null(q, 1))
		return ERR_SAY(e, ERR_INPUT, CLOUD_UNNAMED, SAY(name, query_str(q, a, 5)),
			       SAY(gpu, query_str(q, a, 0)));
	ret->name = query_str(q, a, 5);
	ret->platform = query_str(q, a, 4);
	ret->gpus_known = true;
	ret->nvidia_present = TRI_YES;
	g.name = query_str(q, a, 0);
	g.memory_mib = query_null(q, 3) ? -1 : (long)query_int(q, 3);
	if (sm_parse(query_span(q, 1), &g.sm)) {
		g.sm_source = SM_SOURCE_ALIAS;
		sm_list_add(&g.sm_candidates, g.sm);
	}
	for (; g.index < query_int(q, 2); g.index++)
		ARRAY_ADD(a, ret->gpus) = g;
	return 0;
}
