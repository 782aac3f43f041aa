/* The build of torch against the GPUs and the driver. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "base/text.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "know/matrix.h"

/* What the machine itself reports is said here too: with it, nothing else can be right. */
void check_host(struct checkup *k)
{
	for (size_t n = 0; k->hosts && n < k->hosts->n; n++) {
		const struct host *h = &k->hosts->v[n];

		EACH(const struct problem, p, h->problems) {
			struct found *f = find_new(k, p->what.code, p->what.words);
			struct origin o = { .file = h->source, .line = p->line };

			f->what.host = (int)n;
			f->what.gpu = p->what.gpu;
			find_at(k, f, &o);
		}
	}
}

static bool has_cuda(const struct checkup *k, const char *channel)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);

	return ANY(x, *p, x->manager == MANAGER_CONDA && x->cuda.major &&
		strcmp(x->torch, k->here.version) == 0 && strcmp(x->channel, channel) == 0);
}

/* None is known; that there is none is said only of a list that is whole. */
static struct phrase without_cuda(const struct checkup *k, const char *channel)
{
	const char *date = k->c->matrix ? matrix_date(k->c->matrix) : "";
	int rank = catalogue_rank(k->c, k->here.version);
	bool whole = catalogue_coverage(k->c, channel, k->platform, rank) >= COVERAGE_VARIANTS;

	if (rank == 0 || has_cuda(k, channel))
		return (struct phrase){ 0 };
	return whole ? PHRASE(k->arena, WHY_CHANNEL_HAS_NONE, SAY(channel, channel),
			      SAY(platform, platform_words(k->platform))) :
		       PHRASE(k->arena, WHY_CHANNEL_NOT_KNOWN, SAY(channel, channel),
			      SAY(platform, platform_words(k->platform)), SAY(date, date));
}

/* Which channel it came from, and what that one has; all zero: nothing to say. */
static struct phrase why_channel(const struct checkup *k)
{
	const char *channel = k->here.torch->channel;
	const struct mirror_place *nvidia;

	if (!channel || !*channel)
		return (struct phrase){ 0 };
	nvidia = mirror_beside(k->arena, &k->shelf->mirrors, channel, "nvidia");
	if (nvidia && nvidia->state == MIRROR_NEVER)
		return PHRASE(k->arena, WHY_MIRROR_LACKS_NVIDIA,
			      SAY(host, mirror_host(k->arena, nvidia)));
	if (strstr(channel, "://") && !strstr(channel, "anaconda.org") &&
	    !strstr(channel, "anaconda.com"))
		return PHRASE(k->arena, WHY_MIRROR_UNKNOWN, SAY(channel, channel));
	return without_cuda(k, channel);
}

static struct phrase why_conda(const struct checkup *k)
{
	const struct env_setting *override = env_setting(k->env, SETTING_CONDA,
							 "CONDA_OVERRIDE_CUDA");
	struct phrase why = why_channel(k);

	if (!override)
		override = env_setting(k->env, SETTING_VARIABLE, "CONDA_OVERRIDE_CUDA");
	if (env_find(k->env, "cpuonly"))
		return PHRASE(k->arena, WHY_CPUONLY);
	if (override && !*override->value)
		return PHRASE(k->arena, WHY_OVERRIDE_EMPTY);
	/* What conda info printed does not have the driver's CUDA. */
	if (!ANY(x, k->env->virtuals, strncmp(*x, "__cuda=", 7) == 0) && k->env->virtuals.n > 0)
		return PHRASE(k->arena, WHY_NO_VIRTUAL_CUDA);
	return why.form ? why : PHRASE(k->arena, WHY_NONE_WAS_NAMED);
}

static struct phrase why_pip(const struct checkup *k)
{
	const struct env_setting *index = env_setting(k->env, SETTING_PIP, "index-url");
	bool plain = k->here.by_default;

	if (plain && platform_is_windows(k->platform))
		return PHRASE(k->arena, WHY_WINDOWS);
	if (plain && platform_is_linux_arm(k->platform))
		return PHRASE(k->arena, WHY_AARCH64);
	if (plain && k->here.torch->cuda)
		return PHRASE(k->arena, WHY_VERSION_PY);
	if (index && strstr(index->value, "/cpu"))
		return PHRASE(k->arena, WHY_CPU_INDEX);
	return PHRASE(k->arena, WHY_CPU_LABEL);
}

/* Why it is a CPU build, as far as the facts tell. */
static const struct phrase *why_cpu(const struct checkup *k)
{
	struct phrase why = platform_is_mac(k->platform) ? PHRASE(k->arena, WHY_MACOS) :
			    k->here.torch == k->here.conda ? why_conda(k) : why_pip(k);

	return phrase_keep(k->arena, why);
}

static void add_reason(struct checkup *k, struct found *f, const char *key)
{
	EACH(const struct env_setting, s, k->env->settings) {
		if (strcmp(s->key, key) == 0)
			find_at(k, f, &s->origin);
	}
}

/* torch itself says that it cannot use a GPU, and which GPU there is is not known. */
static void not_available(struct checkup *k)
{
	struct found *f;

	if (k->env->available != TRI_NO || (k->host && k->host->gpus_known))
		return;
	if (k->here.cpu) {
		f = FIND(k, CP201, CPU_NOT_AVAILABLE, SAY(have, k->here.version),
			 SAY_PHRASE(why, why_cpu(k)));
		FIND_ADVICE(k, f, CPU_NAME_THE_GPU);
	} else if (k->here.cuda.major) {
		f = FIND(k, CP503, CUDA_NOT_AVAILABLE,
			 SAY(have, arena_printf(k->arena, "%s %s", k->here.version,
						k->here.variant)));
		FIND_ADVICE(k, f, GIVE_NVIDIA_SMI);
	} else {
		return;
	}
	f->severity = SEVERITY_WARNING;
	find_package(k, f, k->here.torch);
}

/* "+rocm6.2" is a build for the GPUs of AMD, "+xpu" for those of Intel. */
static const char *maker_of(const struct checkup *k)
{
	const char *local = k->here.torch ? k->here.torch->local : NULL;

	if (local && strncmp(local, "rocm", 4) == 0)
		return "AMD";
	return local && strcmp(local, "xpu") == 0 ? "Intel" : NULL;
}

static void other_maker(struct checkup *k, const struct gpu *g)
{
	struct found *f = FIND(k, CP202, BUILD_OF_OTHER_MAKER, SAY(torch, k->here.torch->version),
			       SAY(maker, maker_of(k)), SAY(gpu, g->name));

	find_gpu(k, f, g);
	find_package(k, f, k->here.torch);
	cure_install(k, f, cure_build(k));
	if (f->cure.n == 0)
		FIND_ADVICE(k, f, SEE_SUGGEST);
}

void check_build(struct checkup *k)
{
	const struct gpu *g = find_first_gpu(k);
	struct found *f;

	if (k->here.torch && !g)
		not_available(k);
	if (g && maker_of(k))
		other_maker(k, g);
	if (!k->here.torch || !g || !k->here.cpu)
		return;
	f = FIND(k, CP201, CPU_BESIDE_GPU, SAY(have, k->here.version), SAY(gpu, g->name),
		 SAY_PHRASE(why, why_cpu(k)));
	find_gpu(k, f, g);
	find_package(k, f, k->here.torch);
	add_reason(k, f, "CONDA_OVERRIDE_CUDA");
	if (env_find(k->env, "cpuonly"))
		find_package(k, f, env_find(k->env, "cpuonly"));
	cure_install(k, f, cure_build(k));
	if (f->cure.n == 0)
		FIND_ADVICE(k, f, SEE_SUGGEST);
}

static const struct gpu *gpu_of(const struct checkup *k, const struct finding *r)
{
	const struct host *h = r->host >= 0 && (size_t)r->host < k->hosts->n ?
		&k->hosts->v[r->host] : NULL;

	return h && r->gpu >= 0 && (size_t)r->gpu < h->gpus.n ? &h->gpus.v[r->gpu] : NULL;
}

struct fact check_gpu_fact(const struct checkup *k, const struct finding *r)
{
	const struct gpu *g = gpu_of(k, r);

	if (g && g->name)
		return (struct fact)SAY(gpu, g->name);
	return (struct fact)SAY_PHRASE(gpu, phrase_keep(k->arena, PHRASE(k->arena, THIS_MACHINE)));
}

/* How much it weighs where the code alone does not say it. */
enum weight { AS_CODE, FATAL, MILD };

/* How each refusal is called where the build is installed already, and how it is said. */
static const struct renamed {
	enum finding_code refusal, code;
	enum form form;
	enum form said;            /* the form of the refusal; FORM_OF_CODE: any */
	enum weight weight;
} refusals[] = {
	{ CP101, CP202, FORM_BUILD_WITHOUT_CODE, FORM_OF_CODE, AS_CODE },
	{ CP103, CP202, FORM_BUILD_PTX_TOO_NEW, FORM_OF_CODE, AS_CODE },
	{ CP114, CP114, FORM_BUILD_UNTRIED, FORM_DESKTOP_CODE_UNTRIED, MILD },
	{ CP114, CP202, FORM_BUILD_WITHOUT_CODE, FORM_OF_CODE, AS_CODE },
	{ CP102, CP203, FORM_BUILD_NEEDS_DRIVER, FORM_OF_CODE, AS_CODE },
	{ CP104, CP104, FORM_BUILD_COMPRESSED, FORM_OF_CODE, AS_CODE },
	{ CP106, CP106, FORM_BUILD_NEEDS_GLIBC, FORM_OF_CODE, AS_CODE },
	{ CP121, CP121, FORM_BUILD_PTX_IN_PART, FORM_PTX_IN_PART, FATAL },
	{ CP121, CP121, FORM_BUILD_PTX_WITHOUT_NCCL, FORM_PTX_WITHOUT_NCCL, AS_CODE },
	{ CP121, CP121, FORM_BUILD_LIBRARY_WITHOUT_CODE, FORM_OF_CODE, AS_CODE },
	{ CP110, CP110, FORM_BUILD_PTX_WHOLE, FORM_PTX_WHOLE, AS_CODE },
	{ CP110, CP110, FORM_BUILD_PTX_LAZY, FORM_PTX_LAZY, AS_CODE },
	{ CP110, CP110, FORM_BUILD_BY_PTX, FORM_OF_CODE, AS_CODE },
	{ CP109, CP109, FORM_BUILD_PTX_NOT_KNOWN, FORM_PTX_NOT_KNOWN, AS_CODE },
	{ CP109, CP109, FORM_BUILD_CODE_NOT_KNOWN, FORM_CODE_UNKNOWN, AS_CODE },
	{ CP109, CP109, FORM_BUILD_CODE_UNREAD, FORM_CODE_UNREAD, AS_CODE },
	{ CP005, CP005, FORM_DRIVER_DROPPED, FORM_OF_CODE, AS_CODE },
	{ CP006, CP006, FORM_DRIVER_OLDER, FORM_OF_CODE, AS_CODE },
};

static const struct renamed *refusal_of(const struct finding *r)
{
	return FIRST_OF(as, ROWS(refusals), as->refusal == r->code &&
		(as->said == FORM_OF_CODE || as->said == r->words.form));
}

static struct phrase refusal_words(const struct checkup *k, const struct renamed *as,
				   const struct finding *r)
{
	const char *torch = arena_printf(k->arena, "%s %s", k->here.version, k->here.variant);
	const char *have = r->have || as->said != FORM_OF_CODE ? r->have : "";
	const struct fact facts[] = {
		{ 0 }, SAY(torch, torch), check_gpu_fact(k, r), SAY(have, have), SAY(need, r->need),
	};

	return phrase_make(k->arena, as->form, facts, sizeof facts / sizeof *facts);
}

static bool is_named(const struct found *f, const char *gpu)
{
	const char *name = phrase_fact(&f->what.words, FACT_gpu);

	if (!name || !gpu || strcmp(name, gpu) == 0)
		return true;
	return ANY(x, f->more, text_same(phrase_fact(x, FACT_gpu), gpu));
}

/* One finding for all GPUs of a host that lose: the later ones are named in it. */
static void also(struct checkup *k, enum finding_code code, const struct finding *r)
{
	const struct fact facts[] = {
		{ 0 }, check_gpu_fact(k, r), SAY(have, r->have ? r->have : ""),
	};

	EACH_WHILE(struct found, f, k->found, code == CP202)
		if (f->what.code == code && f->what.host == r->host &&
		    !is_named(f, facts[1].text))
			ARRAY_ADD(k->arena, f->more) =
				phrase_make(k->arena, FORM_BUILD_NOR_FOR, facts, 3);
}

/* A driver that is too old for the CUDA need not be told of its compression too. */
static bool is_implied(const struct findings *reasons, size_t n)
{
	return ANY(x, *reasons, reasons->v[n].code == CP104 && x->code == CP102 &&
		   reasons->v[n].host == x->host);
}

/*
 * The name fits several GPUs, and not each of them loses: which one it is decides, which is not
 * known (CP011).
 */
static bool is_open(const struct checkup *k, const struct findings *reasons,
		    const struct finding *r)
{
	const struct renamed *as = refusal_of(r);
	const struct gpu *g = gpu_of(k, r);
	const char *last = NULL;
	size_t lose = 0;

	if (!g || sm_known(g->sm) || !as || as->code != CP202)
		return false;
	EACH(const struct finding, o, *reasons) {
		as = refusal_of(o);
		if (!as || as->code != CP202 || o->host != r->host || o->gpu != r->gpu ||
		    (last && o->have && strcmp(last, o->have) == 0))
			continue;
		last = o->have;
		lose++;
	}
	return lose < g->sm_candidates.n;
}

static void report_one(struct checkup *k, const struct renamed *as, const struct finding *r,
		       bool open)
{
	struct found *f = find_new(k, as->code, refusal_words(k, as, r));

	f->what.have = r->have;
	f->what.need = r->need;
	f->what.host = r->host;
	f->what.gpu = r->gpu;
	find_package(k, f, k->here.torch);
	if (as->weight != AS_CODE || open)
		f->severity = as->weight == FATAL ? SEVERITY_ERROR : SEVERITY_WARNING;
	if (f->severity != SEVERITY_ERROR)
		return;
	cure_install(k, f, cure_build(k));
	if (as->code == CP203)
		FIND_ADVICE(k, f, UPDATE_DRIVER, SAY(need, r->need));
	else if (f->cure.n == 0)
		FIND_ADVICE(k, f, NO_BUILD_SEE_SUGGEST);
}

/* A reason names the first of the GPUs that are alike, by the same driver. */
static bool is_of(const struct hosts *all, const struct finding *r, const struct host *h,
		  const struct gpu *g)
{
	const struct host *of = r->host >= 0 ? &all->v[r->host] : NULL;
	const struct gpu *first = of && r->gpu >= 0 ? &of->gpus.v[r->gpu] : NULL;

	return first && text_same(of->driver, h->driver) && sm_equal(first->sm, g->sm) &&
	       sm_list_equal(&first->sm_candidates, &g->sm_candidates);
}

static bool loses(const struct checkup *k, const struct findings *reasons,
		  const struct host *h, const struct gpu *g)
{
	for (size_t i = 0; i < reasons->n; i++) {
		const struct renamed *as = refusal_of(&reasons->v[i]);

		if (as && is_of(k->hosts, &reasons->v[i], h, g) && as->weight != MILD &&
		    !is_open(k, reasons, &reasons->v[i]) &&
		    finding_info(as->code)->severity == SEVERITY_ERROR)
			return true;
	}
	return false;
}

/* The GPUs of the host that the torch does run on, as CUDA_VISIBLE_DEVICES takes them; NULL: none,
 * or all. */
static const char *others(struct checkup *k, const struct findings *reasons, int host)
{
	const struct host *h = &k->hosts->v[host];
	const char *list = NULL;

	for (size_t i = 0; i < h->gpus.n; i++)
		if (!h->gpus.v[i].hidden && !h->gpus.v[i].error &&
		    !loses(k, reasons, h, &h->gpus.v[i]))
			list = arena_printf(k->arena, "%s%s%d", list ? list : "", list ? "," : "",
					    h->gpus.v[i].index);
	return list;
}

/* Without the GPUs that lose it runs as it is. */
static void leave_out(struct checkup *k, const struct findings *reasons)
{
	EACH(struct found, f, k->found) {
		const char *list = f->what.code == CP202 && f->severity == SEVERITY_ERROR &&
			f->what.host >= 0 && f->what.gpu >= 0 ?
			others(k, reasons, f->what.host) : NULL;

		if (list)
			FIND_ADVICE(k, f, SHOW_OTHERS_ALONE, SAY(list, list));
	}
}

static void report(struct checkup *k, const struct findings *reasons)
{
	for (size_t i = 0; i < reasons->n; i++) {
		const struct renamed *as = refusal_of(&reasons->v[i]);

		if (!as || is_implied(reasons, i))
			continue;
		if (ANY(x, k->found,
			x->what.code == as->code && x->what.host == reasons->v[i].host))
			also(k, as->code, &reasons->v[i]);
		else
			report_one(k, as, &reasons->v[i], is_open(k, reasons, &reasons->v[i]));
	}
	leave_out(k, reasons);
}

void check_gap_notes(struct checkup *k, const struct findings *notes, const struct env_declared *d)
{
	for (size_t i = 0; i < notes->n; i++) {
		struct found *f;

		if (notes->v[i].words.form != FORM_LINALG_GAP)
			continue;
		f = find_new(k, CP121, notes->v[i].words);
		f->severity = SEVERITY_NOTE;
		if (d)
			find_at(k, f, &d->origin);
		else
			find_package(k, f, k->here.torch);
	}
}

void check_fit(struct checkup *k)
{
	const struct installed *t = &k->here;
	const struct gpu *g = find_first_gpu(k);
	char cuda[CUDA_TEXT];
	struct answer answer;

	if (!g || (t->cuda.major == 0 && !(t->torch && t->torch->archs)))
		return;
	if (!t->build) {
		check_unknown_build(k, g);
		return;
	}
	if (!cure_ask(k, arena_printf(k->arena, "==%s", t->version),
		      cuda_version_text(t->cuda, cuda), true, &answer))
		return;
	for (size_t i = 0; i < answer.n_plans; i++)
		if (answer.plans[i].build == t->build && answer.plans[i].part < 0) {
			report(k, &answer.plans[i].findings);
			check_gap_notes(k, &answer.plans[i].notes, NULL);
		}
	for (size_t i = 0; i < answer.n_rejected; i++)
		if (answer.rejected[i].build == t->build)
			report(k, &answer.rejected[i].reasons);
}
