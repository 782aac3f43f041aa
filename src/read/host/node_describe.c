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
static bool name_begins(const struct source *s, size_t i)
{
	return span_starts(s->v[i].s, "Name:") && i + 1 < s->n &&
	       span_starts(s->v[i + 1].s, "Roles:");
}

static bool is_capacity(struct span line)
{
	return span_is(line, "Capacity:") || span_is(line, "Allocatable:");
}

/* What is left of a node where its beginning is cut, or grep took it off. */
static bool rest_begins(const struct source *s, size_t i)
{
	enum { LINES = 12 };
	size_t end = i + LINES < s->n ? i + LINES : s->n;

	if (span_is(s->v[i].s, "Addresses:"))
		return i + 1 < s->n && (span_starts(s->v[i + 1].s, "InternalIP:") ||
					span_starts(s->v[i + 1].s, "Hostname:"));
	if (span_starts(s->v[i].s, "Labels:"))
		return span_find(s->v[i].s, "kubernetes.io/arch=") > 0 ||
		       (i + 1 < s->n && span_starts(s->v[i + 1].s, "nvidia.com/"));
	if (!is_capacity(s->v[i].s))
		return false;
	for (i++; i < end && s->v[i].s.n && !span_ends(s->v[i].s, ":"); i++)
		if (span_starts(s->v[i].s, "cpu:") || span_starts(s->v[i].s, "nvidia.com/"))
			return true;
	return false;
}

static bool node_describe_begins(const struct source *s, size_t i)
{
	return name_begins(s, i) || rest_begins(s, i);
}

/* "key=value", "key:   value", also in quotes: what stands behind the key; '\0': it is no pair. */
static char take_pair(struct span line, struct span *key, struct span *value)
{
	char ret;

	(void)span_take(&line, "\"");
	*key = span_sub(line, 0, span_run_alnum(line, "./-_"));
	line = span_from(line, key->n);
	ret = key->n && line.n && strchr("\"=:", line.p[0]) ? line.p[0] : '\0';
	while (line.n && strchr("\"=: ", line.p[0]))
		line = span_from(line, 1);
	*value = span_sub(line, 0, span_run_alnum(line, "._-+"));
	return ret;
}

/* The lines of a heading: the first may stand behind it. */
static size_t read_block(const struct source *s, size_t i, struct span first, char mark,
			 struct tree *to)
{
	struct span key, value;

	if (take_pair(span_trim(first), &key, &value))
		tree_put(s->a, to, key, value);
	for (i++; i < s->n; i++) {
		struct span line = s->v[i].s;

		if (hami_begins(line))
			i = hami_note(s, i, to);
		if (hami_begins(line) || span_is(line, "..."))
			continue;
		if (span_ends(line, ":") || name_begins(s, i) ||
		    take_pair(line, &key, &value) != mark)
			break;
		tree_put(s->a, to, key, value);
	}
	return i;
}

static size_t node_describe_read(const struct source *s, size_t i, struct host *to)
{
	struct tree *labels = tree_new(s->a, TREE_MAP, 0), *notes = tree_new(s->a, TREE_MAP, 0);
	struct tree *capacity = tree_new(s->a, TREE_MAP, 0);
	bool named = name_begins(s, i), told = false;
	unsigned first = s->v[i].no;
	size_t next;

	if (named)
		to->name = arena_span(s->a, span_trim(span_from(s->v[i++].s, sizeof "Name:" - 1)));
	for (; i < s->n && !name_begins(s, i); i = next) {
		struct span line = s->v[i].s;

		/* what is given of a capacity that was told is of the same node */
		if (told && !span_is(line, "Allocatable:") && rest_begins(s, i))
			break;
		next = i + 1;
		if (!named && span_take(&line, "Hostname:")) {
			to->name = arena_span(s->a, span_trim(line));
		} else if (!named && span_take(&line, "Architecture:")) {
			tree_put(s->a, labels, SPAN("kubernetes.io/arch"), line);
		} else if (span_take(&line, "Labels:")) {
			next = read_block(s, i, line, '=', labels);
		} else if (span_take(&line, "Annotations:")) {
			next = read_block(s, i, line, ':', notes);
		} else if (span_is(line, "Capacity:") || (!told && is_capacity(line))) {
			next = read_block(s, i, span_from(line, line.n), ':', capacity);
			told = true;
		} else if (span_starts(line, "Events:")) {
			i++;
			break;
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

/* --- labels alone, as jq or grep leaves them -------------------------------------------------- */

static char take_label(struct span line, struct span *key, struct span *value)
{
	char ret = take_pair(line, key, value);

	return span_starts(*key, "nvidia.com/") ? ret : '\0';
}

/* A pod asks for a label or two, in YAML. */
static bool node_label_begins(const struct source *s, size_t i)
{
	enum { MANY = 3 };
	struct span key, value;
	char mark = take_label(s->v[i].s, &key, &value);
	size_t n = 0;

	while (mark == ':' && n < MANY && i + n < s->n && take_label(s->v[i + n].s, &key, &value))
		n++;
	return mark == ':' ? n == MANY : mark || hami_begins(s->v[i].s);
}

static size_t node_label_read(const struct source *s, size_t i, struct host *to)
{
	struct tree *labels = tree_new(s->a, TREE_MAP, 0), *notes = tree_new(s->a, TREE_MAP, 0);
	struct span key, value;

	for (; i < s->n; i++)
		if (take_label(s->v[i].s, &key, &value))
			tree_put(s->a, labels, key, value);
		else if (hami_begins(s->v[i].s))
			i = hami_note(s, i, notes);
		else
			break;
	host_labels_take(s->a, labels, to);
	hami_take(s->a, notes, to);
	return i;
}

const struct host_format format_node_label = { node_label_begins, node_label_read };
