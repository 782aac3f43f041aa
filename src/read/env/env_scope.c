/*
 * What a text assigns and defines, read once: variables of a shell, of Docker
 * (docs.docker.com/reference/dockerfile, ENV and ARG), of make, cmd and PowerShell, the keys of a
 * workflow or a compose file; the functions of a shell. And the words of all of these.
 */
#include <string.h>

#include "base/sort.h"
#include "read/env/env_private.h"

enum { NAME_MOST = 100, BODY_MOST = 200, FUNCTIONS_MOST = 100 };

/* --- words ------------------------------------------------------------------------------- */

static bool is_separator(char c)
{
	return c == ';' || c == '|' || c == '&' || c == '(' || c == ')';
}

/* Whether a bracket goes on with the word: "$(date)", "NAME=(one two)", "NAME+=(three)". */
static bool is_nested(struct span s, size_t i)
{
	return s.p[i] == '(' && i && (s.p[i - 1] == '$' || s.p[i - 1] == '=');
}

bool env_word(struct span *s, struct span *word)
{
	char quote = 0;
	size_t i = 0, depth = 0;

	*s = span_trim(*s);
	if (!s->n)
		return false;
	for (; i < s->n; i++) {
		char c = s->p[i];

		if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (depth || is_nested(*s, i)) {
			depth += (c == '(') - (c == ')');
		} else if (ascii_space(c) || (is_separator(c) && (c != '(' || !i))) {
			break;
		}
	}
	i += !i;
	*word = span_sub(*s, 0, i);
	*s = span_from(*s, i);
	return true;
}

bool env_word_ends(struct span word)
{
	return word.n == 1 && is_separator(word.p[0]);
}

struct span env_unquoted(struct span s)
{
	ptrdiff_t end;

	s = span_trim(s);
	if (!s.n || (s.p[0] != '"' && s.p[0] != '\''))
		return s;
	end = span_find_char(span_from(s, 1), s.p[0]);
	return end < 0 ? s : span_sub(s, 1, (size_t)end);
}

size_t env_indent(struct span s)
{
	size_t n = 0;

	while (n < s.n && ascii_space(s.p[n]))
		n++;
	return n;
}

/* --- what a line assigns ----------------------------------------------------------------- */

struct assigned {
	struct span name, value; /* of "NAME+=VALUE" the sign stays before the value */
	size_t at;               /* the line */
};

struct function {
	struct span name;
	size_t from, end;        /* the lines of its body */
};

struct env_scope {
	const struct env_text *t;
	ARRAY(struct assigned) v; /* by name, then by line */
	ARRAY(struct function) functions;
	bool assigned, defined;   /* was looked for */
};

/* The length of a name in front; 0: none stands there. */
size_t env_name_length(struct span s)
{
	size_t n = span_run_alnum(span_sub(s, 0, NAME_MOST), "_");

	return n && !ascii_digit(s.p[0]) ? n : 0;
}

static void add(struct env_scope *to, size_t at, struct span name, struct span value)
{
	ARRAY_ADD(to->t->memory->own, to->v) = (struct assigned){ name, value, at };
}

/* A whole line's value, without the remark behind it. */
static struct span rest_of(struct span s)
{
	ptrdiff_t remark = span_find(s, " #");

	s = env_unquoted(s);
	return remark > 0 && (size_t)remark < s.n ? span_trim(span_sub(s, 0, (size_t)remark)) : s;
}

/* "NAME=VALUE", "NAME+=VALUE", "NAME=(one two" */
static bool add_pair(struct env_scope *to, size_t at, struct span word)
{
	size_t n = env_name_length(word);
	struct span rest = span_from(word, n);
	bool more = span_starts(rest, "+=");

	if (!n || !(more || span_starts(rest, "=")) || span_starts(rest, "=="))
		return false;
	add(to, at, span_sub(word, 0, n), more ? rest : env_unquoted(span_from(rest, 1)));
	return true;
}

/* cmd: "set NAME=VALUE" to the end of the line, and 'set "NAME=VALUE"'. */
static bool add_set(struct env_scope *to, size_t at, struct span s)
{
	span_take(&s, "@");
	return (span_take(&s, "set ") || span_take(&s, "SET ")) &&
	       add_pair(to, at, env_unquoted(span_trim(s)));
}

/* "NAME: VALUE", "NAME := VALUE", "$env:NAME = VALUE", "ENV NAME VALUE", "setenv NAME VALUE" */
static bool add_spaced(struct env_scope *to, size_t at, struct span s)
{
	static const char *const signs[] = { "= ", ":= ", "?= ", "::= " };
	bool bare = span_take(&s, "ENV ") || span_take(&s, "setenv ");
	struct span name, rest;

	if (!bare)
		span_take(&s, "- ");
	if (!env_word(&s, &name))
		return false;
	if (!span_take(&name, "$env:"))
		span_take(&name, "$");
	bare |= span_ends(name, ":");
	name.n -= span_ends(name, ":");
	name = env_unquoted(name);
	if (!name.n || env_name_length(name) != name.n)
		return false;
	s = rest = span_trim(s);
	for (size_t i = 0; !bare && i < sizeof signs / sizeof *signs; i++)
		if (span_take(&rest, signs[i]))
			break;
	if (!s.n || (!bare && rest.n == s.n))
		return false;
	add(to, at, name, rest_of(span_trim(rest)));
	return true;
}

/* What may stand before an assignment. */
static bool is_prefix(struct span word)
{
	return env_word_ends(word) ||
	       span_in(word, "RUN ENV ARG export env local declare readonly sudo - set -x then do");
}

/* Of workflows, with their colon: no variables, and their values as written. */
static const char *const keys[] = { "matrix:", "steps:", "if:", "python-version:" };

static void add_line(struct env_scope *to, size_t at)
{
	struct span s = span_trim(to->t->v[at].s), word, key = s;

	span_take(&key, "- ");
	for (bool in = span_take(&key, "with:"); in && key.n && strchr(" {", key.p[0]);)
		key = span_from(key, 1);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (span_starts(key, keys[i]))
			add(to, at, span_of(keys[i]), span_trim(span_from(key, strlen(keys[i]))));
	if (add_set(to, at, s))
		return;
	s.n -= span_ends(s, "\\");
	if (add_spaced(to, at, s))
		return;
	for (bool may = true; env_word(&s, &word);)
		may = is_prefix(word) || (may && (add_pair(to, at, word) ||
						  span_find_char(word, '=') > 0));
}

/* --- functions --------------------------------------------------------------------------- */

/* "NAME() {", "function NAME {": what stands behind the brace; p is NULL: it is none. */
static struct span function_in(struct span s, struct span *name)
{
	bool word = span_take(&s, "function "), round;
	struct span none = { NULL, 0 };

	s = span_trim(s);
	*name = span_sub(s, 0, env_name_length(s));
	s = span_trim(span_from(s, name->n));
	round = span_take(&s, "()");
	s = span_trim(s);
	return name->n && (word || round) && span_take(&s, "{") ? s : none;
}

static void add_function(struct env_scope *to, size_t at)
{
	const struct env_text *t = to->t;
	struct span name, behind = function_in(span_trim(t->v[at].s), &name);
	size_t end = at + 1, indent = env_indent(t->v[at].s);

	if (!behind.p || behind.n || to->functions.n == FUNCTIONS_MOST)
		return;
	while (end < t->n && end - at < BODY_MOST &&
	       !(span_starts(span_trim(t->v[end].s), "}") && env_indent(t->v[end].s) <= indent))
		end++;
	ARRAY_ADD(t->memory->own, to->functions) = (struct function){ name, at + 1, end };
}

static int by_name(const void *x, const void *y)
{
	return span_cmp(((const struct assigned *)x)->name, ((const struct assigned *)y)->name);
}

static struct env_scope *scope_of(const struct env_text *t)
{
	struct env_memory *m = t->memory;

	if (!m->scope) {
		m->scope = arena_new(m->own, struct env_scope);
		*m->scope = (struct env_scope){ .t = t };
	}
	m->scope->t = t;
	return m->scope;
}

/* Most lines assign nothing, and show it by their signs. */
static const struct env_scope *assignments(const struct env_text *t)
{
	struct env_scope *to = scope_of(t);

	for (size_t i = 0; i < t->n && !to->assigned; i++) {
		struct span s = t->v[i].s;

		if (span_find_char(s, '=') >= 0 || span_find_char(s, ':') >= 0 ||
		    span_starts(span_trim(s), "ENV ") || span_starts(span_trim(s), "setenv "))
			add_line(to, i);
	}
	if (!to->assigned)
		sort_stable(to->v.v, to->v.n, sizeof *to->v.v, by_name);
	to->assigned = true;
	return to;
}

static const struct env_scope *functions(const struct env_text *t)
{
	struct env_scope *to = scope_of(t);

	for (size_t i = 0; i < t->n && !to->defined; i++)
		if (span_ends(t->v[i].s, "{"))
			add_function(to, i);
	to->defined = true;
	return to;
}

bool env_assigned(const struct env_text *t, struct span name, size_t i, struct span *value,
		  size_t *at)
{
	const struct env_scope *s = assignments(t);
	size_t from = 0, end = s->v.n;

	/* The first behind those of this name up to line i. */
	while (from < end) {
		size_t mid = from + (end - from) / 2;
		int c = span_cmp(s->v.v[mid].name, name);

		if (c < 0 || (c == 0 && s->v.v[mid].at <= i))
			from = mid + 1;
		else
			end = mid;
	}
	if (!from || !span_eq(s->v.v[from - 1].name, name))
		return false;
	*value = s->v.v[from - 1].value;
	*at = s->v.v[from - 1].at;
	return true;
}

bool env_calls(const struct env_text *t, size_t i, size_t *from, size_t *end)
{
	const struct env_scope *s = functions(t);
	struct span rest = t->v[i].s, name;
	size_t k = s->functions.n;

	if (!k || !env_word(&rest, &name))
		return false;
	while (k-- > 0) {
		const struct function *f = &s->functions.v[k];

		if (!span_eq(f->name, name) || (i >= f->from && i < f->end))
			continue;
		*from = f->from;
		*end = f->end;
		return true;
	}
	return false;
}

static bool in_function(const struct env_text *t, size_t i)
{
	const struct env_scope *s = functions(t);

	return ANY(x, s->functions, x->from <= i && i < x->end);
}

bool env_of_call(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;

	for (ptrdiff_t at; (at = span_find_char(s, '$')) >= 0; s = span_from(s, (size_t)at + 1)) {
		struct span name = span_from(s, (size_t)at + 1);

		span_take(&name, "{");
		if (name.n && strchr("123456789@*", name.p[0]))
			return in_function(t, i);
	}
	return false;
}
