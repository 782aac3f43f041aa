/*
 * JSON of tools that list the machines of a cluster: gpustat --json, and Ray's nodes as
 * ray.nodes() gives them.
 * Sources: wookayin/gpustat, gpustat/core.py (GPUStatCollection.jsonify); ray-project/ray,
 * python/ray/_private/state.py (node_table), python/ray/util/accelerators (accelerator_type:T4).
 */
#include "read/host/host_cluster_private.h"

#include <string.h>

#include "read/host/format_private.h"

static struct host new_host(const char *source, const char *name, enum text_format format)
{
	struct host h = host_new(source);

	h.name = name;
	h.format = format;
	h.gpus_known = true;
	return h;
}

/* --- gpustat ------------------------------------------------------------------------------ */

static bool is_gpustat(const struct tree *n)
{
	const struct tree *gpus = tree_get(n, "gpus");

	return gpus && json_type(gpus) == JSON_LIST && tree_get(n, "query_time") &&
	       tree_get(n, "hostname");
}

static void add_gpu(struct arena *a, const struct tree *from, struct host *h)
{
	const char *index = tree_get_text(from, "index");
	const char *memory = tree_get_text(from, "memory.total");
	struct gpu g = gpu_new(index ? field_index(span_of(index)) : (int)h->gpus.n);
	uint64_t mib;

	if (h->gpus.n >= GPUS_MAX)
		return;
	g.name = json_get_text(from, "name");
	g.uuid = json_get_text(from, "uuid");
	if (memory && span_u64(span_of(memory), &mib) && mib < 1u << 30)
		g.memory_mib = (long)mib;
	ARRAY_ADD(a, h->gpus) = g;
}

static void add_gpustat(struct arena *a, const char *source, const struct tree *n,
			struct hosts *ret)
{
	struct host h = new_host(source, json_get_text(n, "hostname"), TEXT_GPUSTAT);
	const char *driver = json_get_text(n, "driver_version");

	h.driver = driver ? field_version(a, span_of(driver)) : NULL;
	for (const struct tree *g = tree_first(tree_get(n, "gpus")); g; g = g->next)
		add_gpu(a, g, &h);
	h.nvidia_present = h.gpus.n ? TRI_YES : TRI_NO;
	ARRAY_ADD(a, *ret) = h;
}

/* --- Ray ---------------------------------------------------------------------------------- */

static bool is_ray(const struct tree *n)
{
	const struct tree *resources = tree_get(n, "Resources");

	return resources && json_type(resources) == JSON_OBJECT && json_get_text(n, "NodeID");
}

void host_cluster_ray(struct arena *a, struct host *h, uint64_t gpus, const char *type)
{
	for (uint64_t i = 0; i < gpus && i < GPUS_MAX; i++) {
		struct gpu g = gpu_new((int)i);

		g.name = type;
		ARRAY_ADD(a, h->gpus) = g;
	}
	h->nvidia_present = h->gpus.n ? TRI_YES : TRI_NO;
}

bool host_cluster_ray_count(struct span s, uint64_t *n)
{
	ptrdiff_t dot = span_find_char(s, '.');

	return span_u64(dot > 0 ? span_sub(s, 0, (size_t)dot) : s, n);
}

static void add_ray(struct arena *a, const char *source, const struct tree *n, struct hosts *ret)
{
	static const char accelerator[] = "accelerator_type:";
	struct host h = new_host(source, json_get_text(n, "NodeID"), TEXT_RAY_NODES);
	const struct tree *resources = tree_get(n, "Resources"), *alive = tree_get(n, "Alive");
	const char *gpus = tree_get_text(resources, "GPU"), *type = NULL;
	uint64_t count = 0;

	if (alive && json_type(alive) == JSON_FALSE)
		return;
	for (const struct tree *r = tree_first(resources); r; r = r->next)
		if (r->key && strncmp(r->key, accelerator, sizeof accelerator - 1) == 0)
			type = r->key + sizeof accelerator - 1;
	if (gpus && !host_cluster_ray_count(span_of(gpus), &count))
		h.gpus_known = false;
	host_cluster_ray(a, &h, count, type);
	ARRAY_ADD(a, *ret) = h;
}

/* --- both --------------------------------------------------------------------------------- */

static void add_hosts(struct arena *a, const char *source, const struct tree *n,
		      struct hosts *ret)
{
	for (; n && ret->n < HOSTS_MAX; n = n->next) {
		if (is_gpustat(n))
			add_gpustat(a, source, n, ret);
		else if (is_ray(n))
			add_ray(a, source, n, ret);
		else
			add_hosts(a, source, tree_first(n), ret);
	}
}

bool host_cluster_read(struct arena *a, const char *source, const struct tree *root, bool whole,
		       struct hosts *ret)
{
	size_t before = ret->n;

	add_hosts(a, source, root, ret);
	if (ret->n == before)
		return false;
	for (size_t i = before; i < ret->n && ret->n - before > 1; i++)
		ret->v[i].source = arena_printf(a, "%s node %zu", source, i - before + 1);
	if (!whole)
		FORMAT_CUT(a, &ret->v[ret->n - 1], 0, CUT_GPU_LIST);
	else if (ret->n == HOSTS_MAX)
		FORMAT_CUT(a, &ret->v[ret->n - 1], 0, HOSTS_LIMIT);
	return true;
}
