#include "read/env/env.h"

#include <string.h>

#include "base/utf8.h"
#include "fact/err_phrase.h"
#include "fact/project.h"
#include "fact/python.h"
#include "os/io.h"
#include "read/env/env_private.h"

enum { LINES_MAX = 300000, ENVS_MAX = 100, WISHES_MAX = 1000 };

struct format_row {
	enum text_format is;
	const struct env_format *by;
};

/* The first that recognises a line reads on from there. */
static const struct format_row formats[] = {
#define HOST(id, name, reader)
#define ENV(id, name, reader) { TEXT_##id, &env_##reader },
#define BOTH(id, name, host, env) { TEXT_##id, &env_##env },
#define OTHER(id, name)
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER
};

enum { FORMATS = sizeof formats / sizeof *formats };

enum { BYTES = 256 };

/* The formats, a bit each, that a line with such a byte at such a place may begin. */
struct may {
	uint64_t first[BYTES], second[BYTES], with[BYTES];
	uint64_t any; /* that the text may have at all */
};

struct reading {
	struct env_text text;
	struct envs *to;
	size_t first;         /* environment of this text */
	struct may may;
};

static struct span trim_end(struct span s)
{
	while (s.n && ascii_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* A line of a JSON list of strings, of a notebook that was pasted in part: "torch==2.1.0\n", */
static struct span unquote(struct span s)
{
	struct span t = span_trim(s);

	if (t.n < 5 || !span_take(&t, "\""))
		return s;
	if (span_ends(t, ","))
		t.n--;
	if (!span_ends(t, "\\n\"") || span_find_char(span_sub(t, 0, t.n - 1), '"') >= 0)
		return s;
	return span_sub(t, 0, t.n - 3);
}

/* Quote marks of a mail, and of what a notebook of Databricks has for other readers than Python
 * (docs.databricks.com/aws/en/notebooks/notebook-export-import). */
static struct span without_quote(struct span s)
{
	if (span_take(&s, "# MAGIC "))
		return s;
	if (span_starts(s, "> ") || span_is(s, ">"))
		s = span_from(s, s.n > 1 ? 2 : 1);
	return s;
}

static void may_need(uint64_t *of, const char *bytes, uint64_t bit)
{
	for (int c = 0; c < BYTES; c++)
		if (!bytes || (c && strchr(bytes, ascii_digit((char)c) ? '0' : c)))
			of[c] |= bit;
}

static void may_begin(struct may *m, struct span text)
{
	*m = (struct may){ .any = 0 };
	for (size_t k = 0; k < FORMATS; k++) {
		const struct env_format *f = formats[k].by;
		uint64_t bit = (uint64_t)1 << k;

		may_need(m->first, f->first, bit);
		may_need(m->second, f->second, bit);
		may_need(m->with, f->with, bit);
		if (!f->words || !text.n || span_holds(text, f->words))
			m->any |= bit;
	}
}

static uint64_t formats_at(const struct may *m, struct span s)
{
	struct span rest = s, first, second;
	uint64_t of = 0;

	if (!span_word(&rest, &first))
		return 0;
	for (size_t i = 0; i < s.n; i++)
		of |= m->with[(unsigned char)s.p[i]];
	return of & m->any & m->first[(unsigned char)first.p[0]] &
	       m->second[span_word(&rest, &second) ? (unsigned char)second.p[0] : 0];
}

static void cut_lines(struct reading *r, struct span text)
{
	struct env_lines all = { NULL, 0, 0 };
	const char *end = text.p + text.n;
	size_t common = SIZE_MAX;
	struct span line;
	unsigned no = 0;

	may_begin(&r->may, text);
	while (span_line(&text, &line)) {
		struct span s = trim_end(unquote(without_quote(line)));

		no++;
		if (s.n && env_indent(s) < common)
			common = env_indent(s);
		ARRAY_ADD(r->text.a, all) = (struct line){
			.s = s, .no = no, .cut = (unsigned)(s.p - line.p),
			.whole = line.p + line.n < end,
		};
	}
	for (size_t i = 0; i < all.n && common != SIZE_MAX; i++) {
		all.v[i].s = span_from(all.v[i].s, common);
		all.v[i].cut += (unsigned)common;
	}
	r->text.v = all.v;
	r->text.n = all.n;
}

static const struct format_row *format_of(const struct reading *r, size_t i)
{
	uint64_t of = formats_at(&r->may, r->text.v[i].s);

	for (; of; of &= of - 1) {
		const struct format_row *f = &formats[__builtin_ctzll(of)];

		if (f->by->begins(&r->text, i))
			return f;
	}
	return NULL;
}

static bool has_anything(const struct env *e)
{
	return e->packages.n || e->declared.n || e->settings.n || e->offers.n || e->virtuals.n ||
	       e->channels.n || e->libraries.n || e->images.n || e->prefix;
}

/* Another prefix is another environment. */
static bool same_prefix(const struct env *a, const struct env *b)
{
	return !a->prefix || !b->prefix || strcmp(a->prefix, b->prefix) == 0;
}

static void add_part(struct reading *r, const struct env *part)
{
	struct envs *to = r->to;

	if (!has_anything(part) && !part->problems.n && !part->platform &&
	    !part->python_full)
		return;
	if (to->n > r->first && (same_prefix(&to->v[to->n - 1], part) || to->n >= ENVS_MAX))
		env_join(r->text.a, &to->v[to->n - 1], part);
	else
		ARRAY_ADD(r->text.a, *to) = *part;
}

static bool is_over(const struct reading *r, const struct env *part)
{
	return part->over || (r->to->n > r->first && r->to->v[r->to->n - 1].over);
}

/*
 * Runs of the same form go into one part, so that the joining of parts stays cheap.
 */
static void read_parts(struct reading *r)
{
	const struct format_row *last = NULL;
	struct env part = env_new(r->text.file);

	for (size_t i = 0; i < r->text.n && !is_over(r, &part);) {
		const struct format_row *f = format_of(r, i);
		size_t next = i + 1;

		if (f && f != last && last) {
			add_part(r, &part);
			part = env_new(r->text.file);
		}
		if (f && f == last && f->is == TEXT_CONDA_LIST) {
			add_part(r, &part);
			part = env_new(r->text.file);
		}
		if (f) {
			text_formats_add(&part.formats, f->is);
			part.kind = ENV_PASTED;
			next = f->by->read(&r->text, i, &part);
			env_unread_part(&r->text, f->is, &part, i, next);
			last = f;
		}
		i = next > i ? next : i + 1;
	}
	add_part(r, &part);
}

static const char *python_of(struct arena *a, const char *version, const char *build)
{
	struct python py;
	char to[PYTHON_TEXT];

	if (!version || !python_parse(span_of(version), &py))
		return NULL;
	py.free_threaded = build && strstr(build, "_cp") && build[strlen(build) - 1] == 't';
	return arena_str(a, python_text(py, to));
}

/* "py3.10_cuda11.7_cudnn8.5.0_0", "cpu_generic_py311_h8ca351a_0": the Python of a build. */
static const char *python_of_build(struct arena *a, const char *build)
{
	const char *at = build ? strstr(build, "py") : NULL;
	struct span s = span_of(at ? at + 2 : NULL), digits;
	size_t n;

	if (!at || (at != build && at[-1] != '_'))
		return NULL;
	n = span_run_digits(s, ".");
	digits = span_sub(s, 0, n);
	if (digits.n < 2 || digits.n > 4 || (digits.p[0] != '3' && digits.p[0] != '2'))
		return NULL;
	if (digits.p[1] == '.')
		return python_of(a, arena_span(a, digits), NULL);
	return python_of(a, arena_printf(a, "%c." SPAN_FMT, digits.p[0],
					 SPAN_ARG(span_from(digits, 1))), NULL);
}

/* Where Python itself is not listed, the builds of torch and its companions tell. */
static const char *python_of_torch(struct arena *a, const struct env *e)
{
	static const char *const names[] = { "pytorch", "torchvision", "torchaudio" };
	const char *ret = NULL;

	for (size_t i = 0; !ret && i < sizeof names / sizeof *names; i++) {
		const struct env_package *p = env_find(e, names[i]);

		ret = p ? python_of_build(a, p->build) : NULL;
	}
	return ret;
}

/* pip never lists Python or libgcc: pins with them beside are conda's, printed without builds. */
static void settle_owner(struct env *e)
{
	const struct env_package *gcc = env_find(e, "-libgcc-mutex"), *py = env_find(e, "python");

	if (!(gcc && gcc->owner == OWNER_PIP) && !(py && py->owner == OWNER_PIP))
		return;
	for (size_t i = 0; i < e->packages.n; i++)
		if (e->packages.v[i].owner == OWNER_PIP)
			e->packages.v[i].owner = OWNER_UNKNOWN;
}

/* The one Python of all jobs that install something; NULL: none is named, or several are. */
static const char *python_of_jobs(const struct env *e)
{
	const char *ret = NULL;

	EACH(const struct env_declared, d, e->declared) {
		if (d->pythons.n > 1 || (d->pythons.n && ret && strcmp(d->pythons.v[0], ret) != 0))
			return NULL;
		ret = d->pythons.n ? d->pythons.v[0] : ret;
	}
	return ret;
}

/* What follows from the packages: Python and platform. A command that asks for a Python makes
 * another environment than that of the kernel. */
static void settle(struct arena *a, struct env *e, const char *kernel)
{
	const struct env_package *py = env_find(e, "python");

	settle_owner(e);
	env_settle_typed(a, e);
	if (!e->python_full && py && py->owner != OWNER_PIP)
		e->python_full = py->version;
	if (!e->python_full)
		e->python_full = python_of_jobs(e);
	if (!e->python_full && kernel && !env_asks(e, "python"))
		e->python_full = kernel;
	e->python = python_of(a, e->python_full, py ? py->build : NULL);
	if (!e->python)
		e->python = python_of_torch(a, e);
	for (size_t i = 0; i < e->packages.n && !e->platform; i++) {
		const char *subdir = e->packages.v[i].subdir;

		if (subdir && strcmp(subdir, "noarch") != 0 && strcmp(subdir, "pypi") != 0)
			e->platform = subdir;
	}
}

static int check(const char *name, struct span bytes, struct span text, struct err *e)
{
	if (bytes.n > IO_MAX / 2)
		return io_over(name, IO_MAX / 2, e);
	if (!span_trim(text).n)
		return ERR_SAY(e, ERR_INPUT, INPUT_EMPTY, SAY(file, name));
	if (lines_binary(text))
		return ERR_SAY(e, ERR_INPUT, INPUT_BINARY, SAY(file, name));
	if (lines_count(text) > LINES_MAX)
		return ERR_SAY(e, ERR_INPUT, INPUT_LINES_MOST, SAY(file, name),
			       SAY(limit, ERR_NUMBER(LINES_MAX)));
	return 0;
}

/* Every line about torch is weighed against every build and the other lines. */
static int check_size(const char *name, const struct env *env, struct err *e)
{
	size_t n = 0;

	if (env->over)
		return ERR_SAY(e, ERR_INPUT, ENV_ROWS_MOST, SAY(file, name),
			       SAY(limit, ERR_NUMBER(ENV_MOST)));
	for (size_t i = 0; i < env->declared.n; i++) {
		const char *of = env->declared.v[i].name;

		n += of && (env_matters(of) || strcmp(of, "python") == 0);
	}
	if (n > WISHES_MAX)
		return ERR_SAY(e, ERR_INPUT, ENV_WISHES_MOST, SAY(file, name),
			       SAY(limit, ERR_NUMBER(WISHES_MAX)));
	return 0;
}

int read_envs(struct arena *a, const char *name, struct span bytes, enum env_as as,
	      const struct place *files, struct envs *ret, struct err *e)
{
	struct span text = bytes.n > IO_MAX / 2 ? bytes : utf8_of(a, bytes);
	unsigned faults = 0;
	size_t rows_end = 0;
	ARENA_AUTO own = { 0 };
	struct env_memory memory = { .a = a, .own = &own };
	struct env_lines cells = { NULL, 0, 0 };
	const char *kernel = NULL;
	struct reading r = {
		.text = { .a = a, .file = name, .as = as, .files = files, .json_faults = &faults,
			  .rows_end = &rows_end, .memory = &memory },
		.to = ret, .first = ret->n,
	};
	int rc = check(name, bytes, text, e);

	if (rc)
		return rc;
	if (env_notebook(a, text, &cells, &kernel)) {
		may_begin(&r.may, span_of(""));
		r.text.v = cells.v;
		r.text.n = cells.n;
	} else {
		cut_lines(&r, lines_scrub(a, text));
	}
	r.text.seen = arena_array(a, r.text.n + 1, 1);
	memset(r.text.seen, 0, r.text.n + 1);
	read_parts(&r);
	if (ret->n > r.first)
		env_unread_tell(&r.text, &ret->v[ret->n - 1]);
	for (size_t i = r.first; rc == 0 && i < ret->n; i++) {
		settle(a, &ret->v[i], kernel);
		rc = check_size(name, &ret->v[i], e);
	}
	if (rc)
		return rc;
	if (ret->n > r.first)
		return 0;
	return ERR_SAY(e, ERR_INPUT, INPUT_NO_ENV, SAY(file, name));
}
