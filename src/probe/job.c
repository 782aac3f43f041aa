/* What a child does: first the layers that all GPUs share, then one GPU in each. */
#include "probe/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/cudart.h"
#include "door/nvrtc.h"
#include "probe/journal_private.h"
#include "probe/kernels.h"
#include "probe/run_private.h"

/* --- libcuda, its start, its devices, and the runtime upon it ------------------------------ */

static bool load(const struct job *j, struct cuda *c, struct probe_system *to)
{
	struct timer t = journal_begin(&to->libcuda);
	struct err e;

	if (cuda_open(j->libcuda, c, &e)) {
		journal_fail(t, 0, e.text);
		return false;
	}
	cuda_path(c, to->path, PROBE_PATH);
	return journal_end(t, NULL, 0);
}

static int list_one(const struct cuda *c, int ordinal, struct probe_device *d)
{
	unsigned char uuid[16];
	int device, rc = c->device(&device, ordinal);

	if (rc)
		return rc;
	if (!c->name || c->name(d->name, PROBE_NAME, device))
		d->name[0] = '\0';
	if (c->uuid && c->uuid(uuid, device) == 0) {
		/* "GPU-12345678-9abc-…", as NVML prints it. MIG devices have the same form
		 * here. */
		size_t at = (size_t)snprintf(d->uuid, PROBE_NAME, "GPU-");

		for (int i = 0; i < 16; i++)
			at += (size_t)snprintf(d->uuid + at, PROBE_NAME - at, "%s%02x",
					       i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
					       uuid[i]);
	}
	if (!c->bus || c->bus(d->bus, sizeof d->bus, device))
		d->bus[0] = '\0';
	if (c->attribute(&d->cc_major, CUDA_CC_MAJOR, device) ||
	    c->attribute(&d->cc_minor, CUDA_CC_MINOR, device))
		d->cc_major = d->cc_minor = 0;
	return 0;
}

static int list(const struct cuda *c, struct probe_system *to)
{
	int n = 0, rc = c->count(&n);

	if (rc == 0 && n <= 0)
		return 100;
	for (int i = 0; rc == 0 && i < n && i < PROBE_DEVICES; i++) {
		rc = list_one(c, i, &to->devices[i]);
		if (rc == 0)
			to->n = (unsigned)i + 1;
	}
	return rc;
}

static bool start(const struct cuda *c, struct probe_system *to)
{
	struct timer t = journal_begin(&to->init);
	int rc;

	if (c->version(&to->driver_cuda))
		to->driver_cuda = 0;
	rc = c->init(0);
	if (rc == 0)
		rc = list(c, to);
	return journal_end(t, c, rc);
}

/* Also where libcuda failed: the runtime's version and its own verdict are worth knowing. */
static void runtime(const struct job *j, struct probe_system *to)
{
	struct timer t = journal_begin(&to->runtime);
	struct cudart r;
	struct err e;

	if (cudart_ask(j->runtime, &r, &e)) {
		journal_fail(t, 0, e.text);
		return;
	}
	to->runtime_version = r.version;
	if (r.error && r.words[0])
		snprintf(to->runtime.text, PROBE_TEXT, "%s", r.words);
	journal_end(t, NULL, r.error);
}

void job_system(const struct job *j, struct probe_system *to)
{
	struct cuda c;

	if (load(j, &c, to))
		start(&c, to);
	if (j->runtime)
		runtime(j, to);
}

/* --- one GPU: a context, memory, and every piece of code that is to be tried on it --------- */

struct gpu_job {
	const struct job *j;
	const struct cuda *c;
	struct probe_gpu *to;
	int device, cc;
};

static bool context(struct gpu_job *g)
{
	struct timer t = journal_begin(&g->to->context);
	int major = 0, minor = 0, rc = g->c->init(0);
	void *context;

	if (rc == 0)
		rc = g->c->device(&g->device, g->j->ordinal);
	if (rc == 0)
		rc = g->c->attribute(&major, CUDA_CC_MAJOR, g->device);
	if (rc == 0)
		rc = g->c->attribute(&minor, CUDA_CC_MINOR, g->device);
	if (rc == 0)
		rc = g->c->retain(&context, g->device);
	if (rc == 0)
		rc = g->c->current(context);
	g->cc = major * 10 + minor;
	return journal_end(t, g->c, rc);
}

static bool memory(struct gpu_job *g)
{
	enum { WORDS = 1 << 18 };
	struct timer t = journal_begin(&g->to->memory);
	unsigned *host = malloc(WORDS * sizeof *host);
	cuda_address at = 0;
	bool same = true;
	int rc;

	if (!host) {
		journal_fault(t, FAULT_NO_MEMORY);
		return false;
	}
	for (unsigned i = 0; i < WORDS; i++)
		host[i] = i * 2246822519u;
	rc = g->c->alloc(&at, WORDS * sizeof *host);
	if (rc == 0)
		rc = g->c->upload(at, host, WORDS * sizeof *host);
	memset(host, 0, WORDS * sizeof *host);
	if (rc == 0)
		rc = g->c->download(host, at, WORDS * sizeof *host);
	for (unsigned i = 0; rc == 0 && same && i < WORDS; i++)
		same = host[i] == i * 2246822519u;
	if (at)
		g->c->release_memory(at);
	free(host);
	if (rc == 0 && !same) {
		journal_fault(t, FAULT_MEMORY);
		return false;
	}
	return journal_end(t, g->c, rc);
}

static struct probe_try *new_try(struct gpu_job *g, enum code_origin origin)
{
	struct probe_try *t;

	if (g->to->n == PROBE_TRIES)
		return NULL;
	t = &g->to->tries[g->to->n];
	t->origin = origin;
	g->to->n++;
	return t;
}

static void try_ready(struct gpu_job *g, enum code_origin origin, const void *image)
{
	struct probe_try *t = new_try(g, origin);

	if (!t)
		return;
	t->compile.state = STEP_OK;
	run_try(g->c, image, origin < ORIGIN_TORCH, t);
}

static void try_nvrtc(struct gpu_job *g, enum code_origin origin, const char *prefix)
{
	struct probe_try *t = new_try(g, origin);
	struct nvrtc_code code;
	struct timer timer;
	char target[32];
	struct err e;

	if (!t)
		return;
	snprintf(target, sizeof target, "%s%d", prefix, g->cc);
	timer = journal_begin(&t->compile);
	if (nvrtc_compile(g->j->nvrtc, g->j->nvrtc_builtins, kernels_source().p, target, &code, &e))
		journal_fail(timer, 0, e.text);
	else if (code.error) {
		char words[PROBE_TEXT];

		snprintf(words, sizeof words, "%s: %s", target, code.words);
		journal_fail(timer, code.error, words);
	} else {
		journal_end(timer, NULL, 0);
		run_try(g->c, code.p, true, t);
		free(code.p);
	}
}

/* Whether the driver takes the probe as PTX of that version. */
static bool takes(const struct cuda *c, int isa)
{
	char text[16384], log[16];
	void *module;

	if (!kernels_ptx_as(isa, text, sizeof text) || cuda_load(c, text, &module, log, sizeof log))
		return false;
	c->unload(module);
	return true;
}

/* The newest version that is taken; whoever takes one takes all before it. */
static void ladder(struct gpu_job *g)
{
	size_t low = 0, high = kernels_isas_n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (takes(g->c, kernels_isas[middle]))
			low = middle + 1;
		else
			high = middle;
	}
	g->to->isa = low ? kernels_isas[low - 1] : 0;
}

/* A kernel that failed takes its context with it: every later call would say the same. */
static bool context_lives(const struct gpu_job *g)
{
	return !g->to->n || g->to->tries[g->to->n - 1].launch.state != STEP_FAILED;
}

void job_gpu(const struct job *j, struct probe_gpu *to)
{
	struct cuda c;
	struct gpu_job g = { .j = j, .c = &c, .to = to };
	struct err e;

	if (cuda_open(j->libcuda, &c, &e)) {
		journal_fail(journal_begin(&to->context), 0, e.text);
		return;
	}
	if (context(&g) && memory(&g)) {
		/* NVRTC comes last: it is a compiler in this process, and what was found must not
		 * fall with it. */
		try_ready(&g, ORIGIN_PTX, kernels_ptx().p);
		if (probe_try_ok(&g.to->tries[0]))
			ladder(&g);
		for (unsigned i = 0; i < g.j->n_images && context_lives(&g); i++)
			try_ready(&g, g.j->images[i].origin, g.j->images[i].bytes.p);
		if (g.j->nvrtc && context_lives(&g))
			try_nvrtc(&g, ORIGIN_NVRTC_CUBIN, "sm_");
		if (g.j->nvrtc && context_lives(&g))
			try_nvrtc(&g, ORIGIN_NVRTC_PTX, "compute_");
		if (j->bench)
			run_bench(&c, g.device, to);
	}
	to->done = true;
}
