#include "read/host/node_yaml.h"

#include <string.h>

#include "door/yaml.h"
#include "read/host/format_private.h"
#include "read/host/host_cluster_private.h"
#include "read/host/host_labels_private.h"

/* Lines at the end that a cut may have made no YAML are taken off so often and no more. */
enum { TRIES = 4 };

/* The text from the first line on that begins so, or is listed so; empty: none does. */
static struct span from_line(struct span text, const char *begin, bool listed)
{
	struct span rest = text, line, at = text;

	for (; span_line(&rest, &line); at = rest)
		if (listed ? span_take(&line, "-") && span_starts(span_trim(line), begin) :
			     span_starts(line, begin))
			return at;
	return span_sub(text, 0, 0);
}

/* A task of SkyPilot. Source: docs.skypilot.co, "SkyPilot YAML". */
static bool is_task(struct span text)
{
	return span_find(text, "resources:") >= 0 && span_find(text, " accelerators:") > 0;
}

/*
 * ray list nodes --detail, from its first node on; empty: it is none. All of it stands before three
 * dots. Source: ray-project/ray, python/ray/util/state/state_cli.py (get_yaml_output).
 */
static struct span ray_list(struct span text)
{
	return span_find(text, " resources_total:") > 0 ? from_line(text, "node_id:", true) :
							  span_sub(text, 0, 0);
}

/* A status without its node. */
static bool is_status(struct span text)
{
	return (span_find(text, "capacity:") >= 0 || span_find(text, "allocatable:") >= 0) &&
	       span_find(text, "nvidia.com/gpu: ") > 0 && span_find(text, "apiVersion:") < 0;
}

bool node_yaml_begins(struct span text)
{
	return (span_find(text, "kind: Node") >= 0 &&
		from_line(text, "apiVersion:", false).n > 0) ||
	       is_status(text) || is_task(text) || ray_list(text).n > 0;
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
	return !tree_get(doc, "apiVersion") || (kind && tree_get(doc, "metadata"));
}

/* What can be read of a document whose end may be cut: without its last lines, if need be. */
static struct tree *parse(struct arena *a, struct span text, bool *whole)
{
	struct arena_mark before = arena_mark(a);
	struct tree *root = NULL;
	struct err e;

	for (int i = 0; i < TRIES && text.n; i++) {
		bool parsed;

		arena_back(a, before);
		parsed = yaml_parse(a, text, &root, NULL, &e) == 0;
		*whole &= parsed && i == 0 && root && is_whole(root);
		if (parsed && (i > 0 || *whole || span_ends(text, "\n")))
			break;
		text.n = (size_t)(span_rfind_char(span_sub(text, 0, text.n - 1), '\n') + 1);
	}
	return root;
}

/* "A100:8", or a name and its number. */
static void add_choice(struct arena *a, const char *source, const char *name, const char *count,
		       struct hosts *ret)
{
	struct span rest = span_of(name), type = { NULL, 0 };
	struct host h = host_new(source);
	uint64_t n = 1;

	if (!span_next(&rest, ':', &type) || !type.n)
		return;
	if (!host_cluster_ray_count(count ? span_of(count) : span_trim(rest), &n))
		n = 1;
	h.format = TEXT_KEYED;
	h.gpus_known = true;
	host_cluster_ray(a, &h, n, arena_span(a, span_trim(type)));
	ARRAY_ADD(a, *ret) = h;
}

/* What the task may run on: each that it names is a machine of its own. */
static bool read_task(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	struct tree *root = NULL;
	const struct tree *of;
	size_t before = ret->n;
	struct err e;

	if (yaml_parse(a, text, &root, NULL, &e))
		return false;
	of = tree_at(root, "resources.accelerators");
	if (of && tree_text(of))
		add_choice(a, source, tree_text(of), NULL, ret);
	for (const struct tree *n = tree_first(of); n && ret->n < HOSTS_MAX; n = n->next)
		if (n->key || tree_text(n))
			add_choice(a, source, n->key ? n->key : tree_text(n),
				   n->key ? tree_text(n) : NULL, ret);
	for (size_t i = before; i < ret->n && ret->n - before > 1; i++)
		ret->v[i].source = arena_printf(a, "%s choice %zu", source, i - before + 1);
	return ret->n > before;
}

static bool read_nodes(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	struct tree *all = tree_new(a, TREE_LIST, 1);
	struct span rest = is_status(text) ? text : from_line(text, "apiVersion:", false), doc;
	bool whole = true;

	while (next_document(&rest, &doc)) {
		struct tree *root = span_trim(doc).n ? parse(a, doc, &whole) : NULL;

		if (root)
			tree_add(all, NULL, root);
	}
	quote(all->first);
	return host_labels_read(a, source, all, whole, ret);
}

static bool read_ray(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	ptrdiff_t dots = span_find(text, "\n...");
	bool whole = dots > 0;
	struct tree *root = NULL;
	struct err e;

	if (whole)
		text = span_sub(text, 0, (size_t)dots + 1);
	if (yaml_parse(a, text, &root, NULL, &e))
		root = parse(a, text, &whole);
	quote(root);
	return host_cluster_read(a, source, root, whole, ret);
}

bool node_yaml_read(struct arena *a, const char *source, struct span text, struct hosts *ret)
{
	if (is_task(text))
		return read_task(a, source, text, ret);
	return ray_list(text).n ? read_ray(a, source, ray_list(text), ret) :
				  read_nodes(a, source, text, ret);
}
