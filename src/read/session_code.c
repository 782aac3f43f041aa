/* What a line of Python asks for: a version, a GPU, a place. */
#include "read/session_private.h"

#include <string.h>

static const struct {
	const char *text;
	enum session_key key;
} queries[] = {
#define ROW(place, text, key, seen, confidence, source) { text, key },
#include "rows/host/session.def"
#undef ROW
};

ptrdiff_t session_outside(struct span s, struct span text)
{
	char quote = 0;
	int depth = 0;

	for (size_t i = 0; i + text.n <= s.n; i++) {
		char x = s.p[i];

		if (!quote && depth <= 0 && span_eq(span_sub(s, i, text.n), text))
			return (ptrdiff_t)i;
		if (x == '\'' || x == '"')
			quote = !quote ? x : quote == x ? 0 : quote;
		else if (!quote)
			depth += strchr("([{", x) ? 1 : strchr(")]}", x) ? -1 : 0;
	}
	return -1;
}

static ptrdiff_t find_outside(struct span s, char c)
{
	return session_outside(s, (struct span){ &c, 1 });
}

/* The next part before a separator. */
static bool next_part(struct span *rest, char sep, struct span *part)
{
	ptrdiff_t at;

	if (!rest->n)
		return false;
	at = find_outside(*rest, sep);
	*part = span_trim(span_sub(*rest, 0, at < 0 ? rest->n : (size_t)at));
	*rest = span_from(*rest, at < 0 ? rest->n : (size_t)at + 1);
	return true;
}

/* All of it stands in one pair of brackets, which are taken away. */
static bool take_brackets(struct span *s)
{
	if (s->n < 2 || s->p[0] != '(' || s->p[s->n - 1] != ')')
		return false;
	*s = span_trim(span_sub(*s, 1, s->n - 2));
	return true;
}

static enum session_key key_of(struct span s)
{
	if (span_starts(s, "str(") || span_starts(s, "list(")) {
		s = span_from(s, s.p[0] == 's' ? 3 : 4);
		if (!take_brackets(&s))
			return SESSION_OTHER;
	}
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
		struct span rest = s;

		if (span_take(&rest, queries[i].text) && (!rest.n || take_brackets(&rest)))
			return queries[i].key;
	}
	return SESSION_OTHER;
}

static bool put_text(struct session_print *to, struct span text)
{
	if (!text.n)
		return true;
	if (to->n == SESSION_PIECES || span_find_char(text, '\\') >= 0)
		return false;
	to->v[to->n++] = (struct session_piece){ .fixed = true, .text = text };
	return true;
}

/* Two values without a text between them cannot be told apart. */
static bool put_value(struct session_print *to, struct span expression)
{
	enum session_key key = key_of(expression);

	if (to->n == SESSION_PIECES || (to->n && !to->v[to->n - 1].fixed))
		return false;
	to->asks |= key != SESSION_OTHER;
	to->v[to->n++] = (struct session_piece){ .key = key };
	return true;
}

/* "CUDA {torch.version.cuda}" */
static bool put_format(struct session_print *to, struct span s)
{
	while (s.n) {
		ptrdiff_t open = span_find_char(s, '{'), close = span_find_char(s, '}');

		if (open < 0)
			return put_text(to, s);
		if (close < open || !put_text(to, span_sub(s, 0, (size_t)open)) ||
		    !put_value(to, span_trim(span_sub(s, (size_t)open + 1,
						      (size_t)(close - open - 1)))))
			return false;
		s = span_from(s, (size_t)close + 1);
	}
	return true;
}

static bool is_quoted(struct span s)
{
	return s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0];
}

static bool put_argument(struct session_print *to, struct span s)
{
	struct span part, inner = s;

	if (span_take(&inner, "f") && is_quoted(inner))
		return put_format(to, span_sub(inner, 1, inner.n - 2));
	if (is_quoted(s))
		return put_text(to, span_sub(s, 1, s.n - 2));
	if (find_outside(s, '+') < 0)
		return put_value(to, s);
	while (next_part(&s, '+', &part))
		if (is_quoted(part) ? !put_text(to, span_sub(part, 1, part.n - 2)) :
				      !put_value(to, part))
			return false;
	return true;
}

static bool put_arguments(struct session_print *to, struct span s, const char *between)
{
	struct span one;

	for (bool first = true; next_part(&s, ',', &one); first = false) {
		if (!one.n)
			continue;
		if (find_outside(one, '=') > 0 && !is_quoted(one) && one.p[0] != 'f')
			return false;
		if (!first && !put_text(to, span_of(between)))
			return false;
		if (!put_argument(to, one))
			return false;
	}
	return true;
}

static bool print_of(struct span s, struct session_print *ret)
{
	*ret = (struct session_print){ .n = 0 };
	if (!span_take(&s, "print"))
		return false;
	s = span_trim(s);
	if (!take_brackets(&s))
		return false;
	if (!put_arguments(ret, s, " ") || ret->n == 0) /* one line of whatever */
		*ret = (struct session_print){ .v = { { .key = SESSION_OTHER } }, .n = 1 };
	return true;
}

/* What the prompt answers to an expression; several make a tuple. */
static bool echo_of(struct span s, struct session_print *ret)
{
	bool tuple;

	*ret = (struct session_print){ .n = 0 };
	(void)take_brackets(&s);
	tuple = find_outside(s, ',') > 0;
	if (key_of(s) == SESSION_OTHER && !tuple)
		return false;
	if (!tuple)
		return put_value(ret, s);
	return put_text(ret, span_of("(")) && put_arguments(ret, s, ", ") &&
	       put_text(ret, span_of(")")) && ret->asks;
}

/* What stands behind -c, in quotes. */
static bool take_command(struct span *s)
{
	ptrdiff_t at = span_find(*s, "python"), end;
	struct span rest = span_from(*s, at < 0 ? s->n : (size_t)at);
	ptrdiff_t c = span_find(rest, " -c ");

	if (at < 0 || c < 0 || c > 20)
		return false;
	rest = span_trim(span_from(rest, (size_t)c + 4));
	if (rest.n < 2 || (rest.p[0] != '"' && rest.p[0] != '\''))
		return false;
	end = span_rfind_char(rest, rest.p[0]);
	*s = span_trim(span_sub(rest, 1, (end > 0 ? (size_t)end : rest.n) - 1));
	return true;
}

struct span session_code(struct span line, bool *prompt)
{
	struct span s = span_trim(line), in = s;
	uint64_t number;

	*prompt = true;
	if (span_take(&s, ">>> ") || span_take(&s, "... ") || span_is(s, ">>>") ||
	    take_command(&s))
		return span_trim(s);
	if (span_take(&in, "In [") && span_take_u64(&in, &number) && span_take(&in, "]:"))
		return span_trim(in);
	*prompt = false;
	if (s.n > 2 && span_starts(s, "print(") && strchr("\"'", s.p[s.n - 1]) &&
	    s.p[s.n - 2] == ')')
		s.n--;
	return s;
}

size_t session_prints(struct span code, struct session_print *to, size_t room)
{
	struct span one;
	size_t n = 0;

	while (n < room && next_part(&code, ';', &one))
		if (print_of(one, &to[n]) || echo_of(one, &to[n]))
			n++;
	return n;
}

bool session_is_silent(struct span code)
{
	return span_starts(code, "import ") || span_starts(code, "from ") ||
	       find_outside(code, '=') > 0;
}
