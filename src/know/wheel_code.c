#include "know/wheel_code.h"

int wheel_code_size(struct matrix *m, uint64_t size, bool *ret, struct err *e)
{
	struct query *q;
	int rc = matrix_ask(m, Q_WHEEL_SIZE, &q, e);

	if (rc)
		return rc;
	query_bind_int(q, 1, (int64_t)size);
	rc = matrix_step(m, q, e);
	if (rc < 0)
		return rc;
	*ret = rc == 1;
	return 0;
}

int wheel_code_has(struct matrix *m, const char *sha256, bool *ret, struct err *e)
{
	struct query *q;
	int rc = matrix_first(m, Q_WHEEL_CODE, span_of(sha256), &q, e);

	if (rc < 0)
		return rc;
	*ret = rc == 1;
	return 0;
}

/* "50:6.0 86:7.2" */
static void ptx_column(struct arena *a, struct query *q, int column, struct package *p)
{
	struct span s = query_span(q, column), word, arch;
	uint64_t major, minor;

	while (span_word(&s, &word)) {
		struct ptx x = { 0 };

		if (!span_next(&word, ':', &arch) || !sm_parse(arch, &x.sm) ||
		    !span_take_u64(&word, &major) || !span_take(&word, ".") ||
		    !span_take_u64(&word, &minor))
			continue;
		x.isa_major = (uint8_t)major;
		x.isa_minor = (uint8_t)minor;
		ARRAY_ADD(a, p->ptx) = x;
		sm_list_add(&p->declared_ptx, x.sm);
	}
}

static void add_all(struct sm_list *to, struct span words)
{
	struct sm_list l;

	if (sm_list_parse(words, &l))
		for (size_t i = 0; i < l.n; i++)
			sm_list_add(to, l.v[i]);
}

/* "libcublas.so.10: 30 35; libcublasLt.so.10: 70" */
static void add_bundled(struct sm_list *to, struct span s)
{
	struct span one;

	while (span_next(&s, ';', &one))
		add_all(to, span_from(one, (size_t)(span_rfind_char(one, ':') + 1)));
}

enum { C_SASS, C_EXTRA, C_LINALG, C_BUNDLED, C_PTX, C_ZSTD, C_GLIBC, C_DECLARED };

int wheel_code_fill(struct matrix *m, struct arena *a, const char *sha256, struct package *p,
		    struct err *e)
{
	struct query *q;
	int rc = matrix_first(m, Q_WHEEL_CODE, span_of(sha256), &q, e);

	if (rc <= 0)
		return rc ? rc : ERR_NONE;
	add_all(&p->declared, query_span(q, C_SASS));
	add_all(&p->sass, query_span(q, C_SASS));
	add_all(&p->sass, query_span(q, C_EXTRA));
	add_all(&p->sass, query_span(q, C_LINALG));
	add_bundled(&p->sass, query_span(q, C_BUNDLED));
	for (size_t i = 0; i < p->sass.n; i++)
		if (!sm_list_has(&p->declared, p->sass.v[i]))
			sm_list_add(&p->partial, p->sass.v[i]);
	ptx_column(a, q, C_PTX, p);
	if (query_int(q, C_ZSTD))
		p->codec[CODEC_ZSTD] = true;
	else if (p->sass.n)
		p->codec[CODEC_LZ4] = true;
	p->glibc_needed = query_str(q, a, C_GLIBC);
	p->declared_text = query_str(q, a, C_DECLARED);
	p->has_declared = p->from_matrix = true;
	p->sha256 = arena_str(a, sha256);
	return 0;
}
