/* Lines of conda that stand for themselves: `list` with --explicit, --export, --canonical and
 * --revisions, `info`, and `search --info`. */
#include <string.h>

#include "read/env/env_private.h"

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

	/* What conda writes above a list that `conda create --file` reads. */
	return span_is(t->v[i].s, "@EXPLICIT") || take_platform(t->v[i].s, &platform) ||
	       span_starts(t->v[i].s, "# This file may be used to create an environment") ||
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
	struct origin origin = {
		.file = t->file, .line = t->v[i].no, .text = without_token(t->a, span_trim(s)),
	};
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

/* What `conda create --file` reads: one spec a line; of what pip installed it finds none, and that
 * was there where the list was printed. */
static size_t specs_read(const struct env_text *t, size_t i, struct env *to)
{
	for (; i < t->n; i++) {
		struct span s = span_trim(t->v[i].s), w[3] = { { NULL, 0 } };
		struct origin origin = env_origin(t, i);

		if (!s.n || s.p[0] == '#')
			continue;
		if (!ascii_alnum(s.p[0]) && s.p[0] != '_')
			break;
		if (!span_ends(s, "=pypi_0")) {
			env_add_spec(t->a, to, origin.text, origin);
			continue;
		}
		if (!to->problems.n)
			env_problem(t->a, to, origin, PHRASE(t->a, SPEC_OF_PIP));
		if (split_export(s, w))
			env_add_conda(t->a, to, w[0], w[1], w[2], (struct span){ NULL, 0 }, origin);
	}
	return i;
}

/* "# $ conda create --name <env> --file <this file> -c pytorch": where the specs come from. */
static void take_channels(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, word, channel;

	if (!span_take(&s, "# $ conda create "))
		return;
	while (span_word(&s, &word))
		if (span_in(word, "-c --channel") && span_word(&s, &channel)) {
			strings_add(t->a, &to->channels, arena_span(t->a, channel));
			env_set(t->a, to, SETTING_ENVIRONMENT, "channels",
				arena_span(t->a, channel), env_origin(t, i));
		}
}

/* `conda list --export` prints all builds; without them the lines are specs. */
static bool are_specs(const struct env_text *t, size_t i)
{
	struct span w[3];

	while (i < t->n && (!t->v[i].s.n || t->v[i].s.p[0] == '#'))
		i++;
	return t->as == ENV_AS_DECLARED ||
	       (t->as == ENV_AS_ANY && i < t->n && !split_export(t->v[i].s, w));
}

static size_t explicit_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span platform;

	for (; i < t->n && span_starts(t->v[i].s, "#"); i++) {
		if (take_platform(t->v[i].s, &platform))
			to->platform = arena_span(t->a, platform);
		take_channels(t, i, to);
	}
	if (i < t->n && span_is(t->v[i].s, "@EXPLICIT"))
		return i + 1;
	return are_specs(t, i) ? specs_read(t, i, to) : i;
}

static size_t url_read(const struct env_text *t, size_t i, struct env *to)
{
	if (!is_package_url(t->v[i].s))
		return explicit_read(t, i, to);
	add_record(t, i, t->v[i].s, to);
	return i + 1;
}

const struct env_format env_conda_explicit = { explicit_begins, url_read, .with = "/#@" };

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

const struct env_format env_conda_export = { export_begins, export_read, .with = "=" };

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

const struct env_format env_conda_canonical = { canonical_begins, canonical_read,
	.with = ":" };

/* --- --revisions: what is left after the last one. Builds are not printed ------------- */

/* "2026-11-20 10:05:00  (rev 1)" */
static bool is_head(struct span s)
{
	return s.n > 20 && ascii_digit(s.p[0]) && span_find(s, "  (rev ") > 0 && span_ends(s, ")");
}

static bool revisions_begin(const struct env_text *t, size_t i)
{
	return is_head(t->v[i].s);
}

/* "pytorch-2.1.0" */
static bool split_change(struct span s, struct span *name, struct span *version)
{
	ptrdiff_t dash = span_rfind_char(s, '-');

	if (dash <= 0)
		return false;
	*name = span_sub(s, 0, (size_t)dash);
	*version = span_from(s, (size_t)dash + 1);
	return env_is_name(*name) && env_is_version(*version);
}

static void drop_package(struct env *e, const char *name)
{
	for (size_t i = e->packages.n; i-- > 0;)
		if (strcmp(e->packages.v[i].name, name) == 0) {
			memmove(&e->packages.v[i], &e->packages.v[i + 1],
				(e->packages.n - i - 1) * sizeof *e->packages.v);
			e->packages.n--;
			return;
		}
}

/* "channel/subdir" between brackets. */
static void take_channel(const struct env_text *t, struct span s, struct env_package *p)
{
	const char *channel, *subdir;

	s = span_trim(s);
	if (s.n < 3 || s.p[0] != '(' || s.p[s.n - 1] != ')')
		return;
	conda_channel_split(t->a, span_sub(s, 1, s.n - 2), &channel, &subdir);
	p->channel = channel;
	p->subdir = subdir;
}

/* "+name-version (channel)", "-name-version (channel)", "name  {old -> new}" */
static bool take_change(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = span_trim(t->v[i].s), word, name, version;
	char sign = s.n ? s.p[0] : '\0';

	if (sign == '+' || sign == '-')
		s = span_from(s, 1);
	if (!span_word(&s, &word))
		return false;
	if (sign != '+' && sign != '-') {
		ptrdiff_t arrow = span_find(s, " -> ");

		s = span_from(s, arrow < 0 ? 0 : (size_t)arrow + 4);
		if (arrow < 0 || !env_is_name(word) || !span_word(&s, &version))
			return false;
		if (span_ends(version, "}"))
			version.n--;
		drop_package(to, project_name(t->a, word));
		env_add(t->a, to, word, version, OWNER_CONDA, env_origin(t, i));
		return true;
	}
	if (!split_change(word, &name, &version))
		return false;
	drop_package(to, project_name(t->a, name));
	if (sign == '+')
		take_channel(t, s, env_add(t->a, to, name, version, OWNER_CONDA, env_origin(t, i)));
	return true;
}

/* More lines than any history has would take long. */
enum { CHANGES_MAX = 20000 };

static size_t revisions_read(const struct env_text *t, size_t i, struct env *to)
{
	size_t end = i + CHANGES_MAX;

	for (; i < t->n && i < end; i++)
		if (t->v[i].s.n && !is_head(t->v[i].s) && !take_change(t, i, to))
			break;
	return i;
}

const struct env_format env_revisions = { revisions_begin, revisions_read,
	.first = "0", .with = "(" };

/* --- info: "key : value" lines, further values aligned below -------------------------- */

static bool info_begins(const struct env_text *t, size_t i)
{
	struct span key, value;

	return span_pair(t->v[i].s, &key, &value) &&
	       (span_is(key, "active environment") || span_is(key, "conda version") ||
		span_is(key, "libmamba version") || span_is(key, "micromamba version"));
}

static void take_info(const struct env_text *t, size_t i, struct span key, struct span v,
		      struct env *to)
{
	const char *text;

	if (!v.n || span_is(v, "None"))
		return;
	text = arena_span(t->a, v);
	if (span_is(key, "virtual packages"))
		strings_add(t->a, &to->virtuals, text);
	else if (span_is(key, "channel URLs") || span_is(key, "channels"))
		strings_add(t->a, &to->channels, text);
	else if (span_is(key, "platform"))
		to->platform = text;
	else if (span_is(key, "active env location") || span_is(key, "env location"))
		to->prefix = text;
	else if (span_is(key, "populated config files"))
		env_set(t->a, to, SETTING_CONDA, "config_files", text, env_origin(t, i));
	else if (span_is(key, "micromamba version"))
		env_changed_by(to, INSTALLER_MICROMAMBA);
	else if (span_is(key, "conda version") || span_is(key, "solver"))
		env_set(t->a, to, SETTING_CONDA,
			span_is(key, "solver") ? "solver" : "version", text, env_origin(t, i));
}

static size_t info_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span key = { NULL, 0 }, value;

	for (; i < t->n; i++) {
		struct span s = t->v[i].s;

		if (span_pair(s, &key, &value))
			take_info(t, i, key, value, to);
		else if (s.n && ascii_space(s.p[0]) && key.n)
			take_info(t, i, key, span_trim(s), to);
		else if (span_trim(s).n)
			break;
	}
	return i;
}

const struct env_format env_conda_info = { info_begins, info_read, .first = "aclm", .with = ":" };

/* --- search --info: blocks that begin with "file name   : pytorch-2.1.0-….tar.bz2" ------- */

static bool block_begins(const struct env_text *t, size_t i)
{
	struct span key, value;

	return span_pair(t->v[i].s, &key, &value) && span_is(key, "file name");
}

static size_t block_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_offer o = { .origin = env_origin(t, i) };
	struct span key, value;

	for (; i < t->n; i++) {
		if (!span_pair(t->v[i].s, &key, &value))
			break;
		if (span_is(key, "name"))
			o.name = arena_span(t->a, value);
		else if (span_is(key, "version"))
			o.version = arena_span(t->a, value);
		else if (span_is(key, "build"))
			o.build = arena_span(t->a, value);
		else if (span_is(key, "subdir"))
			o.subdir = arena_span(t->a, value);
		else if (span_is(key, "url"))
			conda_channel_split(t->a, span_sub(value, 0, (size_t)(span_rfind_char(value,
					    '/') + 1)), &o.channel, &o.subdir);
	}
	if (o.name && o.version)
		ENV_ADD(t->a, to, offers) = o;
	/* what the package depends on is nobody's wish */
	while (i < t->n && (!t->v[i].s.n || span_starts(t->v[i].s, "  ") ||
			    span_starts(t->v[i].s, "dependencies") ||
			    span_starts(t->v[i].s, "constraints")))
		i++;
	return i;
}

const struct env_format env_search_info = { block_begins, block_read, .first = "f", .with = ":" };
