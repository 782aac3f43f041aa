#include "door/yaml.h"

#include <string.h>
#include <yaml.h>

#include "fact/err_phrase.h"

struct anchor {
	const char *name;
	struct tree *node;
};

struct reader {
	struct arena *a;
	struct tree *open[YAML_DEPTH_MAX]; /* lists and maps that wait for their end */
	size_t depth, nodes;
	const char *key;
	struct tree *root;
	ARRAY(struct anchor) anchors;
	size_t steps; /* names of anchors that were compared */
	struct span rest;    /* of the document, from the line `line` on */
	size_t line;
};

/* More anchors and aliases than anybody writes would take the time of their product. */
enum { STEPS_MAX = 20000000 };

static struct tree *node_new(struct reader *r, enum tree_kind kind, unsigned line)
{
	return ++r->nodes > YAML_NODES_MAX ? NULL : tree_new(r->a, kind, line);
}

/* A map takes turns: a key, then what belongs to it. */
static void place(struct reader *r, struct tree *node)
{
	struct tree *in = r->depth ? r->open[r->depth - 1] : NULL;

	if (!in) {
		r->root = r->root ? r->root : node;
	} else if (in->kind == TREE_MAP && !r->key) {
		r->key = node->text ? node->text : "";
	} else {
		tree_add(in, in->kind == TREE_MAP ? r->key : NULL, node);
		r->key = NULL;
	}
}

static void anchor(struct reader *r, const yaml_char_t *name, struct tree *node)
{
	if (name)
		ARRAY_ADD(r->a, r->anchors) = (struct anchor){
			arena_str(r->a, (const char *)name), node,
		};
}

static bool is_null(const char *s)
{
	return !*s || strcmp(s, "~") == 0 || strcmp(s, "null") == 0 || strcmp(s, "Null") == 0 ||
	       strcmp(s, "NULL") == 0;
}

/* libyaml counts characters: the bytes in front of one of a line that is not above the last. */
static unsigned bytes_before(struct reader *r, const yaml_mark_t *m)
{
	struct span line = r->rest;
	size_t at = 0;

	while (r->line < m->line && span_line(&r->rest, &line)) {
		r->line++;
		line = r->rest;
	}
	for (size_t n = 0; n < m->column && at < line.n; n++)
		for (at++; at < line.n && ((unsigned char)line.p[at] & 0xc0) == 0x80; at++)
			;
	return (unsigned)at;
}

/* Nobody writes longer lines by hand; each text of one is counted from its beginning. */
enum { COLUMNS_MOST = 2000 };

static bool scalar(struct reader *r, const yaml_event_t *ev)
{
	struct span s = { (const char *)ev->data.scalar.value, ev->data.scalar.length };
	struct tree *t = node_new(r, TREE_TEXT, (unsigned)ev->start_mark.line + 1);

	if (!t)
		return false;
	t->text = arena_span(r->a, s);
	t->quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	/* Where a text stands that fills a part of one line. */
	if (ev->start_mark.line == ev->end_mark.line && ev->start_mark.line >= r->line &&
	    ev->end_mark.column <= COLUMNS_MOST) {
		t->begin = bytes_before(r, &ev->start_mark) + t->quoted;
		t->end = bytes_before(r, &ev->end_mark) - t->quoted;
	}
	if (!t->quoted && is_null(t->text) && (r->key || !r->depth ||
	    r->open[r->depth - 1]->kind == TREE_LIST))
		t->kind = TREE_NONE;
	anchor(r, ev->data.scalar.anchor, t);
	place(r, t);
	return true;
}

/* Lists and maps that are keys themselves are refused: nothing here has them. */
static bool begin(struct reader *r, enum tree_kind kind, const yaml_char_t *name,
		  const yaml_event_t *ev)
{
	struct tree *t = node_new(r, kind, (unsigned)ev->start_mark.line + 1);
	bool as_key = r->depth && r->open[r->depth - 1]->kind == TREE_MAP && !r->key;

	if (!t || r->depth == YAML_DEPTH_MAX || as_key)
		return false;
	anchor(r, name, t);
	place(r, t);
	r->open[r->depth++] = t;
	return true;
}

static struct tree *copy(struct reader *r, const struct tree *of, size_t depth)
{
	struct tree *t = depth < YAML_DEPTH_MAX ? node_new(r, of->kind, of->line) : NULL;

	if (!t)
		return NULL;
	t->text = of->text;
	t->begin = of->begin;
	t->end = of->end;
	t->quoted = of->quoted;
	for (const struct tree *c = of->first; c; c = c->next) {
		struct tree *one = copy(r, c, depth + 1);

		if (!one)
			return NULL;
		tree_add(t, c->key, one);
	}
	return t;
}

static bool alias(struct reader *r, const yaml_event_t *ev)
{
	const char *name = (const char *)ev->data.alias.anchor;

	for (size_t i = r->anchors.n; i-- > 0 && ++r->steps < STEPS_MAX;) {
		struct tree *t;

		if (strcmp(r->anchors.v[i].name, name) != 0)
			continue;
		if (ANY(x, LIST(r->open, r->depth), *x == r->anchors.v[i].node))
			return false;
		t = copy(r, r->anchors.v[i].node, r->depth);
		if (t)
			place(r, t);
		return t != NULL;
	}
	return false;
}

static bool take(struct reader *r, const yaml_event_t *ev)
{
	switch (ev->type) {
	case YAML_SCALAR_EVENT:
		return scalar(r, ev);
	case YAML_ALIAS_EVENT:
		return alias(r, ev);
	case YAML_SEQUENCE_START_EVENT:
		return begin(r, TREE_LIST, ev->data.sequence_start.anchor, ev);
	case YAML_MAPPING_START_EVENT:
		return begin(r, TREE_MAP, ev->data.mapping_start.anchor, ev);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		r->depth--;
		return true;
	default:
		return true;
	}
}

static int parse(yaml_parser_t *p, struct reader *r, enum yaml_fault *fault, struct err *e)
{
	yaml_event_type_t type = YAML_NO_EVENT;

	while (type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT) {
		yaml_event_t ev;
		bool taken;
		size_t line;

		if (!yaml_parser_parse(p, &ev)) {
			*fault = p->error == YAML_PARSER_ERROR ? YAML_PARSE : YAML_SCAN;
			ERR_SAY(e, ERR_INPUT, NOT_YAML, SAY(why, p->problem));
			return err_within(e, FORM_IN_LINE, ERR_NUMBER(p->problem_mark.line + 1));
		}
		type = ev.type;
		line = ev.start_mark.line + 1;
		taken = take(r, &ev);
		yaml_event_delete(&ev);
		if (!taken) {
			*fault = YAML_LIMIT;
			ERR_SAY(e, ERR_INPUT, YAML_LIMIT);
			return err_within(e, FORM_IN_LINE, ERR_NUMBER(line));
		}
	}
	return 0;
}

int yaml_parse(struct arena *a, struct span document, struct tree **ret, enum yaml_fault *fault,
	       struct err *e)
{
	struct arena_mark before = arena_mark(a);
	struct reader *r = arena_new(a, struct reader);
	enum yaml_fault unused = YAML_FINE;
	yaml_parser_t p;
	int rc;

	fault = fault ? fault : &unused;
	*fault = YAML_FINE;
	r->a = a;
	r->rest = document;
	if (!yaml_parser_initialize(&p))
		return err_set(e, ERR_FAULT, "no memory for the YAML reader");
	yaml_parser_set_input_string(&p, (const unsigned char *)document.p, document.n);
	rc = parse(&p, r, fault, e);
	yaml_parser_delete(&p);
	if (rc)
		arena_back(a, before);
	else
		*ret = r->root;
	return rc;
}
