#include "know/stock.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"

/* What one release of torch pins, and the companions beside it. */
struct stock_row {
	const char *torch, *variant, *package, *version, *marker;
};

struct stock_rows {
	struct stock_row *v;
	size_t n, room;
};

static void add_need(struct arena *a, struct stock_file *f, const char *text)
{
	struct requirement r;
	struct err e;

	if (requirement_parse(a, span_of(text), &r, &e) == 0)
		ARRAY_ADD(a, f->needs) = r;
}

/* ">=3.6.2" takes a Python 3.6: the newest of its patch releases. */
static bool takes(const struct pep440_set *set, struct python p)
{
	char text[PYTHON_TEXT], last[PYTHON_TEXT + 4];

	(void)snprintf(last, sizeof last, "%s.99", python_text(p, text));
	return pep440_set_has(set, span_of(text), PEP440_PRE_YES) ||
	       pep440_set_has(set, span_of(last), PEP440_PRE_YES);
}

/* What cannot be read takes all. */
static struct python_set taken_by(struct arena *a, const char *specs)
{
	struct python_set ret = { 0 };
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(a, span_of(specs), &set, &e) != 0)
		set.n = 0;
	for (unsigned n = 0; n < 32; n++) {
		struct python p = { n ? 3 : 2, n ? (uint8_t)n : 7, false };

		if (set.n && !takes(&set, p))
			continue;
		python_set_add(&ret, p);
		p.free_threaded = true;
		python_set_add(&ret, p);
	}
	return ret;
}

static void set_python(struct arena *a, struct stock *of, struct stock_file *f, const char *specs)
{
	struct span key = span_of(specs ? specs : "");
	size_t at;

	if (!keys_find(&of->specs, key, &at)) {
		keys_add(a, &of->specs, key);
		ARRAY_ADD(a, of->takes) = taken_by(a, key.p);
		at = of->takes.n - 1;
	}
	f->takes = of->takes.v[at];
}

static void set_pythons(struct stock_file *f, struct span pythons)
{
	if (!python_set_parse(pythons, &f->pythons))
		f->pythons = (struct python_set){ 0 };
}

/* Of PyPI and the index alike: NVIDIA's libraries and triton, as the table of pins has them. */
static void add_pins(struct arena *a, const struct stock_rows *pins, const char *torch,
	struct stock_file *f)
{
	EACH(const struct stock_row, p, *pins) {
		bool bare = p->version[0] >= '0' && p->version[0] <= '9';

		if (strcmp(p->torch, torch) == 0 && f->variant &&
		    strcmp(p->variant, f->variant) == 0)
			add_need(a, f, arena_printf(a, "%s%s%s%s%s", p->package,
				bare ? "==" : "", p->version, p->marker ? " ; " : "",
				p->marker ? p->marker : ""));
	}
}

/* The companions of the index lie beside the torch that they were made for. */
static void add_beside(struct arena *a, const struct stock_rows *pairs, const char *torch,
	const struct stock_file *of, const char *local, struct stock *to)
{
	EACH_WHILE(const struct stock_row, p, *pairs, strcmp(of->dir, STOCK_PYPI) != 0) {
		struct stock_file f = *of;

		if (strcmp(p->torch, torch) != 0 || strcmp(p->version, "none") == 0 ||
		    (strcmp(p->variant, "*") != 0 && strcmp(p->variant, of->variant) != 0))
			continue;
		f.package = p->package;
		f.version = local ? arena_printf(a, "%s+%s", p->version, local) : p->version;
		f.variant = NULL;
		memset(&f.needs, 0, sizeof f.needs);
		/* From 2.11 on METADATA of torchaudio names no torch. */
		if (strcmp(p->package, "torchaudio") != 0 ||
		    pep440_cmp_text(span_of(p->version), SPAN("2.11")) < 0)
			add_need(a, &f, arena_printf(a, "torch==%s", torch));
		ARRAY_ADD(a, to->files) = f;
	}
}

static int read_torch(struct matrix *m, struct arena *a, const char *platform,
	const struct stock_rows *pins, const struct stock_rows *pairs, struct stock *to,
	struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, Q_STOCK_WHEEL, span_of(platform), &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		const char *torch = query_str(q, a, 0);
		const char *local = query_str(q, a, 1);
		struct stock_file f = { .package = "torch", .dir = query_str(q, a, 2),
					.variant = query_str(q, a, 3) };

		f.version = local ? arena_printf(a, "%s+%s", torch, local) : torch;
		set_pythons(&f, query_span(q, 4));
		set_python(a, to, &f, query_str(q, a, 5));
		/* Before that release the wheels of the index hold what those of PyPI ask for. */
		if (strcmp(f.dir, STOCK_PYPI) == 0 ||
		    pep440_cmp_text(span_of(torch), SPAN("2.2")) >= 0)
			add_pins(a, pins, torch, &f);
		ARRAY_ADD(a, to->files) = f;
		add_beside(a, pairs, torch, &f, local, to);
	}
	return r;
}

static int read_companions(struct matrix *m, struct arena *a, const char *platform,
	struct stock *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask_text(m, Q_STOCK_COMPANION, span_of(platform), &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct stock_file f = { .package = query_str(q, a, 0),
					.version = query_str(q, a, 1), .dir = STOCK_PYPI };
		const char *torch = query_null(q, 3) ? "" : query_str(q, a, 3);

		set_pythons(&f, query_span(q, 2));
		if (*torch && *torch != '(')
			add_need(a, &f, strcmp(torch, "any") == 0 ? "torch" :
					arena_printf(a, "torch%s", torch));
		set_python(a, to, &f, query_str(q, a, 4));
		ARRAY_ADD(a, to->files) = f;
	}
	return r;
}

/* A piece behind ";" that goes on with the one before: a marker, "platform_machine != …". */
static bool is_marker(struct span s)
{
	return span_starts(s, "platform_") || span_starts(s, "python_") ||
	       span_starts(s, "sys_") || span_starts(s, "os_") || span_starts(s, "extra") ||
	       span_starts(s, "(");
}

/* "torch==2.11.0; torchvision==0.26.0 ; platform_machine != …" */
static void add_needs(struct arena *a, struct stock_file *f, const char *text)
{
	struct span rest = span_of(text), one;
	const char *last = NULL;

	while (span_next(&rest, ';', &one)) {
		one = span_trim(one);
		if (last && is_marker(one)) {
			add_need(a, f, arena_printf(a, "%s ; " SPAN_FMT, last, SPAN_ARG(one)));
			last = NULL;
			continue;
		}
		if (last)
			add_need(a, f, last);
		last = arena_span(a, one);
	}
	if (last)
		add_need(a, f, last);
}

static bool is_for(struct span platforms, const char *platform)
{
	struct span one;

	if (!platforms.n || span_starts(platforms, "by name"))
		return true;
	while (span_next(&platforms, ' ', &one))
		if (span_is(one, platform) || span_is(one, "any"))
			return true;
	return false;
}

static int read_extensions(struct matrix *m, struct arena *a, const char *platform,
	struct stock *to, struct err *e)
{
	struct query *q;
	int r = matrix_ask(m, Q_STOCK_EXTENSION, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct stock_file f = { .package = query_str(q, a, 0),
					.version = query_str(q, a, 1), .dir = STOCK_PYPI };

		if (!is_for(query_span(q, 4), platform))
			continue;
		if (!query_null(q, 2))
			add_needs(a, &f, query_str(q, a, 2));
		set_python(a, to, &f, query_str(q, a, 3));
		ARRAY_ADD(a, to->files) = f;
	}
	return r;
}

/* "torch<2.10,>=1.10", "torch (~=2.8)": a later torch may be excluded. */
static bool is_bounded(struct span need)
{
	ptrdiff_t marker = span_find_char(need, ';');

	if (marker >= 0)
		need = span_sub(need, 0, (size_t)marker);
	return span_find_char(need, '<') >= 0 || span_find(need, "==") >= 0 ||
	       span_find(need, "~=") >= 0;
}

/* The needs of a row; true: one of torch or its companions is bounded from above. */
static bool add_brought(struct arena *a, struct stock_file *f, struct span text)
{
	bool bounded = false;

	while (text.n) {
		ptrdiff_t bar = span_find(text, " | ");
		struct span one = bar < 0 ? text : span_sub(text, 0, (size_t)bar);

		add_need(a, f, arena_span(a, one));
		bounded |= span_starts(one, "torch") && is_bounded(one);
		text = bar < 0 ? (struct span){ NULL, 0 } : span_from(text, (size_t)bar + 3);
	}
	return bounded;
}

/* The releases of a package that have no row, where no row is bounded: what the newest asks for,
 * in any version. */
static void add_others(struct arena *a, const struct stock_file *of, struct stock *to)
{
	struct stock_file f = { .package = of->package, .version = "0", .dir = STOCK_PYPI,
				.partial = true, .any = true };

	set_python(a, to, &f, NULL);
	for (size_t i = 0; i < of->needs.n; i++) {
		struct requirement r = of->needs.v[i];

		r.set = (struct pep440_set){ 0 };
		ARRAY_ADD(a, f.needs) = r;
	}
	ARRAY_ADD(a, to->files) = f;
}

static int read_bringers(struct matrix *m, struct arena *a, struct stock *to, struct err *e)
{
	struct stock_file last = { 0 };
	bool bounded = true;
	struct query *q;
	int r = matrix_ask(m, Q_STOCK_BRING, &q, e);

	while (r >= 0 && (r = matrix_step(m, q, e)) > 0) {
		struct stock_file f = { .package = query_str(q, a, 0),
					.version = query_str(q, a, 1), .dir = STOCK_PYPI,
					.partial = true };

		if (!last.package || strcmp(last.package, f.package) != 0) {
			if (!bounded)
				add_others(a, &last, to);
			bounded = false;
		}
		if (!query_null(q, 2))
			bounded |= add_brought(a, &f, query_span(q, 2));
		set_python(a, to, &f, query_str(q, a, 3));
		ARRAY_ADD(a, to->files) = f;
		last = f;
	}
	if (r >= 0 && !bounded)
		add_others(a, &last, to);
	return r;
}

/* Of one version that of PyPI comes first: it is the same file, or what was asked first. */
static int order(const void *x, const void *y)
{
	const struct stock_file *a = x, *b = y;
	int c = strcmp(a->package, b->package);

	if (c == 0)
		c = a->parsed && b->parsed ? -pep440_cmp(a->parsed, b->parsed) :
			-pep440_cmp_text(span_of(a->version), span_of(b->version));
	return c ? c : (strcmp(b->dir, STOCK_PYPI) == 0) - (strcmp(a->dir, STOCK_PYPI) == 0);
}

int stock_read(struct matrix *m, struct arena *a, const char *platform, struct stock *ret,
	struct err *e)
{
	struct stock_rows pins = { 0 }, pairs = { 0 };
	int r = MATRIX_TEXTS(m, a, Q_STOCK_PIN, MATRIX_ALL, pins, e);

	memset(ret, 0, sizeof *ret);
	if (r >= 0)
		r = MATRIX_TEXTS(m, a, Q_STOCK_PAIR, MATRIX_ALL, pairs, e);
	if (r >= 0)
		r = read_torch(m, a, platform, &pins, &pairs, ret, e);
	if (r >= 0)
		r = read_companions(m, a, platform, ret, e);
	if (r >= 0)
		r = read_extensions(m, a, platform, ret, e);
	if (r >= 0)
		r = read_bringers(m, a, ret, e);
	if (r < 0)
		return r;
	EACH(struct stock_file, f, ret->files) {
		struct pep440 *parsed = arena_new(a, struct pep440);

		f->parsed = pep440_parse(span_of(f->version), parsed) ? parsed : NULL;
	}
	sort_stable(ret->files.v, ret->files.n, sizeof *ret->files.v, order);
	return 0;
}

const struct stock_file *stock_of(const struct stock *s, const char *package, size_t *n)
{
	return strings_run(s->files.v, s->files.n, sizeof *s->files.v, package, n);
}
