/* `conda list --revisions`: what is left after the last one. Builds are not printed. */
#include <string.h>

#include "read/env/env_format.h"

/* "2026-11-20 10:05:00  (rev 1)" */
static bool is_head(struct span s)
{
	return s.n > 20 && ascii_digit(s.p[0]) && span_find(s, "  (rev ") > 0 && span_ends(s, ")");
}

static bool begins(const struct env_text *t, size_t i)
{
	return is_head(t->v[i].s);
}

/* "pytorch-2.1.0" */
static bool split(struct span s, struct span *name, struct span *version)
{
	ptrdiff_t dash = span_rfind_char(s, '-');

	if (dash <= 0)
		return false;
	*name = span_sub(s, 0, (size_t)dash);
	*version = span_from(s, (size_t)dash + 1);
	return env_is_name(*name) && env_is_version(*version);
}

static void drop(struct env *e, const char *name)
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
static bool take(const struct env_text *t, size_t i, struct env *to)
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
		drop(to, project_name(t->a, word));
		env_add(t->a, to, word, version, OWNER_CONDA, env_origin(t, i));
		return true;
	}
	if (!split(word, &name, &version))
		return false;
	drop(to, project_name(t->a, name));
	if (sign == '+')
		take_channel(t, s, env_add(t->a, to, name, version, OWNER_CONDA, env_origin(t, i)));
	return true;
}

/* More lines than any history has would take long. */
enum { CHANGES_MAX = 20000 };

static size_t read_all(const struct env_text *t, size_t i, struct env *to)
{
	size_t end = i + CHANGES_MAX;

	for (; i < t->n && i < end; i++)
		if (t->v[i].s.n && !is_head(t->v[i].s) && !take(t, i, to))
			break;
	return i;
}

const struct env_format env_revisions = { "conda list --revisions", begins, read_all };
