/*
 * Assignments to variables in a text: of a shell, of Docker (docs.docker.com/reference/dockerfile,
 * ENV and ARG), of make, of PowerShell, and of the keys of a workflow or a compose file.
 */
#include <string.h>

#include "read/env/env_private.h"

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

/* "NAME=VALUE"; of "NAME+=VALUE" the sign stays before the value, in its quote marks. */
static bool is_pair(struct span word, struct span name, struct span *value)
{
	struct span rest = span_from(word, name.n);

	if (word.n <= name.n || memcmp(word.p, name.p, name.n) != 0)
		return false;
	*value = rest.p[0] == '=' ? unquoted(span_from(rest, 1)) : rest;
	return rest.p[0] == '=' || span_starts(rest, "+=");
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

/* cmd: "set NAME=VALUE" to the end of the line, and 'set "NAME=VALUE"'. */
static bool is_set(struct span line, struct span name, struct span *value)
{
	struct span s = span_trim(line);

	span_take(&s, "@");
	if (!span_take(&s, "set ") && !span_take(&s, "SET "))
		return false;
	s = unquoted(span_trim(s));
	return is_pair(s, name, value);
}

bool env_assigns(struct span line, struct span name, struct span *value)
{
	struct span rest = line, word, one;
	bool may = true, found = false;

	if (is_set(line, name, value))
		return true;

	if (span_ends(rest, "\\"))
		rest.n--;
	if (is_spaced(rest, name, value))
		return true;
	while (next_word(&rest, &word)) {
		ptrdiff_t eq = span_find_char(word, '=');

		if (may && is_pair(word, name, &one)) {
			*value = one.n == 0 && span_starts(rest, "(") ? rest : one;
			if (span_is(one, "+=") && span_starts(rest, "("))
				*value = (struct span){ one.p, (size_t)(rest.p + rest.n - one.p) };
			found = true;
		}
		if (!is_prefix(word))
			may &= eq > 0;
		else
			may = true;
	}
	return found;
}
