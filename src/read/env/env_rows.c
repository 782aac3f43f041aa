/* Rows of pip or conda that stand alone: without their header, as grep leaves them, or behind the
 * marks of collect_env. */
#include "read/env/env_private.h"

enum row { ROW_NONE, ROW_PIP, ROW_CONDA };

/* "py3.10_cuda11.7_cudnn8.5.0_0", "h778d358_5", "pypi_0", "0", "cuda", "<pip>" */
static bool is_build(struct span s)
{
	ptrdiff_t at = span_rfind_char(s, '_');
	struct span number = span_from(s, (size_t)(at + 1));
	uint64_t v;

	if (span_is(s, "cuda") || span_is(s, "cpu") || span_is(s, "mkl") || span_is(s, "<pip>"))
		return true;
	return span_take_u64(&number, &v) && !number.n;
}

static enum row row_of(struct span s)
{
	struct span w[6];
	size_t n = env_words(s, w, 2);

	if (n < 2 || !ascii_digit(w[1].p[0]) || !env_is_name(w[0]) || !env_is_version(w[1]))
		return ROW_NONE;
	n = env_words(s, w, 6);
	if (n > 5)
		return ROW_NONE;
	if (n == 2)
		return span_find_char(w[1], '.') > 0 ? ROW_PIP : ROW_NONE;
	if (is_build(w[2]))
		return ROW_CONDA;
	return n == 3 && (w[2].p[0] == '/' || span_find(w[2], ":\\") == 1) ? ROW_PIP : ROW_NONE;
}

/* Without such a name among them two words in a line are prose. */
static bool is_telling(struct span line)
{
	struct span s = span_trim(line);

	return span_begins(s, ONE_OF("torch", "pytorch", "nvidia-", "nvidia_", "triton",
				     "cudatoolkit", "cuda-version", "cudnn", "libtorch"));
}

static bool rows_begin(const struct env_text *t, size_t i)
{
	if (t->as == ENV_AS_DECLARED || i < *t->rows_end)
		return false;
	for (; i < t->n && row_of(t->v[i].s) != ROW_NONE; i++)
		if (is_telling(t->v[i].s))
			return true;
	*t->rows_end = i;
	return false;
}

static size_t rows_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span none = { NULL, 0 };
	enum row row;

	for (; i < t->n && (row = row_of(t->v[i].s)) != ROW_NONE; i++) {
		struct span w[5];
		size_t n = env_words(t->v[i].s, w, 5);
		struct env_package *p;

		if (row == ROW_CONDA) {
			env_add_conda(t->a, to, w[0], w[1], w[2], n > 3 ? w[n - 1] : none,
				      env_origin(t, i));
			continue;
		}
		p = env_add(t->a, to, w[0], w[1], OWNER_PIP, env_origin(t, i));
		p->location = n > 2 ? arena_span(t->a, w[2]) : NULL;
		p->editable = n > 2;
	}
	return i;
}

const struct env_format env_rows = { rows_begin, rows_read, .second = "0" };

/* --- collect_env: "[pip3] torch==2.5.1", "[conda] torch 2.5.1 pypi_0 pypi" ------------- */

static bool take_mark(struct span *s, bool *conda)
{
	*s = span_trim(*s);
	*conda = span_take(s, "[conda] ");
	return *conda || span_take(s, "[pip3] ") || span_take(s, "[pip] ") ||
	       span_take(s, "[pip3]") || span_take(s, "[uv] ");
}

enum { COLLECTED = 400 };

/* "2.6.0+cu124" of "PyTorch version: 2.6.0+cu124", where no mark below tells of torch: the lists
 * were cut off. A label says that pip installed it. */
static struct span torch_alone(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s, none = { NULL, 0 }, name;
	bool conda;

	if (!span_take(&s, "PyTorch version: ") || span_find_char(s, '+') < 0 || !env_is_version(s))
		return none;
	for (size_t k = i + 1; k < t->n && k < i + COLLECTED; k++) {
		name = t->v[k].s;
		if (take_mark(&name, &conda) &&
		    (span_starts(name, "torch=") || span_starts(name, "torch ") ||
		     span_starts(name, "pytorch ")))
			return none;
	}
	return s;
}

static bool collect_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;
	bool conda;

	return take_mark(&s, &conda) || torch_alone(t, i).n;
}

static size_t collect_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, w[5], name;
	bool conda;
	size_t n;

	if (torch_alone(t, i).n) {
		env_add(t->a, to, span_of("torch"), torch_alone(t, i), OWNER_PIP, env_origin(t, i));
		return i + 1;
	}
	if (!take_mark(&s, &conda))
		return i + 1;
	if (conda) {
		n = env_words(s, w, 5);
		if (n > 1 && env_is_name(w[0]) && env_is_version(w[1]))
			env_add_conda(t->a, to, w[0], w[1], n > 2 ? w[2] : SPAN(""),
				      n > 3 ? w[3] : SPAN(""), env_origin(t, i));
		return i + 1;
	}
	n = (size_t)span_find(s, "==");
	if (span_find(s, "==") > 0) {
		name = span_sub(s, 0, n);
		if (env_is_name(span_trim(name)))
			env_add(t->a, to, name, span_from(s, n + 2), OWNER_PIP, env_origin(t, i));
	}
	return i + 1;
}

const struct env_format env_collect = { collect_begins, collect_read, .first = "[P" };
