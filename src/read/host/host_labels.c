#include "read/host/host_labels.h"

#include <string.h>

#include "read/host/field.h"
#include "read/host/format.h"

#define LABEL "nvidia.com/"

static const char *label(const struct json_node *o, const char *name)
{
	for (const struct json_node *n = o->first; n; n = n->next)
		if (n->key && n->type == JSON_STRING &&
		    strncmp(n->key, LABEL, sizeof LABEL - 1) == 0 &&
		    strcmp(n->key + sizeof LABEL - 1, name) == 0)
			return n->text;
	return NULL;
}

/* The object itself, or one inside it. */
static const struct json_node *find_labels(const struct json_node *n)
{
	for (; n; n = n->next) {
		const struct json_node *in;

		if (n->type == JSON_OBJECT && label(n, "gpu.product"))
			return n;
		in = find_labels(n->first);
		if (in)
			return in;
	}
	return NULL;
}

/* "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb" without the profile; a label holds '-' for every space. */
static const char *product_name(struct arena *a, const char *product)
{
	struct span s = span_of(product);
	ptrdiff_t mig = span_find(s, "-MIG-");

	if (mig > 0)
		s.n = (size_t)mig;
	if (span_ends(s, "-SHARED"))
		s.n -= sizeof "-SHARED" - 1;
	return arena_span(a, s);
}

static void take_sm(struct arena *a, const struct json_node *o, struct gpu *g)
{
	const char *major = label(o, "gpu.compute.major"), *minor = label(o, "gpu.compute.minor");
	struct sm sm;

	if (!major || !minor)
		return;
	if (!sm_parse(span_of(arena_printf(a, "%s.%s", major, minor)), &sm))
		return;
	g->sm = sm;
	g->sm_source = SM_SOURCE_CSV;
	sm_list_add(&g->sm_candidates, sm);
}

static void take_driver(struct arena *a, const struct json_node *o, struct host *h)
{
	const char *full = label(o, "cuda.driver-version.full");
	const char *cuda = label(o, "cuda.runtime-version.full");

	h->driver = full ? field_version(a, span_of(full)) : NULL;
	h->driver_cuda = cuda ? field_version(a, span_of(cuda)) : NULL;
}

static void take_platform(const struct json_node *o, struct host *h)
{
	for (const struct json_node *n = o->first; n; n = n->next)
		if (n->key && n->text && strstr(n->key, "kubernetes.io/arch"))
			h->platform = strcmp(n->text, "amd64") == 0 ? "linux-64" :
				      strcmp(n->text, "arm64") == 0 ? "linux-aarch64" : h->platform;
}

/* In the single strategy gpu.count counts MIG devices, so that only one GPU is certain. */
static long count_gpus(const struct json_node *o, const char *product)
{
	const char *count = label(o, "gpu.count");
	uint64_t n = 1;

	if (strstr(product, "-MIG-") || !count || !span_u64(span_of(count), &n) || n > GPUS_MAX)
		return 1;
	return (long)n;
}

/* In MiB; of a MIG device it would be the slice's. */
static long memory_of(const struct json_node *o, const char *product)
{
	const char *text = label(o, "gpu.memory");
	uint64_t v;

	if (!text || strstr(product, "-MIG-") || !span_u64(span_of(text), &v) || v > 1u << 30)
		return -1;
	return (long)v;
}

bool host_labels_read(struct arena *a, const char *source, const struct json_node *root, bool whole,
		      struct hosts *ret)
{
	const struct json_node *o = find_labels(root);
	struct host h = host_new(source);
	const char *product;

	if (!o)
		return false;
	product = label(o, "gpu.product");
	h.format = "labels of a Kubernetes node";
	h.gpus_known = true;
	h.nvidia_present = TRI_YES;
	take_driver(a, o, &h);
	take_platform(o, &h);
	for (long i = 0; i < count_gpus(o, product); i++) {
		struct gpu g = gpu_new((int)i);

		g.name = product_name(a, product);
		g.memory_mib = memory_of(o, product);
		take_sm(a, o, &g);
		ARRAY_ADD(a, h.gpus) = g;
	}
	if (!whole)
		format_cut(a, &h, 0, "the JSON of the labels is cut");
	ARRAY_ADD(a, *ret) = h;
	return true;
}
