/* What a solver of conda is about to install: the tables of conda and mamba before "Proceed?". */
#include <string.h>

#include "read/env/env_format.h"

/* "The following NEW packages will be INSTALLED:", "… will be UPDATED:" */
static bool begins(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);

	return span_starts(s, "The following") && span_find(s, "packages will be ") > 0 &&
	       span_find(s, "REMOVED") < 0 && span_find(s, "downloaded") < 0 && span_ends(s, ":");
}

/* "pkgs/main/linux-64::pytorch-2.0.1-cpu_py310h…": a record that names its channel. */
static bool add_record(const struct env_text *t, size_t i, struct span s, struct env *to)
{
	struct conda_record r;
	struct env_package *p;
	struct err e;

	if (span_find(s, "::") <= 0 || conda_record_parse(t->a, s, &r, &e) ||
	    !r.f[CONDA_NAME] || !r.f[CONDA_VERSION])
		return false;
	p = env_add_conda(t->a, to, span_of(r.f[CONDA_NAME]), span_of(r.f[CONDA_VERSION]),
			  span_of(r.f[CONDA_BUILD]), span_of(r.f[CONDA_CHANNEL]),
			  env_origin(t, i));
	p->subdir = r.f[CONDA_SUBDIR];
	return true;
}

/* Of conda before 4.6: "pytorch:  1.0.0-py3.7_cuda10.0.130_cudnn7.4.1_1 pytorch" */
static bool add_old(const struct env_text *t, size_t i, const struct span *w, size_t n,
		    struct env *to)
{
	ptrdiff_t dash = span_find_char(w[1], '-');

	if (w[0].n < 2 || w[0].p[w[0].n - 1] != ':' || dash <= 0)
		return false;
	env_add_conda(t->a, to, span_sub(w[0], 0, w[0].n - 1), span_sub(w[1], 0, (size_t)dash),
		      span_from(w[1], (size_t)dash + 1), n > 2 ? w[n - 1] : SPAN(""),
		      env_origin(t, i));
	return true;
}

static size_t read_plan(const struct env_text *t, size_t i, struct env *to)
{
	for (i++; i < t->n; i++) {
		struct span w[6];
		size_t n = env_words(t->v[i].s, w, 6);

		if (n == 0)
			continue;
		if (n < 2 || !ascii_space(t->v[i].s.p[0]))
			break;
		if (!add_record(t, i, w[n - 1], to) && !add_old(t, i, w, n, to))
			break;
	}
	return i;
}

const struct env_format env_conda_plan = { "plan of conda", begins, read_plan };

/* --- mamba: "  + pytorch  2.3.1  cpu_generic_py311_h8ca351a_0  conda-forge  38MB" --------- */

static bool is_row(struct span line, struct span *w)
{
	struct span s = span_trim(line);
	size_t n;

	if (!span_take(&s, "+ "))
		return false;
	n = env_words(s, w, 6);
	return n >= 4 && n <= 5 && env_is_name(w[0]) && env_is_version(w[1]) &&
	       span_find_char(w[2], '_') >= 0;
}

static bool row_begins(const struct env_text *t, size_t i)
{
	struct span w[6];

	return is_row(t->v[i].s, w);
}

static size_t row_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span w[6], channel;

	for (; i < t->n && is_row(t->v[i].s, w); i++) {
		struct span rest = w[3];

		span_next(&rest, '/', &channel);
		env_add_conda(t->a, to, w[0], w[1], w[2], channel, env_origin(t, i));
	}
	return i;
}

const struct env_format env_mamba_plan = { "plan of mamba", row_begins, row_read };
