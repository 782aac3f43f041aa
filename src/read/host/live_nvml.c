/*
 * NVML is asked in a child that writes into shared memory: a driver that hangs or crashes takes
 * the child with it, and what it had said by then is kept.
 */
#include <string.h>

#include "door/cuda.h"
#include "door/nvml.h"
#include "os/child.h"
#include "read/host/live_private.h"

/* What is shared with the child. */
struct told {
	struct nvml nvml;
	int cuda; /* as libcuda says it, asked only where NVML does not say */
};

struct asking {
	const struct place *p;
	struct told *t;
};

static void ask(void *own)
{
	const struct asking *asking = own;
	const struct place *p = asking->p;
	struct told *t = asking->t;

	if (p->nvml || !*p->root)
		nvml_ask(p->nvml, &t->nvml);
	if (!t->nvml.cuda && (p->libcuda || !*p->root))
		t->cuda = cuda_driver_version(p->libcuda);
}

/* A field of the shared memory, whose writer may have died in the middle of it. */
static const char *text(struct arena *a, const char *field, size_t size)
{
	size_t n = strnlen(field, size);

	return n ? arena_span(a, (struct span){ field, n }) : NULL;
}

#define TEXT(a, field) text((a), (field), sizeof(field))

static const char *pci_text(struct arena *a, unsigned id)
{
	return id ? arena_printf(a, "%04x:%04x", id & 0xFFFF, id >> 16) : NULL;
}

/* "NVIDIA A100-SXM4-40GB MIG 1g.5gb" -> "1g.5gb" */
static const char *profile(struct arena *a, const char *name)
{
	ptrdiff_t at = span_find(span_of(name), "MIG ");

	return at < 0 ? NULL : arena_str(a, name + at + 4);
}

static void add_migs(struct arena *a, const struct nvml_gpu *from, struct mig *m)
{
	static const char *const modes[] = { "Disabled", "Enabled" };

	if (from->mig_mode < 0 || from->mig_mode > 1)
		return;
	m->mode = modes[from->mig_mode];
	m->n = from->n_migs < NVML_MIGS ? from->n_migs : NVML_MIGS;
	m->devices = arena_array(a, m->n, sizeof *m->devices);
	for (size_t i = 0; i < m->n; i++)
		m->devices[i] = (struct mig_device){ profile(a, TEXT(a, from->migs[i].name)),
						     TEXT(a, from->migs[i].uuid) };
}

static struct gpu gpu_of(struct arena *a, int index, const struct nvml_gpu *from)
{
	struct gpu g = gpu_new(index);

	if (from->error)
		g.error = nvml_error_text(from->error);
	g.name = TEXT(a, from->name);
	g.uuid = TEXT(a, from->uuid);
	g.bus_id = TEXT(a, from->bus_id);
	if (from->pci_known) {
		g.pci_id = pci_text(a, from->pci_id);
		g.pci_subsystem = pci_text(a, from->pci_subsystem);
	}
	if (from->cc_major > 0 && from->cc_major < 256 && from->cc_minor >= 0 &&
	    from->cc_minor < 10) {
		g.sm = (struct sm){ (uint8_t)from->cc_major, (uint8_t)from->cc_minor, 0 };
		g.sm_source = SM_SOURCE_NVML;
	}
	if (from->memory > 0)
		g.memory_mib = (long)(from->memory >> 20);
	g.architecture = nvml_architecture(from->architecture);
	g.compute_mode = nvml_compute_mode(from->compute_mode);
	add_migs(a, from, &g.mig);
	return g;
}

static void add_gpus(struct arena *a, const struct nvml *n, bool whole, struct host *h)
{
	unsigned listed = n->n_listed < NVML_GPUS ? n->n_listed : NVML_GPUS;

	for (unsigned i = 0; i < listed; i++) {
		ARRAY_ADD(a, h->gpus) = gpu_of(a, (int)i, &n->gpus[i]);
		if (n->gpus[i].mig_mode == 1 && !n->gpus[i].n_migs)
			HOST_PROBLEM(a, h, CP012, (int)i, HOST_MIG_EMPTY);
	}
	h->gpus_known = whole && listed == n->n_gpus;
	if (listed)
		h->nvidia_present = TRI_YES;
	else if (h->gpus_known)
		h->nvidia_present = TRI_NO;
	if (whole && listed < n->n_gpus)
		HOST_PROBLEM(a, h, CP001, -1, HOST_GPUS_UNREAD, SAY(have, fact_number(a, listed)),
			     SAY(need, fact_number(a, n->n_gpus)));
}

static void add_cuda(struct arena *a, int version, struct host *h)
{
	if (version >= 1000)
		h->driver_cuda = arena_printf(a, "%d.%d", version / 1000, version % 1000 / 10);
}

static void add_refusal(struct arena *a, const struct nvml *n, struct host *h)
{
	switch (n->init) {
	case NVML_MISMATCH:
		h->driver_library = TEXT(a, n->library);
		HOST_PROBLEM(a, h, CP010, -1, HOST_LIBRARY_OF_OTHER_DRIVER);
		return;
	case NVML_NO_DRIVER:
		h->driver_missing = true;
		return;
	}
	HOST_PROBLEM(a, h, CP007, -1, HOST_LIBRARY_STARTS_NOT,
		     SAY(have, nvml_error_text(n->init)),
		     SAY(number, arena_printf(a, "%d", n->init)));
}

static void add_silence(struct arena *a, const struct nvml *n, enum child_end o, struct host *h)
{
	static const enum form steps[] = {
		[NVML_STEP_LOAD] = FORM_WHEN_LOADED,
		[NVML_STEP_INIT] = FORM_WHEN_STARTED,
		[NVML_STEP_DRIVER] = FORM_WHEN_VERSION_ASKED,
		[NVML_STEP_GPU] = FORM_WHEN_GPU_ASKED,
		[NVML_STEP_DONE] = FORM_WHEN_ENDED,
	};
	unsigned step = n->step;
	struct phrase when = {
		.form = step <= NVML_STEP_DONE ? steps[step] : FORM_WHEN_ASKED,
	};
	struct phrase words = PHRASE(a, HOST_LIBRARY_CRASHES,
				     SAY_PHRASE(step, phrase_keep(a, when)));

	if (o == CHILD_HUNG)
		words.form = FORM_HOST_LIBRARY_HANGS;
	host_problem(a, h, CP007, -1, words);
}

/* Facts of a shared picture that no longer changes. */
static void add_all(struct arena *a, const struct nvml *n, enum child_end o, struct host *h)
{
	if (o != CHILD_DONE)
		add_silence(a, n, o, h);
	if (!n->loaded)
		return;
	if (n->init) {
		add_refusal(a, n, h);
		return;
	}
	h->driver = TEXT(a, n->driver);
	add_cuda(a, n->cuda, h);
	if (n->step >= NVML_STEP_GPU && !n->count_error)
		add_gpus(a, n, o == CHILD_DONE, h);
}

void live_nvml(struct arena *a, const struct place *p, struct host *h)
{
	struct told *t;
	struct asking asking;

	if (*p->root && !p->nvml && !p->libcuda)
		return;
	t = child_share(sizeof *t);
	if (!t)
		return;
	asking = (struct asking){ p, t };
	add_all(a, &t->nvml,
		child_ask(ask, &asking, p->patience ? p->patience : PLACE_PATIENCE), h);
	if (!h->driver_cuda)
		add_cuda(a, t->cuda, h);
	child_unshare(t, sizeof *t);
}
