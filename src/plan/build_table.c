/* Builds of the catalogue as rows of a table: filtered, and those that are alike joined. */
#include "plan/build_table.h"

#include <string.h>

#include "base/sort.h"
#include "fact/platform.h"
#include "plan/by_ptx.h"
#include "plan/code_fit.h"

/* What the filters say of a platform and its driver, the same for all of its builds. */
struct build_view {
	struct arena *arena;
	const struct catalogue *c;
	const struct table_filter *f;
	struct driver driver;
	bool aarch64;
};

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcasecmp(a, b) == 0);
}

static bool let_through(const struct table_filter *f, const struct build *b)
{
	return (!f->torch || wish_has(f->torch, span_of(b->torch))) &&
	       (!f->variant || same(f->variant, b->variant)) &&
	       (!f->channel || same(f->channel, b->channel)) &&
	       (f->any_manager || f->manager == b->manager) &&
	       (!f->python.major || python_set_has(b->pythons, f->python));
}

/* The code that a GPU would run of a build; PTX only where the driver takes it. */
static bool fit_gpu(const struct build_view *v, const struct build *b, struct sm sm,
	struct gpu_fit *ret)
{
	struct code code = { b->sass, b->ptx, b->cuda, v->aarch64 };
	struct fit fit = code_fit(v->c, &code, sm);
	const struct cc_fact *cc = catalogue_cc(v->c, sm);
	enum ptx_verdict verdict;

	if (cc && (driver_before_gpu(&v->driver, cc) || driver_after_gpu(&v->driver, cc)))
		return false;
	*ret = (struct gpu_fit){ .sm = sm, .via = VIA_CUBIN, .code = fit.cubin };
	if (sm_known(fit.cubin))
		return true;
	ret->via = VIA_PTX;
	ret->code = fit.ptx;
	if (!sm_known(fit.ptx) || !driver_takes_ptx(v->c, &v->driver, pair_of(b->cuda)))
		return false;
	verdict = by_ptx_of_build(v->c, b, sm).verdict;
	ret->unsure = verdict == PTX_UNKNOWN;
	return verdict != PTX_PARTLY;
}

static bool fit_all(const struct build_view *v, const struct build *b, struct table_row *row)
{
	size_t n = v->f->gpus.n;

	if (n == 0)
		return true;
	if (b->cuda.major == 0)
		return false;
	row->fits = arena_array(v->arena, n, sizeof *row->fits);
	row->n_fits = n;
	for (size_t i = 0; i < n; i++)
		if (!fit_gpu(v, b, v->f->gpus.v[i], &row->fits[i]))
			return false;
	return true;
}

static bool fit_driver(const struct build_view *v, const struct build *b, struct table_row *row)
{
	if (b->cuda.major == 0)
		return true;
	row->least_driver = driver_least(v->c, &v->driver, pair_of(b->cuda));
	if (!v->f->driver)
		return true;
	row->support = driver_takes(v->c, &v->driver, pair_of(b->cuda));
	return row->support == SUPPORT_DIRECT || row->support == SUPPORT_MINOR;
}

/* The same build but for Python and build string. */
static bool one_row(const struct build *a, const struct build *b)
{
	return a->rank == b->rank && a->manager == b->manager && same(a->channel, b->channel) &&
	       same(a->variant, b->variant) && same(a->arm, b->arm) && a->certain == b->certain &&
	       sm_list_equal(a->sass, b->sass) && sm_list_equal(a->ptx, b->ptx);
}

static int newest_first(const void *a, const void *b)
{
	const struct build *x = ((const struct table_row *)a)->build;
	const struct build *y = ((const struct table_row *)b)->build;

	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	if (x->manager != y->manager)
		return x->manager < y->manager ? -1 : 1;
	if (strcmp(x->channel, y->channel) != 0)
		return strcmp(x->channel, y->channel);
	return -cuda_version_cmp(x->cuda, y->cuda);
}

static struct table_row *find(struct table *t, size_t first, const struct build *b)
{
	for (size_t i = t->n; i > first; i--)
		if (one_row(t->v[i - 1].build, b))
			return &t->v[i - 1];
	return NULL;
}

bool table_row_certain(const struct table_row *row)
{
	return EVERY(x, LIST(row->fits, row->n_fits), !x->unsure) && row->build->certain;
}

void table_add(struct arena *a, const struct catalogue *c, const char *platform,
	const struct table_filter *f, struct table *to)
{
	const struct platform_builds *p = catalogue_builds(c, platform);
	struct host host = host_new(NULL);
	struct build_view v = { .arena = a, .c = c, .f = f };
	size_t first = to->n;

	host.platform = platform;
	host.driver = f->driver;
	v.driver = driver_of(c, &host);
	v.aarch64 = platform_is_linux_arm(platform);
	for (size_t i = 0; i < p->n; i++) {
		struct table_row row = { .build = &p->v[i], .n_gaps = p->key[i].n_gaps,
			.gaps = c->gaps.v ? &c->gaps.v[p->key[i].gap] : NULL }, *known;

		if (!let_through(f, row.build) || !fit_all(&v, row.build, &row) ||
		    !fit_driver(&v, row.build, &row))
			continue;
		known = find(to, first, row.build);
		if (!known) {
			arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
			known = &to->v[to->n++];
			*known = row;
		}
		known->pythons = python_set_either(known->pythons, row.build->pythons);
		if (row.build->build)
			strings_add(a, &known->builds, row.build->build);
	}
	if (to->n > first)
		sort_stable(to->v + first, to->n - first, sizeof *to->v, newest_first);
}
