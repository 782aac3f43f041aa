#include "know/wheel.h"

#include <string.h>

#include "base/strings.h"
#include "base/text.h"
#include "fact/wheel.h"

enum {
	C_TORCH, C_LOCAL, C_TAG, C_BUILD, C_CHANNEL, C_PLATFORM, C_VARIANT, C_PYTHONS, C_ABI,
	C_RELEASE,
};

static const char *text(struct query *q, struct arena *a, int column)
{
	return query_span(q, column).n ? query_str(q, a, column) : NULL;
}

static struct wheel_file row(struct query *q, struct arena *a)
{
	struct wheel_file f = {
		.torch = query_str(q, a, C_TORCH),
		.release = query_str(q, a, C_RELEASE),
		.local = text(q, a, C_LOCAL),
		.tag = text(q, a, C_TAG),
		.build_tag = text(q, a, C_BUILD),
		.channel = query_str(q, a, C_CHANNEL),
		.platform = query_str(q, a, C_PLATFORM),
		.variant = query_str(q, a, C_VARIANT),
		.abis = query_str(q, a, C_ABI),
	};

	/* "?linux-64": files of that platform, whose tag nobody wrote down */
	if (f.tag && f.tag[0] == '?')
		f.tag = NULL;
	python_set_parse(query_span(q, C_PYTHONS), &f.pythons);
	return f;
}

int wheel_files_read(struct matrix *m, struct arena *a, struct wheel_files *ret, struct err *e)
{
	struct wheel_files w = { 0 };
	struct query *q;
	int rc = matrix_ask(m, Q_WHEEL_FILES, &q, e);

	if (rc)
		return rc;
	while ((rc = matrix_step(m, q, e)) == 1)
		ARRAY_ADD(a, w.v) = row(q, a);
	if (rc == 0)
		*ret = w;
	return rc;
}

const struct wheel_file *wheel_files_of(const struct wheel_files *w, const char *torch, size_t *n)
{
	return strings_run(w->v.v, w->v.n, sizeof *w->v.v, torch, n);
}

static bool has_word(struct span words, char between, struct span word)
{
	struct span one;

	while (span_next(&words, between, &one))
		if (span_eq(one, word))
			return true;
	return false;
}

/* One tag in common is enough: the same file is listed with one or with both of its tags. */
static bool same_platform(const struct wheel_file *f, const struct package *p)
{
	struct span tags = span_of(p->platform_tag), one;

	if (!p->platform || strcmp(p->platform, f->platform) != 0)
		return false;
	while (span_next(&tags, '.', &one))
		if (f->tag ? has_word(span_of(f->tag), '.', one) : !wheel_platform_of(one).musl)
			return true;
	return false;
}

/* Some listings do not tell the ABIs apart. */
static bool tells_abi(const struct wheel_file *f)
{
	struct span words = span_of(f->abis), one;

	return span_word(&words, &one) &&
	       (span_is(one, "none") || (span_take(&one, "cp") && one.n && ascii_digit(one.p[0])));
}

static bool same_abi(const struct wheel_file *f, const struct package *p)
{
	struct span words = span_of(f->abis), one;

	while (span_next(&words, ' ', &one))
		if (span_eq(one, span_of(p->abi_tag)))
			return true;
	return false;
}

bool wheel_file_python(const struct package *p, struct python *ret)
{
	if (!p->python_tag || !python_parse(span_of(p->python_tag), ret))
		return false;
	ret->free_threaded = p->abi_tag && span_ends(span_of(p->abi_tag), "t");
	return true;
}

/* An ABI that stands in the list is that file, even if no Python takes it: "cp38-cp38m". */
static bool same_python(const struct wheel_file *f, const struct package *p)
{
	struct python python;

	if (!p->abi_tag || !wheel_file_python(p, &python))
		return false;
	if (span_starts(span_of(p->abi_tag), p->python_tag) &&
	    span_in(span_of(p->abi_tag), f->abis))
		return true;
	if (tells_abi(f))
		return python_set_has(f->pythons, python) && same_abi(f, p);
	python.free_threaded = false;
	return python_set_has(f->pythons, python);
}

bool wheel_file_is(const struct wheel_file *f, const struct package *p)
{
	return text_same(f->local, p->local) && text_same(f->build_tag, p->build_tag) &&
	       (p->local || !p->variant || text_same(f->variant, p->variant)) &&
	       p->platform_tag && same_platform(f, p) && same_python(f, p);
}

/* Whether there is a first row. */
static int any_row(struct matrix *m, struct query *q, bool *ret, struct err *e)
{
	int rc = matrix_step(m, q, e);

	if (rc < 0)
		return rc;
	*ret = rc == 1;
	return 0;
}

int wheel_code_size(struct matrix *m, uint64_t size, bool *ret, struct err *e)
{
	struct query *q;
	int rc = matrix_ask(m, Q_WHEEL_SIZE, &q, e);

	if (rc)
		return rc;
	query_bind_int(q, 1, (int64_t)size);
	return any_row(m, q, ret, e);
}

int wheel_code_has(struct matrix *m, const char *sha256, bool *ret, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_WHEEL_CODE, span_of(sha256), &q, e);

	return rc ? rc : any_row(m, q, ret, e);
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

enum { M_SASS, M_EXTRA, M_LINALG, M_BUNDLED, M_PTX, M_ZSTD, M_GLIBC, M_DECLARED };

int wheel_code_fill(struct matrix *m, struct arena *a, const char *sha256, struct package *p,
		    struct err *e)
{
	struct span bundled, one;
	struct query *q;
	int rc = matrix_first(m, Q_WHEEL_CODE, span_of(sha256), &q, e);

	if (rc <= 0)
		return rc ? rc : ERR_NONE;
	add_all(&p->declared, query_span(q, M_SASS));
	add_all(&p->sass, query_span(q, M_SASS));
	add_all(&p->sass, query_span(q, M_EXTRA));
	add_all(&p->sass, query_span(q, M_LINALG));
	/* "libcublas.so.10: 30 35; libcublasLt.so.10: 70" */
	bundled = query_span(q, M_BUNDLED);
	while (span_next(&bundled, ';', &one))
		add_all(&p->sass, span_from(one, (size_t)(span_rfind_char(one, ':') + 1)));
	for (size_t i = 0; i < p->sass.n; i++)
		if (!sm_list_has(&p->declared, p->sass.v[i]))
			sm_list_add(&p->partial, p->sass.v[i]);
	ptx_column(a, q, M_PTX, p);
	if (query_int(q, M_ZSTD))
		p->codec[CODEC_ZSTD] = true;
	else if (p->sass.n)
		p->codec[CODEC_LZ4] = true;
	p->glibc_needed = query_str(q, a, M_GLIBC);
	p->declared_text = query_str(q, a, M_DECLARED);
	p->has_declared = p->from_matrix = true;
	p->sha256 = arena_str(a, sha256);
	return 0;
}
