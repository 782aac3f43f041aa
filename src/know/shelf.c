#include "know/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"

/* What one row of a question tells. */
typedef void take_row(struct query *q, struct arena *a, struct shelf *to);

/* The columns of a release that name a companion. */
static void take_release(struct query *q, struct arena *a, struct shelf *to)
{
	static const char *const columns[] = { "torch", "torchtext", "torchdata", "torchcodec" };

	for (int i = 1; i < 4; i++)
		if (!query_null(q, i))
			ARRAY_ADD(a, to->pairs) = (struct beside){ columns[i], query_str(q, a, i),
				query_str(q, a, 0), "*" };
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
	sort_stable(s->wants.v, s->wants.n, sizeof *s->wants.v, strings_by_text);
	for (size_t i = 0; i < s->wants.n; i++) {
		unsigned h = hash_of(s->wants.v[i].package);

		s->names[h / 64] |= (uint64_t)1 << h % 64;
	}
	for (size_t i = 0; i < s->made.n; i++) {
		unsigned h = hash_of(s->made.v[i].package);

		s->names[h / 64] |= (uint64_t)1 << h % 64;
	}
}

static void take_extension(struct query *q, struct arena *a, struct shelf *to)
{
	const char *torch = torch_of(a, query_str(q, a, 2));

	if (torch)
		ARRAY_ADD(a, to->wants) = (struct wants_torch){ query_str(q, a, 0),
			query_str(q, a, 1), torch, query_int(q, 3) };
}

static void take_made(struct query *q, struct arena *a, struct shelf *to)
{
	ARRAY_ADD(a, to->made) = (struct made){ query_str(q, a, 0), query_str(q, a, 1),
		query_str(q, a, 2), query_str(q, a, 3), (unsigned)query_int(q, 4) };
}

static void take_wheels(struct query *q, struct arena *a, struct shelf *to)
{
	struct wheels_of w = { query_str(q, a, 0), query_str(q, a, 1), query_str(q, a, 2), { 0 },
		query_int(q, 4) != 0 };

	python_set_parse(query_span(q, 3), &w.pythons);
	ARRAY_ADD(a, to->wheels) = w;
}

static void take_python(struct query *q, struct arena *a, struct shelf *to)
{
	ARRAY_ADD(a, to->asks_python) = (struct asks_python){ query_str(q, a, 0),
		query_str(q, a, 1), query_str(q, a, 2), query_int(q, 3) != 0 };
}

static enum served served_parse(struct span s)
{
	static const char *const names[] = { "itself", "variant", "pypi", "compiler", "part" };
	size_t i = 0;

	while (i < sizeof names / sizeof *names - 1 && !span_is(s, names[i]))
		i++;
	return (enum served)i;
}

static void take_relative(struct query *q, struct arena *a, struct shelf *to)
{
	ARRAY_ADD(a, to->family) = (struct relative){ query_str(q, a, 0),
		served_parse(query_span(q, 1)), query_int(q, 2) };
}

static void take_image(struct query *q, struct arena *a, struct shelf *to)
{
	ARRAY_ADD(a, to->images) = (struct image){ query_str(q, a, 0), query_str(q, a, 1),
		query_str(q, a, 2), query_str(q, a, 3),
		query_null(q, 4) ? "" : query_str(q, a, 4), !query_null(q, 5),
		query_int(q, 6), query_int(q, 7) };
}

static void take_loaded(struct query *q, struct arena *a, struct shelf *to)
{
	ARRAY_ADD(a, to->loaded) = (struct loaded_file){ query_str(q, a, 0),
		query_null(q, 1) ? 0 : (unsigned)strtoul(query_str(q, a, 1), NULL, 10) };
}

int shelf_read(struct matrix *m, struct arena *a, const char *torch, bool asked,
	struct shelf *ret, struct err *e)
{
#define TEXTS(list) NULL, offsetof(struct shelf, list), sizeof *ret->list.v, false
#define TAKES(take) take, 0, 0, false
#define LINES(take) take, 0, 0, true
	static const struct {
		enum question question;
		take_row *take;    /* NULL: each row is texts, for this list of the shelf */
		size_t list, size;
		bool lines; /* only lines of a project are held against it, no packages */
	} rows[] = {
		{ Q_SHELF_PAIR, TEXTS(pairs) },
		{ Q_SHELF_RELEASE, TAKES(take_release) },
		{ Q_SHELF_TRITON, TEXTS(pairs) },
		{ Q_SHELF_EXTENSION, TAKES(take_extension) },
		{ Q_SHELF_NEEDS, TEXTS(wants) },
		{ Q_SHELF_WHEEL, TEXTS(wants) },
		{ Q_SHELF_MADE, TAKES(take_made) },
		{ Q_SHELF_LEAST_GPU, TEXTS(gpus) },
		{ Q_SHELF_PYTHON_WHEEL, LINES(take_wheels) },
		{ Q_SHELF_PYTHON, LINES(take_python) },
		{ Q_SHELF_IMAGE, LINES(take_image) },
		{ Q_SHELF_FAMILY, TAKES(take_relative) },
		{ Q_SHELF_CUDA_USER, TEXTS(cuda_users) },
		{ Q_SHELF_BOUND, TEXTS(bounds) },
		{ Q_SHELF_PART, TEXTS(parts) },
		{ Q_SHELF_LOADED, TAKES(take_loaded) },
	};
#undef TEXTS
#undef TAKES
#undef LINES
	struct shelf s = { 0 };
	struct query *q;
	int r = torch ? MATRIX_TEXTS(m, a, Q_SHELF_PIN, span_of(torch), s.pins, e) : 0;

	for (size_t i = 0; r >= 0 && i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].lines && !asked)
			continue;
		r = rows[i].take ? matrix_ask(m, rows[i].question, &q, e) :
			matrix_texts(m, a, rows[i].question, MATRIX_ALL,
				     (char *)&s + rows[i].list, rows[i].size, e);
		while (rows[i].take && r >= 0 && (r = matrix_step(m, q, e)) > 0)
			rows[i].take(q, a, &s);
	}
	if (r >= 0)
		r = mirror_read(m, a, &s.mirrors, e);
	note_names(&s);
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
	return FIRST_OF(x, s->family, strcmp(x->package, package) == 0);
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
	const struct mirror_place *p;

	if (is_pypi_itself(url))
		return true;
	p = mirror_at(&s->mirrors, url);
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
	return FIRST_OF(x, s->images, is_image(image, x->image) &&
			span_glob(span_of(x->tag), span_of(tag)));
}

const struct bound_of *shelf_bound(const struct shelf *s, const char *package)
{
	return FIRST_OF(x, s->bounds, strcmp(x->package, package) == 0);
}

/* One of them begins the text. */
static bool begins(const struct strings *list, const char *text)
{
	return ANY(x, *list, strncmp(text, *x, strlen(*x)) == 0);
}

bool shelf_is_loaded(const struct shelf *s, const char *file, unsigned cuda)
{
	return ANY(l, s->loaded, (!l->cuda || !cuda || l->cuda == cuda) &&
		   strncmp(file, l->begins, strlen(l->begins)) == 0);
}

const struct wheels_of *shelf_wheels(const struct shelf *s, const char *package, size_t *n)
{
	return strings_run(s->wheels.v, s->wheels.n, sizeof *s->wheels.v, package, n);
}

const struct wants_torch *shelf_wants(const struct shelf *s, const char *package, size_t *n)
{
	return strings_run(s->wants.v, s->wants.n, sizeof *s->wants.v, package, n);
}

bool shelf_knows_wheels(const struct shelf *s, const char *package)
{
	size_t n;

	return shelf_wheels(s, package, &n) != NULL;
}

bool shelf_uses_cuda(const struct shelf *s, const char *package)
{
	return begins(&s->cuda_users, package);
}
