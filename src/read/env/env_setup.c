/* What a setup.py asks for: install_requires=[…] and extras_require={"gpu": […]} of setuptools
 * (setuptools.pypa.io/en/latest/userguide/dependency_management), as far as strings stand there. */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { LINES = 500 };

struct setup {
	const struct env_text *t;
	struct requirements r;
	struct span key;       /* a string that may be an extra's name */
	unsigned depth;
	bool extras, begun, done;
};

/* "install_requires=[", "EXTRAS_REQUIRE = {" */
static bool begins(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);
	ptrdiff_t at = span_find_nocase(s, "install_requires");

	at = at < 0 ? span_find_nocase(s, "extras_require") : at;
	if (at < 0 || s.p[0] == '#')
		return false;
	s = span_from(s, (size_t)at);
	at = span_find_char(s, '=');
	s = span_trim(span_from(s, at < 0 ? s.n : (size_t)at + 1));
	return s.n && strchr("[{(", s.p[0]);
}

static void take_string(struct setup *u, size_t i, struct span text, struct span behind)
{
	behind = span_trim(behind);
	if (u->extras && span_starts(behind, ":")) {
		u->key = text;
		return;
	}
	if (!text.n || span_find_char(text, '%') >= 0 || span_find_char(text, '{') >= 0)
		return;
	u->r.group = u->extras && u->key.n ? arena_span(u->t->a, u->key) : NULL;
	requirements_add(&u->r, text, env_origin(u->t, i));
}

static void read_line(struct setup *u, size_t i, struct span s)
{
	for (size_t n = 0; n < s.n && !u->done; n++) {
		char c = s.p[n];

		if (c == '#')
			return;
		if (strchr("[{(", c)) {
			u->depth++;
			u->begun = true;
		} else if (strchr("]})", c)) {
			u->done = u->depth <= 1;
			u->depth -= u->depth > 0;
		} else if ((c == '"' || c == '\'') && u->begun) {
			struct span rest = span_from(s, n + 1);
			ptrdiff_t end = span_find_char(rest, c);

			if (end < 0)
				return;
			take_string(u, i, span_sub(rest, 0, (size_t)end),
				    span_from(rest, (size_t)end + 1));
			n += (size_t)end + 1;
		}
	}
}

static size_t read_setup(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s;
	struct setup u = { .t = t, .r = { .a = t->a, .to = to },
			   .extras = span_find_nocase(s, "extras_require") >= 0 };
	size_t end = i + LINES < t->n ? i + LINES : t->n;

	s = span_from(s, (size_t)span_find_nocase(s, u.extras ? "extras_require" :
						  "install_requires"));
	read_line(&u, i++, span_from(s, (size_t)span_find_char(s, '=') + 1));
	for (; i < end && !u.done; i++)
		read_line(&u, i, t->v[i].s);
	return i;
}

const struct env_format env_setup = { begins, read_setup };
