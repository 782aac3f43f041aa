#include "plan/bounds.h"

#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"

bool plan_needs_cuda(const struct plan *p)
{
	const struct build *b = p->build;

	if (b->manager != MANAGER_CONDA || b->cuda.major == 0)
		return false;
	return b->needs_cuda >= 0 ? b->needs_cuda :
			    build_is_from(b, CHANNEL_CONDA_FORGE) && b->cuda.major >= 11;
}

/* conda-forge and defaults bound NumPy and mkl in the packages themselves. */
static bool unbounded(const struct build *b)
{
	return b->manager == MANAGER_PIP || build_is_from_pytorch(b);
}

const char *plan_numpy(const struct plan *p)
{
	const struct python first = { 3, 9, false };

	if (!unbounded(p->build) || !build_before(p->build, "2.3"))
		return NULL;
	return p->python.major && python_cmp(p->python, first) < 0 ? NULL : "numpy<2";
}

const char *plan_mkl(const struct plan *p)
{
	const struct build *b = p->build;

	if (b->manager != MANAGER_CONDA || !unbounded(b) || !build_before(b, "2.4"))
		return NULL;
	return platform_is_mac(b->platform) ? NULL : "mkl<2024.1";
}

const char *plan_cudnn(const struct plan *p)
{
	const struct sm first = { 7, 5, 0 };

	if (!build_is_from(p->build, CHANNEL_CONDA_FORGE) || p->build->cuda.major != 12)
		return NULL;
	for (size_t i = 0; i < p->n_gpus; i++)
		if (sm_known(p->gpus[i].sm) && sm_cmp(p->gpus[i].sm, first) < 0)
			return "cudnn<9.11";
	return NULL;
}
