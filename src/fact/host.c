#include "fact/host.h"

#include <string.h>

#include "fact/platform.h"

struct host host_new(const char *source)
{
	return (struct host){
		.source = source,
		.wsl = TRI_UNKNOWN,
		.nvidia_present = TRI_UNKNOWN,
		.torch = { .available = TRI_UNKNOWN },
	};
}

static void own(struct arena *a, const char **text)
{
	*text = arena_str(a, *text);
}

static struct gpu gpu_copy(struct arena *a, struct gpu g)
{
	const char **texts[] = { &g.name, &g.architecture, &g.segment, &g.uuid, &g.pci_id,
				 &g.pci_subsystem, &g.bus_id, &g.driver_model, &g.compute_mode,
				 &g.mig.mode, &g.error };
	struct mig_device *devices = arena_array(a, g.mig.n, sizeof *devices);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		own(a, texts[i]);
	for (size_t i = 0; i < g.mig.n; i++) {
		devices[i] = g.mig.devices[i];
		own(a, &devices[i].profile);
		own(a, &devices[i].uuid);
	}
	g.mig.devices = devices;
	return g;
}

struct host host_copy(struct arena *a, const struct host *h)
{
	struct host ret = *h;
	const char **texts[] = { &ret.source, &ret.name, &ret.platform, &ret.glibc, &ret.macos,
				 &ret.libc, &ret.driver, &ret.driver_begins, &ret.driver_library,
				 &ret.driver_cuda, &ret.l4t, &ret.container, &ret.visible_devices,
				 &ret.device_order, &ret.python, &ret.env };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		own(a, texts[i]);
	ret.gpus.v = arena_array(a, h->gpus.n, sizeof *ret.gpus.v);
	ret.gpus.room = h->gpus.n;
	for (size_t i = 0; i < h->gpus.n; i++)
		ret.gpus.v[i] = gpu_copy(a, h->gpus.v[i]);
	return ret;
}

const char *host_platform(const struct host *h)
{
	return h->platform ? h->platform : h->macos ? PLATFORM_MAC : PLATFORM_LINUX;
}

const char *host_system(const struct host *h)
{
	return h->macos ? h->macos : h->glibc;
}

size_t host_number(const struct hosts *hosts, size_t host)
{
	return hosts->v[host].number ? hosts->v[host].number : host + 1;
}

struct gpu gpu_new(int index)
{
	return (struct gpu){ .index = index, .memory_mib = -1 };
}

bool gpu_same_bus(const char *a, const char *b)
{
	struct span x = span_of(a), y = span_of(b);
	size_t n = x.n < y.n ? x.n : y.n;

	return span_eq_nocase(span_from(x, x.n - n), span_from(y, y.n - n));
}

const char *gpu_number(struct arena *a, const struct gpu *g)
{
	return arena_printf(a, "%d", g->index);
}

struct problem *host_problem(struct arena *a, struct host *h, enum finding_code code, int gpu,
			     struct phrase words)
{
	struct finding what = finding_of(code);

	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == code && h->problems.v[i].what.gpu == gpu)
			return NULL;
	what.gpu = gpu;
	what.words = words;
	what.have = phrase_fact(&words, FACT_have);
	what.need = phrase_fact(&words, FACT_need);
	ARRAY_ADD(a, h->problems) = (struct problem){ .what = what };
	return &h->problems.v[h->problems.n - 1];
}

const struct gpu *host_first_gpu(const struct host *h)
{
	for (size_t i = 0; h && i < h->gpus.n; i++)
		if (!h->gpus.v[i].hidden && !h->gpus.v[i].error)
			return &h->gpus.v[i];
	return NULL;
}

const char *sm_source_name(enum sm_source s)
{
	static const char *const names[] = {
		[SM_SOURCE_NVML] = "nvml",  [SM_SOURCE_CSV] = "csv",
		[SM_SOURCE_PCI] = "pci",    [SM_SOURCE_NAME] = "name",
		[SM_SOURCE_TRUNCATED] = "truncated-name",
		[SM_SOURCE_ALIAS] = "alias", [SM_SOURCE_USER] = "user",
	};

	return names[s];
}

/* The GPUs that the list shows, by position; what follows the first bad entry does not count. */
struct seen {
	bool *gpu;
	size_t n;
	bool by_index, bad;
};

static bool same_kind(const struct host *h)
{
	const struct gpu *first = h->gpus.v;

	for (size_t i = 1; i < h->gpus.n; i++)
		if (!first->name || !h->gpus.v[i].name ||
		    strcmp(first->name, h->gpus.v[i].name) != 0)
			return false;
	return true;
}

bool host_uuid_begins(const char *uuid, struct span entry)
{
	return uuid && entry.n > 4 && span_eq(span_sub(span_of(uuid), 0, entry.n), entry);
}

/* The GPU that a MIG device is part of: by its own UUID, or MIG-GPU-<uuid>/<gi>/<ci>. */
static bool has_mig(const struct gpu *g, struct span entry)
{
	struct span rest = entry, uuid;

	return ANY(x, LIST(g->mig.devices, g->mig.n), host_uuid_begins(x->uuid, entry)) ||
		(span_take(&rest, "MIG-GPU-") && span_next(&rest, '/', &uuid) && g->uuid &&
		span_eq(span_from(span_of(g->uuid), 4), uuid));
}

/* Position of the one GPU that the entry means; -1: none, or several. */
static ptrdiff_t position(const struct host *h, struct span entry, bool *by_index)
{
	bool mig = span_starts(entry, "MIG-"), gpu = span_starts(entry, "GPU-");
	ptrdiff_t found = -1;
	uint64_t v;

	*by_index = !mig && !gpu;
	if (*by_index)
		return span_u64(entry, &v) && v < h->gpus.n ? (ptrdiff_t)v : -1;
	for (size_t i = 0; i < h->gpus.n; i++) {
		if (!(mig ? has_mig(&h->gpus.v[i], entry) :
			    host_uuid_begins(h->gpus.v[i].uuid, entry)))
			continue;
		if (found >= 0)
			return -1;
		found = (ptrdiff_t)i;
	}
	return found;
}

static void look(const struct host *h, struct seen *s)
{
	struct span rest = span_of(h->visible_devices), entry;

	for (bool first = true; !s->bad && span_next(&rest, ',', &entry); first = false) {
		bool by_index;
		ptrdiff_t i = position(h, span_trim(entry), &by_index);

		if (i < 0 || (!first && by_index != s->by_index)) {
			s->bad = true;
		} else if (s->gpu[i]) {
			memset(s->gpu, 0, h->gpus.n); /* an entry given twice hides all */
			s->n = 0;
			s->bad = true;
		} else {
			s->gpu[i] = true;
			s->by_index = by_index;
			s->n++;
		}
	}
}

void host_apply_visible(struct arena *a, struct host *h)
{
	struct seen s = { .gpu = arena_array(a, h->gpus.n, sizeof *s.gpu) };
	bool by_bus = h->device_order && strcmp(h->device_order, "PCI_BUS_ID") == 0;

	for (size_t i = 0; i < h->gpus.n; i++)
		h->gpus.v[i].hidden = false;
	if (!h->visible_devices || !h->gpus.n)
		return;
	look(h, &s);
	if (s.n && s.n < h->gpus.n && s.by_index && !by_bus && !same_kind(h))
		HOST_PROBLEM(a, h, CP008, -1, HOST_WHICH_HIDDEN, SAY(have, h->visible_devices),
			     SAY(number, fact_number(a, s.n)), SAY(all, fact_number(a, h->gpus.n)));
	else {
		for (size_t i = 0; i < h->gpus.n; i++) {
			struct gpu *g = &h->gpus.v[i];

			g->hidden = !s.gpu[i];
			if (g->hidden)
				HOST_PROBLEM(a, h, CP008, (int)i, HOST_GPU_HIDDEN,
					     SAY(have, h->visible_devices),
					     SAY(gpu, gpu_number(a, g)));
		}
	}
}

bool host_has_problem(const struct host *h, enum finding_code code)
{
	return ANY(p, h->problems, p->what.code == code);
}
