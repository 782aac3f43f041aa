/* `conda info`: "key : value" lines, further values aligned below. */
#include <string.h>

#include "read/env/env_format.h"

static bool split(struct span s, struct span *key, struct span *value)
{
	ptrdiff_t at = span_find(s, ": ");

	if (at < 0 && span_ends(s, " :"))
		at = (ptrdiff_t)s.n - 1;
	if (at <= 0)
		return false;
	*key = span_trim(span_sub(s, 0, (size_t)at));
	*value = span_trim(span_from(s, (size_t)at + 1));
	return true;
}

static bool begins(const struct env_text *t, size_t i)
{
	struct span key, value;

	return split(t->v[i].s, &key, &value) &&
	       (span_is(key, "active environment") || span_is(key, "conda version") ||
		span_is(key, "libmamba version") || span_is(key, "micromamba version"));
}

static void take(const struct env_text *t, size_t i, struct span key, struct span v, struct env *to)
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
		env_set(t->a, to, "conda", "config_files", text, env_origin(t, i));
	else if (span_is(key, "micromamba version"))
		to->tool = "micromamba";
	else if (span_is(key, "conda version") || span_is(key, "solver"))
		env_set(t->a, to, "conda", span_is(key, "solver") ? "solver" : "version", text,
			env_origin(t, i));
}

static size_t info_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span key = { NULL, 0 }, value;

	for (; i < t->n; i++) {
		struct span s = t->v[i].s;

		if (split(s, &key, &value))
			take(t, i, key, value, to);
		else if (s.n && ascii_space(s.p[0]) && key.n)
			take(t, i, key, span_trim(s), to);
		else if (span_trim(s).n)
			break;
	}
	return i;
}

const struct env_format env_conda_info = { "conda info", begins, info_read };

/* --- search --info: blocks that begin with "file name   : pytorch-2.1.0-….tar.bz2" ------- */

static bool block_begins(const struct env_text *t, size_t i)
{
	struct span key, value;

	return split(t->v[i].s, &key, &value) && span_is(key, "file name");
}

static size_t block_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_offer o = { .origin = env_origin(t, i) };
	struct span key, value;

	for (; i < t->n; i++) {
		if (!split(t->v[i].s, &key, &value))
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
		ARRAY_ADD(t->a, to->offers) = o;
	/* what the package depends on is nobody's wish */
	while (i < t->n && (!t->v[i].s.n || span_starts(t->v[i].s, "  ") ||
			    span_starts(t->v[i].s, "dependencies") ||
			    span_starts(t->v[i].s, "constraints")))
		i++;
	return i;
}

const struct env_format env_search_info = { "conda search", block_begins, block_read };
