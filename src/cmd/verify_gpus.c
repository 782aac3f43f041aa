/* The children of verify: first one for what all GPUs share, then one per GPU. */
#include <string.h>

#include "cmd/verify_private.h"
#include "fact/platform.h"
#include "fact/redact.h"
#include "os/variable.h"
#include "plan/by_ptx.h"
#include "plan/code_fit.h"
#include "plan/driver.h"
#include "read/package/container.h"
#include "show/words.h"

/* --- how long a child may take, and how it ended ---------------------------------------- */

unsigned verify_limit(const struct run *r, unsigned otherwise)
{
	uint64_t seconds;

	if (!r->o->timeout || !span_u64(span_of(r->o->timeout), &seconds) || seconds > 86400)
		return otherwise;
	return (unsigned)seconds * 1000;
}

struct phrase verify_end(struct arena *a, enum child_end end, int number, char state)
{
	char letter[2] = { state ? state : '?', '\0' };

	switch (end) {
	case CHILD_DONE:
	case CHILD_STOPPED:
		return (struct phrase){ 0 };
	case CHILD_FAILED:
		return PHRASE(a, END_STATUS, SAY(number, arena_printf(a, "%d", number)));
	case CHILD_CRASHED:
		return PHRASE(a, END_CRASHED, SAY(number, arena_printf(a, "%d", number)),
			      SAY(why, arena_str(a, child_signal(number))));
	case CHILD_HUNG:
		return (struct phrase){ .form = FORM_END_HUNG };
	case CHILD_STUCK:
		return PHRASE(a, END_STUCK, SAY(have, arena_str(a, letter)));
	case CHILD_NONE:
		break;
	}
	return PHRASE(a, END_NOT_STARTED,
		      SAY(why, number ? arena_str(a, strerror(number)) : NULL));
}

enum { SYSTEM_MS = 20000, GPU_MS = 60000 };

static void add_end(struct verification *f, int gpu, const char *step, struct phrase end,
	bool stuck, const char *last)
{
	struct arena *a = f->r->arena;
	struct phrase words = PHRASE(a, PROBE_ENDED, SAY_PHRASE(end, phrase_keep(a, end)),
				     SAY(step, step), SAY(last, last));

	verified_add(a, &f->v,
		(struct finding){ stuck ? CP527 : CP510, NULL, NULL, -1, gpu, words },
		(struct phrase){ .form = end.form == FORM_END_NOT_STARTED ? FORM_CURE_LIMITS :
								    FORM_CURE_KERNEL_LOG });
}

/* --- what all share ---------------------------------------------------------------------- */

static const char *system_step(const struct probe_system *s)
{
	if (s->runtime.state == STEP_RUNNING)
		return "runtime";
	return s->init.state == STEP_RUNNING ? "init" : "libcuda";
}

void verify_system(struct verification *f, const struct job *job)
{
	struct arena *a = f->r->arena;
	struct system_probe s;
	struct phrase end;

	probe_system(a, job, verify_limit(f->r, SYSTEM_MS), &s, &f->interrupted);
	f->v.found = s.found;
	end = verify_end(a, s.end, s.number, s.state);
	if (end.form)
		add_end(f, -1, system_step(&s.found), end, s.end == CHILD_STUCK, s.last);
}

/* --- which GPUs -------------------------------------------------------------------------- */

static bool same_uuid(const char *x, const char *y)
{
	const char *p = x ? strchr(x, '-') : NULL, *q = y ? strchr(y, '-') : NULL;

	return p && q && strcasecmp(p, q) == 0;
}

/* The GPU that a device of CUDA is, or is a part of; *mig is the part, or NULL. */
static const struct gpu *host_gpu(
	const struct host *h, const struct probe_device *d, const char **mig)
{
	*mig = NULL;
	EACH_WHILE(const struct gpu, g, h->gpus, d->uuid[0]) {
		for (size_t k = 0; k < g->mig.n; k++)
			if (same_uuid(g->mig.devices[k].uuid, d->uuid)) {
				*mig = g->mig.devices[k].uuid;
				return g;
			}
		if (same_uuid(g->uuid, d->uuid))
			return g;
	}
	return NULL;
}

static struct sm sm_of(const struct probe_device *d)
{
	if (d->cc_major <= 0 || d->cc_major > 99 || d->cc_minor < 0 || d->cc_minor > 9)
		return (struct sm){ 0 };
	return (struct sm){ (uint8_t)d->cc_major, (uint8_t)d->cc_minor, 0 };
}

static void add_target(struct verification *f, const struct job *job, struct verified_gpu g,
	const char *visible, int ordinal)
{
	struct target t = { .job = *job };

	t.job.visible = visible;
	t.job.ordinal = visible ? 0 : ordinal;
	g.torch.ok = TRI_UNKNOWN;
	g.promise.kept = TRI_UNKNOWN;
	ARRAY_ADD(f->r->arena, f->targets) = t;
	ARRAY_ADD(f->r->arena, f->v.gpus) = g;
}

/* A MIG device has no UUID that is sure without NVML: it is then reached by its number. */
static void add_device(struct verification *f, const struct job *job, int ordinal)
{
	const struct probe_device *d = &f->v.found.devices[ordinal];
	const char *mig, *shown = f->v.host->visible_devices, *visible = NULL;
	const struct gpu *h = host_gpu(f->v.host, d, &mig);
	struct verified_gpu g = {
		.index = h ? h->index : ordinal,
		.name = d->name[0] ? d->name
			: h        ? h->name
				   : NULL,
		.uuid = mig          ? mig
			: d->uuid[0] ? d->uuid
				     : NULL,
		.sm = sm_of(d),
		.mig = mig != NULL,
	};

	if (mig)
		visible = mig;
	else if (d->uuid[0] && !(shown && strstr(shown, "MIG")))
		visible = d->uuid;
	add_target(f, job, g, visible, ordinal);
}

/* One process sees one MIG device: CUDA lists the first, the others are asked for by name. */
static void add_migs(struct verification *f, const struct job *job)
{
	const struct host *h = f->v.host;

	for (size_t i = 0; !h->visible_devices && i < h->gpus.n; i++)
		for (size_t k = 0; k < h->gpus.v[i].mig.n; k++) {
			const struct gpu *g = &h->gpus.v[i];
			const char *uuid = g->mig.devices[k].uuid;

			if (uuid && !ANY(x, f->v.gpus, same_uuid(x->uuid, uuid)))
				add_target(f, job,
					(struct verified_gpu){ .index = g->index,
						.name = g->name,
						.uuid = uuid,
						.sm = g->sm,
						.mig = true },
					uuid, 0);
		}
}

void verify_targets(struct verification *f, const struct job *job)
{
	if (f->v.found.init.state != STEP_OK)
		return;
	for (unsigned i = 0; i < f->v.found.n; i++)
		add_device(f, job, (int)i);
	add_migs(f, job);
}

/* --- the build's own code ---------------------------------------------------------------- */

/* "2.6.0+cu124": how much of that build runs by PTX, as plans have it. */
static struct by_ptx by_ptx_here(struct verification *f, struct sm gpu)
{
	struct span label = span_of(f->v.env.torch), release = { NULL, 0 };
	struct arena *a = f->r->arena;
	struct by_ptx_of of = { .platform = f->v.host->platform,
				.cuda = pair_parse(f->v.env.torch_cuda) };

	if (span_next(&label, '+', &release))
		of.rank = catalogue_rank(f->catalogue, arena_span(a, release));
	if (label.n) {
		of.made = "wheel";
		of.variant = arena_span(a, label);
	}
	return by_ptx(f->catalogue, &of, gpu);
}

static void promise(struct verification *f, const struct container *c, struct verified_gpu *g)
{
	struct driver driver = driver_of_gpu(f->catalogue, f->v.host, g->sm);
	struct code code = { .sass = &c->sass, .ptx = &c->ptx_list };
	pair_t cuda = pair_parse(f->v.env.torch_cuda);
	struct fit fit;

	if (f->v.host->platform)
		code.aarch64 = platform_is_linux_arm(f->v.host->platform);
	cuda_version_parse(span_of(f->v.env.torch_cuda), &code.cuda);
	fit = code_fit(f->catalogue, &code, g->sm);
	g->promise.made = sm_known(fit.cubin) ||
		(sm_known(fit.ptx) && driver_takes_ptx(f->catalogue, &driver, cuda));
	g->promise.ptx = !sm_known(fit.cubin);
	g->promise.code = sm_known(fit.cubin) ? fit.cubin : fit.ptx;
	if (sm_known(fit.ptx) && g->promise.ptx) {
		struct by_ptx by = by_ptx_here(f, g->sm);

		g->promise.part = by.verdict == PTX_PARTLY;
		g->promise.unsure = by.verdict == PTX_UNKNOWN;
		g->promise.lacks = by.lacks;
		g->promise.made &= !g->promise.part;
	}
	g->promise.support = driver_support_name(driver_takes(f->catalogue, &driver, cuda));
}

static void add_image(struct job *j, enum code_origin origin, struct span bytes)
{
	if (bytes.n && j->n_images < JOB_IMAGES)
		j->images[j->n_images++] = (struct job_image){ origin, bytes };
}

void verify_own_code(struct verification *f)
{
	BLOB_AUTO s = { 0 };
	struct container c;
	struct err e;

	if (!f->v.env.libtorch_cuda)
		return;
	if (blob_file(f->r->arena, f->v.env.libtorch_cuda, &s, &e) ||
	    container_pick(f->r->arena, &s, &c, &e)) {
		if (e.code != ERR_NONE)
			cmd_warn(f->r, words_err(f->r->arena, &e));
		return;
	}
	for (size_t i = 0; i < f->targets.n; i++) {
		struct job *j = &f->targets.v[i].job;

		add_image(j, ORIGIN_TORCH, c.bytes);
		add_image(j, ORIGIN_TORCH_CUBIN, c.cubins);
		add_image(j, ORIGIN_TORCH_PTX, c.ptx);
		promise(f, &c, &f->v.gpus.v[i]);
	}
}

/* --- a child per GPU --------------------------------------------------------------------- */

static const char *gpu_step(const struct probe_gpu *g)
{
	const struct probe_try *t = g->n ? &g->tries[g->n - 1] : NULL;

	if (g->context.state != STEP_OK)
		return "context";
	if (g->memory.state != STEP_OK)
		return "memory";
	if (t && t->compile.state == STEP_RUNNING)
		return "compile";
	if (t && t->launch.state == STEP_RUNNING)
		return "launch";
	return t && t->compare.state == STEP_RUNNING ? "compare" : "load";
}

static double total_ms(const struct probe_gpu *g)
{
	double ms = g->context.ms + g->memory.ms;

	for (unsigned i = 0; i < g->n; i++)
		ms += g->tries[i].compile.ms + g->tries[i].load.ms + g->tries[i].launch.ms +
			g->tries[i].compare.ms;
	return ms;
}

void verify_gpus(struct verification *f)
{
	struct arena *a = f->r->arena;

	probe_gpus(a, f->targets.v, f->targets.n, verify_limit(f->r, GPU_MS), &f->interrupted);
	for (size_t i = 0; i < f->targets.n; i++) {
		const struct target *t = &f->targets.v[i];
		struct verified_gpu *g = &f->v.gpus.v[i];
		struct phrase end = verify_end(a, t->end, t->number, t->state);

		g->found = t->found;
		g->ms = total_ms(&t->found);
		if (end.form)
			add_end(f, g->index, gpu_step(&t->found), end, t->end == CHILD_STUCK,
				t->last);
	}
}

/* --- what is shown to others ------------------------------------------------------------- */

void verify_redact(struct verification *f)
{
	struct arena *a = f->r->arena;
	struct cuda_env *env = &f->v.env;
	const char **paths[] = { &env->prefix, &env->site, &env->python, &env->cudart, &env->nvrtc,
		&env->cudnn, &env->libtorch_cuda };
	const char *home = os_variable("HOME");

	f->v.node = NULL;
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		*paths[i] = redact_path(a, *paths[i], home);
	for (size_t i = 0; i < f->v.findings.n; i++)
		redact_finding(a, &f->v.findings.v[i].finding, home);
	for (size_t i = 0; i < f->v.gpus.n; i++)
		f->v.gpus.v[i].uuid = arena_printf(a, "GPU-%02zu", i);
}
