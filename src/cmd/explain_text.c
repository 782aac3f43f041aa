#include "cmd/explain_text.h"

#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "cmd/envs.h"
#include "cmd/explain_paste.h"
#include "cmd/facts.h"
#include "cmd/input.h"
#include "cmd/judge.h"
#include "cmd/planning.h"
#include "know/host.h"
#include "explain/explain.h"
#include "show/meaning.h"

enum { TEXT_MOST = 16 << 20 };

struct reading {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct catalogue c;
	struct meanings found;
	struct span text;
};

static int read_text(struct run *r, const char *what, struct span *ret, struct err *e)
{
	struct stat st;
	struct span bytes;
	int rc;

	if (strcmp(what, "-") != 0 && (strlen(what) > 1024 || stat(what, &st) != 0)) {
		*ret = span_of(what);
		return 0;
	}
	rc = cmd_input(r, what, &bytes, e);
	if (rc == 0 && bytes.n > TEXT_MOST)
		rc = err_set(e, ERR_INPUT, "%s: larger than the limit of %d MiB",
			     cmd_input_name(what), TEXT_MOST >> 20);
	if (rc == 0)
		*ret = io_utf8(r->arena, bytes);
	return rc;
}

static bool is_described(const struct options *o)
{
	return o->host.n || o->gpu.n || o->driver || o->platform || o->glibc;
}

/* Every platform, so that a list can be traced to the builds that have it. */
static int load(struct run *r, struct matrix *m, struct catalogue *ret, struct err *e)
{
	static const char *const platforms[] = { "linux-64", "win-64", "linux-aarch64" };
	int rc = catalogue_open(r->arena, m, ret, e);

	for (size_t i = 0; rc == 0 && i < 3; i++)
		rc = catalogue_platform(ret, platforms[i], e);
	return rc;
}

static const char *turns_on(const struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].symptom->facts)
			return m->v[i].symptom->facts;
	return NULL;
}

/* The machine that was given, or else the one that the text tells of, or this one. */
static bool choose(struct reading *x)
{
	struct host *h = x->hosts.n ? &x->hosts.v[0] : NULL;
	struct err e;

	if (!h)
		return false;
	if (is_described(x->r->o)) {
		if (!x->r->o->host.n)
			explain_told(&x->found.facts, h);
		return h->gpus.n > 0 && host_complete(x->m, x->r->arena, h, &e) == 0;
	}
	if (explain_paste_host(x->r, x->m, x->text, h)) {
		if (!h->gpus.n && !explain_gpu(x->r->arena, &x->found.facts, h))
			return false;
		explain_told(&x->found.facts, h);
	} else if (h->gpus.n) {
		return true;
	} else if (!explain_host(x->r->arena, &x->found.facts, h)) {
		return false;
	}
	return host_complete(x->m, x->r->arena, h, &e) == 0;
}

static void show(struct reading *x, const struct plan_page *page)
{
	if (x->r->o->json) {
		struct json j = JSON(x->r->out.f);

		show_meanings_json(x->r->arena, &j, &x->found, page);
	} else {
		show_meanings_text(x->r->arena, &x->r->out, &x->found, page);
	}
}

static bool has_env(const struct options *o)
{
	return o->env || o->host.n || cmd_env_given(o);
}

/* A pasted list says nothing of this machine: then the text alone tells of one. */
static int find_hosts(struct run *r, struct matrix *m, struct hosts *to, struct err *e)
{
	struct host *h;

	if (is_described(r->o) || r->o->env || !cmd_env_given(r->o))
		return cmd_hosts(r, m, to, e);
	h = arena_new(r->arena, struct host);
	*h = host_new("not given");
	*to = (struct hosts){ h, 1, 1 };
	return 0;
}

/* The environment that was given, or else the one that the text lists. */
static bool find_env(struct reading *x, struct env *ret)
{
	struct strings none = { 0 };
	struct envs envs;
	struct err e;

	if (!has_env(x->r->o))
		return explain_paste_env(x->r, x->text, ret);
	if (cmd_envs(x->r, &none, &envs, &e) != 0 || envs.n == 0)
		return false;
	*ret = envs.v[0];
	return ret->packages.n || ret->declared.n;
}

/* It is judged as doctor does. False: it has no torch to judge. */
static bool judge(struct reading *x)
{
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	struct err e;

	if (!find_env(x, env) || cmd_judge(x->r, x->m, &x->c, &x->hosts, env, k, &e) != 0)
		return false;
	explain_env(x->r->arena, k, &x->found);
	return k->here.torch && k->here.build;
}

static bool is_cured(const struct meanings *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].found && m->v[i].found->cure.n)
			return true;
	return false;
}

/* With this Python, NULL: with any. */
static bool plan_for(struct reading *x, const char *python, struct answer *ret)
{
	const struct options *was = x->r->o;
	struct options *o = arena_new(x->r->arena, struct options);
	struct err e;
	int rc;

	*o = *was;
	o->python = python;
	x->r->o = o;
	rc = cmd_plan(x->r, x->m, &x->hosts, false, ret, &e);
	x->r->o = was;
	return rc == 0 && !ret->n_missing;
}

/* Some GPU is served only by what its driver compiles. */
static bool by_ptx(const struct answer *answer)
{
	for (size_t i = 0; i < answer->n_plans; i++)
		for (size_t g = 0; g < answer->plans[i].n_gpus; g++)
			if (answer->plans[i].gpus[g].via == VIA_PTX)
				return true;
	return false;
}

/* The Python that the text names is kept where it will do. */
static const char *told_python(const struct reading *x)
{
	return x->r->o->python ? NULL : captures_get(&x->found.facts, "told_python");
}

/* A torch that was judged needs a plan only where something is wrong with it. */
static bool plan(struct reading *x, bool told, bool judged, struct answer *ret)
{
	const char *python;

	x->r->args.n = 0;
	if (!told || !turns_on(&x->found) || judged || is_cured(&x->found))
		return false;
	python = told_python(x);
	if (python && plan_for(x, python, ret) && !by_ptx(ret))
		return true;
	return plan_for(x, x->r->o->python, ret);
}

static int explain(struct reading *x, struct err *e)
{
	struct symptoms known;
	struct answer answer;
	struct plan_page page = { .hosts = &x->hosts, .answer = &answer };
	bool told, judged;
	int rc = symptoms_read(x->m, x->r->arena, &known, e);

	if (rc == 0)
		rc = load(x->r, x->m, &x->c, e);
	if (rc == 0)
		rc = find_hosts(x->r, x->m, &x->hosts, e);
	if (rc)
		return rc;
	explain_text(x->r->arena, &known, x->text, &x->c, &x->found);
	if (x->found.n == 0)
		return err_set(e, ERR_NONE, "nothing in it is known: looked for %zu messages about "
			       "torch, CUDA, drivers and package managers", known.n);
	told = choose(x);
	if (x->hosts.n)
		explain_machine(x->r->arena, &x->c, &x->hosts.v[0], &x->found);
	judged = judge(x);
	show(x, plan(x, told, judged, &answer) ? &page : NULL);
	return 0;
}

int cmd_explain_text(struct run *r, struct matrix *m, const char *what, struct err *e)
{
	struct reading x = { .r = r, .m = m };
	int rc = read_text(r, what, &x.text, e);

	return rc ? rc : explain(&x, e);
}
