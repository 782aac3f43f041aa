/* Whether a torch that reaches a GPU by PTX runs there with all its libraries. */
#include "plan/by_ptx.h"

#include "fact/platform.h"

/* Old libraries were measured to have none, new ones to have some. */
static enum ptx_verdict without_row(const struct catalogue *c, const struct by_ptx_of *of)
{
	bool linux_too = !of->platform || !platform_is_windows(of->platform);

	if (of->cuda && of->cuda < catalogue_since_cuda(c, SINCE_PTX_NOT_MEASURED) && linux_too)
		return PTX_PARTLY;
	return of->cuda >= catalogue_since_cuda(c, SINCE_PTX_IN_SOME) ? PTX_RUNS : PTX_UNKNOWN;
}

struct by_ptx by_ptx(const struct catalogue *c, const struct by_ptx_of *of, struct sm gpu)
{
	const struct ptx_fact *f = catalogue_ptx_run(c, of->platform, of->made, of->variant,
						     of->rank, gpu);
	struct by_ptx ret = { .rank = of->rank };

	ret.verdict = f ? f->verdict : catalogue_cc(c, gpu) ? without_row(c, of) : PTX_UNKNOWN;
	ret.lacks = f ? f->lacks : NULL;
	ret.alone = f ? f->alone : true;
	return ret;
}

static const char *made(const struct build *b)
{
	if (b->manager == MANAGER_PIP)
		return "wheel";
	return build_is_from(b, CHANNEL_PYTORCH) || build_is_from(b, CHANNEL_CONDA_FORGE) ?
		b->channel : NULL;
}

struct by_ptx by_ptx_of_build(const struct catalogue *c, const struct build *b, struct sm gpu)
{
	const struct by_ptx_of of = { b->platform, made(b), b->variant, b->rank,
				      pair_of(b->cuda) };

	return by_ptx(c, &of, gpu);
}

enum form by_ptx_form(const struct catalogue *c, const struct by_ptx *by)
{
	if (by->rank <= 0)
		return FORM_OF_CODE;
	return by->rank < catalogue_rank(c, c->since[SINCE_LAZY_PTX]) ? FORM_PTX_WHOLE
									: FORM_PTX_LAZY;
}
