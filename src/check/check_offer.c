/* What `conda search` printed, row by row: which of it is the one to take. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "fact/conda_build.h"

struct row {
	const struct env_offer *offer;
	const struct build *build; /* the row of the matrix; NULL: not known there */
};

struct rows {
	struct row *v;
	size_t n, room;
};

static bool is_same(const struct build *b, const struct env_offer *o)
{
	if (b->manager != MANAGER_CONDA || strcmp(b->torch, o->version) != 0 || !b->build)
		return false;
	return b->exact ? strcmp(b->build, o->build) == 0 :
			  span_glob(span_of(b->build), span_of(o->build));
}

/* An exact row before a pattern; nothing where the channel is another one. */
static const struct build *matrix_row(const struct checkup *k, const struct env_offer *o)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	EACH(const struct build, b, *p)
		if (is_same(b, o) && (!best || (b->exact && !best->exact)) &&
		    (!o->channel || span_find(span_of(o->channel), b->channel) >= 0 ||
		     strncmp(o->channel, "pkgs/", 5) == 0))
			best = b;
	return best;
}

static bool is_cpu(struct arena *a, const struct env_offer *o)
{
	struct conda_build b;
	struct err e;

	return conda_build_parse(a, span_of(o->build), &b, &e) == 0 && b.kind == CONDA_KIND_CPU;
}

static struct rows torches(struct checkup *k, bool cpu)
{
	struct rows to = { 0 };

	EACH(const struct env_offer, o, k->env->offers) {
		if (strcmp(o->name, "pytorch") == 0 && o->build && is_cpu(k->arena, o) == cpu)
			ARRAY_ADD(k->arena, to) = (struct row){ o, matrix_row(k, o) };
	}
	return to;
}

/* The place of a build among those that run here, the best first; 0: it does not run. */
static size_t place_of(const struct answer *answer, const struct build *b)
{
	for (size_t i = 0; i < answer->n_plans; i++)
		if (answer->plans[i].build == b && answer->plans[i].part < 0)
			return i + 1;
	return 0;
}

static const struct row *best(const struct rows *rows, const struct answer *answer, size_t *fits)
{
	const struct row *ret = NULL;
	size_t least = 0;

	*fits = 0;
	for (size_t i = 0; i < rows->n; i++) {
		size_t place = rows->v[i].build ? place_of(answer, rows->v[i].build) : 0;

		*fits += place > 0;
		if (place && (!ret || place < least)) {
			ret = &rows->v[i];
			least = place;
		}
	}
	return ret;
}

static void take(struct checkup *k, const struct row *r, const struct rows *cuda, size_t fits)
{
	const char *best = arena_printf(k->arena, "%s %s", r->offer->version, r->offer->build);
	struct found *f = FIND(k, CP219, OFFER_TO_TAKE, SAY(fit, fact_number(k->arena, fits)),
			       SAY(count, fact_number(k->arena, cuda->n)), SAY(need, best));

	find_at(k, f, &r->offer->origin);
	cure_install(k, f, r->build);
}

static void none(struct checkup *k, const struct rows *cuda)
{
	size_t known = 0;
	const char *count;
	struct found *f;

	for (size_t i = 0; i < cuda->n; i++)
		known += cuda->v[i].build != NULL;
	count = fact_number(k->arena, cuda->n);
	f = known ? FIND(k, CP202, OFFERS_RUN_NOWHERE, SAY(count, count)) :
		    FIND(k, CP109, OFFERS_NOT_KNOWN, SAY(count, count));
	find_at(k, f, &cuda->v[0].offer->origin);
	FIND_ADVICE(k, f, SUGGEST_NAMES_ONE);
}

static void cpu_rows(struct checkup *k, const struct rows *cpu, const struct rows *cuda)
{
	struct found *f;

	if (cpu->n == 0)
		return;
	f = FIND(k, CP108, OFFERS_FOR_CPU, SAY(count, fact_number(k->arena, cpu->n)),
		 SAY(all, fact_number(k->arena, cpu->n + cuda->n)));
	if (cuda->n)
		f->severity = SEVERITY_NOTE;
	for (size_t i = 0; i < cpu->n && i < 3; i++)
		find_at(k, f, &cpu->v[i].offer->origin);
	if (cuda->n == 0)
		FIND_ADVICE(k, f, SEARCH_CONDA_FORGE);
}

void check_offers(struct checkup *k)
{
	struct rows cpu = torches(k, true), cuda = torches(k, false);
	enum installer kept = k->installer;
	struct wish all = { .all = true };
	struct answer answer;
	const struct row *r;
	size_t fits;

	cpu_rows(k, &cpu, &cuda);
	if (cuda.n == 0 || !find_first_gpu(k))
		return;
	k->installer = INSTALLER_CONDA;
	if (cure_answer(k, &all, &answer)) {
		r = best(&cuda, &answer, &fits);
		if (r)
			take(k, r, &cuda, fits);
		else
			none(k, &cuda);
	}
	k->installer = kept;
}
