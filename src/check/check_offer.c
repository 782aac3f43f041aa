/* What `conda search` printed, row by row: which of it is the one to take; and what `conda info`
 * says of the driver. */
#include <fnmatch.h>
#include <string.h>

#include "fact/conda_build.h"
#include "check/checkup_part.h"
#include "plan/driver.h"

struct row {
	const struct env_offer *offer;
	const struct build *build; /* the row of the matrix; NULL: not known there */
};

struct rows {
	struct row *v;
	size_t n, room;
};

static bool is_torch(const struct env_offer *o)
{
	return strcmp(o->name, "pytorch") == 0 && o->build;
}

static bool is_same(const struct build *b, const struct env_offer *o)
{
	if (b->manager != MANAGER_CONDA || strcmp(b->torch, o->version) != 0 || !b->build)
		return false;
	return b->exact ? strcmp(b->build, o->build) == 0 : fnmatch(b->build, o->build, 0) == 0;
}

/* An exact row before a pattern; nothing where the channel is another one. */
static const struct build *matrix_row(const struct checkup *k, const struct env_offer *o)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (is_same(b, o) && (!best || (b->exact && !best->exact)) &&
		    (!o->channel || span_find(span_of(o->channel), b->channel) >= 0 ||
		     strncmp(o->channel, "pkgs/", 5) == 0))
			best = b;
	}
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

	for (size_t i = 0; i < k->env->offers.n; i++) {
		const struct env_offer *o = &k->env->offers.v[i];

		if (is_torch(o) && is_cpu(k->arena, o) == cpu)
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
	struct found *f = find(k, CP219,
			       "%zu of %zu CUDA builds that are listed run here; the best of them "
			       "is %s %s", fits, cuda->n, r->offer->version, r->offer->build);

	find_at(k, f, &r->offer->origin);
	cure_install(k, f, r->build);
}

static void none(struct checkup *k, const struct rows *cuda)
{
	size_t known = 0;
	struct found *f;

	for (size_t i = 0; i < cuda->n; i++)
		known += cuda->v[i].build != NULL;
	f = find(k, known ? CP202 : CP109, known ?
		 "none of the %zu CUDA builds that are listed runs here" :
		 "of the %zu CUDA builds that are listed none is in the matrix", cuda->n);
	find_at(k, f, &cuda->v[0].offer->origin);
	advise(k, f, "cudaplan suggest --installer conda names one that does");
}

static void cpu_rows(struct checkup *k, const struct rows *cpu, const struct rows *cuda)
{
	struct found *f;

	if (cpu->n == 0)
		return;
	f = find(k, CP108, "%zu of the %zu builds that are listed %s for the CPU", cpu->n,
		 cpu->n + cuda->n, cpu->n == 1 ? "is" : "are");
	if (cuda->n)
		f->severity = SEVERITY_NOTE;
	for (size_t i = 0; i < cpu->n && i < 3; i++)
		find_at(k, f, &cpu->v[i].offer->origin);
	if (cuda->n == 0)
		advise(k, f, "the channels that were searched have no CUDA build of it: name "
		       "conda-forge, or search without a mirror");
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
	if (cuda.n == 0 || !first_gpu(k))
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

static const char *virtual_of(const struct checkup *k, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < k->env->virtuals.n; i++)
		if (strncmp(k->env->virtuals.v[i], name, n) == 0 && k->env->virtuals.v[i][n] == '=')
			return k->env->virtuals.v[i] + n + 1;
	return NULL;
}

static const struct env_setting *override_of(const struct checkup *k)
{
	const struct env_setting *s = env_setting(k->env, "conda", "CONDA_OVERRIDE_CUDA");

	return s ? s : env_setting(k->env, "env", "CONDA_OVERRIDE_CUDA");
}

/* The variable stands for what the driver would say; empty, it says that there is none. */
static void overridden(struct checkup *k, const struct env_setting *s)
{
	pair_t driver = k->host ? driver_of(k->c, k->host).cuda : 0, told = pair_parse(s->value);
	struct found *f;

	if (!first_gpu(k) || (*s->value && (!driver || !told || told == driver)))
		return;
	if (!*s->value)
		f = find(k, CP308, "CONDA_OVERRIDE_CUDA is empty: conda takes that as a machine "
			 "without a driver, has no __cuda, and chooses builds for the CPU");
	else
		f = find(k, CP308, "CONDA_OVERRIDE_CUDA=%s: conda takes this for the driver's "
			 "CUDA, which is %s", s->value, pair_text(k->arena, driver));
	find_at(k, f, &s->origin);
	advise(k, f, driver ? "unset it, or set it to %s" : "unset it",
	       driver ? pair_text(k->arena, driver) : "");
}

/* conda asks the driver for __cuda; without it the solver takes builds for the CPU. */
void check_virtuals(struct checkup *k)
{
	const char *cuda = virtual_of(k, "__cuda"), *driver = k->host ? k->host->driver_cuda : NULL;
	const struct env_setting *override = override_of(k);
	struct found *f;

	if (k->env->virtuals.n == 0 && override && override->value)
		overridden(k, override);
	if (k->env->virtuals.n == 0 || strncmp(k->platform, "osx", 3) == 0)
		return;
	if (!cuda) {
		f = find(k, CP308, "conda sees no driver: __cuda is not among its virtual "
			 "packages, so that it chooses builds for the CPU");
		if (!first_gpu(k))
			f->severity = SEVERITY_NOTE;
		advise(k, f, "install the driver; where conda runs on another machine than torch "
		       "will, set CONDA_OVERRIDE_CUDA=%s", driver ? driver : "X.Y of that driver");
	} else if (driver && pair_parse(cuda) && pair_parse(cuda) != pair_parse(driver)) {
		f = find(k, CP308, "conda takes CUDA %s for the driver's, which reports %s",
			 pair_text(k->arena, pair_parse(cuda)), driver);
		advise(k, f, "unset CONDA_OVERRIDE_CUDA, or set it to %s", driver);
	} else {
		return;
	}
	find_at(k, f, &(struct origin){ k->env->source, 0, "virtual packages" });
}
