/* What a probe found as JSON. */
#include "show/verify.h"

#include <math.h>

#include "show/json_key.h"
#include "show/words.h"

static void version(struct json *j, struct arena *a, const char *key, int v)
{
	json_str_key(j, key, v >= 1000 ? arena_printf(a, "%d.%d", v / 1000, v % 1000 / 10) : NULL);
}

/* ok is null for what was not run, false for what did not come back. */
static void step(struct json *j, struct arena *a, const char *key, const char *name,
	const struct probe_step *s)
{
	const char *why = s ? verify_why(a, s) : "";
	static const enum tri oks[] = { TRI_UNKNOWN, TRI_NO, TRI_YES, TRI_NO };
	bool running = s && s->state == STEP_RUNNING;

	json_open(j);
	json_str_key(j, key, name);
	json_key_tri(j, "ok", s ? oks[s->state] : TRI_UNKNOWN);
	json_key_index(j, "code", s && s->code ? s->code : -1);
	json_str_key(j, "text", running ? "did not come back" : *why ? why : NULL);
	json_real_key(j, "ms", s ? s->ms : 0);
	json_close(j);
}

static void steps(struct json *j, struct arena *a, const struct verified *v,
	const struct verified_gpu *g)
{
	const struct probe_step *s;

	json_list_key(j, "steps");
	for (int l = 0; l < PROBE_LAYERS; l++) {
		verified_layer(v, g, (enum probe_layer)l, &s);
		step(j, a, "name", probe_layer_name((enum probe_layer)l), s);
	}
	json_end(j);
}

static void tries(struct json *j, struct arena *a, const struct probe_gpu *p)
{
	json_list_key(j, "probes");
	for (unsigned i = 0; i < p->n; i++) {
		const struct probe_try *t = &p->tries[i];
		const struct probe_step *bad = probe_try_failure(t);

		step(j, a, "origin", code_origin_name(t->origin), bad ? bad : &t->load);
	}
	json_end(j);
}

static void promise(struct json *j, const struct promise *p)
{
	JSON_MAYBE(j, "promise", p->made) {
		json_str_key(j, "via", p->ptx ? "ptx" : "cubin");
		json_key_sm(j, "code", p->code);
		json_str_key(j, "driver_support", p->support);
		json_key_tri(j, "kept", p->kept);
	}
}

/* By what torch's own code runs, as the driver showed it; else the probe's. */
static const char *via(const struct verified_gpu *g)
{
	static const struct {
		enum code_origin origin;
		const char *via;
	} order[] = {
		{ ORIGIN_TORCH_CUBIN, "cubin" }, { ORIGIN_TORCH_PTX, "ptx" },
		{ ORIGIN_NVRTC_CUBIN, "cubin" }, { ORIGIN_NVCC, "cubin" }, { ORIGIN_PTX, "ptx" },
	};

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		const struct probe_try *t = probe_find(&g->found, order[i].origin);

		if (t && probe_try_ok(t))
			return order[i].via;
	}
	return NULL;
}

static void rates(struct json *j, const struct probe_gpu *p)
{
	JSON_MAYBE(j, "bench", p->copy_gbs > 0) {
		json_real_key(j, "copy_gbs", p->copy_gbs);
		json_real_key(j, "copy_expected_gbs",
			      p->copy_expected_gbs > 0 ? p->copy_expected_gbs : NAN);
		json_real_key(j, "multiply_gflops", p->multiply_gflops);
	}
}

static void gpu(struct json *j, struct arena *a, const struct verified *v,
		const struct verified_gpu *g)
{
	json_int_key(j, "index", g->index);
	json_str_key(j, "uuid", g->uuid);
	json_str_key(j, "name", g->name);
	json_key_sm(j, "sm", g->sm);
	steps(j, a, v, g);
	tries(j, a, &g->found);
	json_str_key(j, "ptx_isa_max", g->found.isa ? arena_printf(a, "%d.%d", g->found.isa / 10,
								    g->found.isa % 10) : NULL);
	json_str_key(j, "via", via(g));
	promise(j, &g->promise);
	rates(j, &g->found);
	json_key_tri(j, "torch_ok", g->torch.ok);
	json_str_key(j, "torch_text", g->torch.text);
	json_bool_key(j, "mig", g->mig);
	json_real_key(j, "ms", g->ms);
	json_bool_key(j, "ok", g->ok);
}

static void torch(struct json *j, const struct verified *v)
{
	JSON_MAYBE(j, "torch", v->env.torch || v->torch.version) {
		json_str_key(j, "version", v->torch.version ? v->torch.version : v->env.torch);
		json_str_key(j, "cuda", v->torch.version ? v->torch.cuda : v->env.torch_cuda);
		json_key_tri(j, "is_available", v->torch.available);
		json_key_tri(j, "ok", v->torch.ok);
		json_str_key(j, "text", v->torch.text);
		json_str_key(j, "cudnn", v->torch.cudnn);
		json_str_key(j, "driver_min", v->least_driver);
	}
}

static void findings(struct json *j, const struct verified *v)
{
	ARENA_AUTO scratch = { 0 };
	char code[8];

	JSON_EACH(j, "findings", const struct verified_finding, s, v->findings) {
		const struct finding *f = &s->finding;

		json_str_key(j, "code", finding_name(f->code, code));
		json_str_key(j, "severity", severity_name(s->severity));
		json_str_key(j, "text", words_finding(&scratch, f));
		json_str_key(j, "cure", words_phrase(&scratch, &s->cure));
		json_str_key(j, "have", f->have);
		json_str_key(j, "need", f->need);
		json_null_key(j, "host");
		json_key_index(j, "gpu", f->gpu);
	}
}

void show_verified_json(struct arena *a, struct json *j, const struct verified *v)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	json_str_key(j, "node", v->node);
	json_str_key(j, "env", v->env.prefix);
	json_str_key(j, "driver", v->host->driver);
	version(j, a, "driver_cuda", v->found.driver_cuda);
	version(j, a, "runtime", v->found.runtime_version);
	json_open_key(j, "libraries");
	json_str_key(j, "libcuda", v->found.path[0] ? v->found.path : NULL);
	json_str_key(j, "cudart", v->env.cudart);
	json_str_key(j, "nvrtc", v->env.nvrtc);
	json_str_key(j, "cudnn", v->env.cudnn);
	json_str_key(j, "torch_cuda", v->env.libtorch_cuda);
	json_close(j);
	steps(j, a, v, NULL);
	JSON_EACH(j, "gpus", const struct verified_gpu, g, v->gpus)
		gpu(j, a, v, g);
	torch(j, v);
	json_str_key(j, "nvcc", v->nvcc);
	findings(j, v);
	json_bool_key(j, "ok", v->ok);
	json_close(j);
}

void show_merged_json(struct json *j, const struct merged_node *v, size_t n)
{
	json_open(j);
	json_int_key(j, "schema_version", 1);
	JSON_EACH(j, "nodes", const struct merged_node, m, LIST(v, n)) {
		json_str_key(j, "node", m->node);
		json_str_key(j, "driver", m->driver);
		json_str_key(j, "torch", m->torch);
		json_int_key(j, "gpus", (int64_t)m->gpus);
		json_int_key(j, "good", (int64_t)m->good);
		json_str_key(j, "text", m->text);
		json_bool_key(j, "ok", m->ok);
	}
	json_close(j);
}
