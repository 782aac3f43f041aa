/* What a driver takes: directly, by minor-version compatibility, or not at all. */
#include "plan/driver.h"

#include <stdio.h>
#include <string.h>

#include "base/dotted.h"
#include "fact/platform.h"

int driver_cmp(const char *a, const char *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	return dotted_cmp(span_of(a), span_of(b));
}

const char *driver_newer(const char *a, const char *b)
{
	return driver_cmp(a, b) >= 0 ? a : b;
}

bool driver_is_missing(const struct host *h)
{
	return h->driver_missing || host_has_problem(h, CP004);
}

/* Of a Jetson, by the number of its driver or by its release. */
static pair_t l4t_cuda(const struct catalogue *c, const struct host *h)
{
	char release[64] = "";

	if (h->l4t)
		snprintf(release, sizeof release, "%s%s", ascii_digit(h->l4t[0]) ? "L4T " : "",
			 h->l4t);
	for (size_t i = 0; i < c->l4ts.n; i++) {
		struct span told = span_of(c->l4ts.v[i].driver);

		if ((h->driver && span_glob(told, span_of(h->driver))) ||
		    span_glob(told, span_of(release)))
			return c->l4ts.v[i].cuda;
	}
	return 0;
}

static bool is_integrated(const struct catalogue *c, struct sm gpu)
{
	const struct cc_fact *cc = catalogue_cc(c, gpu);

	return cc && cc->integrated;
}

static struct driver driver_by(const struct catalogue *c, const struct host *h, bool l4t)
{
	struct driver d = {
		.version = h->driver,
		.windows = h->wsl == TRI_YES || platform_is_windows(h->platform),
		.l4t = l4t,
		.compat = host_has_problem(h, CP015),
		.missing = driver_is_missing(h),
		.cuda = pair_parse(h->driver_cuda),
	};

	if (d.l4t) {
		d.from_branch = d.cuda == 0;
		d.cuda = d.cuda ? d.cuda : l4t_cuda(c, h);
		return d;
	}
	d.branch = d.version ? catalogue_branch(c, d.version, d.windows) : NULL;
	if (d.cuda == 0 && d.branch) {
		d.cuda = d.branch->cuda;
		d.from_branch = true;
		d.newer = catalogue_branch_newer(c, d.version, d.windows);
	}
	return d;
}

struct driver driver_of(const struct catalogue *c, const struct host *h)
{
	return driver_by(c, h, h->l4t || ANY(x, h->gpus, is_integrated(c, x->sm)));
}

struct driver driver_of_gpu(const struct catalogue *c, const struct host *h, struct sm gpu)
{
	return sm_known(gpu) ? driver_by(c, h, h->l4t || is_integrated(c, gpu)) : driver_of(c, h);
}

struct driver driver_changed(const struct catalogue *c, const struct driver *d, const char *version)
{
	struct driver ret = { .version = version, .windows = d->windows, .l4t = d->l4t };

	if (d->l4t)
		return *d;
	ret.branch = catalogue_branch(c, version, d->windows);
	ret.cuda = ret.branch ? ret.branch->cuda : 0;
	ret.from_branch = true;
	return ret;
}

/* The first CUDA whose driver runs all of the same major; 0: there is none. */
static pair_t family_of(const struct catalogue *c, pair_t cuda)
{
	const char *least = NULL;
	pair_t ret = 0;

	EACH(const struct cuda_fact, f, c->cudas) {
		if (f->cuda / 100 != cuda / 100 || !f->minor[0])
			continue;
		if (!least || strcmp(least, f->minor[0]) != 0)
			ret = f->cuda;
		least = f->minor[0];
	}
	return ret;
}

/* CUDA numbers alone, where a driver number is not known or says nothing. */
static enum driver_support by_cuda(const struct catalogue *c, const struct driver *d, pair_t cuda)
{
	pair_t family;

	if (d->cuda == 0)
		return SUPPORT_UNKNOWN;
	if (d->cuda >= cuda)
		return SUPPORT_DIRECT;
	family = d->cuda / 100 == cuda / 100 ? family_of(c, cuda) : 0;
	if (!family)
		return SUPPORT_NONE;
	return d->cuda >= family ? SUPPORT_MINOR : SUPPORT_UNKNOWN;
}

enum driver_support driver_takes(const struct catalogue *c, const struct driver *d, pair_t cuda)
{
	const struct cuda_fact *fact = catalogue_cuda(c, cuda);
	bool minor;

	if (cuda == 0)
		return SUPPORT_UNKNOWN;
	if (d->l4t || !d->version)
		return by_cuda(c, d, cuda);
	minor = fact && fact->minor[d->windows] &&
		driver_cmp(d->version, fact->minor[d->windows]) >= 0;
	if (d->compat && d->branch && d->cuda >= cuda && d->branch->cuda < cuda && !minor)
		return SUPPORT_FORWARD;
	if (d->cuda >= cuda)
		return SUPPORT_DIRECT;
	if (minor)
		return SUPPORT_MINOR;
	/* What a driver takes that is not known is not known of a CUDA that is not known either. */
	return d->newer && !driver_least(c, d, cuda) ? SUPPORT_UNKNOWN : SUPPORT_NONE;
}

bool driver_takes_ptx(const struct catalogue *c, const struct driver *d, pair_t cuda)
{
	const struct cuda_fact *build = catalogue_cuda(c, cuda), *own = catalogue_cuda(c, d->cuda);
	pair_t most = d->branch && !d->compat ? d->branch->ptx_isa : own ? own->ptx_isa : 0;

	if (d->cuda == 0 && !d->version)
		return true;
	if (most == 0 || !build || build->ptx_isa == 0)
		return d->cuda >= cuda;
	return most >= build->ptx_isa;
}

const char *driver_least_zstd(const struct catalogue *c, const struct driver *d)
{
	const struct cuda_fact *fact = catalogue_cuda(c,
		catalogue_since_cuda(c, SINCE_ZSTD_DRIVER));

	return fact ? fact->toolkit[d->windows] : NULL;
}

const char *driver_least(const struct catalogue *c, const struct driver *d, pair_t cuda)
{
	const struct cuda_fact *fact = catalogue_cuda(c, cuda);

	if (!fact)
		return NULL;
	return fact->minor[d->windows] ? fact->minor[d->windows] : fact->toolkit[d->windows];
}

bool driver_by_cuda(const struct driver *d)
{
	return (!d->version || d->l4t) && d->cuda;
}

const char *driver_words(struct arena *a, const struct driver *d)
{
	if (d->version && !d->l4t)
		return d->version;
	return d->cuda ? arena_printf(a, "CUDA %s", pair_text(a, d->cuda)) : NULL;
}

const char *driver_least_words(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda)
{
	const char *least = d->l4t ? NULL : driver_least(c, d, cuda);

	if (least && d->version)
		return least;
	return arena_printf(a, "CUDA %s", pair_text(a, cuda));
}

const char *driver_minor(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda)
{
	if (d->version && !d->l4t)
		return driver_least(c, d, cuda);
	return arena_printf(a, "CUDA %s", pair_text(a, family_of(c, cuda)));
}

/* The first release of the branch; while none is known its number: "570", on Windows the first. */
static const char *first_release(struct arena *a, const struct branch_fact *b, bool windows)
{
	int number = windows ? b->windows_first : b->branch;

	if (b->first[windows])
		return b->first[windows];
	return number ? arena_printf(a, "%d", number) : NULL;
}

/* The driver of the branch's toolkit, or what is known to be the first. */
static const char *branch_text(struct arena *a, const struct catalogue *c,
	const struct branch_fact *b, bool windows)
{
	int number = windows ? b->windows_first : b->branch;
	const struct cuda_fact *fact = catalogue_cuda(c, b->cuda);

	if (fact && fact->toolkit[windows] && pair_parse(fact->toolkit[windows]) / 100 ==
					      (pair_t)number)
		return fact->toolkit[windows];
	return first_release(a, b, windows);
}

const char *driver_least_ptx(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda)
{
	const struct cuda_fact *fact = catalogue_cuda(c, cuda);

	for (size_t i = 0; fact && i < c->branches.n; i++)
		if (c->branches.v[i].ptx_isa >= fact->ptx_isa)
			return branch_text(a, c, &c->branches.v[i], d->windows);
	return NULL;
}

const char *driver_said(struct arena *a, const struct catalogue *c, const struct driver *d,
	int branch, bool last)
{
	const struct branch_fact *b = catalogue_branch_no(c, branch);
	int number = !b ? 0 : !d->windows ? b->branch : last ? b->windows_last : b->windows_first;

	return number ? arena_printf(a, "%d", number) : NULL;
}

const char *driver_first_release(struct arena *a, const struct catalogue *c,
	const struct driver *d, int branch)
{
	const struct branch_fact *b = catalogue_branch_no(c, branch);

	return b ? first_release(a, b, d->windows) : NULL;
}

/* The driver of a Jetson has the first number of its branch, too. */
static int branch_no(const struct driver *d)
{
	struct span rest = span_of(d->version ? d->version : "");
	uint64_t n;

	if (!d->l4t)
		return d->branch ? d->branch->branch : 0;
	return span_take_u64(&rest, &n) && n < 10000 ? (int)n : 0;
}

bool driver_before_gpu(const struct driver *d, const struct cc_fact *cc)
{
	return cc && branch_no(d) && cc->first_branch > branch_no(d);
}

bool driver_after_gpu(const struct driver *d, const struct cc_fact *cc)
{
	return cc && !d->l4t && d->branch && cc->last_branch &&
	       cc->last_branch < d->branch->branch;
}
