#include "know/message.h"

#include "base/buf.h"

const char *symptoms_phrase(const struct symptoms *s, struct span name)
{
	return FIRST_TELLS(x, s->classes, span_is(name, x->name), x->words, "");
}

enum { PATTERN_MOST = 16384 };

/* @name in a pattern becomes the words of that class. */
static const char *expand(struct arena *a, const char *pattern, const struct symptoms *known)
{
	struct span rest = span_of(pattern);
	BUF_AUTO b = BUF(PATTERN_MOST);
	ptrdiff_t at;

	while ((at = span_find_char(rest, '@')) >= 0) {
		struct span name = span_from(rest, (size_t)at + 1);
		size_t n = 0;

		while (n < name.n && (ascii_alpha(name.p[n]) || name.p[n] == '-'))
			n++;
		buf_span(&b, span_sub(rest, 0, (size_t)at));
		buf_str(&b, n ? symptoms_phrase(known, span_sub(name, 0, n)) : "@");
		rest = span_from(name, n);
	}
	buf_span(&b, rest);
	return arena_str(a, buf_cstr(&b));
}

/* Patterns of one symptom mostly stand together. */
static int read_patterns(struct matrix *m, struct arena *a, struct symptoms *to, struct err *e)
{
	struct query *q;
	size_t at = 0;
	int r = matrix_ask(m, Q_SYMPTOM_PATTERNS, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct span name = query_span(q, 1);

		if (at == to->n || !span_is(name, to->v[at].name))
			at = 0;
		while (at < to->n && !span_is(name, to->v[at].name))
			at++;
		if (at < to->n)
			strings_add(a, &to->v[at].patterns, expand(a, query_str(q, a, 0), to));
	}
	return r;
}

int symptoms_read(struct matrix *m, struct arena *a, struct symptoms *ret, struct err *e)
{
	struct symptoms all = { 0 };
	struct query *q;
	int r = matrix_ask(m, Q_SYMPTOMS, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, all) = (struct symptom){
			.name = query_str(q, a, 0),
			.group = query_str(q, a, 1),
			.code = finding_parse(query_span(q, 2)),
			.confidence = confidence_of(query_span(q, 3)),
			.facts = query_str(q, a, 4),
			.title = query_str(q, a, 5),
			.cause = query_str(q, a, 6),
			.check = query_str(q, a, 7),
			.cure = query_str(q, a, 8),
		};
	if (r >= 0)
		r = MATRIX_TEXTS(m, a, Q_PHRASES, MATRIX_ALL, all.classes, e);
	if (r >= 0)
		r = read_patterns(m, a, &all, e);
	if (r >= 0)
		*ret = all;
	return r;
}

int finding_page(struct matrix *m, struct arena *a, enum finding_code code,
		 struct finding_page *ret, struct err *e)
{
	char name[8];
	struct query *q;
	int r = matrix_first(m, Q_FINDING_PAGE, span_of(finding_name(code, name)), &q, e);

	if (r <= 0)
		return r < 0 ? r : err_set(e, ERR_MISSING, "the matrix has no page for %s", name);
	*ret = (struct finding_page){ query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2),
				      { 0 } };
	for (struct span rest = span_of(query_str(q, a, 3)), line; span_next(&rest, '\n', &line);)
		strings_add(a, &ret->sources, arena_span(a, line));
	return 0;
}

int cuda_cures_read(struct matrix *m, struct arena *a, struct cuda_cures *ret, struct err *e)
{
	struct cuda_cures all = { 0 };
	struct query *q;
	int r = matrix_ask(m, Q_CUDA_CURE, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, all.v) = (struct cuda_cure){
			(int)query_int(q, 0), (int)query_int(q, 1), query_str(q, a, 2) };
	if (r >= 0)
		*ret = all;
	return r;
}

const char *cuda_cure(const struct cuda_cures *cures, int error)
{
	return FIRST_TELLS(x, cures->v, error >= x->first && error <= x->last, x->cure, NULL);
}
