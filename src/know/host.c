#include "know/host.h"

#include <string.h>

#include "base/buf.h"
#include "base/sort.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "know/gpu.h"

struct look {
	struct matrix *m;
	struct arena *a;
	struct arena *scratch;
	struct host *h;
	struct gpu *g;
	int position, branch;
	struct cards cards; /* what the GPU may be; they are of the scratch */
};

/* A problem of the GPU, with its number and its name. */
#define LOOK_PROBLEM(l, code, ...) \
	HOST_PROBLEM((l)->a, (l)->h, code, (l)->position, __VA_ARGS__, \
		     SAY(gpu, gpu_number((l)->a, (l)->g)), SAY(name, (l)->g->name))

static const char *list_text(struct arena *a, const struct sm_list *sms)
{
	BUF_AUTO b = BUF_WORDS;
	char text[SM_TEXT];

	for (size_t i = 0; i < sms->n; i++)
		buf_printf(&b, "%s%s", i == 0 ? "" : i + 1 == sms->n ? " or " : ", ",
			   sm_dotted(sms->v[i], text));
	return arena_str(a, buf_cstr(&b));
}

/* The compute capability is known: does the name agree, and what else is known of it? */
static int check_name(struct look *l, struct err *e)
{
	struct cards named = { .how = SM_SOURCE_NONE };
	int rc = 0;

	if (l->g->name)
		rc = gpu_by_name(l->m, l->scratch, span_of(l->g->name), l->branch, &named, e);
	if (rc)
		return rc;
	if (l->g->name && named.how == SM_SOURCE_NONE && !l->cards.all.n &&
	    l->g->sm_source != SM_SOURCE_ALIAS)
		LOOK_PROBLEM(l, CP003, HOST_NAME_UNKNOWN, SAY(have, sm_said(l->a, l->g->sm)));
	if (named.how != SM_SOURCE_NONE && !sm_list_has(&named.sms, l->g->sm))
		LOOK_PROBLEM(l, CP002, HOST_NAME_DIFFERS, SAY(have, sm_said(l->a, l->g->sm)),
			     SAY(need, list_text(l->a, &named.sms)));
	else if (!l->cards.all.n)
		l->cards = named;
	return 0;
}

/* Leaves the cards of the compute capability that counts; without any, what is known of it. */
static int narrow(struct look *l, struct err *e)
{
	size_t n = 0;
	int rc;

	for (size_t i = 0; i < l->cards.all.n; i++)
		if (l->cards.all.v[i].sm.major == l->g->sm.major &&
		    l->cards.all.v[i].sm.minor == l->g->sm.minor)
			l->cards.all.v[n++] = l->cards.all.v[i];
	l->cards.all.n = n;
	if (n)
		return 0;
	rc = gpu_by_sm(l->m, l->scratch, l->g->sm, &l->cards, e);
	if (rc == 0 && !l->cards.all.n)
		LOOK_PROBLEM(l, CP003, HOST_SM_UNKNOWN, SAY(have, sm_said(l->a, l->g->sm)));
	return rc;
}

/* By PCI id first: a name may be cut, or stand for several chips. */
static int resolve(struct look *l, struct err *e)
{
	int rc = 0;

	if (l->g->pci_id)
		rc = gpu_by_pci(l->m, l->scratch, l->g->pci_id, l->g->pci_subsystem, &l->cards, e);
	if (rc == 0 && l->cards.how == SM_SOURCE_NONE && l->g->name)
		rc = gpu_by_name(l->m, l->scratch, span_of(l->g->name), l->branch, &l->cards, e);
	return rc;
}

static void take_resolved(struct look *l)
{
	l->g->sm_candidates = l->cards.sms;
	l->g->sm_source = l->cards.how;
	if (l->cards.sms.n == 1)
		l->g->sm = l->cards.sms.v[0];
	if (l->cards.how == SM_SOURCE_PCI && !l->g->name && l->cards.all.n)
		l->g->name = arena_str(l->a, l->cards.all.v[0].name);
}

static const char *common(const struct look *l, size_t field)
{
	return arena_str(l->a, cards_common(&l->cards, field));
}

/* Only what holds for every card that it may be. */
static void check_branch(struct look *l)
{
	enum driver_os os = host_driver_os(l->h);
	int last = 0, first = 0;

	if (!l->branch || !l->cards.all.n)
		return;
	for (size_t i = 0; i < l->cards.all.n; i++) {
		const struct card *c = &l->cards.all.v[i];

		if (c->integrated && !c->first_branch)
			return;
		/* 0 is the branch that has not come yet. */
		if (i == 0 || (last && (!c->last_branch || c->last_branch > last)))
			last = c->last_branch;
		first = i == 0 || c->first_branch < first ? c->first_branch : first;
	}
	if (last && l->branch > last)
		LOOK_PROBLEM(l, CP005, HOST_DRIVER_DROPPED, SAY(have, l->h->driver),
			     SAY(need, driver_number_of(l->m, l->a, last, os, true)));
	if (first && l->branch < first)
		LOOK_PROBLEM(l, CP006, HOST_DRIVER_OLDER, SAY(have, l->h->driver),
			     SAY(need, driver_number_of(l->m, l->a, first, os, false)));
}

/* Facts read back have their compute capability: it is not sought again. */
static int complete(struct look *l, struct err *e)
{
	bool fresh = !sm_known(l->g->sm) && !l->g->sm_candidates.n;
	int rc = 0;

	if (!sm_known(l->g->sm) || l->g->sm_source == SM_SOURCE_PCI)
		rc = resolve(l, e);
	if (rc == 0 && fresh)
		take_resolved(l);
	if (rc || !sm_known(l->g->sm))
		return rc;
	if (!l->g->sm_candidates.n)
		sm_list_add(&l->g->sm_candidates, l->g->sm);
	rc = check_name(l, e);
	return rc ? rc : narrow(l, e);
}

/* One GPU of a host, held against the matrix. `branch` is that of the driver, or 0. */
static int complete_gpu(struct matrix *m, struct arena *a, struct host *h, size_t gpu, int branch,
		      struct err *e)
{
	ARENA_AUTO scratch = { 0 };
	struct look l = {
		.m = m,
		.a = a,
		.scratch = &scratch,
		.h = h,
		.g = &h->gpus.v[gpu],
		.position = (int)gpu,
		.branch = branch,
	};
	int rc = complete(&l, e);

	if (rc)
		return rc;
	if (l.g->sm_candidates.n > 1)
		LOOK_PROBLEM(&l, CP011, HOST_NAME_FITS_SEVERAL,
			     SAY(have, list_text(l.a, &l.g->sm_candidates)));
	else if (!l.g->error && !sm_known(l.g->sm))
		LOOK_PROBLEM(&l, CP003, HOST_GPU_UNKNOWN);
	if (!l.g->architecture)
		l.g->architecture = common(&l, offsetof(struct card, architecture));
	if (!l.g->segment)
		l.g->segment = common(&l, offsetof(struct card, segment));
	check_branch(&l);
	return 0;
}

enum driver_os host_driver_os(const struct host *h)
{
	bool windows = platform_is_windows(h->platform);

	return windows || h->wsl == TRI_YES ? DRIVER_WINDOWS : DRIVER_LINUX;
}

/* What is found anew each time. */
static void forget_derived(struct host *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->problems.n; i++) {
		enum finding_code code = h->problems.v[i].what.code;

		if (code != CP002 && code != CP003 && code != CP005 && code != CP006 &&
		    code != CP008 && code != CP011 && code != CP013 && code != CP015)
			h->problems.v[n++] = h->problems.v[i];
	}
	h->problems.n = n;
}

/* The branch of the driver; 0 where it has none: no driver, or a Jetson's. */
static int find_branch(struct matrix *m, struct arena *a, const struct host *h,
		       struct driver_branch *ret, struct err *e)
{
	int rc = ERR_NONE;

	memset(ret, 0, sizeof *ret);
	if (h->driver && !h->l4t)
		rc = driver_branch(m, a, span_of(h->driver), host_driver_os(h), ret, e);
	return rc == ERR_NONE ? 0 : rc;
}

/* The printed number above the branch's own (rule 6 on forward compatibility). */
static void check_compat(struct arena *a, struct host *h, const struct driver_branch *b)
{
	struct cuda_version said, own;

	if (!h->driver_cuda || !b->cuda || !b->listed ||
	    !cuda_version_parse(span_of(h->driver_cuda), &said) ||
	    !cuda_version_parse(span_of(b->cuda), &own) || cuda_version_cmp(said, own) <= 0)
		return;
	HOST_PROBLEM(a, h, CP015, -1, HOST_COMPAT, SAY(have, h->driver_cuda), SAY(need, b->cuda),
		     SAY(driver, h->driver));
}

static void check_generations(struct arena *a, struct host *h)
{
	const struct gpu *first = NULL;

	EACH(const struct gpu, g, h->gpus) {
		if (g->hidden || g->error || !g->architecture || !sm_known(g->sm))
			continue;
		if (!first)
			first = g;
		if (strcmp(first->architecture, g->architecture) != 0) {
			HOST_PROBLEM(a, h, CP013, -1, HOST_GENERATIONS,
				     SAY(have, arena_printf(a, "%s %s", sm_said(a, first->sm),
						    sm_said(a, g->sm))),
				     SAY(gpu, gpu_number(a, first)),
				     SAY(first, first->architecture),
				     SAY(version, sm_said(a, first->sm)),
				     SAY(other, gpu_number(a, g)),
				     SAY(second, g->architecture),
				     SAY(new, sm_said(a, g->sm)));
			return;
		}
	}
}

static int by_code(const void *x, const void *y)
{
	const struct problem *a = x, *b = y;

	if (a->what.code != b->what.code)
		return a->what.code < b->what.code ? -1 : 1;
	return (a->what.gpu > b->what.gpu) - (a->what.gpu < b->what.gpu);
}

int host_complete(struct matrix *m, struct arena *a, struct host *h, struct err *e)
{
	struct driver_branch branch;
	int rc = find_branch(m, a, h, &branch, e);
	const char *name;

	if (rc)
		return rc;
	forget_derived(h);
	for (size_t i = 0; i < h->gpus.n; i++) {
		rc = complete_gpu(m, a, h, i, branch.branch, e);
		if (rc)
			return rc;
	}
	check_compat(a, h, &branch);
	name = h->gpus.n && h->gpus.v[0].name ? h->gpus.v[0].name : NULL;
	if (!h->driver && !h->l4t && (h->driver_missing || h->live)) {
		if (h->gpus.n || h->nvidia_present == TRI_YES)
			HOST_PROBLEM(a, h, CP004, -1, HOST_NO_DRIVER_FOR, SAY(name, name));
		else if (h->driver_missing && !h->gpus_known)
			HOST_PROBLEM(a, h, CP004, -1, HOST_NO_DRIVER);
	}
	if (!h->gpus.n && (h->nvidia_present == TRI_NO || h->gpus_known))
		HOST_PROBLEM(a, h, CP009, -1, HOST_NO_GPU);
	for (size_t i = 0; i < h->gpus.n; i++)
		if (h->gpus.v[i].error)
			HOST_PROBLEM(a, h, CP007, (int)i, HOST_GPU_ERROR,
				     SAY(have, h->gpus.v[i].error),
				     SAY(gpu, gpu_number(a, &h->gpus.v[i])));
	host_apply_visible(a, h);
	check_generations(a, h);
	sort_stable(h->problems.v, h->problems.n, sizeof *h->problems.v, by_code);
	return 0;
}

/* NULL: some are not known, or there are none. */
static const char *lowest_sm(struct arena *a, const struct host *h)
{
	struct sm least = { 0 };

	for (size_t i = 0; i < h->gpus.n; i++) {
		struct sm sm = h->gpus.v[i].sm;

		if (!sm_known(sm))
			return NULL;
		if (!sm_known(least) || sm_cmp(sm, least) < 0)
			least = sm;
	}
	return sm_known(least) ? sm_said(a, least) : NULL;
}

int host_virtuals(struct matrix *m, struct arena *a, struct host *h, struct err *e)
{
	struct host_virtuals *v = arena_array(a, 1, sizeof *v);
	struct driver_branch b;
	int rc;

	*v = (struct host_virtuals){ .cuda = h->driver_cuda };
	h->virtuals = v;
	if (!v->cuda && h->driver && !h->driver_missing) {
		rc = driver_branch(m, a, span_of(h->driver), host_driver_os(h), &b, e);
		if (rc && rc != ERR_NONE)
			return rc;
		v->cuda = rc == 0 && b.listed ? b.cuda : NULL;
	}
	if (v->cuda)
		v->arch = lowest_sm(a, h);
	return 0;
}
