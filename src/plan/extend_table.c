#include "plan/extend_table.h"

#include <string.h>

#include "base/pep440.h"
#include "base/sort.h"
#include "fact/platform.h"
#include "plan/code_fit.h"

/* Whether one of the releases that the wheel takes is asked for. */
static bool torch_fits(const struct catalogue *c, const struct package_wish *w,
		       const struct extend_file *x)
{
	if (!w || !x->f->torch || strcmp(x->f->torch, "any") == 0)
		return true;
	for (size_t i = 0; i < c->releases.n && i < EXTEND_RANKS * 64; i++)
		if (x->taken[i / 64] >> (i % 64) & 1 &&
		    wish_has(w, span_of(c->releases.v[i])))
			return true;
	return false;
}

/* "cu126" of "cu126", of "12", of any. */
static bool cuda_fits(const char *variant, const struct extend_file *x)
{
	struct span s = span_of(variant);
	uint64_t number = 0;

	if (!variant || x->any_cuda || !x->f->cuda || strcmp(x->f->cuda, variant) == 0)
		return true;
	if (x->cuda || !span_take(&s, "cu") || !span_u64(s, &number))
		return false;
	return x->majors >> (number / 10 % 32) & 1;
}

static bool code_fits(const struct catalogue *c, const struct extend_file *x, struct sm gpu)
{
	struct cuda_version cuda = { (uint8_t)(x->cuda / 100), (uint8_t)(x->cuda % 100) };
	struct code code = { &x->sass, &x->ptx, cuda, platform_is_linux_arm(x->f->platform) };
	struct fit fit = code_fit(c, &code, gpu);

	if (sm_known(x->least) && sm_cmp(gpu, x->least) < 0)
		return false;
	return !x->code_known || sm_known(fit.cubin) || sm_known(fit.ptx);
}

static bool goes_through(const struct catalogue *c, const struct table_filter *f,
			 const char *platform, const struct extend_file *x)
{
	return EVERY(one, f->gpus, code_fits(c, x, *one)) && torch_fits(c, f->torch, x) &&
		cuda_fits(f->variant, x) && (!f->channel || strcmp(f->channel, x->f->place) == 0) &&
		(!platform || strcmp(x->f->platform, "*") == 0 ||
		platform_is(x->f->platform, platform)) &&
		(!f->python.major || !x->f->pythons || python_set_has(x->pythons, f->python));
}

static int newer(const void *x, const void *y)
{
	const struct extend_file *a = *(const struct extend_file *const *)x;
	const struct extend_file *b = *(const struct extend_file *const *)y;
	int order = pep440_cmp_text(span_of(b->f->version), span_of(a->f->version));

	for (int i = EXTEND_RANKS - 1; order == 0 && i >= 0; i--)
		order = (a->taken[i] < b->taken[i]) - (a->taken[i] > b->taken[i]);
	return order;
}

int extend_table(struct arena *a, const struct catalogue *c, const struct extension *x,
		 const struct table_filter *f, const char *platform, struct extend_rows *ret,
		 struct err *e)
{
	struct extend *all;
	int rc = extend_make_all(a, c, x, &all, e);

	for (size_t i = 0; rc == 0 && i < all->v[0].n; i++)
		if (goes_through(c, f, platform, &all->v[0].v[i]))
			ARRAY_ADD(a, ret->v) = &all->v[0].v[i];
	if (rc == 0)
		sort_stable(ret->v.v, ret->v.n, sizeof *ret->v.v, newer);
	return rc;
}
