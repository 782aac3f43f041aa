/* explain: a message, with what the text, the options and this machine tell beside it. */
#include <string.h>

#include "cmd/envs_private.h"
#include "cmd/explain_reading_private.h"
#include "cmd/language.h"
#include "cmd/pasted_private.h"
#include "fact/platform.h"
#include "know/extension.h"
#include "know/host.h"
#include "know/message.h"

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
	return FIRST_TELLS(x, *m, x->symptom->facts, x->symptom->facts, NULL);
}

/* The machine that the text tells of; options say more than its words. */
static const struct host *host_of_words(struct explaining *x)
{
	const struct host *told = text_machine(x);
	struct host *h = arena_new(x->r->arena, struct host);

	*h = told ? *told : host_new("the text");
	if (x->r->o->platform)
		h->platform = x->r->o->platform;
	explain_told(&x->found.facts, h);
	return h;
}

/* A pasted list says nothing of this machine: then the text alone tells of one. */
static int find_hosts(struct run *r, struct matrix *m, struct hosts *to, struct err *e)
{
	struct host *h;

	if (cmd_host_given(r->o) || r->o->env || !cmd_env_given(r->o))
		return cmd_hosts(r, m, to, e);
	h = arena_new(r->arena, struct host);
	*h = host_new("not given");
	*to = (struct hosts){ .v = h, .n = 1, .room = 1 };
	return 0;
}

/* It is judged as doctor does. False: it has no torch to judge, or is of a system (macOS) whose
 * builds are in no table. */
static bool judge(struct explaining *x)
{
	struct env *env = arena_new(x->r->arena, struct env);
	const char *platform = captures_get(&x->found.facts, "told_platform");
	bool known = !platform || catalogue_read(&x->c, platform);
	struct checkup *k = known && reading_env(x, env) ? reading_judge(x, env, true) : NULL;

	if (!k)
		return false;
	explain_env(x->r->arena, k, &x->found);
	x->torch = k->here.torch ? k : NULL;
	return k->here.torch && k->here.build;
}

/* Where files for a Python are the matter, another torch than the one that was asked for is no
 * answer. */
static void ask(struct explaining *x)
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
static bool plan(struct explaining *x, bool told, bool judged, struct answer *ret)
{
	if (!told || !turns_on(&x->found) || judged ||
	    ANY(one, x->found, one->found && one->found->cure.n))
		return false;
	ask(x);
	if (!reading_plan(x, ret))
		return false;
	/* a CPU build is no way out for a Jetson, which has builds of its own */
	return !x->hosts.v[0].l4t || !ret->n_plans || ret->plans[0].build->cuda.major;
}

/* What was recognised has many causes, or says no more than that something cannot be had: what the
 * text asks pip or conda for says more, where it lists nothing that is installed. */
static bool only_guesses(struct explaining *x)
{
	struct env env;

	if (captures_get(&x->found.facts, "torch") && captures_get(&x->found.facts, "torch_cuda"))
		return false; /* what runs is told */
	return EVERY(one, x->found, explain_is_about(&x->found, one->symptom,
		     "about-asks")) && x->found.n && !reading_env(x, &env);
}

static int explain_read(struct explaining *x, int *ret, struct err *e)
{
	struct symptoms *known = arena_new(x->r->arena, struct symptoms);
	const struct host *of; /* whom the message is about */
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
	explain_text(x->r->arena, known, x->text, &x->c, host_of_words(x), &x->found);
	if (alone_asks(x))
		return alone_answer(x, ret, e);
	explain_asked(x->r->arena, x->m, &x->c, x->text, &x->found);
	told = reading_choose(x);
	if (only_guesses(x) && alone_judge_asks(x, told, SEVERITY_ERROR, ret))
		return 0;
	if (x->hosts.n)
		explain_machine(x->r->arena, &x->c, &x->hosts.v[0], &x->found);
	of = told ? &x->hosts.v[0] : host_of_words(x);
	explain_cause(x->r->arena, &x->c, of, x->text, &x->found);
	explain_libc(x->r->arena, &x->c, of, &x->found);
	judged = judge(x);
	explain_index(x->r->arena, &x->c, &x->found);
	explain_companion(x->r->arena, &x->c, x->text, &x->found);
	explain_conda(x->r->arena, &x->c, &x->found);
	explain_mirror(x->r->arena, &mirrors, x->text, &x->found);
	reading_wheel(x);
	told = plan(x, told, judged, &answer);
	reading_show(x, told ? &page : NULL);
	if (told && answer.n_plans)
		reading_windows(x, &answer);
	return 0;
}

int explain_message(struct run *r, struct matrix *m, const char *what, int *ret, struct err *e)
{
	struct explaining x = { .r = r, .m = m };
	int rc = cmd_pasted(r, what, &x.text, e);

	if (rc)
		return rc;
	cmd_language_of(r, x.text);
	return explain_read(&x, ret, e);
}
