/*
 * JSON of tools that list the machines of a cluster: gpustat --json, nomad node status -json, facts
 * that a site gives ansible, Ray's nodes as ray.nodes() gives them, and Slurm's.
 * Sources: wookayin/gpustat, gpustat/core.py (GPUStatCollection.jsonify); hashicorp/nomad,
 * api/nodes.go (Node, NodeResources), nomad-device-nvidia; ray-project/ray,
 * python/ray/_private/state.py (node_table), python/ray/util/accelerators
 * (accelerator_type:T4); SchedMD/slurm, data_parser v0.0.40 (NODE, SINFO_DATA).
 */
#include "read/host/host_cluster_private.h"

#include <string.h>

#include "base/keys.h"
#include "read/host/format_private.h"
#include "read/host/slurm_private.h"

static struct host new_host(const char *source, const char *name, enum text_format format)
{
	struct host h = host_new(source);

	h.name = name;
	h.format = format;
	h.gpus_known = true;
	return h;
}

/* --- layouts --------------------------------------------------------------------------------- */

enum { GPU_KEYS = 6 };

/* Where an object that tells of a machine has what. */
static const struct layout {
	const char *mark;    /* what no other object has */
	const char *name, *driver, *cuda, *arch;
	const char *gpus;    /* a list of GPUs, or of kinds of them with */
	const char *many;    /* a list in each of the GPUs themselves; NULL none */
	enum text_format format;
	struct {
		const char *path;
		enum smi_fact fact;
	} gpu[GPU_KEYS];
} layouts[] = {
	{ .mark = "query_time", .name = "hostname", .driver = "driver_version", .gpus = "gpus",
	  .format = TEXT_GPUSTAT, .gpu = { { "index", SMI_INDEX }, { "name", SMI_NAME },
			{ "uuid", SMI_UUID }, { "memory.total", SMI_MEMORY } } },
	{ .mark = "NodeResources.Devices", .name = "Name", .arch = "Attributes.cpu.arch",
	  .gpus = "NodeResources.Devices", .many = "Instances", .format = TEXT_KEYED,
	  .gpu = { { "Name", SMI_NAME }, { "Attributes.driver_version.String", SMI_DRIVER },
		   { "Attributes.memory.Int", SMI_MEMORY }, { "ID", SMI_UUID },
		   { "Locality.PciBusID", SMI_BUS_ID } } },
	{ .mark = "driver_version", .name = "hostname", .driver = "driver_version",
	  .cuda = "cuda_version", .gpus = "gpus", .format = TEXT_KEYED,
	  .gpu = { { "index", SMI_INDEX }, { "name", SMI_NAME }, { "uuid", SMI_UUID },
		   { "compute_cap", SMI_SM }, { "memory_mib", SMI_MEMORY } } },
};

/* As tree_at, but keys may have dots, too. */
static const struct tree *at(const struct tree *n, struct span path)
{
	const struct tree *found = NULL;

	for (n = tree_first(n); n && !found; n = n->next) {
		struct span rest = path;

		if (!n->key || !span_take(&rest, n->key))
			continue;
		found = !rest.n ? n : span_take(&rest, ".") ? at(n, rest) : NULL;
	}
	return found;
}

static struct span text_at(const struct tree *n, const char *path)
{
	const struct tree *found = path ? at(n, span_of(path)) : NULL;

	return span_of(found ? tree_text(found) : NULL);
}

static void set_gpu(struct arena *a, const struct layout *f, const struct tree *from,
		    struct host *h, struct gpu *g)
{
	for (size_t i = 0; i < GPU_KEYS && f->gpu[i].path; i++) {
		struct span v = text_at(from, f->gpu[i].path);

		if (v.n && f->gpu[i].fact == SMI_MEMORY)
			v = span_of(arena_printf(a, SPAN_FMT " MiB", SPAN_ARG(v)));
		if (v.n)
			smi_fact_set(a, h, g, f->gpu[i].fact, v);
	}
}

static void add_gpu(struct arena *a, const struct layout *f, const struct tree *from,
		    struct host *h)
{
	const struct tree *one = f->many ? tree_first(at(from, span_of(f->many))) : from;
	struct span vendor = text_at(from, "Vendor");
	struct source s = { .a = a };

	for (; one && (!vendor.n || span_is(vendor, "nvidia")); one = f->many ? one->next : NULL) {
		struct gpu *g = format_gpu(&s, h, (int)h->gpus.n, 0);

		if (!g)
			break;
		set_gpu(a, f, from, h, g);
		if (f->many)
			set_gpu(a, f, one, h, g);
	}
}

static void add_formed(struct arena *a, const char *source, const struct layout *f,
		       const struct tree *n, const char *above, struct hosts *ret)
{
	struct span name = text_at(n, f->name);
	struct host h = new_host(source, name.n ? arena_span(a, name) : above, f->format);

	smi_version_set(a, &h, SMI_DRIVER, text_at(n, f->driver));
	smi_version_set(a, &h, SMI_CUDA, text_at(n, f->cuda));
	h.platform = format_platform_of_os(text_at(n, f->arch));
	for (const struct tree *g = tree_first(at(n, span_of(f->gpus))); g; g = g->next)
		add_gpu(a, f, g, &h);
	h.nvidia_present = h.gpus.n ? TRI_YES : TRI_NO;
	ARRAY_ADD(a, *ret) = h;
}

/* --- Ray ---------------------------------------------------------------------------------- */

/* ray.nodes() and `ray list nodes --format json` have other keys for the same. */
static const struct tree *ray_resources(const struct tree *n)
{
	return tree_get(n, tree_get(n, "Resources") ? "Resources" : "resources_total");
}

static const char *ray_name(const struct tree *n)
{
	return json_get_text(n, tree_get(n, "NodeID") ? "NodeID" : "node_id");
}

static bool is_ray(const struct tree *n)
{
	const struct tree *resources = ray_resources(n);

	return resources && json_type(resources) == JSON_OBJECT && ray_name(n);
}

static bool is_dead(const struct tree *n)
{
	const struct tree *alive = tree_get(n, "Alive");
	const char *state = json_get_text(n, "state");

	return (alive && json_type(alive) == JSON_FALSE) || (state && strcmp(state, "DEAD") == 0);
}

void host_cluster_ray(struct arena *a, struct host *h, uint64_t gpus, const char *type)
{
	struct gpu like = gpu_new(0);

	like.name = type;
	format_gpus(&(struct source){ .a = a }, h, gpus, &like, 0);
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
	struct host h = new_host(source, ray_name(n), TEXT_RAY_NODES);
	const struct tree *resources = ray_resources(n);
	const char *gpus = tree_get_text(resources, "GPU"), *type = NULL;
	uint64_t count = 0;

	if (is_dead(n))
		return;
	for (const struct tree *r = tree_first(resources); r; r = r->next)
		if (r->key && strncmp(r->key, accelerator, sizeof accelerator - 1) == 0)
			type = r->key + sizeof accelerator - 1;
	if (gpus && !host_cluster_ray_count(span_of(gpus), &count))
		h.gpus_known = false;
	host_cluster_ray(a, &h, count, type);
	ARRAY_ADD(a, *ret) = h;
}

/* --- Slurm ------------------------------------------------------------------------------- */

/* `scontrol show nodes --json` has a node an object, `sinfo --json` the names of those alike. */
static const struct tree *slurm_names(const struct tree *n)
{
	const struct tree *names = tree_at(n, "nodes.nodes");

	if (json_type(names) == JSON_LIST && tree_at(n, "gres.total"))
		return tree_first(names);
	return json_type(tree_get(n, "partitions")) == JSON_LIST && tree_get(n, "gres") ?
		       tree_get(n, "name") : NULL;
}

/* A text, or a list of them. */
static struct span listed_words(struct arena *a, const struct tree *n)
{
	const char *all = tree_text(n);

	for (n = json_type(n) == JSON_LIST ? tree_first(n) : NULL; n; n = n->next)
		all = arena_printf(a, "%s,%s", all ? all : "", tree_text(n) ? tree_text(n) : "");
	return span_of(all);
}

/* sinfo tells of a node once for each of its partitions. */
static void add_slurm(struct arena *a, const char *source, const struct tree *n,
		      const struct tree *names, struct keys *seen, struct hosts *ret)
{
	size_t before;
	const struct tree *gres = tree_at(n, "gres.total");
	const struct tree *features = tree_at(n, "features.total");
	struct line whole = { .whole = true };
	struct host h = new_host(source, NULL, TEXT_SLURM);

	h.platform = format_platform_of_os(text_at(n, "architecture"));
	slurm_gres(&(struct source){ .a = a }, &whole,
		   listed_words(a, gres ? gres : tree_get(n, "gres")), false, &h);
	slurm_features(a, listed_words(a, features ? features : tree_get(n, "features")), &h);
	for (; names && ret->n < HOSTS_MAX; names = gres ? names->next : NULL) {
		h.name = tree_text(names);
		if (!h.name || keys_find(seen, span_of(h.name), &before))
			continue;
		keys_add(a, seen, span_of(h.name));
		ARRAY_ADD(a, *ret) = h;
	}
}

/* --- all of them ----------------------------------------------------------------------------- */

/* `above` is the name that an object around has for the machine. */
static void add_hosts(struct arena *a, const char *source, const struct tree *n,
		      const char *above, struct keys *seen, struct hosts *ret)
{
	for (; n && ret->n < HOSTS_MAX; n = n->next) {
		const char *name = json_get_text(n, HOST_CLUSTER_NAME);
		const struct layout *f = FIRST_OF(x, ROWS(layouts), at(n, span_of(x->mark)) &&
						  json_type(at(n, span_of(x->gpus))) == JSON_LIST &&
						  (above || name || at(n, span_of(x->name))));
		const struct tree *slurm = slurm_names(n);

		if (f)
			add_formed(a, source, f, n, name ? name : above, ret);
		else if (is_ray(n))
			add_ray(a, source, n, ret);
		else if (slurm)
			add_slurm(a, source, n, slurm, seen, ret);
		else
			add_hosts(a, source, tree_first(n), name ? name : above, seen, ret);
	}
}

bool host_cluster_read(struct arena *a, const char *source, const struct tree *root, bool whole,
		       struct hosts *ret)
{
	size_t before = ret->n;
	struct keys seen = { 0 };

	add_hosts(a, source, root, NULL, &seen, ret);
	if (!whole && ret->n > before)
		FORMAT_CUT(a, &ret->v[ret->n - 1], 0, CUT_GPU_LIST);
	return format_listed(a, source, before, ret);
}
