/* Where a wheel of an extension goes: the GPUs of machines, an environment. */
#include <string.h>

#include "plan/extend_known.h"

/* What its bytes hold is of no matter below that. */
static void below(struct arena *a, const struct extend_known *k, struct reach_gpu *g)
{
	struct findings kept = { 0 };

	for (size_t i = 0; i < g->reasons.n; i++)
		if (g->reasons.v[i].code != CP109)
			findings_add(a, &kept, g->reasons.v[i]);
	findings_add(a, &kept, (struct finding){
		.code = CP101, .host = g->host, .gpu = g->gpu,
		.have = sm_said(a, g->sm),
		.need = sm_said(a, k->read.least),
		.words = PHRASE(a, LEAST_OF_EXTENSION, SAY(package, k->name),
				SAY(version, k->file.version)) });
	g->reasons = kept;
	g->runs = false;
	g->via = REACH_NEVER;
}

void extend_known_gpus(struct arena *a, const struct extend_known *k, const struct hosts *hosts,
	struct reach_verdict *v)
{
	(void)hosts;
	EACH_WHILE(struct reach_gpu, g, v->v, sm_known(k->read.least))
		if (sm_known(g->sm) && sm_cmp(g->sm, k->read.least) < 0)
			below(a, k, g);
	for (size_t i = 0; i < v->v.n; i++)
		v->all &= v->v.v[i].runs;
}

/* The wheel as the only one of its name; where its CUDA is not told, those that bear its name. */
static struct extension *alone(struct arena *a, const struct extend_known *k)
{
	struct extension *x = arena_new(a, struct extension);

	*x = *k->x;
	memset(&x->files, 0, sizeof x->files);
	if (k->file.torch && k->file.cuda)
		ARRAY_ADD(a, x->files) = k->file;
	else
		for (size_t i = 0; i < k->rows.n; i++)
			ARRAY_ADD(a, x->files) = *k->rows.v[i]->f;
	return x;
}

int extend_known_plan(struct arena *a, const struct catalogue *c, const struct extend_known *k,
	const struct hosts *hosts, bool *asked, const struct plan **ret, struct err *e)
{
	struct wish wish = { .installers = { INSTALLER_PIP }, .n_installers = 1 };
	struct extension *x = alone(a, k);
	struct answer *answer = arena_new(a, struct answer);
	int rc;

	*ret = NULL;
	*asked = x->files.n && x->files.v[0].torch && strcmp(x->files.v[0].torch, "any") != 0;
	if (!*asked)
		return 0;
	ARRAY_ADD(a, wish.extensions) = (struct extension_wish){ .known = x };
	strings_printf(a, &wish.extensions.v[0].specs, "==%s", k->file.version);
	rc = plan_answer(a, c, hosts, &wish, answer, e);
	if (rc == 0 && answer->n_missing)
		*asked = false;
	if (rc == 0 && answer->n_plans && answer->plans->part < 0 && answer->plans->packages.n)
		*ret = answer->plans;
	return rc;
}

/* "2.8.*" of "==2.8.*" */
static const char *plain(const char *specs)
{
	return strncmp(specs, "==", 2) == 0 && !strchr(specs, ',') ? specs + 2 : specs;
}

const char *extend_cuda_words(struct arena *a, const char *cuda)
{
	if (strcmp(cuda, "any") == 0)
		return "any CUDA";
	if (strcmp(cuda, "cpu") == 0)
		return "no CUDA";
	return strncmp(cuda, "cu", 2) == 0 ? cuda : arena_printf(a, "CUDA %s", cuda);
}

static void lack(struct arena *a, struct extend_there *to, enum finding_code code,
	const char *have, const char *need, struct phrase words)
{
	findings_add(a, &to->lacks, (struct finding){ .code = code, .host = -1, .gpu = -1,
		.have = have, .need = need, .words = words });
}

static void lacks_build(struct arena *a, const struct extend_known *k, const struct build *b,
	enum extend_lack which, struct extend_there *to)
{
	const struct extension_file *f = &k->file;

	switch (which) {
	case EXTEND_PLATFORM:
		lack(a, to, CP107, b->platform, f->platform,
		     PHRASE(a, WHEEL_OF_PLATFORM, SAY(package, k->name)));
		break;
	case EXTEND_TORCH:
		lack(a, to, CP216, b->torch, f->torch,
		     PHRASE(a, WHEEL_OF_TORCH, SAY(package, k->name), SAY(asks, plain(f->torch))));
		break;
	case EXTEND_CUDA:
		lack(a, to, CP208, b->variant, f->cuda,
		     PHRASE(a, WHEEL_OF_CUDA, SAY(package, k->name),
			    SAY(cuda, extend_cuda_words(a, f->cuda))));
		break;
	case EXTEND_ABI:
		lack(a, to, CP216, to->torch, f->abi,
		     PHRASE(a, WHEEL_OF_ABI, SAY(package, k->name)));
		break;
	default:
		break;
	}
}

void extend_known_there(struct arena *a, const struct catalogue *c, const struct extend_known *k,
	const struct build *b, struct extend_there *to)
{
	to->known = b && k->file.torch && k->file.cuda;
	if (b)
		lacks_build(a, k, b, extend_known_lacks(c, k, b), to);
	if (to->python.major && k->file.pythons && !python_set_has(k->read.pythons, to->python))
		lack(a, to, CP105, python_said(a, to->python), k->file.pythons,
		     PHRASE(a, WHEEL_OF_PYTHON, SAY(package, k->name)));
}
