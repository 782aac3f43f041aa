/* verify: run code on every GPU against the environment's own CUDA libraries. */
#include "cmd/verify_private.h"

#include "base/tr.h"
#include "base/utf8.h"
#include "check/check_verified.h"
#include "cmd/hosts_private.h"
#include "know/message.h"
#include "know/driver_release.h"
#include "know/host.h"
#include "os/dl.h"
#include "os/machine.h"
#include "os/process.h"
#include "os/variable.h"
#include "read/env/cuda_env.h"
#include "read/host/live.h"
#include "read/host/verify_json.h"
#include "show/verify.h"

static int read_one(struct run *r, const char *path, struct node_reports *to, struct err *e)
{
	struct span s;
	int rc = cmd_input(r, path, &s, e);

	return rc ? rc : read_verified(r->arena, cmd_input_name(path), utf8_of(r->arena, s), to, e);
}

static void show_merged_nodes(struct run *r, const struct node_reports *all)
{
	struct merged_node *v = arena_array(r->arena, all->n, sizeof *v);
	struct json j = cmd_json(r);

	for (size_t i = 0; i < all->n; i++) {
		const struct node_report *n = &all->v[i];

		v[i] = (struct merged_node){ r->o->redact ? arena_printf(r->arena, "node-%02zu", i)
							  : n->node,
			n->driver, n->torch, n->text, n->gpus, n->good, n->ok };
	}
	if (r->o->json)
		show_merged_json(&j, v, all->n);
	else
		show_merged(r->arena, &r->out, v, all->n);
}

/* --merge FILE…: one table of the JSON of many nodes. */
static int merge_reports(struct run *r)
{
	struct strings files = { 0 };
	struct node_reports all = { 0 };
	int worst = EXIT_DONE;
	struct err e;

	for (size_t i = 0; i < r->o->merge.n; i++)
		strings_add(r->arena, &files, r->o->merge.v[i]);
	for (size_t i = 0; i < r->args.n; i++)
		strings_add(r->arena, &files, r->args.v[i]);
	for (size_t i = 0; i < files.n; i++)
		if (read_one(r, files.v[i], &all, &e)) {
			int rc = cmd_fail(r, &e);

			worst = rc > worst ? rc : worst;
		}
	show_merged_nodes(r, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!all.v[i].ok && worst == EXIT_DONE)
			worst = EXIT_NO;
	return worst;
}

/* The facts of this machine, with the UUIDs that the children need: --redact comes at the end. */
static int find_host(struct run *r, struct matrix *m, struct verified *v, struct err *e)
{
	struct options plain = *r->o;
	struct run live = { .arena = r->arena, .o = &plain, .out = r->out, .talk = r->talk };
	struct hosts hosts;
	int rc;

	plain.redact = false;
	plain.quiet = true; /* standard input is nobody's here */
	rc = cmd_hosts(&live, m, &hosts, e);
	if (rc == 0)
		v->host = hosts.v;
	return rc;
}

static int find_environment(struct run *r, struct matrix *m, struct verified *v, struct err *e)
{
	struct place here = { .root = "", .env = os_variables() };
	struct driver_need need;
	int rc = cuda_env_find(r->arena, &here, r->o->env ? r->o->env : v->host->env, &v->env, e);

	if (rc || !v->env.torch_cuda)
		return rc;
	rc = driver_need(
		m, r->arena, span_of(v->env.torch_cuda), host_driver_os(v->host), &need, e);
	if (rc == 0)
		v->least_driver = need.least;
	return rc == ERR_NONE ? 0 : rc;
}

/* The cheapest cause: nothing is started when no GPU would be seen. */
static bool all_hidden(const struct host *h)
{
	const char *value = h->visible_devices;

	if (!value || (!h->gpus.n && h->nvidia_present != TRI_YES))
		return false;
	return EVERY(x, h->gpus, x->hidden);
}

static void add_variables(struct arena *a, struct verified *v)
{
	static const char *const names[] = {
		"CUDA_FORCE_PTX_JIT",
		"CUDA_DISABLE_PTX_JIT",
		"CUDA_LAUNCH_BLOCKING",
		"CUDA_MODULE_LOADING",
		"CUDA_MPS_PIPE_DIRECTORY",
		"CUDA_INJECTION64_PATH",
		"CUDA_VISIBLE_DEVICES",
		"CUDA_DEVICE_ORDER",
		"NVIDIA_VISIBLE_DEVICES",
		"LD_LIBRARY_PATH",
	};
	const char *text = NULL;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = os_variable(names[i]);

		if (value && (*value || i == 6))
			text = arena_printf(a, "%s%s%s=%.200s", text ? text : "", text ? " " : "",
				names[i], value);
	}
	if (text)
		verified_add(a, v,
			(struct finding){ CP528, text, NULL, -1, -1, { .form = FORM_SET_HERE } },
			(struct phrase){ 0 });
}

/* What root runs for somebody else. */
static void add_writable(struct arena *a, struct verified *v)
{
	const char *const paths[] = { v->env.prefix, v->env.site };

	for (size_t i = 0; os_is_root() && i < sizeof paths / sizeof *paths; i++)
		if (paths[i] && os_others_may_write(paths[i])) {
			verified_add(a, v, (struct finding){ CP531, paths[i], NULL, -1, -1,
				     PHRASE(a, OTHERS_MAY_WRITE, SAY(file, paths[i])) },
				     (struct phrase){ .form = FORM_CURE_NOT_AS_ROOT });
			return;
		}
}

static struct job shared_job(const struct run *r, const struct verified *v, const struct place *p)
{
	return (struct job){
		.libcuda = p->libcuda,
		.runtime = v->env.cudart,
		.nvrtc = v->env.nvrtc,
		.nvrtc_builtins = v->env.nvrtc_builtins,
		.bench = r->o->bench,
	};
}

static int find_all(struct verification *f, struct matrix *m, struct err *e)
{
	struct place p = place_here(os_variables());
	struct run *r = f->r;
	struct verified *v = &f->v;
	int rc = find_host(r, m, v, e);
	const char *value;

	if (rc == 0)
		rc = find_environment(r, m, v, e);
	if (rc == 0)
		rc = catalogue_open(r->arena, m, f->catalogue, e);
	if (rc)
		return rc;
	v->node = os_node(r->arena);
	/* As the driver has it: any number but 0. */
	value = os_variable("CUDA_FORCE_PTX_JIT");
	v->ptx_forced = value && *value && strcmp(value, "0") != 0;
	v->torch.available = v->torch.ok = TRI_UNKNOWN;
	live_device_files(r->arena, &p, v->host, &v->files);
	if (all_hidden(v->host))
		v->hidden_by = v->host->visible_devices;
	else {
		struct job job = shared_job(f->r, &f->v, &p);

		verify_system(f, &job);
		if (!f->interrupted)
			verify_targets(f, &job);
		if (!f->interrupted && f->targets.n) {
			verify_own_code(f);
			if (f->r->o->nvcc)
				verify_nvcc(f);
		}
		if (!f->interrupted && f->targets.n)
			verify_gpus(f);
		if (!f->interrupted && f->r->o->torch)
			verify_torch(f);
	}
	return 0;
}

static int wrong_usage(const struct run *r, struct err *e)
{
	uint64_t seconds;

	if (r->args.n)
		return err_set(
			e, ERR_USAGE, "verify takes no argument: an environment goes to --env");
	if (r->o->timeout &&
		(!span_u64(span_of(r->o->timeout), &seconds) || !seconds || seconds > 86400))
		return err_set(e, ERR_USAGE, "--timeout takes seconds, 1 to 86400, not '%s'",
			r->o->timeout);
	return 0;
}

/* What libraries could not open for want of descriptors would be called missing, or a fault of the
 * driver: with 40, driver 580 finds no compiler for PTX, with 32 no context (tests/gpu). */
enum { DESCRIPTORS = 64 };

static int run_verify(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct catalogue catalogue = { 0 };
	struct cuda_cures cures;
	struct verification f = { .r = r, .catalogue = &catalogue, .v.cures = &cures };
	struct json j = cmd_json(r);
	struct err e;
	int rc;
	bool warned = false;

	if (r->o->merge.n)
		return merge_reports(r);
	rc = wrong_usage(r, &e);
	if (rc == 0 && !dl_can())
		rc = ERR_SAY(&e, ERR_MISSING, STATIC_RUNS_NOTHING);
	if (rc == 0 && !os_can_open(DESCRIPTORS))
		rc = err_set(&e, ERR_MISSING, "too few files may be open to run anything: raise "
			     "the limit of this shell (ulimit -n)");
	if (rc == 0)
		rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	if (rc == 0)
		rc = cuda_cures_read(m, r->arena, &cures, &e);
	cmd_busy(r, PHRASE(r->arena, BUSY_VERIFYING));
	if (rc == 0)
		rc = find_all(&f, m, &e);
	cmd_idle(r);
	if (rc)
		return cmd_fail(r, &e);
	child_reraise_all(f.interrupted);
	check_verified(r->arena, &f.v);
	add_variables(r->arena, &f.v);
	add_writable(r->arena, &f.v);
	if (r->o->redact)
		verify_redact(&f);
	if (r->o->json)
		show_verified_json(r->arena, &j, &f.v);
	else
		show_verified(r->arena, &r->out, &f.v, r->o->verbose);
	for (size_t i = 0; i < f.v.findings.n; i++)
		warned |= f.v.findings.v[i].severity == SEVERITY_WARNING;
	return f.v.ok && !(warned && r->o->strict) ? EXIT_DONE : EXIT_NO;
}

const struct cmd cmd_verify = {
	.name = "verify",
	.summary = N_("run code on every GPU, with the environment's own CUDA libraries"),
	.args = "",
	.examples = N_(
		"  cudaplan verify                          run code on every GPU\n"
		"  cudaplan verify --torch --env torch-env  and torch itself\n"),
	.bit = IN_VERIFY,
	.on_input = FORM_TRY_VERIFY,
	.on_missing = FORM_TRY_VERIFY,
	.run = run_verify,
};
