/* The tokens of one line that an edit replaces; all else of the line stays. */
#include <string.h>

#include "base/text.h"
#include "check/fix_private.h"

/* "torch" is not in "pytorch", nor in "torch-scatter". */
static ptrdiff_t find_word(struct span s, const char *word)
{
	size_t n = strlen(word), from = 0;
	ptrdiff_t at;

	while ((at = span_find(span_from(s, from), word)) >= 0) {
		size_t i = from + (size_t)at;
		bool begins = i == 0 || !(ascii_alnum(word[0]) && (ascii_alnum(s.p[i - 1]) ||
								   s.p[i - 1] == '_'));
		bool ends = i + n >= s.n || !ascii_alnum(word[n - 1]) ||
			    !(ascii_alnum(s.p[i + n]) || strchr("-_.", s.p[i + n]));

		if (begins && ends)
			return (ptrdiff_t)i;
		from = i + 1;
	}
	return -1;
}

bool fix_has(struct span line, const char *word)
{
	return find_word(line, word) >= 0;
}

/* Nothing but a dash, quote marks and a remark stands around what goes. */
static bool is_alone(struct span line, size_t at, size_t n)
{
	struct span rest = span_trim(span_from(line, at + n));

	for (size_t i = 0; i < at; i++)
		if (!strchr(" \t-'\"", line.p[i]))
			return false;
	while (rest.n && strchr("'\"", rest.p[0]))
		rest = span_trim(span_from(rest, 1));
	return rest.n == 0 || rest.p[0] == '#';
}

/* An element of a list in brackets goes with its quote marks and one comma. */
static const char *without(struct arena *a, struct span s, size_t at, size_t n)
{
	size_t end = at + n;

	while (at > 0 && end < s.n && strchr("'\"", s.p[at - 1]) && s.p[end] == s.p[at - 1]) {
		at--;
		end++;
	}
	if (end < s.n && s.p[end] == ',') {
		for (end++; end < s.n && s.p[end] == ' '; end++)
			;
	} else {
		while (at > 0 && strchr(", ", s.p[at - 1]))
			at--;
	}
	return arena_printf(a, "%.*s" SPAN_FMT, (int)at, s.p, SPAN_ARG(span_from(s, end)));
}

/* "{version = …, …}" behind the key: it keeps what else it holds. */
static bool is_inline(struct span line, const struct edit *e)
{
	struct span s = span_trim(line);

	return e->token && span_take(&s, e->only) && span_starts(s = span_trim(s), "=") &&
	       span_starts(span_trim(span_from(s, 1)), "{");
}

/* Its token; false: it is not there, or has another source already. */
static bool replace_inline(struct arena *a, struct fixed_line *c, struct span line,
			   const struct edit *e)
{
	ptrdiff_t at = span_find(line, e->token);
	const char *more = strstr(e->instead, ", source");
	size_t n = strlen(e->instead);

	if (more && span_find(line, "source") >= 0) {
		if (span_find(line, more + 2) < 0)
			return false;
		n = (size_t)(more - e->instead);
	}
	if (at < 0)
		return false;
	c->text = arena_printf(a, "%.*s%.*s" SPAN_FMT, (int)at, line.p, (int)n, e->instead,
			       SPAN_ARG(span_from(line, (size_t)at + strlen(e->token))));
	return true;
}

/* Within a string that began before, a word could end it. */
static bool is_quoted(struct span before)
{
	size_t one = 0, two = 0;

	for (size_t i = 0; i < before.n; i++) {
		one += before.p[i] == '\'';
		two += before.p[i] == '"';
	}
	return one % 2 || two % 2;
}

/* What no shell reads as more than itself. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if (!ascii_alnum(*text) && !strchr("-_.+=:/@~", *text))
			return false;
	return true;
}

/*
 * Tokens of a list in quote marks ("a", "b"), or of a command. False: the line is not one of which
 * that is certain; ["pip", "install"] of a Dockerfile is neither.
 */
static bool replace_token(struct arena *a, struct fixed_line *c, struct span line, size_t at,
			  const struct edit *e)
{
	size_t n = strlen(e->old);
	struct span rest = span_from(line, at + n);
	bool quoted = at && rest.n && strchr("'\"", line.p[at - 1]) && rest.p[0] == line.p[at - 1];
	char q[2] = { quoted ? line.p[at - 1] : '\0', '\0' };
	const char *more = e->beside ? e->beside : "";

	rest = span_from(rest, quoted);
	if (is_quoted(span_sub(line, 0, at - quoted)) || (!quoted && !e->word) ||
	    (!quoted && !is_plain(e->text)) ||
	    (e->word && rest.n && !strchr(" \t\\&;|)", rest.p[0])))
		return false;
	if (e->word)
		more = arena_printf(a, "%s%s%s", q, *more ? " " : "", more);
	else
		more = arena_printf(a, "%s, %s%s%s", q, q, more, q);
	c->text = arena_printf(a, "%.*s%s%s" SPAN_FMT, (int)at, line.p, e->text, more,
			       SPAN_ARG(rest));
	return true;
}

bool fix_token(struct arena *a, struct span line, const struct edit *e, struct fixed_line *c)
{
	ptrdiff_t at;

	if (is_inline(line, e))
		return replace_inline(a, c, line, e);
	if (!e->old) {
		c->text = e->text;
		c->gone = !e->text;
		return true;
	}
	if (!*e->old)
		return true;
	at = find_word(line, e->old);
	if (at < 0)
		return false;
	if (e->word || e->beside)
		return e->text && replace_token(a, c, line, (size_t)at, e);
	if (e->text)
		c->text = arena_printf(a, "%.*s%s" SPAN_FMT, (int)at, line.p, e->text,
				       SPAN_ARG(span_from(line, (size_t)at + strlen(e->old))));
	else if (is_alone(line, (size_t)at, strlen(e->old)))
		c->gone = true;
	else
		c->text = without(a, line, (size_t)at, strlen(e->old));
	return true;
}
