#include "check/diagnose.h"

#include <string.h>

#include "fact/cuda_error.h"
#include "know/cuda_cure.h"

static const char install_driver[] = "install NVIDIA's driver, then start the machine again";
static const char give_container[] =
	"start the container with --gpus all (docker, podman) or --nv "
	"(apptainer); NVIDIA_DRIVER_CAPABILITIES must have compute";

/* --- before a GPU is reached ------------------------------------------------------------- */

struct cause {
	const char *text, *cure;
};

static const char *host_problem_text(const struct host *h, enum finding_code code)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].code == code)
			return h->problems.v[i].text;
	return NULL;
}

/* Why there is no device, as far as the machine's files tell; text NULL: they do not. */
static struct cause no_device(const struct verified *v)
{
	const struct host *h = v->host;
	const char *driver = host_problem_text(h, CP004);

	if (driver)
		return (struct cause){ driver, h->container ? give_container : install_driver };
	if (h->nvidia_present == TRI_NO ||
		(!h->driver && !h->gpus.n && !h->container && h->wsl != TRI_YES))
		return (struct cause){ "this machine has no NVIDIA GPU",
			"run it where the GPU is, or take the CPU build" };
	if (h->wsl == TRI_YES)
		return (struct cause){ "WSL shows no NVIDIA GPU",
			"install the driver in Windows, none "
			"in WSL; then: wsl --shutdown" };
	if (host_problem_text(h, CP012))
		return (struct cause){ host_problem_text(h, CP012),
			"nvidia-smi mig -cgi 19 -C, or "
			"nvidia-smi -mig 0" };
	if (h->container && v->files.state == STEP_FAILED)
		return (struct cause){ "this container was not given a GPU", give_container };
	return (struct cause){ NULL, NULL };
}

static void hidden(struct arena *a, struct verified *v)
{
	verified_add(a, v, -1, CP503, "env -u CUDA_VISIBLE_DEVICES cudaplan verify",
		"no GPU is visible because CUDA_VISIBLE_DEVICES is set to \"%s\"; %zu GPU%s "
		"present",
		v->hidden_by, v->host->gpus.n, v->host->gpus.n == 1 ? " is" : "s are");
}

static void libcuda(struct arena *a, struct verified *v)
{
	struct cause c = no_device(v);
	const char *why = v->found.libcuda.text;

	if (v->host->driver && !host_problem_text(v->host, CP004))
		verified_add(a, v, -1, CP501,
			v->host->container ? give_container
					   : "install the driver's libcuda1 (libnvidia-compute) "
					     "of the same version",
			"the kernel has driver %s, but libcuda cannot be loaded: %s",
			v->host->driver, why);
	else if (c.text)
		verified_add(a, v, -1, CP501, c.cure, "%s: %s", c.text, why);
	else
		verified_add(a, v, -1, CP501, v->host->container ? give_container : install_driver,
			"libcuda cannot be loaded: %s", why);
}

static void init(struct arena *a, struct verified *v)
{
	const struct probe_step *s = &v->found.init;
	struct cause c = no_device(v);
	enum finding_code finding = cuda_error_finding(s->code);

	if (finding == CP503 && c.text)
		verified_add(a, v, -1, CP503, c.cure, "%s (%d: %s)", c.text, s->code, s->text);
	else if ((finding == CP503 || finding == CP517) && v->files.state == STEP_FAILED)
		verified_add(a, v, -1, CP521,
			v->host->container ? give_container
					   : "nvidia-modprobe -u -c 0, or start the machine again",
			"%s, so CUDA does not start (%d: %s)", v->files.text, s->code, s->text);
	else
		verified_add(a, v, -1, finding, cuda_cure(v->cures, s->code),
			"CUDA does not start: %s (%d)", s->text, s->code);
}

static const char *dotted(struct arena *a, int version)
{
	return version >= 1000 ? arena_printf(a, "%d.%d", version / 1000, version % 1000 / 10)
			       : "?";
}

/* A runtime that refuses to say its version still has a file name. */
static const char *runtime_name(struct arena *a, const struct verified *v)
{
	if (v->found.runtime_version || !v->env.cudart_version)
		return dotted(a, v->found.runtime_version);
	return arena_printf(a, "libcudart.so.%s", v->env.cudart_version);
}

static void runtime(struct arena *a, struct verified *v)
{
	const struct probe_step *s = &v->found.runtime;

	if (s->code == 0)
		verified_add(a, v, -1, CP524, "reinstall the package that it belongs to",
			"the environment's libcudart cannot be loaded: %s", s->text);
	else if (s->code == 35)
		verified_add(a, v, -1, CP504,
			v->least_driver
				? arena_printf(a, "install driver >= %s, or: cudaplan suggest",
					  v->least_driver)
				: "cudaplan suggest",
			"the driver offers CUDA %s, too old for the environment's runtime %s (35)",
			dotted(a, v->found.driver_cuda), runtime_name(a, v));
	else
		verified_add(a, v, -1, cuda_error_finding(s->code), cuda_cure(v->cures, s->code),
			"the environment's runtime %s fails: %s (%d)", runtime_name(a, v), s->text,
			s->code);
}

static void library_place(struct arena *a, struct verified *v)
{
	const char *path = v->found.path;

	if (strstr(path, "/stubs/"))
		verified_add(a, v, -1, CP502, cuda_cure(v->cures, 34), "libcuda is the stub %s", path);
	else if (strstr(path, "/compat/"))
		verified_add(a, v, -1, CP015, NULL, "libcuda is a compat library: %s", path);
}

/* --- a GPU ------------------------------------------------------------------------------- */

static bool code_ran(const struct verified_gpu *g)
{
	for (unsigned i = 0; i < g->found.n; i++)
		if (g->found.tries[i].origin < ORIGIN_TORCH && probe_try_ok(&g->found.tries[i]))
			return true;
	return false;
}

/* Whether torch's own code is taken; true too where there is none to try. */
static bool own_code_loads(const struct verified_gpu *g)
{
	const struct probe_try *t = probe_find(&g->found, ORIGIN_TORCH);

	return !t || probe_try_ok(t);
}

static void layer(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_step *s, const char *what)
{
	if (s->state != STEP_FAILED)
		return;
	if (s->code == 0)
		verified_add(a, v, g->index, CP511,
			"test the card: nvidia-smi -q -d ECC, a memory test", "%s: %s", what,
			s->text);
	else
		verified_add(a, v, g->index, cuda_error_finding(s->code), cuda_cure(v->cures, s->code),
			"%s: %s (%d)", what, s->text, s->code);
}

static const char *const origins[ORIGINS] = {
	[ORIGIN_PTX] = "PTX that every driver knows",
	[ORIGIN_NVRTC_CUBIN] = "a cubin of the environment's NVRTC",
	[ORIGIN_NVRTC_PTX] = "PTX of the environment's NVRTC",
	[ORIGIN_NVCC] = "a cubin of nvcc",
	[ORIGIN_TORCH] = "torch's own code",
	[ORIGIN_TORCH_CUBIN] = "torch's cubins",
	[ORIGIN_TORCH_PTX] = "torch's PTX",
};

static void compile_failed(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_try *t)
{
	if (t->compile.code == 0)
		verified_warn(a, v, -1, CP524, "reinstall the package that it belongs to",
			"the environment's NVRTC cannot be used: %s", t->compile.text);
	else
		verified_warn(a, v, g->index, CP522,
			"cudaplan suggest names a build that knows the GPU",
			"the environment's NVRTC does not compile for this GPU: %s",
			t->compile.text);
}

/* A piece of code that is refused weighs less where other code runs. */
static void load_failed(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_try *t)
{
	enum finding_code finding = cuda_error_finding(t->load.code);
	bool mild = t->origin != ORIGIN_TORCH && code_ran(g) && own_code_loads(g);

	(mild ? verified_warn : verified_add)(a, v, g->index, finding,
		cuda_cure(v->cures, t->load.code), "%s is refused: %s (%d)", origins[t->origin],
		t->load.text, t->load.code);
}

static void one_try(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_try *t)
{
	if (t->origin > ORIGIN_TORCH)
		return;
	if (t->compile.state == STEP_FAILED)
		compile_failed(a, v, g, t);
	else if (t->load.state == STEP_FAILED)
		load_failed(a, v, g, t);
	layer(a, v, g, &t->launch, arena_printf(a, "%s does not run", origins[t->origin]));
	layer(a, v, g, &t->compare,
		arena_printf(a, "%s gives a wrong result", origins[t->origin]));
}

static void promise(struct arena *a, struct verified *v, struct verified_gpu *g)
{
	const struct probe_try *cubin = probe_find(&g->found, ORIGIN_TORCH_CUBIN);
	const struct probe_try *ptx = probe_find(&g->found, ORIGIN_TORCH_PTX);
	const struct probe_try *t = g->promise.ptx ? ptx : cubin;
	char text[SM_TEXT];

	if (!g->promise.made || !t)
		return;
	g->promise.kept = probe_try_ok(t) && own_code_loads(g) ? TRI_YES : TRI_NO;
	if (g->promise.kept == TRI_NO)
		verified_add(a, v, g->index, CP526,
			"install the build anew; if it stays so, report it "
			"with the output of: cudaplan verify --json",
			"%s_%s of the build should run here, and the driver refuses it: %s (%d)",
			g->promise.ptx ? "compute" : "sm", sm_text(g->promise.code, text),
			t->load.text, t->load.code);
}

static void rates(struct arena *a, struct verified *v, const struct verified_gpu *g)
{
	const struct probe_gpu *p = &g->found;

	if (p->copy_gbs > 0 && p->copy_gbs * 2 < p->copy_expected_gbs)
		verified_add(a, v, g->index, CP529, "nvidia-smi -q -d PERFORMANCE,CLOCK",
			"memory is copied at %.0f GB/s; its clock and width allow %.0f GB/s",
			p->copy_gbs, p->copy_expected_gbs);
}

static void gpu(struct arena *a, struct verified *v, struct verified_gpu *g)
{
	bool right;

	layer(a, v, g, &g->found.context, "no context");
	layer(a, v, g, &g->found.memory, "memory");
	for (unsigned i = 0; i < g->found.n; i++)
		one_try(a, v, g, &g->found.tries[i]);
	promise(a, v, g);
	rates(a, v, g);
	if (g->torch.ok == TRI_NO)
		verified_add(a, v, g->index, CP525,
			"cudaplan explain - reads torch's whole message", "torch fails: %s",
			g->torch.text ? g->torch.text : "no word of why");
	right = !verified_has(v, CP511, g->index) && !verified_has(v, CP519, g->index);
	g->ok = g->found.done && code_ran(g) && own_code_loads(g) && right &&
		g->torch.ok != TRI_NO;
}

/* --- torch and nvcc ---------------------------------------------------------------------- */

static void compare_versions(struct arena *a, struct verified *v)
{
	const struct verified_torch *t = &v->torch;

	if (t->version && v->env.torch && strcmp(t->version, v->env.torch) != 0)
		verified_add(a, v, -1, CP530, "cudaplan doctor",
			"the files say torch %s, Python imports %s", v->env.torch, t->version);
	if (t->ok == TRI_NO && !v->gpus.n && !v->findings.n)
		verified_add(a, v, -1, CP525, "cudaplan explain - reads torch's whole message",
			"torch: %s", t->text ? t->text : "is_available() is False");
}

static bool same_major(const char *x, const char *y)
{
	size_t n = strcspn(x, ".");

	return n == strcspn(y, ".") && strncmp(x, y, n) == 0;
}

static void compare_nvcc(struct arena *a, struct verified *v)
{
	if (v->nvcc && v->env.torch_cuda && !same_major(v->nvcc, v->env.torch_cuda))
		verified_add(a, v, -1, CP523,
			arena_printf(
				a, "set CUDA_HOME to a toolkit of CUDA %s", v->env.torch_cuda),
			"nvcc is of CUDA %s, torch of CUDA %s", v->nvcc, v->env.torch_cuda);
}

static void before_gpus(struct arena *a, struct verified *v)
{
	if (v->hidden_by)
		hidden(a, v);
	else if (v->found.libcuda.state == STEP_FAILED)
		libcuda(a, v);
	else if (v->found.init.state == STEP_FAILED)
		init(a, v);
	else if (v->found.runtime.state == STEP_FAILED)
		runtime(a, v);
	library_place(a, v);
}

void diagnose(struct arena *a, struct verified *v)
{
	before_gpus(a, v);
	for (size_t i = 0; i < v->gpus.n; i++)
		gpu(a, v, &v->gpus.v[i]);
	compare_versions(a, v);
	compare_nvcc(a, v);
	v->ok = v->gpus.n > 0 && v->torch.ok != TRI_NO;
	for (size_t i = 0; i < v->gpus.n; i++)
		v->ok &= v->gpus.v[i].ok;
	for (size_t i = 0; i < v->findings.n; i++)
		v->ok &= v->findings.v[i].severity != SEVERITY_ERROR;
}
