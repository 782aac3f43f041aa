/*
 * kubectl describe node: "Name: gpu-1", "Roles:", "Labels: nvidia.com/gpu.product=…" one a line,
 * and under "Capacity:" how many GPUs it has to give. A block for each node.
 * Source: kubernetes/kubectl, pkg/describe/describe.go (describeNode, printLabelsMultiline).
 */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/hami_private.h"
#include "read/host/host_labels_private.h"

/* Pods have a name too, and no roles. */
static bool node_describe_begins(const struct source *s, size_t i)
{
	return span_starts(s->v[i].s, "Name:") && i + 1 < s->n &&
	       span_starts(s->v[i + 1].s, "Roles:");
}

static struct tree *object(struct arena *a)
{
	return tree_new(a, TREE_MAP, 0);
}

static void add_text(struct arena *a, struct tree *to, struct span key, struct span value)
{
	struct tree *t = tree_new(a, TREE_TEXT, 0);

	t->text = arena_span(a, span_trim(value));
	t->quoted = true;
	tree_add(to, arena_span(a, span_trim(key)), t);
}

/* "key=value", "key:   value"; what kubectl finds too long stands on a line of its own. */
static bool add_pair(struct arena *a, struct tree *to, struct span s, char mark)
{
	ptrdiff_t at = span_find_char(s, mark);

	if (at <= 0)
		return false;
	add_text(a, to, span_sub(s, 0, (size_t)at), span_from(s, (size_t)at + 1));
	return true;
}

/* The lines of a heading: the first may stand behind it. */
static size_t read_block(const struct source *s, size_t i, struct span first, char mark,
			 struct tree *to)
{
	first = span_trim(first);
	if (first.n)
		(void)add_pair(s->a, to, first, mark);
	for (i++; i < s->n; i++) {
		struct span line = s->v[i].s;

		if (span_ends(line, "-register:") && i + 1 < s->n) {
			add_text(s->a, to, span_sub(line, 0, line.n - 1), s->v[++i].s);
			continue;
		}
		if (span_ends(line, ":") || node_describe_begins(s, i) ||
		    (mark == '=' && span_find(line, ": ") >= 0) || !add_pair(s->a, to, line, mark))
			break;
	}
	return i;
}

static size_t node_describe_read(const struct source *s, size_t i, struct host *to)
{
	struct tree *labels = object(s->a), *capacity = object(s->a), *notes = object(s->a);
	struct span name = span_trim(span_from(s->v[i].s, sizeof "Name:" - 1));
	unsigned first = s->v[i].no;
	bool told = false;

	to->name = arena_span(s->a, name);
	for (i++; i < s->n && !node_describe_begins(s, i);) {
		struct span line = s->v[i].s;

		if (span_take(&line, "Labels:")) {
			i = read_block(s, i, line, '=', labels);
		} else if (span_take(&line, "Annotations:")) {
			i = read_block(s, i, line, ':', notes);
		} else if (span_is(line, "Capacity:")) {
			i = read_block(s, i, span_from(line, line.n), ':', capacity);
			told = true;
		} else if (span_starts(line, "Events:")) {
			i++;
			break;
		} else {
			i++;
		}
	}
	host_labels_take(s->a, labels, to);
	if (told)
		host_labels_give(s->a, labels, capacity, to);
	else
		FORMAT_CUT(s->a, to, first, CUT_LABELS);
	hami_take(s->a, notes, to);
	return i;
}

const struct host_format format_node_describe = { node_describe_begins, node_describe_read };
