/* explain: what a text tells beside its message: a machine, a list, a torch; a plan for them. */
#include <string.h>

#include "base/text.h"
#include "cmd/envs_private.h"
#include "cmd/explain_reading_private.h"
#include "fact/platform.h"
#include "know/extension.h"
#include "know/gpu.h"
#include "know/host.h"
#include "read/host/host.h"

/* Options of pip stand where packages are asked for: these are not installed yet. */
static bool is_asked_for(const struct env *e)
{
	return text_formats_only(&e->formats, TEXT_REQUIREMENTS) &&
	       ANY(one, e->settings, one->tool == SETTING_PIP &&
		   span_in(span_of(one->key), "index-url extra-index-url find-links"));
}

/* With what the matrix knows of it; a generation ("Pascal") stands for all of its GPUs. */
static bool complete(struct explaining *x, struct host *h)
{
	struct cards cards;
	struct err e;

	EACH(struct gpu, g, h->gpus) {
		if (sm_known(g->sm) || g->sm_candidates.n || !g->name ||
		    gpu_by_text(x->m, x->r->arena, span_of(g->name), &cards, &e) != 0 ||
		    !cards.all.n || cards.all.v[0].name)
			continue;
		g->sm_source = cards.how;
		g->sm_candidates = cards.sms;
		if (cards.sms.n == 1)
			g->sm = cards.sms.v[0];
	}
	return host_complete(x->m, x->r->arena, h, &e) == 0;
}

/* The machine that was given, or else the one that the text tells of, or this one. */
bool reading_choose(struct explaining *x)
{
	struct host *h = x->hosts.n ? &x->hosts.v[0] : NULL;

	if (!h)
		return false;
	if (cmd_host_given(x->r->o)) {
		if (!x->r->o->host.n)
			explain_told(&x->found.facts, h);
		return h->gpus.n > 0 && complete(x, h);
	}
	if (text_host(x, h)) {
		if (!h->gpus.n && !explain_gpu(x->r->arena, &x->found.facts, h))
			return false;
		explain_told(&x->found.facts, h);
	} else if (h->gpus.n) {
		return true;
	} else if (!explain_host(x->r->arena, &x->found.facts, h)) {
		return false;
	} else if (!h->platform && h->gpus.v[0].name) {
		h->platform = host_platform_of_gpu(h->gpus.v[0].name);
	}
	return complete(x, h);
}

bool reading_wishes_cpu(struct explaining *x)
{
	return x->text.n <= ASKED_LINE && span_find_char(span_trim(x->text), '\n') < 0 &&
	       EVERY(one, x->found, explain_is_about(&x->found, one->symptom, "about-machine") ||
				    strcmp(one->symptom->name, "cpu-build") == 0) &&
	       !reading_extension(x) &&
	       explain_says(x->r->arena, &x->found, "says-cpu", x->text) &&
	       !explain_says(x->r->arena, &x->found, "got-cpu", x->text);
}

bool reading_none(struct explaining *x, bool told)
{
	struct host *h = arena_new(x->r->arena, struct host);

	if (x->hosts.n > 1 || cmd_host_given(x->r->o) ||
	    !explain_says(x->r->arena, &x->found, "of-torch", x->text) ||
	    !(reading_wishes_cpu(x) ||
	      (!told && explain_says(x->r->arena, &x->found, "no-gpu", x->text))))
		return false;
	*h = host_new("the text");
	h->platform = captures_get(&x->found.facts, "told_platform");
	h->nvidia_present = TRI_NO;
	h->gpus_known = true;
	x->hosts = (struct hosts){ .v = h, .n = 1, .room = 1 };
	return true;
}

void reading_show(struct explaining *x, const struct plan_page *page)
{
	if (x->r->o->json) {
		struct json j = cmd_json(x->r);

		show_meanings_json(x->r->arena, &j, &x->found, page);
	} else {
		show_meanings_text(x->r->arena, &x->r->out, &x->found, page);
	}
}

/* The environment that was given, or else the one that the text lists. */
bool reading_env(struct explaining *x, struct env *ret)
{
	struct strings none = { 0 };
	struct envs envs;
	struct err e;

	if (!x->r->o->env && !x->r->o->host.n && !cmd_env_given(x->r->o)) {
		if (!text_env(x, ret) || is_asked_for(ret))
			return false;
		if (!ret->python)
			ret->python = captures_get(&x->found.facts, "told_python");
		return true;
	}
	if (cmd_envs(x->r, &none, &envs, &e) != 0 || envs.n == 0)
		return false;
	*ret = envs.v[0];
	return ret->packages.n || ret->declared.n;
}

/* "2.6.0+cu124" of the facts torch and torch_cuda; NULL: no release is told. */
const char *reading_torch(struct explaining *x)
{
	const char *torch = captures_get(&x->found.facts, "torch");
	const char *cuda = captures_get(&x->found.facts, "torch_cuda");
	struct span rest = span_of(torch), part;
	size_t parts = 0;

	while (torch && span_next(&rest, '.', &part))
		parts++;
	if (parts < 2)
		return NULL;
	if (parts == 2)
		torch = arena_printf(x->r->arena, "%.*s.0%s", (int)strcspn(torch, "+"), torch,
				     torch + strcspn(torch, "+"));
	if (!cuda || strchr(torch, '+') || !pair_parse(cuda))
		return torch;
	return arena_printf(x->r->arena, "%s+cu%d", torch, pair_parse(cuda) / 100 * 10 +
			    pair_parse(cuda) % 100);
}

struct checkup *reading_judge(struct explaining *x, const struct env *env, bool own)
{
	struct hosts *none = arena_new(x->r->arena, struct hosts);
	const struct judging j = { x->r, &x->c, own ? &x->hosts : none };
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	struct host nobody = host_new("the text");
	struct err e;

	nobody.platform = captures_get(&x->found.facts, "told_platform");
	ARRAY_ADD(x->r->arena, *none) = nobody;
	return cmd_judge(&j, env, k, &e) == 0 ? k : NULL;
}

/* An environment of nothing but that torch and the Python that the text names. */
static void tell_torch(struct explaining *x, const char *torch)
{
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k;

	if (!torch)
		return;
	*env = env_new("the text");
	env->kind = ENV_PASTED;
	env->platform = captures_get(&x->found.facts, "told_platform");
	env->python = x->r->o->python ? x->r->o->python :
					captures_get(&x->found.facts, "told_python");
	env_add(x->r->arena, env, span_of("torch"), span_of(torch), OWNER_PIP,
		(struct origin){ .file = "the text" });
	k = reading_judge(x, env, x->hosts.n && x->hosts.v[0].gpus.n);
	if (k && k->here.torch)
		x->torch = k;
}

/* The message speaks of another torch than the list beside it does: of the one that ran. */
static bool is_other_torch(const struct explaining *x)
{
	const char *torch = captures_get(&x->found.facts, "torch");

	return x->torch && torch && strchr(torch, '+') && x->torch->here.torch->version &&
	       strcmp(x->torch->here.torch->version, torch) != 0;
}

/* A torch without a label is a CPU build on Windows; who asks for an extension means a CUDA build,
 * the first that a wheel of the extension is known for. */
static void tell_cuda(struct explaining *x, const char *torch, const char *package)
{
	const char *platform = captures_get(&x->found.facts, "told_platform");
	const struct platform_builds *p = catalogue_builds(&x->c, platform ? platform :
							   PLATFORM_LINUX);
	struct checkup *plain = x->torch;
	bool any;

	EACH(const struct build, b, *p) {
		if (b->manager != MANAGER_PIP || !b->cuda.major || strcmp(b->torch, torch) != 0)
			continue;
		tell_torch(x, arena_printf(x->r->arena, "%s+%s", torch, b->variant));
		if (x->torch && checkup_wheel(x->torch, package, &any))
			return;
	}
	x->torch = plain;
}

const char *reading_extension(struct explaining *x)
{
	const char *module = captures_get(&x->found.facts, "module");
	struct strings names = { 0 };
	struct err e;

	return extension_names(x->m, x->r->arena, &names, &e) != 0 ? NULL :
		explain_extension(x->r->arena, &names, module ? span_of(module) : x->text);
}

enum { STORY_MOST = 4096 };

/* Where no release of the extension serves the GPU, another wheel is no cure. */
static bool is_unserved(struct explaining *x, const char *package)
{
	const struct hosts *h = &x->hosts;
	struct phrase said;
	bool none;

	if (!package || !h->n || !h->v[0].gpus.n)
		return false;
	said = explain_extension_gpu(x->r->arena, x->m, package, &h->v[0].gpus.v[0], x->text,
				     &none);
	if (said.form && none)
		x->found.v[0].here = phrase_append(x->r->arena, FORM_LIST_SEMICOLON,
						   x->found.v[0].here, said);
	return said.form && none;
}

/* The wheel of the extension that the text is about. */
void reading_wheel(struct explaining *x)
{
	bool about = explain_about_extension(&x->found) != NULL, any;
	const char *torch = captures_get(&x->found.facts, "torch"), *package;

	captures_add(x->r->arena, &x->found.facts, "torch_cuda",
		     explain_asks(x->r->arena, x->m, &x->c, &x->found, x->text).cuda);
	torch = reading_torch(x);
	if (!about && (!x->found.n || x->text.n > STORY_MOST))
		return;
	package = reading_extension(x);
	if (is_unserved(x, package) || !about)
		return;
	if (package && (!x->torch || is_other_torch(x))) {
		tell_torch(x, torch);
		if (x->torch && !strchr(torch, '+') && !checkup_wheel(x->torch, package, &any))
			tell_cuda(x, torch, package);
	}
	if (package)
		explain_wheel(x->r->arena, x->m, x->torch, package, x->text, &x->found);
}

/* With this Python, NULL: with any. */
static bool plan_for(struct explaining *x, const char *python, struct answer *ret)
{
	const struct options *was = x->r->o;
	struct options *o = arena_new(x->r->arena, struct options);
	struct err e;
	int rc;

	*o = *was;
	o->python = python;
	x->r->o = o;
	rc = cmd_plan(x->r, x->m, &x->hosts, &(struct planning){ 0 }, ret, NULL, &e);
	x->r->o = was;
	return rc == 0 && !ret->n_missing && !(x->r->args.n && ret->n_instead);
}

/* Some GPU is served only by what its driver compiles. */
static bool by_ptx(const struct answer *answer)
{
	return ANY(p, LIST(answer->plans, answer->n_plans),
		   ANY(g, LIST(p->gpus, p->n_gpus), g->via == VIA_PTX));
}

/* The Python that the text names is kept where it will do. */
bool reading_plan(struct explaining *x, struct answer *ret)
{
	const char *python = x->r->o->python ? NULL :
					       captures_get(&x->found.facts, "told_python");

	if (python && plan_for(x, python, ret) && ret->n_plans && !by_ptx(ret))
		return true;
	return plan_for(x, x->r->o->python, ret);
}

/* Where the platform is not told, a command without an index is not the whole answer: on Windows it
 * brings a CPU build; and not every build is there. The one for Windows stands beside it. */
void reading_windows(struct explaining *x, const struct answer *assumed)
{
	struct hosts windows = { 0 }, was = x->hosts;
	struct answer answer;
	struct plan_page page = { .hosts = &windows, .answer = &answer,
		.more = x->r->o->verbose > 0 };

	if (x->r->o->json || x->hosts.v[0].platform || x->hosts.v[0].l4t ||
	    !x->hosts.v[0].gpus.n)
		return;
	ARRAY_ADD(x->r->arena, windows) = x->hosts.v[0];
	windows.v[0].platform = PLATFORM_WINDOWS;
	x->hosts = windows;
	if (reading_plan(x, &answer) && answer.n_plans &&
	    !(assumed->plans[0].build->rank == answer.plans[0].build->rank &&
	      assumed->plans[0].build->index_url &&
	      text_same(assumed->plans[0].build->index_url, answer.plans[0].build->index_url)))
		show_other_plan(x->r->arena, &x->r->out, &page, "Windows");
	x->hosts = was;
}
