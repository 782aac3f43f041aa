/*
 * Variables that make an installer which picks wheels by variant properties take the plan: uv,
 * whose provider of NVIDIA's properties reads them in place of asking nvidia-smi (uv 0.13, preview
 * wheel-variants; drafts PEP 817 and 825). Left alone it looks at the newest GPU only, and compares
 * the bound of a build with the CUDA that nvidia-smi prints, as if no build ran on an older minor.
 */
#include "fact/build.h"
#include "fact/sm.h"
#include "install/emit_private.h"

/*
 * The one GPU that is told of. Within a generation the oldest: its code runs on the others, too. Of
 * several the newest: builds for a CUDA below that of the plan may have no code for it, and none
 * above is taken, where older ones are dropped. One that runs by PTX alone is named by no build.
 */
static struct sm deciding(const struct plan *p)
{
	const struct gpu_fit *ret = &p->gpus[0];

	for (size_t i = 1; i < p->n_gpus; i++) {
		const struct gpu_fit *g = &p->gpus[i];

		if (g->via == VIA_PTX || ret->via == VIA_PTX ? sm_cmp(g->sm, ret->sm) < 0 :
		    g->sm.major > ret->sm.major ||
		    (g->sm.major == ret->sm.major && sm_cmp(g->sm, ret->sm) < 0))
			ret = g;
	}
	return ret->sm;
}

bool emit_variants(struct emit_page *e)
{
	const struct plan *p = e->v[0].plan;
	char cuda[CUDA_TEXT], sm[SM_TEXT];

	/* Without a GPU there is nothing to say: no value of theirs asks for a CPU build. */
	if (e->n > 1 || !p->n_gpus)
		return false;
	emit_about(e);
	emit_line(e, "NV_VARIANT_PROVIDER_FORCE_CUDA_DRIVER_VERSION=%s",
		  cuda_version_text(p->build->cuda, cuda));
	emit_line(e, "NV_VARIANT_PROVIDER_FORCE_SM_ARCH=%s", sm_dotted(deciding(p), sm));
	return true;
}
