#include "base/buf.h"
#include "fact/matchspec_brackets.h"

/* What is in front, and what goes into the brackets. */
struct out {
	struct buf front, brackets;
};

static void bracket(struct out *o, enum conda_field i, const char *value, bool quote)
{
	const char *q = !quote ? "" : strchr(value, '\'') && !strchr(value, '"') ? "\"" : "'";

	if (i == CONDA_WHEN && quote)
		q = "'";
	buf_printf(&o->brackets, "%s%s=%s%s%s", o->brackets.n ? "," : "", conda_keys[i], q, value,
		   q);
}

static void add_channel(struct out *o, const struct matchspec *s)
{
	const char *channel = s->f[CONDA_CHANNEL], *subdir = s->f[CONDA_SUBDIR];

	if (channel)
		buf_printf(&o->front, "%s%s%s::", channel, subdir ? "/" : "",
			   subdir ? subdir : "");
	else if (subdir)
		bracket(o, CONDA_SUBDIR, subdir, false);
}

static bool is_relation(const char *version)
{
	return strchr("=!~", version[0]) != NULL;
}

/* "1.7.*" is printed as "=1.7"; a star inside is not. True if the version is exact. */
static bool add_version(struct out *o, const char *v, bool build)
{
	size_t n = strlen(v);
	const char *star = strchr(v, '*');

	if (strpbrk(v, "><$^|,") || (build && strchr("!~", v[0]))) {
		bracket(o, CONDA_VERSION, v, true);
		return false;
	}
	if (is_relation(v)) {
		buf_str(&o->front, v);
		return strncmp(v, "==", 2) == 0;
	}
	if (!star) {
		buf_printf(&o->front, "==%s", v);
		return true;
	}
	if (n > 2 && (star == v + n - 1 || strcmp(v, "*.*") == 0))
		buf_printf(&o->front, "=%.*s", (int)n - 2, v);
	else
		bracket(o, CONDA_VERSION, v, true);
	return false;
}

static void add_build(struct out *o, const char *build, bool exact)
{
	if (strpbrk(build, "><$^|,= "))
		bracket(o, CONDA_BUILD, build, true);
	else if (exact && !strchr(build, '*'))
		buf_printf(&o->front, "=%s", build);
	else
		bracket(o, CONDA_BUILD, build, false);
}

const char *matchspec_text(struct arena *a, const struct matchspec *spec)
{
	struct out o = { BUF(8 * MATCHSPEC_MAX), BUF(8 * MATCHSPEC_MAX) };
	const char *const *f = spec->f, *text;
	bool exact = false;

	add_channel(&o, spec);
	buf_str(&o.front, f[CONDA_NAME]);
	if (f[CONDA_VERSION])
		exact = add_version(&o, f[CONDA_VERSION], f[CONDA_BUILD] != NULL);
	if (f[CONDA_BUILD])
		add_build(&o, f[CONDA_BUILD], exact);
	for (enum conda_field i = CONDA_BUILD_NUMBER; i < CONDA_FIELDS; i++)
		if (f[i])
			bracket(&o, i, f[i], i < CONDA_EXTRAS && strpbrk(f[i], ", ="));
	if (o.brackets.n)
		buf_printf(&o.front, "[%s]", buf_cstr(&o.brackets));
	text = arena_str(a, buf_cstr(&o.front));
	buf_free(&o.front);
	buf_free(&o.brackets);
	return text;
}
