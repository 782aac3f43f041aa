/* Labels of Kubernetes nodes as GPU feature discovery and HAMi set them. */
#include "read/host/hami_private.h"
#include "read/host/host_labels_private.h"

#include <string.h>

#include "read/host/format_private.h"
#include "read/host/slurm_private.h"

#define LABEL "nvidia.com/"
#define label(o, name) json_get_text(o, LABEL name)

/*
 * How GPUs are named and counted, by GPU feature discovery, and by who rents nodes out or fills
 * them: "nvidia-l4", "t4", "H100_NVLINK_80GB".
 */
static const struct {
	const char *name, *count;
} namings[] = {
#define ROW(place, name, count, seen, confidence, source) { name, count },
#include "rows/host/naming.def"
#undef ROW
};

/* The name that the labels give the GPUs, and how many they count; NULL: they do not say. */
static const char *product_of(const struct tree *o)
{
	return FIRST_TELLS(x, ROWS(namings), json_get_text(o, x->name),
			   json_get_text(o, x->name), NULL);
}

static const char *count_of(const struct tree *o)
{
	return FIRST_TELLS(x, ROWS(namings), json_get_text(o, x->count),
			   json_get_text(o, x->count), NULL);
}

static bool is_labels(const struct tree *n)
{
	return json_type(n) == JSON_OBJECT && product_of(n);
}

/* Labels, a capacity with GPUs, a list of HAMi, or an object with one of these inside it. */
static bool has_labels(const struct tree *n)
{
	for (; n; n = n->next)
		if (is_labels(n) || label(n, "gpu") || has_labels(n->first) ||
		    (n->key && span_ends(span_of(n->key), HAMI_LIST)))
			return true;
	return false;
}

/* "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb" without the profile; a label holds '-' or '_' for a space. */
static const char *product_name(struct arena *a, const char *product)
{
	struct span s = span_of(product);
	ptrdiff_t mig = span_find(s, "-MIG-");

	if (mig > 0)
		s.n = (size_t)mig;
	if (span_ends(s, "-SHARED"))
		s.n -= sizeof "-SHARED" - 1;
	return slurm_name(a, s);
}

/* What older releases of the discovery give in parts: "cuda.driver.major", ".minor", ".rev"; with
 * `last` the first may stand alone. */
static const char *parts(struct arena *a, const struct tree *o, const char *name,
			 const char *last)
{
	const char *major = json_get_text(o, arena_printf(a, LABEL "%s.major", name));
	const char *minor = json_get_text(o, arena_printf(a, LABEL "%s.minor", name));
	const char *rev = json_get_text(o, arena_printf(a, LABEL "%s.%s", name, last ? last : ""));

	if (!major || !minor)
		return last ? major : NULL;
	return arena_printf(a, "%s.%s%s%s", major, minor, rev && *rev ? "." : "", rev ? rev : "");
}

/* "cuda.driver-version.full", "gpu.driver_version", "gpu.driver.version": whoever gives it. */
static const char *whole_driver(const struct tree *o)
{
	static const char *const ends[] = { "driver-version.full", "driver.version",
					    "driver_version", "driver-version" };

	for (const struct tree *n = tree_first(o); n; n = n->next)
		if (n->key && json_type(n) == JSON_STRING && span_starts(span_of(n->key), LABEL) &&
		    ANY(x, ROWS(ends), span_ends(span_of(n->key), *x)))
			return n->text;
	return NULL;
}

/* What is written by hand there may be the CUDA number, of two digits. */
static void take_driver(struct arena *a, const struct tree *o, struct host *h)
{
	const char *full = whole_driver(o), *cuda = label(o, "cuda.runtime-version.full");

	if (!full)
		full = parts(a, o, "cuda.driver", "rev");
	if (!cuda)
		cuda = parts(a, o, "cuda.runtime", NULL);
	if (full && strcspn(full, ".") > 2)
		h->driver = field_driver(a, span_of(full));
	h->driver_cuda = cuda ? field_version(a, span_of(cuda)) : h->driver_cuda;
}

static const char *plain_label(const struct tree *o, const char *name)
{
	for (const struct tree *n = o ? o->first : NULL; n; n = n->next)
		if (n->key && json_type(n) == JSON_STRING && strstr(n->key, name))
			return n->text;
	return NULL;
}

static void take_platform(struct arena *a, const struct tree *o, struct host *h)
{
	const char *arch = plain_label(o, "kubernetes.io/arch");
	const char *os = plain_label(o, "kubernetes.io/os");

	if (arch)
		h->platform = format_platform_of_os(span_of(arena_printf(a, "%s %s", os ? os : "",
									 arch)));
}

static uint64_t number_of(const char *text, uint64_t most, uint64_t otherwise)
{
	uint64_t n;

	return text && span_u64(span_of(text), &n) && n <= most ? n : otherwise;
}

static void add_mig(struct arena *a, struct gpu *g, const char *profile, const char *count)
{
	uint64_t n = number_of(count, UINT64_MAX, 0);

	g->mig.mode = n ? "Enabled" : g->mig.mode;
	for (uint64_t i = 0; i < n && i < MIG_MAX; i++)
		format_mig_add(a, g, (struct mig_device){ profile, NULL });
}

/*
 * The devices of the node hang on its first GPU, as no label says of which they are: in the single
 * strategy "…-MIG-1g.5gb" with gpu.count of them, in the mixed one
 * "nvidia.com/mig-3g.20gb.count", and "nvidia.com/mig-3g.20gb" of a capacity.
 * Source: NVIDIA/k8s-device-plugin, docs/gpu-feature-discovery.
 */
static void take_mixed(struct arena *a, const struct tree *o, const char *end, struct gpu *g)
{
	for (const struct tree *n = o->first; n; n = n->next) {
		struct span key = span_of(n->key ? n->key : "");

		if (span_take(&key, LABEL "mig-") && span_ends(key, end))
			add_mig(a, g, arena_span(a, span_sub(key, 0, span_find(key, "gb") + 2)),
				n->text);
	}
}

/* Where gpu.count counts MIG devices only one GPU is certain, and its memory is not told. */
static void take_gpus(struct arena *a, const struct tree *o, struct host *h)
{
	const char *product = product_of(o), *single = strstr(product, "-MIG-");
	struct gpu like = gpu_new(0);

	like.name = product_name(a, product);
	like.memory_mib = single ? -1 : (long)number_of(label(o, "gpu.memory"), 1u << 30,
							 (uint64_t)-1);
	field_sm(&like, span_of(parts(a, o, "gpu.compute", NULL)), SM_SOURCE_CSV);
	format_gpus(&(struct source){ .a = a }, h,
		    single ? 1 : number_of(count_of(o), GPUS_MAX, 1), &like, 0);
	h->gpus_known = true;
	h->nvidia_present = TRI_YES;
	if (single)
		add_mig(a, h->gpus.v, single + sizeof "-MIG-" - 1, label(o, "gpu.count"));
	else if (h->gpus.n)
		take_mixed(a, o, ".count", h->gpus.v);
}

/* GPUs without a name: whole ones, and one that has all devices. */
static void add_unnamed(struct arena *a, const struct tree *o, const char *count, const char *end,
			struct host *h)
{
	struct gpu like = gpu_new(0);
	uint64_t n = number_of(count, GPUS_MAX, 0);

	format_gpus(&(struct source){ .a = a }, h, n, &like, 0);
	take_mixed(a, o, end, &like);
	format_gpus(&(struct source){ .a = a }, h, like.mig.n > 0, &like, 0);
	h->gpus_known |= n > 0;
}

void host_labels_take(struct arena *a, const struct tree *o, struct host *h)
{
	if (plain_label(o, "kubernetes.io/hostname"))
		h->name = plain_label(o, "kubernetes.io/hostname");
	take_driver(a, o, h);
	take_platform(a, o, h);
	if (is_labels(o))
		take_gpus(a, o, h);
	else
		add_unnamed(a, o, count_of(o), ".count", h);
}

/*
 * "nvidia.com/gpu", and "nvidia.com/mig-1g.5gb" of the mixed strategy: how many it has to give.
 * 0 is not none: a plugin that serves the node has lost them, or another one gives them out.
 */
static enum tri gives_gpus(const struct tree *capacity)
{
	enum tri ret = TRI_NO;

	for (const struct tree *n = capacity->first; n; n = n->next) {
		if (!n->key || strncmp(n->key, LABEL, sizeof LABEL - 1) != 0 || !n->text)
			continue;
		if (strcmp(n->text, "0") != 0)
			return TRI_YES;
		ret = TRI_UNKNOWN;
	}
	return ret;
}

/* Where no label counts them, the one that has a name stands for all that the node gives. */
static void repeat(struct arena *a, const struct tree *labels, const char *count, struct host *h)
{
	const struct gpu like = h->gpus.v[0];
	uint64_t n = number_of(count, GPUS_MAX, 0);

	if (!count_of(labels) && !like.mig.mode && n > h->gpus.n)
		format_gpus(&(struct source){ .a = a }, h, n - h->gpus.n, &like, like.line);
}

void host_labels_give(struct arena *a, const struct tree *labels, const struct tree *capacity,
		      struct host *h)
{
	if (h->gpus.n) {
		repeat(a, labels, label(capacity, "gpu"), h);
		return;
	}
	h->nvidia_present = gives_gpus(capacity);
	h->gpus_known = h->nvidia_present == TRI_NO;
	add_unnamed(a, capacity, label(capacity, "gpu"), "gb", h);
}

/* "capacity", or where it is left out what of it is given. */
static const struct tree *given(const struct tree *status)
{
	const struct tree *ret = tree_get(status, "capacity");

	return ret ? ret : tree_get(status, "allocatable");
}

/* By its kind, or where that was left out by what it has. */
static bool is_node(const struct tree *n)
{
	const char *kind = json_get_text(n, "kind");

	return kind ? strcmp(kind, "Node") == 0 :
		json_get_text(tree_get(n, "metadata"), "name") &&
			given(tree_get(n, "status"));
}

/* What labels, annotations and a capacity tell of a machine; each of them may be missing. */
static void add_machine(struct arena *a, const char *source, const char *name,
			const struct tree *labels, const struct tree *notes,
			const struct tree *capacity, struct hosts *ret)
{
	struct host h = host_new(source);

	h.format = TEXT_NODE_LABELS;
	if (labels)
		host_labels_take(a, labels, &h);
	h.name = name ? name : h.name;
	take_driver(a, notes, &h);
	if (capacity)
		host_labels_give(a, labels, capacity, &h);
	hami_take(a, notes, &h);
	if (h.name || h.gpus_known || capacity)
		ARRAY_ADD(a, *ret) = h;
}

static void add_node(struct arena *a, const char *source, const struct tree *node,
		     struct hosts *ret)
{
	const struct tree *meta = tree_get(node, "metadata");

	add_machine(a, source, json_get_text(meta, "name"), tree_get(meta, "labels"),
		    tree_get(meta, "annotations"), given(tree_get(node, "status")), ret);
}

/* A status alone, or no more than its capacity, without the node around it. */
static bool add_status(struct arena *a, const char *source, const struct tree *n,
		       struct hosts *ret)
{
	bool bare = !n->key && label(n, "gpu") && tree_get(n, "pods");
	const struct tree *capacity = bare ? n : given(n), *labels = tree_get(n, "labels");
	const char *name = NULL;

	for (const struct tree *i = tree_first(tree_get(n, "addresses")); i; i = i->next)
		if (json_get_text(i, "type") && strcmp(json_get_text(i, "type"), "Hostname") == 0)
			name = json_get_text(i, "address");
	if (!label(capacity, "gpu") && !tree_get(capacity, "pods"))
		return false;
	add_machine(a, source, name, labels ? labels : capacity, NULL, capacity, ret);
	return true;
}

/* Every node, and every other object with labels of GPUs, in order. */
static void add_hosts(struct arena *a, const char *source, const struct tree *n,
		      struct hosts *ret)
{
	for (; n && ret->n < HOSTS_MAX; n = n->next) {
		if (is_node(n))
			add_node(a, source, n, ret);
		else if (is_labels(n))
			add_machine(a, source, NULL, n, NULL, NULL, ret);
		else if (!add_status(a, source, n, ret))
			add_hosts(a, source, n->first, ret);
	}
}

/* Where the text ends, the last node may have more than was read of it. */
void host_labels_cut(struct arena *a, struct host *last)
{
	if (!last->gpus.n) {
		last->gpus_known = false;
		last->nvidia_present = TRI_UNKNOWN;
	}
	FORMAT_CUT(a, last, 0, CUT_LABELS);
}

bool host_labels_node(struct arena *a, const char *source, const struct tree *root,
		      struct hosts *ret, bool *labels)
{
	if (!is_node(root))
		return false;
	*labels = *labels || has_labels(root);
	add_node(a, source, root, ret);
	return true;
}

bool host_labels_read(struct arena *a, const char *source, const struct tree *root, bool whole,
		      struct hosts *ret)
{
	size_t before = ret->n;

	if (!has_labels(root))
		return false;
	add_hosts(a, source, root, ret);
	if (!whole && ret->n > before)
		host_labels_cut(a, &ret->v[ret->n - 1]);
	return format_listed(a, source, before, ret);
}
