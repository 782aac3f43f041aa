/* The object of a host in our own JSON, as `cudaplan detect --json` prints it. */
#include "read/host/host_json_private.h"

#include <stddef.h>
#include <string.h>

#include "door/yajl.h"

/* --- members into fields ------------------------------------------------------------------ */

enum member_kind { MEMBER_TEXT, MEMBER_TRI, MEMBER_BOOL, MEMBER_INT, MEMBER_LONG };

struct json_member {
	const char *key;
	enum member_kind kind;
	size_t offset;
};

#define HOST(key, kind, field) { key, kind, offsetof(struct host, field) }
#define GPU(key, kind, field) { key, kind, offsetof(struct gpu, field) }

static const struct json_member host_members[] = {
	HOST("source", MEMBER_TEXT, source),
	HOST("platform", MEMBER_TEXT, platform),
	HOST("glibc", MEMBER_TEXT, glibc),
	HOST("macos", MEMBER_TEXT, macos),
	HOST("libc", MEMBER_TEXT, libc),
	HOST("driver", MEMBER_TEXT, driver),
	HOST("driver_library", MEMBER_TEXT, driver_library),
	HOST("driver_cuda", MEMBER_TEXT, driver_cuda),
	HOST("l4t", MEMBER_TEXT, l4t),
	HOST("name", MEMBER_TEXT, name),
	HOST("wsl", MEMBER_TRI, wsl),
	HOST("container", MEMBER_TEXT, container),
	HOST("nvidia_present", MEMBER_TRI, nvidia_present),
	HOST("driver_missing", MEMBER_BOOL, driver_missing),
	HOST("gpus_known", MEMBER_BOOL, gpus_known),
	HOST("visible_devices", MEMBER_TEXT, visible_devices),
	HOST("device_order", MEMBER_TEXT, device_order),
	HOST("python", MEMBER_TEXT, python),
	HOST("env", MEMBER_TEXT, env),
};

static const struct json_member gpu_members[] = {
	GPU("index", MEMBER_INT, index),
	GPU("name", MEMBER_TEXT, name),
	GPU("architecture", MEMBER_TEXT, architecture),
	GPU("segment", MEMBER_TEXT, segment),
	GPU("memory_mib", MEMBER_LONG, memory_mib),
	GPU("uuid", MEMBER_TEXT, uuid),
	GPU("pci_id", MEMBER_TEXT, pci_id),
	GPU("pci_subsystem", MEMBER_TEXT, pci_subsystem),
	GPU("bus_id", MEMBER_TEXT, bus_id),
	GPU("driver_model", MEMBER_TEXT, driver_model),
	GPU("compute_mode", MEMBER_TEXT, compute_mode),
	GPU("error", MEMBER_TEXT, error),
	GPU("hidden", MEMBER_BOOL, hidden),
};

static bool is_bool(const struct tree *n)
{
	return json_type(n) == JSON_TRUE || json_type(n) == JSON_FALSE;
}

bool host_json_number(const struct tree *n, long *ret)
{
	uint64_t v;

	if (json_type(n) != JSON_NUMBER || !span_u64(span_of(n->text), &v) || v > 1u << 30)
		return false;
	*ret = (long)v;
	return true;
}

/* A value of another kind than the member's is left out. */
static void take_member(void *to, const struct json_member *m, const struct tree *n)
{
	char *at = (char *)to + m->offset;
	bool yes = json_type(n) == JSON_TRUE;
	enum tri tri = yes ? TRI_YES : TRI_NO;
	long v = 0;
	bool number = host_json_number(n, &v);
	int small = (int)v;

	if (m->kind == MEMBER_TEXT && json_type(n) == JSON_STRING)
		memcpy(at, &n->text, sizeof n->text);
	else if (m->kind == MEMBER_TRI && is_bool(n))
		memcpy(at, &tri, sizeof tri);
	else if (m->kind == MEMBER_BOOL && is_bool(n))
		memcpy(at, &yes, sizeof yes);
	else if (m->kind == MEMBER_INT && number)
		memcpy(at, &small, sizeof small);
	else if (m->kind == MEMBER_LONG && number)
		memcpy(at, &v, sizeof v);
}

static void take_members(void *to, const struct json_member *m, size_t n, const struct tree *o)
{
	for (size_t i = 0; i < n; i++) {
		const struct tree *v = tree_get(o, m[i].key);

		if (v)
			take_member(to, &m[i], v);
	}
}

/* --- lists -------------------------------------------------------------------------------- */

const struct tree *host_json_list(const struct tree *o, const char *key)
{
	const struct tree *n = tree_get(o, key);

	return n && json_type(n) == JSON_LIST ? n->first : NULL;
}

static enum sm_source source_of(const char *name)
{
	for (int s = SM_SOURCE_NVML; name && s <= SM_SOURCE_USER; s++)
		if (strcmp(sm_source_name((enum sm_source)s), name) == 0)
			return (enum sm_source)s;
	return SM_SOURCE_NONE;
}

static void take_sm(struct gpu *g, const struct tree *o)
{
	const char *sm = json_get_text(o, "sm");
	struct sm v;

	if (sm && sm_parse(span_of(sm), &v))
		g->sm = v;
	g->sm_source = source_of(json_get_text(o, "sm_source"));
	for (const struct tree *n = host_json_list(o, "sm_candidates"); n; n = n->next)
		if (json_type(n) == JSON_STRING && sm_parse(span_of(n->text), &v))
			sm_list_add(&g->sm_candidates, v);
}

static void take_mig(struct arena *a, struct gpu *g, const struct tree *o)
{
	const struct tree *mig = tree_get(o, "mig");
	size_t n = 0;

	g->mig.mode = json_get_text(mig, "mode");
	for (const struct tree *d = host_json_list(mig, "devices"); d; d = d->next)
		n++;
	g->mig.devices = arena_array(a, n, sizeof *g->mig.devices);
	for (const struct tree *d = host_json_list(mig, "devices"); d; d = d->next)
		g->mig.devices[g->mig.n++] = (struct mig_device){
			json_get_text(d, "profile"), json_get_text(d, "uuid"),
		};
}

static void take_gpus(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = host_json_list(o, "gpus"); n && h->gpus.n < 1024; n = n->next) {
		struct gpu g = gpu_new((int)h->gpus.n);

		if (json_type(n) != JSON_OBJECT)
			continue;
		take_members(&g, gpu_members, sizeof gpu_members / sizeof *gpu_members, n);
		take_sm(&g, n);
		take_mig(a, &g, n);
		ARRAY_ADD(a, h->gpus) = g;
	}
}

static void take_toolkits(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = host_json_list(o, "toolkits"); n; n = n->next)
		if (json_get_text(n, "version"))
			ARRAY_ADD(a, h->toolkits) = (struct toolkit){
				json_get_text(n, "path"), json_get_text(n, "version"),
			};
}

static void take_problems(struct arena *a, struct host *h, const struct tree *o)
{
	for (const struct tree *n = host_json_list(o, "problems"); n; n = n->next) {
		const char *code = json_get_text(n, "code"), *text = json_get_text(n, "text");
		const struct tree *gpu = tree_get(n, "gpu");
		enum finding_code f = code ? finding_parse(span_of(code)) : FINDING_NONE;
		long index = -1;

		if (gpu && (!host_json_number(gpu, &index) || index >= (long)h->gpus.n))
			index = -1;
		if (f != FINDING_NONE && h->problems.n < 1024)
			HOST_PROBLEM(a, h, f, (int)index, SAID, SAY(text, text ? text : ""),
				     SAY(have, json_get_text(n, "have")),
				     SAY(need, json_get_text(n, "need")));
	}
}

/*
 * An empty list where "gpus_known", which is not promised, is left out: there is none where CP009
 * says so, or where neither a problem nor a driver speaks for a GPU that was not listed.
 */
static bool list_is_whole(const struct host *h, const struct tree *o)
{
	const struct tree *gpus = tree_get(o, "gpus");

	if (tree_get(o, "gpus_known") && is_bool(tree_get(o, "gpus_known")))
		return h->gpus_known;
	if (!gpus || json_type(gpus) != JSON_LIST)
		return false;
	return gpus->first || host_has_problem(h, CP009) || (h->problems.n == 0 && !h->driver);
}

void host_json_take(struct arena *a, const char *source, const struct tree *o, struct hosts *ret)
{
	struct host h = host_new(source);

	h.format = TEXT_DETECTED;
	take_members(&h, host_members, sizeof host_members / sizeof *host_members, o);
	take_gpus(a, &h, o);
	take_toolkits(a, &h, o);
	take_problems(a, &h, o);
	h.gpus_known = list_is_whole(&h, o);
	ARRAY_ADD(a, *ret) = h;
}
