/* Lines of conda that stand for themselves: --explicit, --export, --canonical, and `info`. */
#include <string.h>

#include "read/env/env_format.h"

/* "# platform: linux-64" before lists of all kinds. */
static bool take_platform(struct span s, struct span *platform)
{
	return span_take(&s, "# platform: ") && (*platform = span_trim(s)).n > 0;
}

/* Takes "#hash" off a URL. */
static struct span cut_hash(struct span s, struct span *hash)
{
	ptrdiff_t at = span_find_char(s, '#');

	*hash = (struct span){ NULL, 0 };
	if (at < 0)
		return s;
	*hash = span_from(s, (size_t)at + 1);
	return span_sub(s, 0, (size_t)at);
}

static bool is_package_url(struct span s)
{
	struct span hash;

	s = cut_hash(span_trim(s), &hash);
	return (span_find(s, "://") > 0 || span_starts(s, "/")) && span_find_char(s, ' ') < 0 &&
	       (span_ends(s, ".conda") || span_ends(s, ".tar.bz2"));
}

static bool explicit_begins(const struct env_text *t, size_t i)
{
	struct span platform;

	return span_is(t->v[i].s, "@EXPLICIT") || take_platform(t->v[i].s, &platform) ||
	       is_package_url(t->v[i].s);
}

/* Tokens in a URL are nobody's business: "/t/<token>/". */
static const char *without_token(struct arena *a, struct span s)
{
	ptrdiff_t at = span_find(s, "/t/"), end;

	if (at < 0)
		return arena_span(a, s);
	end = span_find_char(span_from(s, (size_t)at + 3), '/');
	if (end < 0)
		return arena_span(a, s);
	return arena_printf(a, "%.*s" SPAN_FMT, (int)at, s.p,
			    SPAN_ARG(span_from(s, (size_t)(at + 3 + end))));
}

static const char *hash_text(struct arena *a, struct span hash)
{
	span_take(&hash, "sha256:");
	if (hash.n != 32 && hash.n != 64)
		return NULL;
	return arena_printf(a, "%s:" SPAN_FMT, hash.n == 32 ? "md5" : "sha256", SPAN_ARG(hash));
}

static void add_record(const struct env_text *t, size_t i, struct span s, struct env *to)
{
	struct origin origin = { t->file, t->v[i].no, without_token(t->a, span_trim(s)) };
	struct conda_record r;
	struct env_package *p;
	struct span hash;
	struct err e;

	s = cut_hash(span_of(origin.text), &hash);
	if (conda_record_parse(t->a, s, &r, &e) || !r.f[CONDA_NAME] || !r.f[CONDA_VERSION])
		return;
	p = env_add_conda(t->a, to, span_of(r.f[CONDA_NAME]), span_of(r.f[CONDA_VERSION]),
			  span_of(r.f[CONDA_BUILD]), span_of(r.f[CONDA_CHANNEL]),
			  origin);
	p->subdir = r.f[CONDA_SUBDIR];
	p->hash = hash.p ? hash_text(t->a, hash) : NULL;
	if (span_find(s, "://") > 0)
		p->url = arena_span(t->a, s);
}

/* What `conda create --file` reads: one spec a line; of what pip installed it finds none. */
static size_t specs_read(const struct env_text *t, size_t i, struct env *to)
{
	for (; i < t->n; i++) {
		struct span s = span_trim(t->v[i].s);
		struct origin origin = env_origin(t, i);

		if (!s.n || s.p[0] == '#')
			continue;
		if (!ascii_alnum(s.p[0]) && s.p[0] != '_')
			break;
		if (span_ends(s, "=pypi_0"))
			env_problem(t->a, to, origin, "pip installed this: conda does not find it");
		else
			env_add_spec(t->a, to, origin.text, origin);
	}
	return i;
}

static size_t explicit_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span platform;

	if (take_platform(t->v[i].s, &platform))
		to->platform = arena_span(t->a, platform);
	for (i++; i < t->n && span_starts(t->v[i].s, "#"); i++)
		;
	if (i < t->n && span_is(t->v[i].s, "@EXPLICIT"))
		return i + 1;
	return t->as == ENV_AS_DECLARED ? specs_read(t, i, to) : i;
}

static size_t url_read(const struct env_text *t, size_t i, struct env *to)
{
	if (!is_package_url(t->v[i].s))
		return explicit_read(t, i, to);
	add_record(t, i, t->v[i].s, to);
	return i + 1;
}

const struct env_format env_conda_explicit = { "conda list --explicit", explicit_begins, url_read };

/* "name=version=build" with single signs, and nothing else in the line. */
static bool split_export(struct span s, struct span w[3])
{
	size_t n = 0;

	s = span_trim(s);
	if (span_find(s, "==") >= 0 || span_find_char(s, ' ') >= 0)
		return false;
	while (n < 3 && span_next(&s, '=', &w[n]))
		n++;
	return n == 3 && !s.p && env_is_name(w[0]) && env_is_version(w[1]) && w[2].n;
}

static bool export_begins(const struct env_text *t, size_t i)
{
	struct span w[3];

	return t->as != ENV_AS_DECLARED && split_export(t->v[i].s, w);
}

static size_t export_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span w[3] = { { NULL, 0 } };

	split_export(t->v[i].s, w);
	env_add_conda(t->a, to, w[0], w[1], w[2], (struct span){ NULL, 0 }, env_origin(t, i));
	return i + 1;
}

const struct env_format env_conda_export = { "conda list --export", export_begins, export_read };

/* "channel/subdir::name-version-build" and "channel::name==version=build" */
static bool canonical_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;
	ptrdiff_t at = span_find(s, "::");

	return at > 0 && span_find_char(s, ' ') < 0 && s.p[0] != '-' && env_is_name(
	       span_sub(s, 0, span_find_char(s, '/') > 0 ? (size_t)span_find_char(s, '/') :
			(size_t)at)) && (size_t)at + 3 < s.n && t->as != ENV_AS_DECLARED;
}

static size_t canonical_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, channel, name, version = { NULL, 0 };
	ptrdiff_t at = span_find(s, "::"), eq = span_find(s, "==");

	if (eq < 0) {
		add_record(t, i, s, to);
		return i + 1;
	}
	channel = span_sub(s, 0, (size_t)at);
	name = span_sub(s, (size_t)at + 2, (size_t)(eq - at - 2));
	s = span_from(s, (size_t)eq + 2);
	span_next(&s, '=', &version);
	env_add_conda(t->a, to, name, version, s, channel, env_origin(t, i));
	return i + 1;
}

const struct env_format env_conda_canonical = { "conda list --canonical", canonical_begins,
						canonical_read };
