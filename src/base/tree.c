#include "base/tree.h"

#include <string.h>

struct tree *tree_new(struct arena *a, enum tree_kind kind, unsigned line)
{
	struct tree *t = arena_new(a, struct tree);

	t->kind = kind;
	t->line = line;
	return t;
}

void tree_add(struct tree *in, const char *key, struct tree *node)
{
	node->key = key;
	if (in->last)
		in->last->next = node;
	else
		in->first = node;
	in->last = node;
}

void tree_put(struct arena *a, struct tree *in, struct span key, struct span text)
{
	struct tree *t = tree_new(a, TREE_TEXT, 0);

	t->text = arena_span(a, span_trim(text));
	t->quoted = true;
	tree_add(in, arena_span(a, span_trim(key)), t);
}

static struct tree *get(const struct tree *t, struct span key)
{
	if (!t || t->kind != TREE_MAP)
		return NULL;
	for (struct tree *n = t->first; n; n = n->next)
		if (n->key && span_is(key, n->key))
			return n;
	return NULL;
}

struct tree *tree_get(const struct tree *t, const char *key)
{
	return get(t, span_of(key));
}

struct tree *tree_at(const struct tree *t, const char *path)
{
	struct span rest = span_of(path), key;
	struct tree *found = NULL;

	while (span_next(&rest, '.', &key)) {
		found = get(t, key);
		t = found;
	}
	return found;
}

const char *tree_text(const struct tree *t)
{
	return t && t->kind == TREE_TEXT ? t->text : NULL;
}

const char *tree_get_text(const struct tree *t, const char *key)
{
	return tree_text(tree_get(t, key));
}

const struct tree *tree_first(const struct tree *t)
{
	return t && (t->kind == TREE_LIST || t->kind == TREE_MAP) ? t->first : NULL;
}

bool tree_is_true(const struct tree *table, const char *key)
{
	const char *value = tree_get_text(table, key);

	return value && strcmp(value, "true") == 0;
}
