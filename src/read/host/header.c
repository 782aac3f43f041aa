#include "read/host/header.h"

#include <string.h>

static bool is_host_name(struct span s)
{
	if (s.n == 0 || s.n > 253 || !ascii_alnum(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_alnum(s.p[i]) && !strchr("._-", s.p[i]))
			return false;
	return true;
}

/* Headings that name a command, a file or a topic rather than a machine. */
static bool is_topic(struct span s)
{
	static const char *const topics[] = {
		"nvidia", "nvcc", "lspci", "lscpu", "collect", "python", "pip", "conda", "uname",
		"version", "driver", "gpu", "cuda", "output", "info", "env", "torch", "pytorch",
		"system", "hardware", "software", "log", "error", "before", "after", "proc", "os",
		"os-release", "result", "results", "command", "list", "query", "details", "note",
		"table", "summary", "diff", "begin", "end", "cut", "snip", "text", "xml", "csv",
	};

	for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
		struct span t = span_of(topics[i]);

		if (span_starts_nocase(s, topics[i]) &&
		    (s.n == t.n || !ascii_alpha(s.p[t.n])))
			return true;
	}
	return false;
}

static bool take_marks(struct span *s, char c, size_t least)
{
	size_t n = 0;

	while (n < s->n && s->p[n] == c)
		n++;
	*s = span_from(*s, n);
	return n >= least;
}

/* "--- node1", "=== node1 ===", "--- node1 ---". */
static bool heading(struct span s, char mark, struct span *name)
{
	if (!take_marks(&s, mark, 3) || s.n == 0 || !ascii_space(s.p[0]))
		return false;
	while (s.n && s.p[s.n - 1] == mark)
		s.n--;
	*name = span_trim(s);
	if (span_ends(*name, ":"))
		name->n--;
	return is_host_name(*name) && !is_topic(*name);
}

/* "==> node1 <==", as head and tail print it for files. */
static bool arrows(struct span s, struct span *name)
{
	if (!span_take(&s, "==>") || !span_ends(s, "<=="))
		return false;
	s.n -= 3;
	*name = span_trim(s);
	return name->n > 0;
}

/* "node1 | CHANGED | rc=0 >>" */
static bool ansible(struct span s, struct span *name)
{
	ptrdiff_t bar = span_find_char(s, '|');

	if (bar <= 0 || span_find(s, "rc=") < bar || !span_ends(s, ">>"))
		return false;
	*name = span_trim(span_sub(s, 0, (size_t)bar));
	return is_host_name(*name);
}

/* "$ ssh user@node1 nvidia-smi" */
static bool ssh(struct span s, struct span *name)
{
	ptrdiff_t at = span_find(s, "ssh ");
	struct span rest;

	if (at < 0 || (at > 0 && ascii_alnum(s.p[at - 1])))
		return false;
	rest = span_from(s, (size_t)at + 4);
	if (!span_word(&rest, name) || span_find(rest, "nvidia-smi") < 0)
		return false;
	at = span_find_char(*name, '@');
	*name = span_from(*name, (size_t)(at + 1));
	return is_host_name(*name);
}

static bool is_rule(struct span s)
{
	return take_marks(&s, '-', 8) && s.n == 0;
}

/* A name between two rules, as clush -b and dshbak print it; "node[1-3] (3)" counts as one. */
static bool between_rules(const struct line *v, size_t n, size_t i, struct span *name)
{
	if (i + 2 >= n || !is_rule(v[i].s) || !is_rule(v[i + 2].s))
		return false;
	*name = v[i + 1].s;
	return name->n > 0 && span_find_char(*name, '|') < 0 && span_find_char(*name, ':') < 0;
}

bool header_at(struct arena *a, const struct line *v, size_t n, size_t i, struct header *ret)
{
	struct span s = v[i].s, name;

	*ret = (struct header){ .lines = 1, .sure = true };
	if (s.n < 5 || s.n > 512)
		return false;
	if (between_rules(v, n, i, &name))
		ret->lines = 3;
	else if (ssh(s, &name) || heading(s, '-', &name) || heading(s, '=', &name))
		ret->sure = false;
	else if (!arrows(s, &name) && !ansible(s, &name))
		return false;
	ret->host = arena_span(a, name);
	return true;
}
