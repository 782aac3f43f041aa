#include "read/host/node_yaml.h"

#include <string.h>

#include "door/yaml.h"
#include "read/host/host_labels_private.h"

/* Lines at the end that a cut may have made no YAML are taken off so often and no more. */
enum { TRIES = 4 };

/* The text from the first line on that begins an object; empty: there is none. */
static struct span from_object(struct span text)
{
	struct span rest = text, line, at = text;

	while (span_line(&rest, &line)) {
		if (span_starts(line, "apiVersion:"))
			return at;
		at = rest;
	}
	return span_sub(text, 0, 0);
}

bool node_yaml_begins(struct span text)
{
	return span_find(text, "kind: Node") >= 0 && from_object(text).n > 0;
}

/* One document off the front; they are parted by lines of three dashes. */
static bool next_document(struct span *rest, struct span *ret)
{
	struct span line, from = *rest;

	if (rest->n == 0)
		return false;
	while (span_line(rest, &line))
		if (span_starts(line, "---")) {
			*ret = span_sub(from, 0, (size_t)(line.p - from.p));
			return true;
		}
	*ret = from;
	return true;
}

/* All values are texts to Kubernetes where labels are asked for. */
static void quote(struct tree *n)
{
	for (; n; n = n->next) {
		n->quoted = true;
		quote(n->first);
	}
}

/*
 * kubectl sorts keys, and writes "status" last in a node, with "nodeInfo" last in it, and behind
 * the items of a list "kind" and "metadata". Source: k8s.io/apimachinery, sigs.k8s.io/yaml.
 */
static bool is_whole(const struct tree *doc)
{
	const char *kind = tree_get_text(doc, "kind");

	if (kind && strcmp(kind, "Node") == 0)
		return tree_at(doc, "status.nodeInfo") != NULL;
	return kind != NULL && tree_get(doc, "metadata") != NULL;
}

/* What can be read of a document whose end may be cut: without its last lines, if need be. */
static struct tree *parse(struct arena *a, struct span text, bool *whole)
{
	struct arena_mark before = arena_mark(a);
	struct tree *root = NULL;
	struct err e;

	for (int i = 0; i < TRIES && text.n; i++) {
		ptrdiff_t end;

		arena_back(a, before);
		if (yaml_parse(a, text, &root, NULL, &e) == 0 &&
		    (i > 0 || (root && is_whole(root))))
			break;
		*whole = false;
		end = span_rfind_char(span_sub(text, 0, text.n - 1), '\n');
		text = span_sub(text, 0, (size_t)(end + 1));
	}
	return root;
}

bool node_yaml_read(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	struct tree *all = tree_new(a, TREE_LIST, 1);
	struct span rest = from_object(text), doc;
	bool whole = true;

	while (next_document(&rest, &doc)) {
		struct tree *root = span_trim(doc).n ? parse(a, doc, &whole) : NULL;

		if (root)
			tree_add(all, NULL, root);
	}
	quote(all->first);
	return host_labels_read(a, source, all, whole, ret);
}
