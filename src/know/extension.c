#include "know/extension.h"

#include <string.h>

#include "base/pep440.h"
#include "fact/err_phrase.h"
#include "know/catalogue.h"

enum {
	C_VERSION, C_TORCH, C_CUDA, C_ABI, C_PYTHONS, C_PLATFORM, C_TAG, C_PLACE, C_URL, C_LABEL,
	C_SHA256, C_CODE, C_CONFIDENCE, C_CONDA, C_RUNTIME,
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

static int read_rules(struct matrix *m, struct arena *a, struct extension x, struct extension *ret,
	struct err *e)
{
	int rc = MATRIX_TEXTS(m, a, Q_EXTENSION_GPUS, span_of(x.name), x.gpus, e);

	if (rc == 0)
		rc = MATRIX_TEXTS(m, a, Q_EXTENSION_ABIS, MATRIX_ALL, x.abis, e);
	if (rc == 0)
		*ret = x;
	return rc;
}

int extension_read(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
	struct err *e)
{
	struct extension x = { .name = arena_str(a, name) };
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_FILES, span_of(name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, x.files) = row(q, a);
	if (rc == 0)
		rc = read_source(m, a, &x, e);
	if (rc == 0 && x.source)
		rc = MATRIX_TEXTS(m, a, Q_EXTENSION_MAKES, span_of(x.name), x.makes, e);
	if (rc == 0 && x.files.n == 0 && !x.source)
		return ERR_NONE;
	return rc ? rc : read_rules(m, a, x, ret, e);
}

int extension_read_channel(struct matrix *m, struct arena *a, struct extension *x, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(m, Q_EXTENSION_CHANNEL, span_of(x->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(m, q, e)) > 0) {
		struct extension_file f = row(q, a);

		f.conda = query_str(q, a, C_CONDA);
		f.runtime = query_str(q, a, C_RUNTIME);
		ARRAY_ADD(a, x->files) = f;
	}
	return rc;
}

int extension_rules(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
	struct err *e)
{
	return read_rules(m, a, (struct extension){ .name = arena_str(a, name) }, ret, e);
}

/* One release of torchvision or torchaudio. */
struct companion {
	const char *name, *version;
	const char *floor;     /* of torch, in METADATA; NULL: it asks for one release */
	bool vision;
};

static int read_floor(const struct catalogue *c, struct arena *a, const char *platform,
		      struct companion *p, struct err *e)
{
	struct query *q;
	int rc = matrix_ask_text(c->matrix, Q_EXTENSION_FLOORS, span_of(p->name), &q, e);

	while (rc >= 0 && (rc = matrix_step(c->matrix, q, e)) > 0)
		if (span_is(query_span(q, 0), p->version) && span_is(query_span(q, 1), platform))
			p->floor = query_str(q, a, 2);
	return rc;
}

/* Of the pair that PyTorch names, or of another release that asks for that torch. */
static bool is_beside(const struct catalogue *c, const struct build *b, const struct companion *p)
{
	const char *pair = p->vision ? b->torchvision : b->torchaudio;
	const struct companion_fact *f;
	size_t from = 0;

	if (b->manager != MANAGER_PIP)
		return false;
	if (pair && strcmp(pair, p->version) == 0)
		return true;
	while ((f = catalogue_beside(c, b, p->name, &from)))
		if (strcmp(f->version, p->version) == 0)
			return true;
	return false;
}

static struct extension_file beside(struct arena *a, const struct build *b,
				    const struct companion *p)
{
	struct python_set pythons = p->vision ? b->torchvision_pythons : b->torchaudio_pythons;

	return (struct extension_file){
		.version = p->version,
		.torch = p->floor ? p->floor : arena_printf(a, "==%s", b->torch),
		.cuda = b->variant,
		.pythons = python_set_empty(pythons) ? NULL : python_set_text(a, pythons),
		.platform = b->platform,
		.place = b->channel,
		.url = b->index_url,
		.label = b->local,
		.confidence = b->exists_confidence,
	};
}

int extension_companion(const struct catalogue *c, struct arena *a, const char *name,
			const char *version, const char *platform, struct extension *ret,
			struct err *e)
{
	const struct platform_builds *all = catalogue_builds(c, platform);
	struct companion p = { name, version, NULL, strcmp(name, "torchvision") == 0 };
	struct extension x = { .name = arena_str(a, name) };
	int rc = read_floor(c, a, platform, &p, e);

	for (size_t i = 0; rc == 0 && i < all->n; i++) {
		struct extension_file f;
		size_t k = 0;

		if (!is_beside(c, &all->v[i], &p))
			continue;
		f = beside(a, &all->v[i], &p);
		while (k < x.files.n && (strcmp(x.files.v[k].torch, f.torch) != 0 ||
					 strcmp(x.files.v[k].cuda, f.cuda) != 0 ||
					 strcmp(x.files.v[k].place, f.place) != 0))
			k++;
		if (k == x.files.n)
			ARRAY_ADD(a, x.files) = f;
	}
	if (rc == 0)
		*ret = x;
	return rc;
}

int extension_sources(struct matrix *m, struct arena *a, const struct extension *x,
		      struct strings *to, struct err *e)
{
	return MATRIX_TEXTS(m, a, Q_EXTENSION_FILE_SOURCES, span_of(x->name), *to, e);
}

int extension_names(struct matrix *m, struct arena *a, struct strings *to, struct err *e)
{
	return MATRIX_TEXTS(m, a, Q_EXTENSION_NAMES, MATRIX_ALL, *to, e);
}
