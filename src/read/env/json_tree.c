#include "read/env/json_tree.h"

#include "door/yajl.h"

/* Where the text at hand stands; offsets only grow. */
struct place_in {
	struct span text;
	size_t at;
	unsigned line;
};

/* Bytes of the object or list at the front of s; s.n when it does not end. */
static size_t extent(struct span s)
{
	size_t depth = 0;
	bool inside = false;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (inside) {
			i += c == '\\';
			inside = c != '"';
		} else if (c == '"') {
			inside = true;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			return i + 1;
		}
	}
	return s.n;
}

static unsigned line_at(struct place_in *p, size_t at)
{
	for (; p->at < at && p->at < p->text.n; p->at++)
		p->line += p->text.p[p->at] == '\n';
	return p->line;
}

static enum tree_kind kind_of(enum json_type type)
{
	if (type == JSON_LIST || type == JSON_OBJECT)
		return type == JSON_LIST ? TREE_LIST : TREE_MAP;
	return type == JSON_NULL ? TREE_NONE : TREE_TEXT;
}

/* The depth of the document is limited where it is read. */
static struct tree *convert(struct arena *a, struct place_in *p, const struct json_node *n)
{
	struct tree *t = tree_new(a, kind_of(n->type), line_at(p, n->at));

	if (n->type == JSON_TRUE || n->type == JSON_FALSE)
		t->text = n->type == JSON_TRUE ? "true" : "false";
	else if (t->kind == TREE_TEXT)
		t->text = n->text;
	t->quoted = n->type == JSON_STRING;
	for (const struct json_node *c = n->first; c; c = c->next)
		tree_add(t, c->key, convert(a, p, c));
	return t;
}

int json_tree(struct arena *a, struct span text, struct tree **ret, size_t *used, struct err *e)
{
	struct json_node *root = NULL;
	struct place_in p = { .text = text, .line = 1 };
	int rc;

	if (!text.n || (text.p[0] != '{' && text.p[0] != '['))
		return err_set(e, ERR_INPUT, "no JSON object or list");
	*used = extent(text);
	rc = json_parse(a, span_sub(text, 0, *used), &root, e);
	if (root && (rc == 0 || rc == ERR_MISSING))
		*ret = convert(a, &p, root);
	return rc;
}
