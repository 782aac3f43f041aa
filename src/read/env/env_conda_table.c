/* Tables of conda, mamba, micromamba and pixi: `list` of all eras, `search`, and what a solver is
 * about to install. */
#include "fact/platform.h"
#include "read/env/env_private.h"

static bool is_header(struct span s)
{
	struct span w[6];

	s = span_trim(s);
	span_take(&s, "#");
	return env_words(s, w, 6) >= 3 && (span_is(w[0], "Name") || span_is(w[0], "Package")) &&
	       span_is(w[1], "Version") && span_is(w[2], "Build");
}

static bool is_pixi(struct span s)
{
	return is_header(s) && span_find(s, "Kind") > 0;
}

/* "# packages in environment at /opt/env:", 'List of packages in environment: "/opt/env"' */
static bool take_prefix(struct span s, struct span *prefix)
{
	s = span_trim(s);
	span_take(&s, "#");
	s = span_trim(s);
	if (span_take(&s, "packages in environment at ")) {
		*prefix = span_ends(s, ":") ? span_sub(s, 0, s.n - 1) : s;
		return true;
	}
	if (!span_take(&s, "List of packages in environment: "))
		return false;
	*prefix = s.n > 1 && s.p[0] == '"' ? span_sub(s, 1, s.n - 2) : s;
	return true;
}

static bool list_begins(const struct env_text *t, size_t i)
{
	struct span prefix;

	return take_prefix(t->v[i].s, &prefix) || is_header(t->v[i].s);
}

/* A rule of mamba: "─" again and again. */
static bool is_rule(struct span s)
{
	s = span_trim(s);
	return span_starts(s, "\xE2\x94\x80") || span_starts(s, "----") || span_starts(s, "=====");
}

/* "name version build [features] channel" */
static bool take_row(const struct env_text *t, size_t i, struct env *to, bool blank_channel)
{
	struct span w[5], build = { "", 0 }, channel = { NULL, 0 };
	size_t n = env_words(t->v[i].s, w, 5);

	/* a version may be a word ("master") where build and channel stand behind it */
	if (n < 2 || !env_is_name(w[0]) || !(env_is_version(w[1]) || (n > 3 && env_is_name(w[1]))))
		return false;
	if (n > 2)
		build = w[2];
	if (n > 3 && w[n - 1].p[0] != '[')
		channel = w[n - 1];
	else if (blank_channel && t->v[i].whole)
		channel = SPAN("");
	env_add_conda(t->a, to, w[0], w[1], build, channel, env_origin(t, i));
	return true;
}

/* "name version build size unit kind source": the size has a unit of its own, or is missing. */
static bool take_pixi_row(const struct env_text *t, size_t i, struct env *to)
{
	struct span w[8], kind = { NULL, 0 };
	size_t n = env_words(t->v[i].s, w, 8), at = 0;

	if (n < 3 || !env_is_name(w[0]) || !env_is_version(w[1]))
		return false;
	for (size_t k = 2; k < n; k++)
		if (span_is(w[k], "conda") || span_is(w[k], "pypi")) {
			kind = w[k];
			at = k;
		}
	if (!kind.p)
		return false;
	if (span_is(kind, "pypi"))
		env_add(t->a, to, w[0], w[1], OWNER_PIP, env_origin(t, i));
	else
		env_add_conda(t->a, to, w[0], w[1], at > 2 ? w[2] : SPAN(""),
			      at + 1 < n ? w[at + 1] : SPAN(""), env_origin(t, i));
	return true;
}

static size_t read_rows(const struct env_text *t, size_t i, struct env *to)
{
	bool pixi = is_pixi(t->v[i].s), channel = span_find(t->v[i].s, "Channel") > 0;
	size_t before = to->packages.n;

	for (i++; i < t->n; i++) {
		struct span s = span_trim(t->v[i].s);

		if (!s.n && to->packages.n > before)
			break;
		if (!s.n || is_rule(s) || s.p[0] == '#')
			continue;
		if (pixi ? !take_pixi_row(t, i, to) : !take_row(t, i, to, channel))
			break;
	}
	return i;
}

static size_t list_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span prefix;

	if (is_header(t->v[i].s))
		return read_rows(t, i, to);
	if (take_prefix(t->v[i].s, &prefix)) {
		/* A folder with a drive is one of Windows. */
		to->prefix = arena_span(t->a, prefix);
		if (!to->platform && prefix.n > 2 && ascii_alpha(prefix.p[0]) &&
		    prefix.p[1] == ':' && prefix.p[2] == '\\')
			to->platform = PLATFORM_WINDOWS;
	}
	for (i++; i < t->n; i++) {
		struct span s = span_trim(t->v[i].s);

		if (is_header(s))
			return read_rows(t, i, to);
		if (s.n && s.p[0] != '#')
			break;
	}
	return i;
}

const struct env_format env_conda_list = { list_begins, list_read, .first = "#NPpL" };

/* A table of conda stands behind "Loading channels" or the command that was typed. */
static bool search_begins(const struct env_text *t, size_t i)
{
	size_t from = i < 4 ? 0 : i - 4;

	if (!is_header(t->v[i].s) || is_pixi(t->v[i].s))
		return false;
	for (size_t k = from; k < i; k++)
		if (span_find(t->v[k].s, "Loading channels") >= 0 ||
		    span_find(t->v[k].s, " search ") >= 0)
			return true;
	return span_find(t->v[i].s, "Subdir") > 0;
}

static bool take_offer(const struct env_text *t, size_t i, struct env *to)
{
	struct span w[6];
	size_t n = env_words(t->v[i].s, w, 6);

	if (n < 3 || !env_is_name(w[0]) || !env_is_version(w[1]))
		return false;
	ENV_ADD(t->a, to, offers) = (struct env_offer){
		.name = arena_span(t->a, w[0]), .version = arena_span(t->a, w[1]),
		.build = arena_span(t->a, w[2]),
		.channel = n > 3 ? arena_span(t->a, w[n - 1]) : NULL,
		.origin = env_origin(t, i),
	};
	return true;
}

static size_t search_read(const struct env_text *t, size_t i, struct env *to)
{
	for (i++; i < t->n; i++)
		if (!is_rule(t->v[i].s) && !take_offer(t, i, to))
			break;
	return i;
}

const struct env_format env_conda_search = { search_begins, search_read, .first = "#NPpL" };

/* --- what a solver is about to install: the tables before "Proceed?" ------------------ */

/* "The following NEW packages will be INSTALLED:", "… will be UPDATED:" */
static bool plan_begins(const struct env_text *t, size_t i)
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

static size_t plan_read(const struct env_text *t, size_t i, struct env *to)
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

const struct env_format env_conda_plan = { plan_begins, plan_read, .first = "T", .with = ":" };

/* --- mamba: "  + pytorch  2.3.1  cpu_generic_py311_h8ca351a_0  conda-forge  38MB" --------- */

static bool is_mamba_row(struct span line, struct span *w)
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

	return is_mamba_row(t->v[i].s, w);
}

static size_t row_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span w[6], channel;

	for (; i < t->n && is_mamba_row(t->v[i].s, w); i++) {
		struct span rest = w[3];

		span_next(&rest, '/', &channel);
		env_add_conda(t->a, to, w[0], w[1], w[2], channel, env_origin(t, i));
	}
	return i;
}

const struct env_format env_mamba_plan = { row_begins, row_read, .first = "+" };
