#include "know/extension.h"

#include "base/pep440.h"
#include "fact/err_phrase.h"

enum {
	C_VERSION, C_TORCH, C_CUDA, C_ABI, C_PYTHONS, C_PLATFORM, C_TAG, C_PLACE, C_URL, C_LABEL,
	C_SHA256, C_CODE, C_CONFIDENCE,
};

static struct extension_file row(struct query *q, struct arena *a)
{
	return (struct extension_file){
		.version = query_str(q, a, C_VERSION),
		.torch = query_str(q, a, C_TORCH),
		.cuda = query_str(q, a, C_CUDA),
		.abi = query_str(q, a, C_ABI),
		.pythons = query_str(q, a, C_PYTHONS),
		.platform = query_str(q, a, C_PLATFORM),
		.tag = query_str(q, a, C_TAG),
		.place = query_str(q, a, C_PLACE),
		.url = query_str(q, a, C_URL),
		.label = query_str(q, a, C_LABEL),
		.sha256 = query_str(q, a, C_SHA256),
		.code = query_str(q, a, C_CODE),
		.confidence = confidence_of(query_span(q, C_CONFIDENCE)),
	};
}

static int read_files(struct matrix *m, struct arena *a, struct extension *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_FILES, span_of(to->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->files) = row(q, a);
	return rc;
}

static int read_gpus(struct matrix *m, struct arena *a, struct extension *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_GPUS, span_of(to->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->gpus) = (struct extension_gpu){
			query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2) };
	return rc;
}

static int read_abis(struct matrix *m, struct arena *a, struct extension *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask(m, Q_EXTENSION_ABIS, &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->abis) = (struct extension_abi){
			query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2) };
	return rc;
}

/* The newest by PEP 440; versions of one package are few. */
static int read_source(struct matrix *m, struct arena *a, struct extension *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_SOURCES, span_of(to->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		if (!to->source ||
		    pep440_cmp_text(span_of(to->source), query_span(q, 0)) < 0)
			to->source = query_str(q, a, 0);
	return rc;
}

int extension_read(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
	struct err *e)
{
	struct extension x = { .name = arena_str(a, name) };
	int rc = read_files(m, a, &x, e);

	if (rc == 0)
		rc = read_source(m, a, &x, e);
	if (rc == 0 && x.files.n == 0 && !x.source)
		return ERR_NONE;
	if (rc == 0)
		rc = read_gpus(m, a, &x, e);
	if (rc == 0)
		rc = read_abis(m, a, &x, e);
	if (rc == 0)
		*ret = x;
	return rc;
}

int extension_rules(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
	struct err *e)
{
	struct extension x = { .name = arena_str(a, name) };
	int rc = read_gpus(m, a, &x, e);

	if (rc == 0)
		rc = read_abis(m, a, &x, e);
	if (rc == 0)
		*ret = x;
	return rc;
}

int extension_sources(struct matrix *m, struct arena *a, const struct extension *x,
		      struct strings *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_FILE_SOURCES, span_of(x->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		strings_add(a, to, query_str(q, a, 0));
	return rc;
}

int extension_names(struct matrix *m, struct arena *a, struct strings *to, struct err *e)
{
	struct query *q;
	int rc = matrix_ask(m, Q_EXTENSION_NAMES, &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		strings_add(a, to, query_str(q, a, 0));
	return rc;
}
