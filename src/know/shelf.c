#include "know/shelf.h"

#include <stdlib.h>
#include <string.h>

static int read_besides(struct matrix *m, struct arena *a, enum question question,
	const char *torch, struct besides *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, question, &q, e);

	if (r >= 0 && torch)
		query_bind_text(q, 1, span_of(torch));
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, *to) = (struct beside){ query_str(q, a, 0), query_str(q, a, 1),
			query_str(q, a, 2), query_str(q, a, 3) };
	return r;
}

/* The columns of a release that name a companion. */
static int read_releases(struct matrix *m, struct arena *a, struct besides *to, struct err *e)
{
	static const char *const columns[] = { "torch", "torchtext", "torchdata", "torchcodec" };
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_RELEASE, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		for (int i = 1; i < 4; i++)
			if (!query_null(q, i))
				ARRAY_ADD(a, *to) = (struct beside){ columns[i],
					query_str(q, a, i), query_str(q, a, 0), "*" };
	return r;
}

/* ">=2.0.0" of "torch (>=2.0.0); xformers ==0.0.21"; NULL: it names no version of torch. */
static const char *torch_of(struct arena *a, const char *requires)
{
	struct span s = span_of(requires), one;

	while (span_next(&s, ';', &one)) {
		one = span_trim(one);
		if (!span_take(&one, "torch") || (one.n && (ascii_alnum(*one.p) || *one.p == '-')))
			continue;
		one = span_trim(one);
		if (span_take(&one, "(") && span_ends(one, ")"))
			one = span_sub(one, 0, one.n - 1);
		if (one.n && strchr("=<>!~", *one.p))
			return arena_span(a, one);
	}
	return NULL;
}

/* FNV-1a. */
static unsigned hash_of(const char *name)
{
	uint32_t h = 2166136261u;

	for (const char *p = name; *p; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	return (h ^ h >> 16) % SHELF_NAMES;
}

bool shelf_may_have(const struct shelf *s, const char *package)
{
	unsigned h = hash_of(package);

	return s->names[h / 64] >> h % 64 & 1;
}

static void note_names(struct shelf *s)
{
	for (size_t i = 0; i < s->wants.n; i++) {
		unsigned h = hash_of(s->wants.v[i].package);

		s->names[h / 64] |= (uint64_t)1 << h % 64;
	}
	for (size_t i = 0; i < s->made.n; i++) {
		unsigned h = hash_of(s->made.v[i].package);

		s->names[h / 64] |= (uint64_t)1 << h % 64;
	}
}

static int read_wants(struct matrix *m, struct arena *a, enum question question, struct shelf *to,
	struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, question, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		const char *text = query_str(q, a, 2);
		const char *torch = question == Q_SHELF_EXTENSION ? torch_of(a, text) : text;

		if (torch)
			ARRAY_ADD(a, to->wants) = (struct wants_torch){ query_str(q, a, 0),
				query_str(q, a, 1), torch,
				question == Q_SHELF_EXTENSION && query_int(q, 3) };
	}
	return r;
}

static int read_made(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_MADE, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->made) = (struct made){ query_str(q, a, 0), query_str(q, a, 1),
			query_str(q, a, 2), query_null(q, 3) ? NULL : query_str(q, a, 3),
			(unsigned)query_int(q, 4) };
	if (r >= 0)
		r = matrix_ask(m, Q_SHELF_LEAST_GPU, &q, e);
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->gpus) = (struct least_gpu){ query_str(q, a, 0),
			query_str(q, a, 1), query_str(q, a, 2), query_str(q, a, 3) };
	return r;
}

static int read_wheels(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_PYTHON_WHEEL, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct wheels_of w = { query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2),
				       { 0 } };

		python_set_parse(query_span(q, 3), &w.pythons);
		ARRAY_ADD(a, to->wheels) = w;
	}
	return r;
}

static int read_pythons(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_PYTHON, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->asks_python) = (struct asks_python){ query_str(q, a, 0),
			query_str(q, a, 1), query_str(q, a, 2), query_int(q, 3) != 0 };
	return r;
}

static enum served served_parse(struct span s)
{
	static const char *const names[] = { "itself", "variant", "pypi", "compiler", "part" };
	size_t i = 0;

	while (i < sizeof names / sizeof *names - 1 && !span_is(s, names[i]))
		i++;
	return (enum served)i;
}

static int read_family(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_FAMILY, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->family) = (struct relative){ query_str(q, a, 0),
			served_parse(query_span(q, 1)), query_int(q, 2) };
	return r;
}

static int read_cuda_users(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_CUDA_USER, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		strings_add(a, &to->cuda_users, query_str(q, a, 0));
	return r;
}

static int read_images(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_IMAGE, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->images) = (struct image){ query_str(q, a, 0), query_str(q, a, 1),
			query_null(q, 2) ? NULL : query_str(q, a, 2), query_str(q, a, 3),
			query_null(q, 4) ? "" : query_str(q, a, 4), !query_null(q, 5),
			query_int(q, 6), query_int(q, 7) };
	return r;
}

/* "2" of "<2" */
static int read_bounds(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_BOUND, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->bounds) = (struct bound_of){ query_str(q, a, 0),
			query_str(q, a, 1) + 1, query_str(q, a, 2) };
	return r;
}

static int read_files(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_SHELF_PART, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->parts) = (struct library_part){ query_str(q, a, 0),
			query_str(q, a, 1), query_str(q, a, 2) };
	if (r >= 0)
		r = matrix_ask(m, Q_SHELF_LOADED, &q, e);
	while (r >= 0 && (r = matrix_step(m, q, e)) > 0)
		ARRAY_ADD(a, to->loaded) = (struct loaded_file){
			query_str(q, a, 0),
			query_null(q, 1) ? 0 : (unsigned)strtoul(query_str(q, a, 1), NULL, 10) };
	return r;
}

/* What the lines of a project are held against, and what is installed is not. */
static int read_asked(struct matrix *m, struct arena *a, struct shelf *to, struct err *e)
{
	int r = read_wheels(m, a, to, e);

	if (r >= 0)
		r = read_pythons(m, a, to, e);
	return r < 0 ? r : read_images(m, a, to, e);
}

int shelf_read(struct matrix *m, struct arena *a, const char *torch, bool asked,
	struct shelf *ret, struct err *e)
{
	struct shelf s = { 0 };
	int r = torch ? read_besides(m, a, Q_SHELF_PIN, torch, &s.pins, e) : 0;

	if (r >= 0)
		r = read_besides(m, a, Q_SHELF_PAIR, NULL, &s.pairs, e);
	if (r >= 0)
		r = read_releases(m, a, &s.pairs, e);
	if (r >= 0)
		r = read_besides(m, a, Q_SHELF_TRITON, NULL, &s.pairs, e);
	if (r >= 0)
		r = read_wants(m, a, Q_SHELF_EXTENSION, &s, e);
	if (r >= 0)
		r = read_wants(m, a, Q_SHELF_NEEDS, &s, e);
	if (r >= 0)
		r = read_wants(m, a, Q_SHELF_WHEEL, &s, e);
	if (r >= 0)
		r = read_made(m, a, &s, e);
	if (r >= 0 && asked)
		r = read_asked(m, a, &s, e);
	if (r >= 0)
		r = read_family(m, a, &s, e);
	if (r >= 0)
		r = read_cuda_users(m, a, &s, e);
	if (r >= 0)
		r = mirror_read(m, a, &s.mirrors, e);
	note_names(&s);
	if (r >= 0)
		r = read_bounds(m, a, &s, e);
	if (r >= 0)
		r = read_files(m, a, &s, e);
	if (r >= 0)
		*ret = s;
	return r;
}

const struct beside *shelf_next(const struct besides *b, const char *package, const char *torch,
	size_t *from)
{
	while (*from < b->n) {
		const struct beside *one = &b->v[(*from)++];

		if (strcmp(one->package, package) == 0 && strcmp(one->torch, torch) == 0)
			return one;
	}
	return NULL;
}

const struct relative *shelf_relative(const struct shelf *s, const char *package)
{
	for (size_t i = 0; i < s->family.n; i++)
		if (strcmp(s->family.v[i].package, package) == 0)
			return &s->family.v[i];
	return NULL;
}

/* PyPI itself: its host is "pypi" right below a top-level domain. Those of companies stand below
 * a domain of theirs. */
static bool is_pypi_itself(const char *url)
{
	struct span s = span_of(strstr(url, "://")), host;

	return span_take(&s, "://pypi.") && span_next(&s, '/', &host) && host.n &&
	       span_find_char(host, '.') < 0 && span_find_char(host, ':') < 0;
}

bool shelf_is_pypi(const struct shelf *s, const char *url)
{
	const struct mirror_place *p = mirror_at(&s->mirrors, url);

	if (is_pypi_itself(url))
		return true;
	return p && strcmp(p->serves, MIRROR_PYPI) == 0 && mirror_serves(p);
}

/* Registries that hold a copy put their name before it. */
static bool is_image(const char *image, const char *row)
{
	size_t n = strlen(image), m = strlen(row);

	return n >= m && strcmp(image + n - m, row) == 0 && (n == m || image[n - m - 1] == '/');
}

const struct image *shelf_image(const struct shelf *s, const char *image, const char *tag)
{
	for (size_t i = 0; i < s->images.n; i++)
		if (is_image(image, s->images.v[i].image) &&
		    span_glob(span_of(s->images.v[i].tag), span_of(tag)))
			return &s->images.v[i];
	return NULL;
}

const struct bound_of *shelf_bound(const struct shelf *s, const char *package)
{
	for (size_t i = 0; i < s->bounds.n; i++)
		if (strcmp(s->bounds.v[i].package, package) == 0)
			return &s->bounds.v[i];
	return NULL;
}

/* One of them begins the text. */
static bool begins(const struct strings *list, const char *text)
{
	for (size_t i = 0; i < list->n; i++)
		if (strncmp(text, list->v[i], strlen(list->v[i])) == 0)
			return true;
	return false;
}

bool shelf_is_loaded(const struct shelf *s, const char *file, unsigned cuda)
{
	EACH(const struct loaded_file, l, s->loaded)
		if ((!l->cuda || !cuda || l->cuda == cuda) &&
		    strncmp(file, l->begins, strlen(l->begins)) == 0)
			return true;
	return false;
}

bool shelf_knows_wheels(const struct shelf *s, const char *package)
{
	for (size_t i = 0; i < s->wheels.n; i++)
		if (strcmp(s->wheels.v[i].package, package) == 0)
			return true;
	return false;
}

bool shelf_uses_cuda(const struct shelf *s, const char *package)
{
	return begins(&s->cuda_users, package);
}
