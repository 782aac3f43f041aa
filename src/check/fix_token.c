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

/* What is in a string of JSON, as the lines of notebooks are: `"!pip install torch\\n",` */
static struct span in_string(struct span line)
{
	struct span s = span_trim(line);

	if (span_ends(s, ","))
		s.n--;
	return s.n > 1 && s.p[0] == '"' && span_ends(s, "\"") &&
	       (span_ends(s, "\\n\"") || span_find_char(span_sub(s, 1, s.n - 2), '"') < 0) ?
		span_sub(s, 1, s.n - 2) : line;
}

/* What no shell reads as more than itself. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if (!ascii_alnum(*text) && !strchr("-_.+=:/@~", *text))
			return false;
	return true;
}

static const char *single_quotes(struct arena *a, const char *text)
{
	char *ret = arena_str(a, text);

	for (char *at = ret; (at = strchr(at, '"'));)
		*at = '\'';
	return ret;
}

static struct span trim_blanks(struct span s)
{
	while (s.n && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

/* An element in quote marks, or a whole word that a shell takes as it is. */
static bool is_token(const struct edit *e, bool quoted, struct span rest)
{
	if (!e->word)
		return quoted && e->text;
	return (quoted || !e->text || is_plain(e->text)) &&
	       (!rest.n || strchr(" \t\\&;|)", rest.p[0]));
}

/*
 * Tokens of a list in quote marks ("a", "b"), or of a command. False: the line is not one of which
 * that is certain; ["pip", "install"] of a Dockerfile is neither.
 */
static bool replace_token(struct arena *a, struct fixed_line *c, struct span line, size_t at,
			  const struct edit *e)
{
	struct span in = in_string(line), rest = span_from(line, at + strlen(e->old));
	size_t begin = (size_t)(in.p - line.p);
	bool quoted = at > begin && rest.n && strchr("'\"", line.p[at - 1]) &&
		      rest.p[0] == line.p[at - 1];
	char q[2] = { quoted ? line.p[at - 1] : '\0', '\0' };
	const char *more = e->beside ? e->beside : "";

	rest = span_from(rest, quoted);
	if (at < begin || is_quoted(span_sub(line, begin, at - begin - quoted)) ||
	    !is_token(e, quoted, span_sub(rest, 0, (size_t)(in.p + in.n - rest.p))))
		return false;
	if (in.p != line.p)
		more = single_quotes(a, more);
	if (!e->text)
		c->text = arena_printf(a, SPAN_FMT SPAN_FMT,
				       SPAN_ARG(trim_blanks(span_sub(line, 0, at - quoted))),
				       SPAN_ARG(rest));
	else if (e->word)
		c->text = arena_printf(a, "%.*s%s%s%s%s" SPAN_FMT, (int)at, line.p, e->text, q,
				       *more ? " " : "", more, SPAN_ARG(rest));
	else
		c->text = arena_printf(a, "%.*s%s%s, %s%s%s" SPAN_FMT, (int)at, line.p, e->text, q,
				       q, more, q, SPAN_ARG(rest));
	return true;
}

/* What stands behind is a channel, whose name may be that of a package. */
static bool is_channel(struct span before)
{
	return span_ends(before, "-c ") || span_ends(before, "--channel ") ||
	       span_ends(before, "--channel=");
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
	while (e->word && at > 0 && is_channel(span_sub(line, 0, (size_t)at))) {
		size_t from = (size_t)at + strlen(e->old);
		ptrdiff_t next = find_word(span_from(line, from), e->old);

		at = next < 0 ? next : next + (ptrdiff_t)from;
	}
	if (at < 0)
		return false;
	if (e->word || e->beside)
		return replace_token(a, c, line, (size_t)at, e);
	if (e->text)
		c->text = arena_printf(a, "%.*s%s" SPAN_FMT, (int)at, line.p, e->text,
				       SPAN_ARG(span_from(line, (size_t)at + strlen(e->old))));
	else if (is_alone(line, (size_t)at, strlen(e->old)))
		c->gone = true;
	else
		c->text = without(a, line, (size_t)at, strlen(e->old));
	return true;
}
