/* explain: a message, with what the text, the options and this machine tell beside it. */
#include <string.h>

#include "cmd/envs_private.h"
#include "cmd/explain_private.h"
#include "cmd/hosts_private.h"
#include "cmd/pasted_private.h"
#include "cmd/planning_private.h"
#include "explain/explain.h"
#include "fact/platform.h"
#include "know/extension.h"
#include "know/host.h"
#include "know/message.h"
#include "read/env/env.h"
#include "read/host/host.h"
#include "show/explain.h"
#include "show/finding.h"

/* Options of pip stand where packages are asked for: these are not installed yet. */
static bool is_asked_for(const struct env *e)
{
	for (size_t i = 0; i < e->settings.n; i++)
		if (e->settings.v[i].tool == SETTING_PIP &&
		    (strcmp(e->settings.v[i].key, "index-url") == 0 ||
		     strcmp(e->settings.v[i].key, "extra-index-url") == 0 ||
		     strcmp(e->settings.v[i].key, "find-links") == 0))
			return text_formats_only(&e->formats, TEXT_REQUIREMENTS);
	return false;
}

struct reading {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct catalogue c;
	struct meanings found;
	struct span text;
	const char *asked; /* "torch==2.1.0" */
	struct checkup *torch; /* of an environment with a torch, given or told; NULL: none */
};

/* Every platform, so that a list can be traced to the builds that have it. */
static int load(struct run *r, struct matrix *m, struct catalogue *ret, struct err *e)
{
	static const char *const platforms[] = { PLATFORM_LINUX, PLATFORM_WINDOWS,
						PLATFORM_LINUX_ARM };
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
	if (cmd_host_given(x->r->o)) {
		if (!x->r->o->host.n)
			explain_told(&x->found.facts, h);
		return h->gpus.n > 0 && host_complete(x->m, x->r->arena, h, &e) == 0;
	}
	if (explain_host_of_text(x->r, x->m, x->text, h)) {
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

/* What the text tells of a machine whose GPU it does not name. */
static const struct host *host_of_words(struct reading *x)
{
	struct host *h = arena_new(x->r->arena, struct host);

	if (!explain_host_of_text(x->r, x->m, x->text, h))
		*h = host_new("the text");
	explain_told(&x->found.facts, h);
	return h;
}

static void show(struct reading *x, const struct plan_page *page)
{
	if (x->r->o->json) {
		struct json j = cmd_json(x->r);

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

	if (cmd_host_given(r->o) || r->o->env || !cmd_env_given(r->o))
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
		return explain_env_of_text(x->r, x->text, ret) && !is_asked_for(ret);
	if (cmd_envs(x->r, &none, &envs, &e) != 0 || envs.n == 0)
		return false;
	*ret = envs.v[0];
	return ret->packages.n || ret->declared.n;
}

/* It is judged as doctor does. False: it has no torch to judge. */
static bool judge(struct reading *x)
{
	const struct judging j = { x->r, &x->c, &x->hosts };
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	struct err e;

	if (!find_env(x, env) || cmd_judge(&j, env, k, &e) != 0)
		return false;
	explain_env(x->r->arena, k, &x->found);
	x->torch = k->here.torch ? k : NULL;
	return k->here.torch && k->here.build;
}

/* "2.6.0+cu124" of the facts torch and torch_cuda; NULL: no release is told. */
static const char *told_torch(struct reading *x)
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
		torch = arena_printf(x->r->arena, "%s.0", torch);
	if (!cuda || strchr(torch, '+') || !pair_parse(cuda))
		return torch;
	return arena_printf(x->r->arena, "%s+cu%d", torch, pair_parse(cuda) / 100 * 10 +
			    pair_parse(cuda) % 100);
}

/* An environment of nothing but the torch and the Python that the text names. */
static void tell_torch(struct reading *x)
{
	bool own = x->hosts.n && x->hosts.v[0].gpus.n;
	struct host nobody = host_new("the text");
	struct hosts *none = arena_new(x->r->arena, struct hosts);
	const struct judging j = { x->r, &x->c, own ? &x->hosts : none };
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	const char *torch = told_torch(x);
	struct err e;

	if (!torch)
		return;
	nobody.platform = captures_get(&x->found.facts, "told_platform");
	ARRAY_ADD(x->r->arena, *none) = nobody;
	*env = env_new("the text");
	env->kind = ENV_PASTED;
	env->platform = nobody.platform;
	env->python = x->r->o->python ? x->r->o->python :
					captures_get(&x->found.facts, "told_python");
	env_add(x->r->arena, env, span_of("torch"), span_of(torch), OWNER_PIP,
		(struct origin){ .file = "the text" });
	if (cmd_judge(&j, env, k, &e) == 0 && k->here.torch)
		x->torch = k;
}

/* The wheel of the extension that the text is about. */
static void find_wheel(struct reading *x)
{
	const char *module = captures_get(&x->found.facts, "module"), *package;
	struct strings names = { 0 };
	struct err e;

	if (!explain_about_extension(&x->found) ||
	    extension_names(x->m, x->r->arena, &names, &e) != 0)
		return;
	package = explain_extension(x->r->arena, &names, module ? span_of(module) : x->text);
	if (package && !x->torch)
		tell_torch(x);
	if (package)
		explain_wheel(x->r->arena, x->torch, package, &x->found);
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
	rc = cmd_plan(x->r, x->m, &x->hosts, &(struct planning){ 0 }, ret, NULL, &e);
	x->r->o = was;
	return rc == 0 && !ret->n_missing && !(x->r->args.n && ret->n_instead);
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
static bool plan_told(struct reading *x, struct answer *ret)
{
	const char *python = x->r->o->python ? NULL :
					       captures_get(&x->found.facts, "told_python");

	if (python && plan_for(x, python, ret) && ret->n_plans && !by_ptx(ret))
		return true;
	return plan_for(x, x->r->o->python, ret);
}

/* Where files for a Python are the matter, another torch than the one that was asked for is no
 * answer. */
static void ask(struct reading *x)
{
	const char *torch = captures_get(&x->found.facts, "torch"), *label;

	x->r->args.n = 0;
	if (!torch || strcmp(turns_on(&x->found), "python") != 0)
		return;
	label = strchr(torch, '+');
	x->asked = arena_printf(x->r->arena, "torch==%.*s",
				(int)(label ? label - torch : (ptrdiff_t)strlen(torch)), torch);
	x->r->args.v = &x->asked;
	x->r->args.n = 1;
}

/* A torch that was judged needs a plan only where something is wrong with it. */
static bool plan(struct reading *x, bool told, bool judged, struct answer *ret)
{
	if (!told || !turns_on(&x->found) || judged || is_cured(&x->found))
		return false;
	ask(x);
	return plan_told(x, ret);
}

/* Nothing is recognised: what else the text may be for. */
static int unknown(struct reading *x, struct err *e)
{
	struct env env;

	if (explain_env_of_text(x->r, x->text, &env))
		return err_set(e, ERR_NONE, "no message in it, but a list of packages; try: "
			       "cudaplan doctor --env FILE");
	return err_set(e, ERR_NONE, "I do not know this message; paste the whole traceback, or run "
		       "cudaplan doctor");
}

/* The text or an option names a GPU; what this machine has answers nothing that it does not ask. */
static bool names_gpu(struct reading *x)
{
	struct host h;

	return cmd_host_given(x->r->o) || captures_get(&x->found.facts, "gpu") ||
	       captures_get(&x->found.facts, "sm") || explain_host_of_text(x->r, x->m, x->text, &h);
}

/* "without a GPU": a machine that has none. */
static bool has_none(struct reading *x)
{
	struct host *h = arena_new(x->r->arena, struct host);

	if (x->hosts.n > 1 || cmd_host_given(x->r->o) ||
	    !explain_says(x->r->arena, &x->found, "no-gpu", x->text) ||
	    !explain_says(x->r->arena, &x->found, "of-torch", x->text))
		return false;
	*h = host_new("the text");
	h->platform = captures_get(&x->found.facts, "told_platform");
	h->nvidia_present = TRI_NO;
	h->gpus_known = true;
	x->hosts = (struct hosts){ h, 1, 1 };
	return true;
}

/* The torch that the text names as a wish: "2.7" is any of its bug fixes. */
static const char *wish_of_text(struct reading *x)
{
	const char *torch = captures_get(&x->found.facts, "torch"), *told = told_torch(x);

	if (!told)
		return NULL;
	return arena_printf(x->r->arena, strcmp(told, torch) == 0 || strchr(told, '+') ?
			    "torch==%s" : "torch==%s.*",
			    strchr(told, '+') || strcmp(told, torch) == 0 ? told : torch);
}

/* Where the platform is not told, a command without an index is not the whole answer: on Windows it
 * brings a CPU build. The one for Windows stands beside it. */
static void show_windows(struct reading *x, const struct answer *assumed)
{
	struct hosts windows = { 0 }, was = x->hosts;
	struct answer answer;
	struct plan_page page = { .hosts = &windows, .answer = &answer,
		.more = x->r->o->verbose > 0 };

	if (x->r->o->json || x->hosts.v[0].platform || x->hosts.v[0].l4t ||
	    !x->hosts.v[0].gpus.n || assumed->plans[0].build->index_url)
		return;
	ARRAY_ADD(x->r->arena, windows) = x->hosts.v[0];
	windows.v[0].platform = PLATFORM_WINDOWS;
	x->hosts = windows;
	if (plan_told(x, &answer) && answer.n_plans)
		show_other_plan(x->r->arena, &x->r->out, &page, "Windows");
	x->hosts = was;
}

/* What to install on the machine that the text tells of. */
static int plan_alone(struct reading *x, int *ret, struct err *e)
{
	struct answer answer;
	struct plan_page page = { .hosts = &x->hosts, .answer = &answer,
		.more = x->r->o->verbose > 0 };

	x->r->args.n = 0;
	x->found.n = 0;
	if (!plan_told(x, &answer))
		return unknown(x, e);
	*ret = answer.exit;
	if (answer.n_plans && answer.n_instead == 0) {
		show(x, &page);
		show_windows(x, &answer);
	} else {
		struct json j = cmd_json(x->r);

		if (x->r->o->json)
			show_plan_json(x->r->arena, &j, &page);
		else
			show_plan_text(x->r->arena, &x->r->out, &page);
	}
	return 0;
}

/* Whether the torch that the text names serves the machine that it names. */
static int fits_alone(struct reading *x, const char *wish, int *ret, struct err *e)
{
	x->asked = wish;
	x->r->args.v = &x->asked;
	x->r->args.n = 1;
	return explain_fits(x->r, x->m, &x->hosts,
			    !explain_says(x->r->arena, &x->found, "question", x->text), ret, e);
}

/* A list and a machine: what doctor says. False: there is no torch in the text's list. */
static bool judge_alone(struct reading *x, int *ret)
{
	const struct judging j = { x->r, &x->c, &x->hosts };
	struct env *env = arena_new(x->r->arena, struct env);
	struct checkup *k = arena_new(x->r->arena, struct checkup);
	struct json out = cmd_json(x->r);
	struct err e;

	if (!find_env(x, env) || cmd_judge(&j, env, k, &e) != 0 || !k->here.torch)
		return false;
	if (x->r->o->json)
		show_checkup_json(&out, k, 1, NULL);
	else
		show_checkup_text(x->r->arena, &x->r->out, k, true, 0);
	if (!x->r->o->json)
		show_checkup_sum(x->r->arena, &x->r->out, k, 1);
	*ret = k->found.n ? EXIT_NO : EXIT_DONE;
	return true;
}

/* No message: the facts of the text decide, or the numbers that it asks about. */
static int answer_facts(struct reading *x, int *ret, struct err *e)
{
	const char *wish = wish_of_text(x);
	bool told = names_gpu(x) && choose(x);

	if (!told && has_none(x))
		return plan_alone(x, ret, e);
	if (told && judge_alone(x, ret))
		return 0;
	if (told && wish && !explain_says(x->r->arena, &x->found, "of-companions", x->text))
		return fits_alone(x, wish, ret, e);
	if (told && x->hosts.v[0].gpus.n)
		return plan_alone(x, ret, e);
	if (!explain_ask(x->r->arena, x->m, &x->c, x->text, &x->found))
		return unknown(x, e);
	show(x, NULL);
	return 0;
}

/* Nothing but questions about torch on a machine, or on none: facts say more than their pages. */
static bool asks_alone(struct reading *x)
{
	for (size_t i = 0; i < x->found.n; i++)
		if (!explain_is_about(&x->found, x->found.v[i].symptom, "about-machine"))
			return false;
	if (x->found.n == 0 || explain_says(x->r->arena, &x->found, "no-gpu", x->text))
		return true;
	return names_gpu(x) && (strcmp(x->found.v[0].symptom->name, "q-which") == 0 ||
				explain_says(x->r->arena, &x->found, "of-torch", x->text));
}

static int explain_read(struct reading *x, int *ret, struct err *e)
{
	struct symptoms *known = arena_new(x->r->arena, struct symptoms);
	struct mirrors mirrors;
	struct answer answer;
	struct plan_page page = { .hosts = &x->hosts, .answer = &answer,
		.more = x->r->o->verbose > 0 };
	bool told, judged;
	int rc = symptoms_read(x->m, x->r->arena, known, e);

	if (rc == 0)
		rc = load(x->r, x->m, &x->c, e);
	if (rc == 0)
		rc = mirror_read(x->m, x->r->arena, &mirrors, e);
	if (rc == 0)
		rc = find_hosts(x->r, x->m, &x->hosts, e);
	if (rc)
		return rc;
	explain_text(x->r->arena, known, x->text, &x->c, &x->found);
	if (asks_alone(x))
		return answer_facts(x, ret, e);
	explain_asked(x->r->arena, x->m, &x->c, &x->found);
	told = choose(x);
	if (x->hosts.n)
		explain_machine(x->r->arena, &x->c, &x->hosts.v[0], &x->found);
	explain_cause(x->r->arena, &x->c, told ? &x->hosts.v[0] : host_of_words(x), &x->found);
	judged = judge(x);
	if (!judged)
		explain_needs(x->r->arena, &x->c, &x->found);
	explain_index(x->r->arena, &x->c, &x->found);
	explain_conda(x->r->arena, &x->c, &x->found);
	explain_mirror(x->r->arena, &mirrors, x->text, &x->found);
	find_wheel(x);
	told = plan(x, told, judged, &answer);
	show(x, told ? &page : NULL);
	if (told && answer.n_plans)
		show_windows(x, &answer);
	return 0;
}

int explain_message(struct run *r, struct matrix *m, const char *what, int *ret, struct err *e)
{
	struct reading x = { .r = r, .m = m };
	int rc = cmd_pasted(r, what, &x.text, e);

	return rc ? rc : explain_read(&x, ret, e);
}
