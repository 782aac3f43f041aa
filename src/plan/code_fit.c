/* Which cubin of a build runs on a GPU, and which PTX the driver could compile for it. */
#include "plan/code_fit.h"

bool code_own(const struct catalogue *c, struct sm sm)
{
	const struct cc_fact *cc = catalogue_cc(c, sm);

	return cc && cc->own_code;
}

static bool in_family(const struct catalogue *c, struct sm target, struct sm gpu)
{
	return ANY(x, c->families, sm_equal(x->target, target) && sm_equal(x->cc, gpu));
}

/* By the numbers alone: the same major, and a minor that is not above. */
static bool number_runs(struct sm code, struct sm gpu)
{
	return code.major == gpu.major && code.minor <= gpu.minor;
}

bool code_cubin_runs(const struct catalogue *c, struct sm code, struct sm gpu)
{
	if (code.suffix == 'a')
		return sm_number_equal(code, gpu);
	if (code.suffix == 'f')
		return in_family(c, code, gpu);
	if (!number_runs(code, gpu))
		return false;
	return sm_number_equal(code, gpu) || (!code_own(c, code) && !code_own(c, gpu));
}

bool code_ptx_runs(const struct catalogue *c, struct sm code, struct sm gpu)
{
	if (code.suffix == 'a')
		return sm_number_equal(code, gpu);
	if (code.suffix == 'f')
		return in_family(c, code, gpu);
	return code.major < gpu.major || number_runs(code, gpu);
}

/* SBSA binaries of a late CUDA may run on Orin, as torch's own table has it. */
static bool takes_desktop(const struct catalogue *c, const struct code *code, struct sm sm,
	struct sm gpu)
{
	const struct cc_fact *cc = code->aarch64 ? catalogue_cc(c, gpu) : NULL;

	return cc && cc->desktop && pair_of(code->cuda) >= cc->desktop_cuda &&
	       sm_list_has(cc->desktop, sm);
}

static void take_cubin(const struct catalogue *c, const struct code *code, struct sm sm,
	struct sm gpu, struct fit *fit)
{
	bool untried = false;

	if (!code_cubin_runs(c, sm, gpu)) {
		if (!sm.suffix && number_runs(sm, gpu))
			fit->desktop = sm;
		if (!takes_desktop(c, code, sm, gpu))
			return;
		untried = true;
	}
	fit->cubin = sm;
	fit->untried = untried;
}

struct fit code_fit(const struct catalogue *c, const struct code *code, struct sm gpu)
{
	struct fit fit = { 0 };

	for (size_t i = 0; i < code->sass->n; i++)
		take_cubin(c, code, code->sass->v[i], gpu, &fit);
	for (size_t i = 0; i < code->ptx->n; i++)
		if (code_ptx_runs(c, code->ptx->v[i], gpu))
			fit.ptx = code->ptx->v[i];
	return fit;
}

enum form code_doubt(const struct build *b)
{
	if (b->cuda.major == 0 || b->code_confidence > CONFIDENCE_LOW)
		return FORM_OF_CODE;
	return b->code_confidence == CONFIDENCE_LOW ? FORM_CODE_UNREAD : FORM_CODE_UNKNOWN;
}

struct finding code_gap(struct arena *a, const struct gap_fact *gap)
{
	const char *sm = sm_said(a, gap->sm);
	struct finding f = { .code = CP121, .host = -1, .gpu = -1 };

	if (gap->calls) {
		f.words = PHRASE(a, LINALG_GAP, SAY(limit, sm), SAY(version, gap->version),
				 SAY(calls, gap->calls), SAY(torch, gap->whole));
		return f;
	}
	f.words.form = FORM_OF_CODE;
	f.have = sm;
	f.need = arena_printf(a, "%s %s", gap->library, gap->version);
	return f;
}
