/* Rows of `pip list` or `conda list` without their header, as grep leaves them. */
#include <string.h>

#include "read/env/env_format.h"

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
	size_t n = env_words(s, w, 6);

	if (n < 2 || n > 5 || !env_is_name(w[0]) || !env_is_version(w[1]) ||
	    !ascii_digit(w[1].p[0]))
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
	static const char *const names[] = { "torch", "pytorch", "nvidia-", "nvidia_", "triton",
					     "cudatoolkit", "cuda-version", "cudnn", "libtorch" };
	struct span s = span_trim(line);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (span_starts(s, names[i]))
			return true;
	return false;
}

static bool begins(const struct env_text *t, size_t i)
{
	if (t->as == ENV_AS_DECLARED)
		return false;
	for (; i < t->n && row_of(t->v[i].s) != ROW_NONE; i++)
		if (is_telling(t->v[i].s))
			return true;
	return false;
}

static size_t read_rows(const struct env_text *t, size_t i, struct env *to)
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

const struct env_format env_rows = { "rows of a list", begins, read_rows };

/* --- pip show: "Name: torch", "Version: 2.4.0+cpu", … ------------------------------------ */

static bool take_key(struct span s, const char *key, struct span *value)
{
	return span_take(&s, key) && (*value = span_trim(s)).n > 0;
}

static bool show_begins(const struct env_text *t, size_t i)
{
	struct span name, version;

	return i + 1 < t->n && take_key(t->v[i].s, "Name: ", &name) && env_is_name(name) &&
	       take_key(t->v[i + 1].s, "Version: ", &version) && env_is_version(version);
}

static size_t show_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span name = { NULL, 0 }, version = { NULL, 0 }, v;
	struct env_package *p;

	take_key(t->v[i].s, "Name: ", &name);
	take_key(t->v[i + 1].s, "Version: ", &version);
	p = env_add(t->a, to, name, version, OWNER_PIP, env_origin(t, i + 1));
	for (i += 2; i < t->n && t->v[i].s.n && !span_starts(t->v[i].s, "---"); i++) {
		if (show_begins(t, i))
			break;
		if (take_key(t->v[i].s, "Location: ", &v))
			p->location = arena_span(t->a, v);
		else if (take_key(t->v[i].s, "Installer: ", &v))
			p->installer = arena_span(t->a, v);
		else if (take_key(t->v[i].s, "Editable project location: ", &v))
			p->editable = true;
	}
	return i;
}

const struct env_format env_pip_show = { "pip show", show_begins, show_read };
