/*
 * Assignments to variables in a text: of a shell, of Docker (docs.docker.com/reference/dockerfile,
 * ENV and ARG), of make, of PowerShell, and of the keys of a workflow or a compose file.
 */
#include <string.h>

#include "read/env/env_private.h"

enum { LINES = 60, VALUES = 12 };

static bool is_separator(char c)
{
	return c == ';' || c == '|' || c == '&' || c == '(' || c == ')';
}

/* The next word, with its quote marks; a separator is a word of one. */
static bool next_word(struct span *s, struct span *word)
{
	char quote = 0;
	size_t i = 0;

	*s = span_trim(*s);
	if (!s->n)
		return false;
	if (is_separator(s->p[0]))
		i = 1;
	else
		for (; i < s->n && (quote || !(ascii_space(s->p[i]) || is_separator(s->p[i]))); i++)
			if (quote ? s->p[i] == quote : s->p[i] == '"' || s->p[i] == '\'')
				quote = quote ? 0 : s->p[i];
	*word = span_sub(*s, 0, i);
	*s = span_from(*s, i);
	return true;
}

static struct span unquoted(struct span v)
{
	ptrdiff_t end;

	v = span_trim(v);
	if (!v.n || (v.p[0] != '"' && v.p[0] != '\''))
		return v;
	end = span_find_char(span_from(v, 1), v.p[0]);
	return end < 0 ? v : span_sub(v, 1, (size_t)end);
}

/* A whole line's value, without the remark behind it. */
static struct span rest_of(struct span s)
{
	ptrdiff_t remark = span_find(s, " #");

	s = unquoted(s);
	return remark > 0 && (size_t)remark < s.n ? span_trim(span_sub(s, 0, (size_t)remark)) : s;
}

static bool is_prefix(struct span word)
{
	static const char *const words[] = { "RUN", "ENV", "ARG", "export", "env", "local",
					     "declare", "readonly", "sudo", "-", "set", "-x",
					     "then", "do", "&&" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_is(word, words[i]))
			return true;
	return word.n == 1 && is_separator(word.p[0]);
}

/* "NAME=VALUE", "NAME+=VALUE" is none. */
static bool is_pair(struct span word, struct span name, struct span *value)
{
	if (word.n <= name.n || memcmp(word.p, name.p, name.n) != 0 || word.p[name.n] != '=')
		return false;
	*value = unquoted(span_from(word, name.n + 1));
	return true;
}

/* "NAME", "\"NAME\":", "$NAME", "$env:NAME" as a word in front of its value. */
static bool names(struct span word, struct span name)
{
	if (!span_take(&word, "$env:"))
		span_take(&word, "$");
	if (span_ends(word, ":"))
		word.n--;
	return span_eq(unquoted(word), name);
}

/* "NAME: VALUE", "NAME := VALUE", "$env:NAME = VALUE", "ENV NAME VALUE", "setenv NAME VALUE" */
static bool is_spaced(struct span line, struct span name, struct span *value)
{
	static const char *const signs[] = { "=", ":=", "?=", "::=" };
	struct span rest = span_trim(line), word;
	bool bare = span_take(&rest, "ENV ") || span_take(&rest, "setenv ");

	if (!bare)
		span_take(&rest, "- ");
	if (!next_word(&rest, &word) || !names(word, name))
		return false;
	rest = span_trim(rest);
	if (bare || span_ends(word, ":")) {
		*value = rest_of(rest);
		return rest.n > 0;
	}
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (span_starts(rest, signs[i]) && (rest.n == strlen(signs[i]) ||
		    ascii_space(rest.p[strlen(signs[i])]))) {
			*value = rest_of(span_from(rest, strlen(signs[i])));
			return true;
		}
	return false;
}

bool env_assigns(struct span line, struct span name, struct span *value)
{
	struct span rest = line, word, one;
	bool may = true, found = false;

	if (span_ends(rest, "\\"))
		rest.n--;
	if (is_spaced(rest, name, value))
		return true;
	while (next_word(&rest, &word)) {
		ptrdiff_t eq = span_find_char(word, '=');

		if (may && is_pair(word, name, &one)) {
			*value = one;
			found = true;
		}
		if (!is_prefix(word))
			may &= eq > 0;
		else
			may = true;
	}
	return found;
}

/* --- the matrix of a workflow: docs.github.com/actions, jobs.<job_id>.strategy.matrix --- */

static size_t indent_of(const struct line *l)
{
	size_t n = 0;

	while (n < l->s.n && (l->s.p[n] == ' ' || l->s.p[n] == '-'))
		n++;
	return n;
}

static void add_value(struct strings *to, struct arena *a, struct span v)
{
	v = rest_of(v);
	if (!v.n || span_find_char(v, '$') >= 0 || to->n >= VALUES)
		return;
	for (size_t i = 0; i < to->n; i++)
		if (span_is(v, to->v[i]))
			return;
	strings_add(a, to, arena_span(a, v));
}

static void add_list(struct strings *to, struct arena *a, struct span s)
{
	struct span part;

	while (span_next(&s, ',', &part))
		add_value(to, a, part);
}

/* The values of "key:" in line k, and in the lines of the list below it. */
static void add_key(const struct env_text *t, size_t k, struct span rest, struct strings *to)
{
	size_t at = indent_of(&t->v[k]);

	t->seen[k] = 1;
	rest = span_trim(rest);
	if (span_take(&rest, "[")) {
		ptrdiff_t end = span_find_char(rest, ']');

		add_list(to, t->a, end < 0 ? rest : span_sub(rest, 0, (size_t)end));
		return;
	}
	if (rest.n && rest.p[0] != '#') {
		add_value(to, t->a, rest);
		return;
	}
	while (++k < t->n && (!t->v[k].s.n || indent_of(&t->v[k]) >= at)) {
		struct span s = span_trim(t->v[k].s);

		if (s.n && !span_take(&s, "- "))
			return;
		add_value(to, t->a, s);
		t->seen[k] = 1;
	}
}

static bool is_matrix(struct span line, struct span name, struct span *value)
{
	(void)name;
	*value = span_trim(line);
	return span_is(*value, "matrix:");
}

struct strings env_matrix_values(const struct env_text *t, size_t i, struct span key)
{
	struct strings ret = { 0 };
	struct env_nearest matrix;
	size_t at, least;

	if (!env_nearest(t, is_matrix, (struct span){ "", 0 }, i, &matrix))
		return ret;
	at = matrix.at;
	least = indent_of(&t->v[at]);
	for (size_t k = at + 1; k < t->n && k < at + LINES; k++) {
		struct span s = span_trim(t->v[k].s);

		if (s.n && indent_of(&t->v[k]) <= least)
			break;
		span_take(&s, "- ");
		if (span_starts(s, "{"))
			s = span_from(s, 1);
		if (s.n > key.n && memcmp(s.p, key.p, key.n) == 0 && s.p[key.n] == ':')
			add_key(t, k, span_from(s, key.n + 1), &ret);
	}
	return ret;
}

/* A line of the list below "include:", without the sign of its entry. */
static struct span of_entry(struct span s, bool *begins)
{
	s = span_trim(s);
	*begins = span_take(&s, "- ");
	s = span_trim(s);
	(void)span_take(&s, "{");
	return s;
}

/* The value that a line of an entry gives to a key: "KEY: VALUE", "KEY: VALUE, KEY: VALUE }". */
static bool entry_value(struct span s, struct span key, struct span *value)
{
	struct span part;

	while (span_next(&s, ',', &part)) {
		part = span_trim(part);
		if (part.n <= key.n || memcmp(part.p, key.p, key.n) != 0 || part.p[key.n] != ':')
			continue;
		part = span_from(part, key.n + 1);
		if (span_find_char(part, '}') >= 0)
			part = span_sub(part, 0, (size_t)span_find_char(part, '}'));
		*value = rest_of(part);
		return true;
	}
	return false;
}

/* What the entry from line k on gives to a key; the line behind the entry. */
static size_t entry_of(const struct env_text *t, size_t k, size_t end, struct span key, bool *has,
		       struct span *value)
{
	bool begins;

	*has = false;
	for (size_t first = k; k < end; k++) {
		struct span s = of_entry(t->v[k].s, &begins);

		if (begins && k > first)
			break;
		*has = entry_value(s, key, value) || *has;
	}
	return k;
}

/* Whether an entry names none of the keys that are chosen with another value. */
static bool agrees(const struct env_text *t, size_t k, size_t end, const struct env_choice *c)
{
	for (size_t j = 0; j < c->n; j++) {
		struct span value;
		bool has;

		(void)entry_of(t, k, end, span_of(c->key[j]), &has, &value);
		if (has && !span_is(value, c->values[j].v[c->at[j]]))
			return false;
	}
	return true;
}

/* Where "include:" of the matrix above line i stands, and the line behind its list. */
static bool find_include(const struct env_text *t, size_t i, size_t *from, size_t *end)
{
	size_t at = i, least;

	while (at > 0 && !span_is(span_trim(t->v[at].s), "matrix:"))
		at--;
	least = indent_of(&t->v[at]);
	for (*from = at + 1; at && *from < t->n && indent_of(&t->v[*from]) > least; ++*from)
		if (span_is(span_trim(t->v[*from].s), "include:"))
			break;
	if (!at || *from >= t->n || !span_is(span_trim(t->v[*from].s), "include:"))
		return false;
	least = indent_of(&t->v[*from]);
	for (*end = ++*from; *end < t->n && indent_of(&t->v[*end]) > least; ++*end)
		;
	return true;
}

bool env_choice_holds(const struct env_text *t, size_t i, const struct env_choice *c)
{
	size_t from, end;

	if (!find_include(t, i, &from, &end))
		return true;
	for (size_t j = 0; j < c->n; j++) {
		bool named = false, fits = false, has;
		struct span value;

		for (size_t k = from, next; k < end; k = next) {
			next = entry_of(t, k, end, span_of(c->key[j]), &has, &value);
			named |= has && span_is(value, c->values[j].v[c->at[j]]);
			fits |= has && agrees(t, k, end, c);
		}
		if (named && !fits)
			return false;
	}
	return true;
}
