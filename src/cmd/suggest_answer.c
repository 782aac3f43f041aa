/* suggest --emit: what is asked of the resolver, for machines with a GPU and for others. */
#include <string.h>

#include "cmd/suggest_private.h"
#include "fact/host.h"

static int ask(struct emitting *x, struct emit_answer *to, struct err *e)
{
	return cmd_plan(x->r, x->m, &to->hosts, &x->with, &to->answer, &x->parts.pypi, e);
}

/* The oldest Python of the parts; true: they have others beside it. */
static bool oldest(const struct answer *answer, struct python *ret)
{
	bool other = false;

	*ret = answer->plans[0].python;
	for (size_t i = 1; i < answer_parts(answer); i++) {
		struct python p = answer->plans[i].python;

		other |= python_cmp(p, *ret) != 0;
		if (python_cmp(p, *ret) < 0)
			*ret = p;
	}
	return other;
}

int suggest_ask(struct emitting *x, struct emit_answer *to, struct err *e)
{
	struct emit_answer again = { .hosts = to->hosts };
	struct python python;
	int rc = ask(x, to, e);

	if (rc || answer_parts(&to->answer) == 0 || !oldest(&to->answer, &python))
		return rc;
	x->with.python = python;
	rc = ask(x, &again, e);
	if (rc == 0 && answer_parts(&again.answer) && !oldest(&again.answer, &python))
		*to = again;
	return rc;
}

static bool has_gpu(const struct host *h)
{
	return h->gpus.n || h->driver_missing || !h->gpus_known;
}

static struct hosts *hosts_of(struct emitting *x, const char *platform)
{
	for (size_t i = 1; i < x->all.n; i++)
		if (strcmp(x->all.v[i].hosts.v[0].platform, platform) == 0)
			return &x->all.v[i].hosts;
	ARRAY_ADD(x->r->arena, x->all) = (struct emit_answer){ 0 };
	return &x->all.v[x->all.n - 1].hosts;
}

/*
 * For a machine without a GPU, as runners of a CI are, a project has the builds for the CPU, of the
 * same torch as beside it: of a new file the plans are those of the answer.
 */
static bool part_hosts(struct emitting *x, const struct hosts *hosts)
{
	struct hosts with = { 0 };

	EACH(const struct host, h, *hosts) {
		struct hosts *to = has_gpu(h) || !h->platform ? &with : hosts_of(x, h->platform);

		ARRAY_ADD(x->r->arena, *to) = *h;
	}
	x->all.v[0].hosts = with;
	return with.n && x->all.n > 1 && !x->r->o->cuda;
}

static int ask_for_cpu(struct emitting *x, struct emit_answer *to, struct err *e)
{
	const struct plan *p = &x->all.v[0].answer.plans[0];
	int rc;

	x->with.python = p->python;
	if (strcmp(p->build->platform, to->hosts.v[0].platform) == 0)
		x->with.torch = p->build->torch;
	x->with.cuda = "cpu";
	rc = ask(x, to, e);
	x->with.torch = NULL;
	if (rc == 0 && !answer_parts(&to->answer))
		rc = ask(x, to, e);
	x->with.cuda = NULL;
	return rc;
}

int suggest_ask_parted(struct emitting *x, struct err *e)
{
	int rc = suggest_ask(x, &x->all.v[0], e);

	for (size_t i = 1; rc == 0 && answer_parts(&x->all.v[0].answer) && i < x->all.n; i++)
		rc = ask_for_cpu(x, &x->all.v[i], e);
	return rc;
}

int suggest_ask_all(struct emitting *x, struct err *e)
{
	struct hosts hosts = x->all.v[0].hosts;

	if (!x->diff || emitter_is_single(x->kind) || !part_hosts(x, &hosts)) {
		x->all.n = 1;
		x->all.v[0].hosts = hosts;
	}
	return suggest_ask_parted(x, e);
}

static bool is_served(const struct answer *answer, size_t host, size_t gpu)
{
	for (size_t i = 0; i < answer_parts(answer); i++)
		if (ANY(g, LIST(answer->plans[i].gpus, answer->plans[i].n_gpus),
			g->host == (int)host && g->gpu == (int)gpu && g->via != VIA_NONE))
			return true;
	return false;
}

int suggest_exit(const struct emit_answer *of)
{
	const struct answer *answer = &of->answer;

	if (answer->parts == 0 || answer->n_instead || answer->cpu_only)
		return answer->exit;
	for (size_t i = 0; i < answer->findings.n; i++)
		if (answer->findings.v[i].code != CP120 &&
		    finding_info(answer->findings.v[i].code)->severity == SEVERITY_ERROR)
			return answer->exit;
	for (size_t h = 0; h < of->hosts.n; h++)
		for (size_t g = 0; g < of->hosts.v[h].gpus.n; g++)
			if (!of->hosts.v[h].gpus.v[g].hidden && !is_served(answer, h, g))
				return answer->exit;
	return EXIT_DONE;
}
