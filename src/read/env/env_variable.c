/*
 * Variables in commands and settings, as a shell, Docker or a workflow would expand them: the
 * nearest assignment above the line counts. What is not assigned there stays as it is written.
 */
#include <string.h>

#include "base/buf.h"
#include "read/env/env_private.h"

enum { LOOK_BACK = 2000, NAME_MOST = 100, DEEP = 4 };

static size_t name_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && n < NAME_MOST && (ascii_alnum(s.p[n]) || s.p[n] == '_'))
		n++;
	return n && !ascii_digit(s.p[0]) ? n : 0;
}

static struct span unquoted(struct span v)
{
	v = span_trim(v);
	if (v.n > 1 && (v.p[0] == '"' || v.p[0] == '\'') &&
	    span_find_char(span_from(v, 1), v.p[0]) >= 0)
		return span_sub(v, 1, (size_t)span_find_char(span_from(v, 1), v.p[0]));
	for (size_t i = 0; i < v.n; i++)
		if (ascii_space(v.p[i]) || v.p[i] == ';' || v.p[i] == '&')
			return span_sub(v, 0, i);
	return v;
}

/* "ARG NAME=VALUE", "ENV NAME VALUE", "export NAME=VALUE", "NAME=VALUE", "NAME: VALUE" */
static bool assigns(struct span line, struct span name, struct span *value)
{
	static const char *const leads[] = { "ARG ", "ENV ", "export ", "- " };
	struct span s = span_trim(line);
	bool env = span_starts(s, "ENV ");

	for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
		if (span_take(&s, leads[i]))
			break;
	s = span_trim(s);
	if (!span_starts(s, "") || s.n <= name.n || memcmp(s.p, name.p, name.n) != 0)
		return false;
	s = span_from(s, name.n);
	if (span_take(&s, "=") || span_take(&s, ": ") || (env && span_take(&s, " "))) {
		*value = unquoted(s);
		return true;
	}
	return false;
}

static bool look_up(const struct env_text *t, size_t i, struct span name, struct span *value)
{
	size_t least = i > LOOK_BACK ? i - LOOK_BACK : 0;

	while (i-- > least)
		if (assigns(t->v[i].s, name, value))
			return true;
	return false;
}

/* Behind the "$": "NAME", "{NAME}", "{NAME:-value}", "{{ env.NAME }}". Length of it; 0: none. */
static size_t reference(struct span s, struct span *name, struct span *otherwise)
{
	struct span in = s;
	ptrdiff_t end;
	size_t n;

	*otherwise = (struct span){ NULL, 0 };
	if (span_starts(s, "{{")) {
		end = span_find(s, "}}");
		in = span_trim(span_sub(s, 2, end > 2 ? (size_t)end - 2 : 0));
		if (end < 0 || !span_take(&in, "env.") || name_length(in) != in.n)
			return 0;
		*name = in;
		return (size_t)end + 2;
	}
	if (!span_take(&in, "{")) {
		*name = span_sub(s, 0, name_length(s));
		return name->n;
	}
	end = span_find_char(in, '}');
	n = name_length(in);
	if (end < 0 || !n)
		return 0;
	*name = span_sub(in, 0, n);
	if (span_starts(span_from(in, n), ":-"))
		*otherwise = span_sub(in, n + 2, (size_t)end - n - 2);
	else if ((size_t)end != n)
		return 0;
	return (size_t)end + 2;
}

static struct span expand(const struct env_text *t, size_t i, struct span s, struct span own,
			  int deep)
{
	BUF_AUTO b = BUF(64 << 10);

	for (size_t at = 0; at < s.n;) {
		struct span name, value, otherwise;
		size_t n = s.p[at] == '$' ? reference(span_from(s, at + 1), &name, &otherwise) : 0;

		if (!n || (own.n && span_eq(name, own))) {
			buf_char(&b, s.p[at++]);
			continue;
		}
		if (deep < DEEP && look_up(t, i, name, &value))
			buf_span(&b, expand(t, i, value, name, deep + 1));
		else if (otherwise.p)
			buf_span(&b, otherwise);
		else
			buf_span(&b, span_sub(s, at, n + 1));
		at += n + 1;
	}
	return b.failed ? s : span_of(arena_str(t->a, buf_cstr(&b)));
}

struct span env_expand(const struct env_text *t, size_t i, struct span s, struct span own)
{
	return span_find_char(s, '$') < 0 ? s : expand(t, i, s, own, 0);
}
