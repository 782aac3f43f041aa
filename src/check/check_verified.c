/* The findings of a probe, GPU by GPU, out of the errors that its steps gave. */
#include "check/check_verified.h"

#include <string.h>

#include "fact/cuda_error.h"
#include "know/message.h"

/* A sentence that has no facts. */
static struct phrase plain(enum form form)
{
	return (struct phrase){ .form = form };
}

/* What helps against an error of CUDA; of no form: nothing that is known. */
static struct phrase against(struct arena *a, const struct verified *v, int error)
{
	const char *cure = cuda_cure(v->cures, error);

	return cure ? PHRASE(a, SAID, SAY(text, cure)) : plain(FORM_OF_CODE);
}

static struct finding found_at(int gpu, enum finding_code code, struct phrase words)
{
	struct finding f = finding_of(code);

	f.gpu = gpu;
	f.words = words;
	return f;
}

static struct finding compared(int gpu, enum finding_code code, const char *have,
			       const char *need, struct phrase words)
{
	return (struct finding){ code, have, need, -1, gpu, words };
}

/* --- before a GPU is reached ------------------------------------------------------------- */

/* Text of the machine's own files, or words of ours. */
struct cause {
	const struct phrase *said; /* by the machine; NULL: `words` says it */
	enum form words, cure;
};

static struct fact fact_of(struct arena *a, const struct cause *c)
{
	if (c->said)
		return (struct fact)SAY_PHRASE(cause, c->said);
	return (struct fact)SAY_PHRASE(cause, phrase_keep(a, plain(c->words)));
}

static const struct phrase *problem_words(const struct host *h, enum finding_code code)
{
	return FIRST_TELLS(x, h->problems, x->what.code == code, &x->what.words, NULL);
}

/* Why there is no device, as far as the machine's files tell; no cure: they do not. */
static struct cause no_device(const struct verified *v)
{
	const struct host *h = v->host;
	const struct phrase *driver = problem_words(h, CP004);

	if (driver)
		return (struct cause){ driver, 0, h->container ? FORM_CURE_GIVE_CONTAINER
							       : FORM_CURE_INSTALL_DRIVER };
	if (h->nvidia_present == TRI_NO ||
		(!h->driver && !h->gpus.n && !h->container && h->wsl != TRI_YES))
		return (struct cause){ NULL, FORM_NO_GPU_HERE, FORM_CURE_RUN_ELSEWHERE };
	if (h->wsl == TRI_YES)
		return (struct cause){ NULL, FORM_NO_GPU_IN_WSL, FORM_CURE_WSL };
	if (problem_words(h, CP012))
		return (struct cause){ problem_words(h, CP012), 0, FORM_CURE_MIG };
	if (h->container && v->files.state == STEP_FAILED)
		return (struct cause){ NULL, FORM_NO_GPU_IN_CONTAINER, FORM_CURE_GIVE_CONTAINER };
	return (struct cause){ NULL, 0, 0 };
}

static void hidden(struct arena *a, struct verified *v)
{
	verified_add(a, v,
		compared(-1, CP503, v->hidden_by, NULL,
			PHRASE(a, ALL_HIDDEN, SAY(count, fact_number(a, v->host->gpus.n)))),
		plain(FORM_CURE_SHOW_ALL));
}

static void libcuda(struct arena *a, struct verified *v)
{
	struct cause c = no_device(v);
	const char *why = v->found.libcuda.text;
	enum form driver = v->host->container ? FORM_CURE_GIVE_CONTAINER
					      : FORM_CURE_INSTALL_DRIVER;

	if (v->host->driver && !problem_words(v->host, CP004))
		verified_add(a, v,
			compared(-1, CP501, v->host->driver, NULL,
				PHRASE(a, LIBCUDA_LACKS, SAY(why, why))),
			plain(v->host->container ? driver : FORM_CURE_INSTALL_LIBCUDA));
	else if (c.cure)
		verified_add(a, v,
			found_at(-1, CP501,
				PHRASE(a, LIBCUDA_BECAUSE, fact_of(a, &c), SAY(why, why))),
			plain(c.cure));
	else
		verified_add(a, v, found_at(-1, CP501, PHRASE(a, LIBCUDA_FAILS, SAY(why, why))),
			plain(driver));
}

/* The start asks for none of a GPU's memory: what it lacks is the machine's, or the process's. */
static void init(struct arena *a, struct verified *v)
{
	const struct probe_step *s = &v->found.init;
	const char *number = arena_printf(a, "%d", s->code);
	struct cause c = no_device(v);
	enum finding_code code = cuda_error_finding(s->code);

	if (code == CP503 && c.cure)
		verified_add(a, v,
			found_at(-1, CP503,
				PHRASE(a, START_BECAUSE, fact_of(a, &c), SAY(number, number),
					SAY(why, s->text))),
			plain(c.cure));
	else if ((code == CP503 || code == CP517) && v->files.state == STEP_FAILED)
		verified_add(a, v,
			found_at(-1, CP521,
				PHRASE(a, START_WITHOUT_FILES,
					SAY_PHRASE(files, phrase_keep(a, probe_why(a, &v->files))),
					SAY(number, number), SAY(why, s->text))),
			plain(v->host->container ? FORM_CURE_GIVE_CONTAINER
						 : FORM_CURE_MAKE_FILES));
	else
		verified_add(a, v,
			found_at(-1, code,
				PHRASE(a, START_FAILS, SAY(number, number), SAY(why, s->text))),
			code == CP513 ? plain(FORM_CURE_LIMITS) : against(a, v, s->code));
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
		verified_add(a, v, found_at(-1, CP524, PHRASE(a, RUNTIME_LOADS, SAY(why, s->text))),
			plain(FORM_CURE_OWNER_AGAIN));
	else if (s->code == 35)
		verified_add(a, v,
			compared(-1, CP504, dotted(a, v->found.driver_cuda), runtime_name(a, v),
				plain(FORM_RUNTIME_NEWER)),
			v->least_driver ? PHRASE(a, CURE_DRIVER, SAY(need, v->least_driver))
					: plain(FORM_CURE_SUGGEST));
	else
		verified_add(a, v,
			compared(-1, cuda_error_finding(s->code), runtime_name(a, v), NULL,
				PHRASE(a, RUNTIME_FAILS, SAY(why, s->text),
					SAY(number, arena_printf(a, "%d", s->code)))),
			against(a, v, s->code));
}

static void library_place(struct arena *a, struct verified *v)
{
	const char *path = v->found.path;

	if (strstr(path, "/stubs/"))
		verified_add(a, v, compared(-1, CP502, path, NULL, plain(FORM_LIBCUDA_STUB)),
			against(a, v, 34));
	else if (strstr(path, "/compat/"))
		verified_add(a, v, compared(-1, CP015, path, NULL, plain(FORM_LIBCUDA_COMPAT)),
			plain(FORM_OF_CODE));
}

/* --- a GPU ------------------------------------------------------------------------------- */

static bool code_ran(const struct verified_gpu *g)
{
	return ANY(x, LIST(g->found.tries, g->found.n), x->origin < ORIGIN_TORCH &&
		probe_try_ok(x));
}

/* Whether torch's own code is taken; true too where there is none to try. */
static bool own_code_loads(const struct verified_gpu *g)
{
	const struct probe_try *t = probe_find(&g->found, ORIGIN_TORCH);

	return !t || probe_try_ok(t);
}

/* What code is that was tried. */
static struct fact tried(struct arena *a, enum code_origin o)
{
	static const enum form names[ORIGINS] = {
		[ORIGIN_PTX] = FORM_CODE_PTX,
		[ORIGIN_NVRTC_CUBIN] = FORM_CODE_NVRTC_CUBIN,
		[ORIGIN_NVRTC_PTX] = FORM_CODE_NVRTC_PTX,
		[ORIGIN_NVCC] = FORM_CODE_NVCC,
		[ORIGIN_TORCH] = FORM_CODE_TORCH,
		[ORIGIN_TORCH_CUBIN] = FORM_CODE_TORCH_CUBIN,
		[ORIGIN_TORCH_PTX] = FORM_CODE_TORCH_PTX,
	};

	return (struct fact)SAY_PHRASE(code, phrase_keep(a, plain(names[o])));
}

/* `what` failed: a form, with the code that was tried as a fact. */
static void layer(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_step *s, struct phrase what)
{
	struct fact step = SAY_PHRASE(step, NULL), why = SAY_PHRASE(why, NULL);

	if (s->state != STEP_FAILED)
		return;
	step.phrase = phrase_keep(a, what);
	why.phrase = phrase_keep(a, probe_why(a, s));
	if (s->code == 0)
		verified_add(a, v,
			found_at(g->index, CP511, PHRASE(a, STEP_FAILS, step, why)),
			plain(FORM_CURE_TEST_CARD));
	else
		verified_add(a, v,
			found_at(g->index, cuda_error_finding(s->code),
				PHRASE(a, STEP_FAILS, step, why,
					SAY(number, arena_printf(a, "%d", s->code)))),
			against(a, v, s->code));
}

static void compile_failed(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_try *t)
{
	if (t->compile.code == 0)
		verified_warn(a, v,
			found_at(-1, CP524, PHRASE(a, NVRTC_FAILS, SAY(why, t->compile.text))),
			plain(FORM_CURE_OWNER_AGAIN));
	else
		verified_warn(a, v,
			found_at(g->index, CP522,
				PHRASE(a, NVRTC_COMPILES_NOT, SAY(why, t->compile.text))),
			plain(FORM_CURE_BUILD_THAT_KNOWS));
}

/* A piece of code that is refused weighs less where other code runs. */
static void load_failed(struct arena *a, struct verified *v, const struct verified_gpu *g,
	const struct probe_try *t)
{
	bool mild = t->origin != ORIGIN_TORCH && code_ran(g) && own_code_loads(g);
	bool forced = v->ptx_forced && cuda_error_finding(t->load.code) == CP505;

	(mild ? verified_warn : verified_add)(a, v,
		found_at(g->index, cuda_error_finding(t->load.code),
			PHRASE(a, CODE_REFUSED, tried(a, t->origin), SAY(why, t->load.text),
				SAY(number, arena_printf(a, "%d", t->load.code)))),
		forced ? plain(FORM_CURE_LET_CUBINS) : against(a, v, t->load.code));
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
	layer(a, v, g, &t->launch, PHRASE(a, STEP_LAUNCH, tried(a, t->origin)));
	layer(a, v, g, &t->compare, PHRASE(a, STEP_COMPARE, tried(a, t->origin)));
}

/* What plans say of such a build: a kernel that runs is not all that torch needs. */
static void by_ptx(struct arena *a, struct verified *v, const struct verified_gpu *g)
{
	const char *sm = sm_said(a, g->sm);

	if (g->promise.part) {
		verified_add(a, v, compared(g->index, CP121, g->promise.lacks, sm,
					    plain(FORM_PTX_IN_PART)), plain(FORM_CURE_SUGGEST));
		v->findings.v[v->findings.n - 1].severity = SEVERITY_ERROR;
	}
	if (g->promise.unsure)
		verified_add(a, v, compared(g->index, CP109, sm, NULL, plain(FORM_PTX_NOT_KNOWN)),
			     plain(FORM_CURE_SUGGEST));
}

/* Only "no code for this GPU" speaks against what the build holds; other errors have causes of
 * their own, as a PTX that is too new for the driver, or no compiler for it. */
static void promise(struct arena *a, struct verified *v, struct verified_gpu *g)
{
	const struct probe_try *cubin = probe_find(&g->found, ORIGIN_TORCH_CUBIN);
	const struct probe_try *ptx = probe_find(&g->found, ORIGIN_TORCH_PTX);
	const struct probe_try *t = g->promise.ptx ? ptx : cubin;
	char text[SM_TEXT];

	if (!g->promise.made || !t || (v->ptx_forced && !g->promise.ptx))
		return;
	g->promise.kept = probe_try_ok(t) && own_code_loads(g) ? TRI_YES : TRI_NO;
	if (g->promise.kept == TRI_NO && cuda_error_finding(t->load.code) == CP505)
		verified_add(a, v,
			compared(g->index, CP526,
				arena_printf(a, "%s_%s", g->promise.ptx ? "compute" : "sm",
					sm_text(g->promise.code, text)), NULL,
				PHRASE(a, PROMISE_BROKEN, SAY(why, t->load.text),
					SAY(number, arena_printf(a, "%d", t->load.code)))),
			plain(FORM_CURE_BUILD_AGAIN));
}

static void rates(struct arena *a, struct verified *v, const struct verified_gpu *g)
{
	const struct probe_gpu *p = &g->found;

	if (p->copy_gbs > 0 && p->copy_gbs * 2 < p->copy_expected_gbs)
		verified_add(a, v,
			compared(g->index, CP529, arena_printf(a, "%.0f", p->copy_gbs),
				arena_printf(a, "%.0f", p->copy_expected_gbs),
				plain(FORM_COPY_SLOW)),
			plain(FORM_CURE_SHOW_CLOCKS));
}

static void gpu(struct arena *a, struct verified *v, struct verified_gpu *g)
{
	bool right;

	layer(a, v, g, &g->found.context, plain(FORM_STEP_CONTEXT));
	layer(a, v, g, &g->found.memory, plain(FORM_STEP_MEMORY));
	for (unsigned i = 0; i < g->found.n; i++)
		one_try(a, v, g, &g->found.tries[i]);
	promise(a, v, g);
	by_ptx(a, v, g);
	rates(a, v, g);
	if (g->torch.ok == TRI_NO)
		verified_add(a, v,
			found_at(g->index, CP525, PHRASE(a, TORCH_FAILS, SAY(why, g->torch.text))),
			plain(FORM_CURE_EXPLAIN));
	right = !verified_has(v, CP511, g->index) && !verified_has(v, CP519, g->index);
	g->ok = g->found.done && code_ran(g) && own_code_loads(g) && right &&
		g->torch.ok != TRI_NO;
}

/* --- torch and nvcc ---------------------------------------------------------------------- */

static void compare_versions(struct arena *a, struct verified *v)
{
	const struct verified_torch *t = &v->torch;

	if (t->version && v->env.torch && strcmp(t->version, v->env.torch) != 0)
		verified_add(a, v,
			compared(-1, CP530, v->env.torch, t->version, plain(FORM_TORCH_DIFFERS)),
			plain(FORM_CURE_DOCTOR));
	if (t->ok == TRI_NO && !v->gpus.n && !v->findings.n)
		verified_add(a, v, found_at(-1, CP525, PHRASE(a, TORCH_SAYS, SAY(why, t->text))),
			plain(FORM_CURE_EXPLAIN));
}

static bool same_major(const char *x, const char *y)
{
	size_t n = strcspn(x, ".");

	return n == strcspn(y, ".") && strncmp(x, y, n) == 0;
}

static void compare_nvcc(struct arena *a, struct verified *v)
{
	if (v->nvcc && v->env.torch_cuda && !same_major(v->nvcc, v->env.torch_cuda))
		verified_add(a, v,
			compared(-1, CP523, v->nvcc, v->env.torch_cuda, plain(FORM_NVCC_DIFFERS)),
			PHRASE(a, CURE_CUDA_HOME, SAY(need, v->env.torch_cuda)));
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

void check_verified(struct arena *a, struct verified *v)
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
