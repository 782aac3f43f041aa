/*
 * validate [-s] SCHEMA.json: is every line of standard input a JSON document that the schema
 * allows? Knows the keywords that data/schema uses, and refuses others, so that none is believed
 * to be checked. -s: objects must not have members that their "properties" lack.
 */
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door/yajl.h"
#include "os/io.h"
#include "show/words.h"

enum { DEPTH = 100, FILES = 8 };

struct file {
	const char *path;
	struct tree *root;
};

struct check {
	struct arena *a;
	struct file files[FILES];
	size_t n_files;
	const struct tree *root; /* of the schema that is looked at */
	bool strict, quiet, failed;
	char where[512];
	int depth;
};

typedef bool keyword(struct check *c, const struct tree *word, const struct tree *schema,
		     const struct tree *v);

static bool valid(struct check *c, const struct tree *schema, const struct tree *v);

static bool wrong(struct check *c, const char *what, const char *detail)
{
	if (!c->quiet)
		fprintf(stderr, "%s: %s%s%s\n", *c->where ? c->where : "document", what,
			*detail ? ": " : "", detail);
	return false;
}

/* Looks at a part under its name. */
static bool part(struct check *c, const char *name, const struct tree *schema,
		 const struct tree *v)
{
	size_t n = strlen(c->where);
	bool ok;

	snprintf(c->where + n, sizeof c->where - n, "/%s", name);
	ok = valid(c, schema, v);
	c->where[n] = '\0';
	return ok;
}

static bool same(const struct tree *a, const struct tree *b)
{
	return json_type(a) == json_type(b) &&
	       (!a->text || strcmp(a->text, b->text) == 0);
}

static bool is_type(const char *type, const struct tree *v)
{
	static const char *const names[] = {
		[JSON_NULL] = "null",     [JSON_FALSE] = "boolean", [JSON_TRUE] = "boolean",
		[JSON_NUMBER] = "number", [JSON_STRING] = "string", [JSON_LIST] = "array",
		[JSON_OBJECT] = "object",
	};

	if (strcmp(type, "integer") == 0)
		return json_type(v) == JSON_NUMBER && !v->text[strcspn(v->text, ".eE")];
	return strcmp(type, names[json_type(v)]) == 0;
}

static bool check_type(struct check *c, const struct tree *word,
		       const struct tree *schema, const struct tree *v)
{
	(void)schema;
	if (json_type(word) == JSON_STRING)
		return is_type(word->text, v) || wrong(c, "is not of type", word->text);
	for (const struct tree *t = word->first; t; t = t->next)
		if (is_type(t->text, v))
			return true;
	return wrong(c, "is of none of the types", "");
}

static bool check_enum(struct check *c, const struct tree *word,
		       const struct tree *schema, const struct tree *v)
{
	(void)schema;
	for (const struct tree *e = word->first; e; e = e->next)
		if (same(e, v))
			return true;
	return wrong(c, "is not one of the values", v->text ? v->text : "");
}

static bool check_const(struct check *c, const struct tree *word,
			const struct tree *schema, const struct tree *v)
{
	(void)schema;
	return same(word, v) || wrong(c, "is not the value", word->text ? word->text : "");
}

static bool check_required(struct check *c, const struct tree *word,
			   const struct tree *schema, const struct tree *v)
{
	bool ok = true;

	(void)schema;
	for (const struct tree *k = word->first; json_type(v) == JSON_OBJECT && k; k = k->next)
		if (!tree_get(v, k->text))
			ok = wrong(c, "lacks", k->text);
	return ok;
}

static bool check_properties(struct check *c, const struct tree *word,
			     const struct tree *schema, const struct tree *v)
{
	const struct tree *more = tree_get(schema, "additionalProperties");
	bool ok = true;

	for (const struct tree *m = json_type(v) == JSON_OBJECT ? v->first : NULL; m; m = m->next) {
		const struct tree *s = tree_get(word, m->key);

		if (s)
			ok &= part(c, m->key, s, m);
		else if (more && json_type(more) == JSON_OBJECT)
			ok &= part(c, m->key, more, m);
		else if (more ? json_type(more) == JSON_FALSE : c->strict)
			ok = wrong(c, "has a member that the schema lacks", m->key);
	}
	return ok;
}

static bool check_more(struct check *c, const struct tree *word,
		       const struct tree *schema, const struct tree *v)
{
	static const struct tree none = { .kind = TREE_MAP };

	(void)word;
	return tree_get(schema, "properties") || check_properties(c, &none, schema, v);
}

static bool check_items(struct check *c, const struct tree *word,
			const struct tree *schema, const struct tree *v)
{
	char number[24];
	size_t i = 0;
	bool ok = true;

	(void)schema;
	for (const struct tree *m = json_type(v) == JSON_LIST ? v->first : NULL; m; m = m->next) {
		snprintf(number, sizeof number, "%zu", i++);
		ok &= part(c, number, word, m);
	}
	return ok;
}

static bool check_any(struct check *c, const struct tree *word, const struct tree *schema,
		      const struct tree *v)
{
	bool quiet = c->quiet, ok = false;

	(void)schema;
	c->quiet = true;
	for (const struct tree *s = word->first; !ok && s; s = s->next)
		ok = valid(c, s, v);
	c->quiet = quiet;
	return ok || wrong(c, "fits none of anyOf", "");
}

static bool check_pattern(struct check *c, const struct tree *word,
			  const struct tree *schema, const struct tree *v)
{
	regex_t re;
	bool ok;

	(void)schema;
	if (json_type(v) != JSON_STRING)
		return true;
	if (regcomp(&re, word->text, REG_EXTENDED | REG_NOSUB))
		return wrong(c, "schema: bad pattern", word->text);
	ok = regexec(&re, v->text, 0, NULL, 0) == 0;
	regfree(&re);
	return ok || wrong(c, "does not match its pattern", v->text);
}

static bool check_minimum(struct check *c, const struct tree *word,
			  const struct tree *schema, const struct tree *v)
{
	(void)schema;
	return json_type(v) != JSON_NUMBER || strtod(v->text, NULL) >= strtod(word->text, NULL) ||
	       wrong(c, "is below its minimum", v->text);
}

static const struct tree *load(struct check *c, const char *path)
{
	struct span s;
	struct err e;

	for (size_t i = 0; i < c->n_files; i++)
		if (strcmp(c->files[i].path, path) == 0)
			return c->files[i].root;
	if (c->n_files == FILES || io_read(c->a, path, IO_MAX, &s, &e) ||
	    json_parse(c->a, s, &c->files[c->n_files].root, &e)) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(2);
	}
	c->files[c->n_files].path = path;
	return c->files[c->n_files++].root;
}

/* "#/$defs/host", or that of another file in the same folder. */
static bool check_ref(struct check *c, const struct tree *word, const struct tree *schema,
		      const struct tree *v)
{
	const struct tree *outer = c->root, *s = outer;
	struct span rest = span_of(word->text), file, name;
	const char *slash = strrchr(c->files[0].path, '/');
	bool ok;

	(void)schema;
	span_next(&rest, '#', &file);
	if (file.n)
		s = load(c, arena_printf(c->a, "%.*s" SPAN_FMT,
					 slash ? (int)(slash - c->files[0].path + 1) : 0,
					 c->files[0].path, SPAN_ARG(file)));
	c->root = s;
	span_next(&rest, '/', &name);
	while (s && span_next(&rest, '/', &name))
		s = tree_get(s, arena_span(c->a, name));
	ok = s ? valid(c, s, v) : wrong(c, "schema: no such $ref", word->text);
	c->root = outer;
	return ok;
}

static const struct {
	const char *name;
	keyword *check; /* NULL: words for people */
} keywords[] = {
	{ "$schema", NULL },           { "$id", NULL },
	{ "$comment", NULL },          { "$defs", NULL },
	{ "title", NULL },             { "description", NULL },
	{ "$ref", check_ref },         { "type", check_type },
	{ "enum", check_enum },        { "const", check_const },
	{ "required", check_required },{ "properties", check_properties },
	{ "additionalProperties", check_more },
	{ "items", check_items },      { "anyOf", check_any },
	{ "pattern", check_pattern },  { "minimum", check_minimum },
};

static bool apply(struct check *c, const struct tree *word, const struct tree *schema,
		  const struct tree *v)
{
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (strcmp(keywords[i].name, word->key) == 0)
			return !keywords[i].check || keywords[i].check(c, word, schema, v);
	c->quiet = false;
	return wrong(c, "schema: keyword not known", word->key);
}

static bool valid(struct check *c, const struct tree *schema, const struct tree *v)
{
	bool ok = true;

	if (++c->depth > DEPTH)
		ok = wrong(c, "schema: too deep", "");
	for (const struct tree *w = schema->first; ok && w; w = w->next)
		ok = apply(c, w, schema, v);
	c->depth--;
	return ok;
}

static bool check_line(struct check *c, struct span line)
{
	struct tree *v;
	struct err e;

	if (json_parse(c->a, line, &v, &e)) {
		fprintf(stderr, "not JSON: %s\n", words_err(c->a, &e));
		return false;
	}
	return valid(c, c->root, v);
}

int main(int argc, char **argv)
{
	ARENA_AUTO a = { 0 };
	struct check c = { .a = &a };
	struct span s, line;
	struct err e;
	size_t n = 0;
	bool ok = true;

	if (argc > 1 && strcmp(argv[1], "-s") == 0) {
		c.strict = true;
		argc--, argv++;
	}
	if (argc != 2)
		return 2;
	c.root = load(&c, argv[1]);
	if (io_read(&a, "-", IO_MAX, &s, &e)) {
		fprintf(stderr, "%s\n", words_err(&a, &e));
		return 2;
	}
	for (; span_line(&s, &line); n++)
		ok &= check_line(&c, line);
	return ok && n ? 0 : 1;
}
