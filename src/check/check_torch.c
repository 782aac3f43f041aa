/* The build of torch against the GPUs and the driver. */
#include <string.h>

#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "plan/code_fit.h"

/* What the machine itself reports is said here too: with it, nothing else can be right. */
void check_host(struct checkup *k)
{
	for (size_t i = 0; k->host && i < k->host->problems.n; i++) {
		const struct problem *p = &k->host->problems.v[i];
		struct found *f = find_new(k, p->code, "%s", p->text);
		struct origin o = { k->host->source, p->line, NULL };

		find_at(k, f, &o);
	}
}

/* What conda info printed does not have the driver's CUDA. */
static bool no_virtual_cuda(const struct env *env)
{
	for (size_t i = 0; i < env->virtuals.n; i++)
		if (strncmp(env->virtuals.v[i], "__cuda=", 7) == 0)
			return false;
	return env->virtuals.n > 0;
}

static bool has_cuda(const struct checkup *k, const char *channel)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);

	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_CONDA && p->v[i].cuda.major &&
		    strcmp(p->v[i].torch, k->here.version) == 0 &&
		    strcmp(p->v[i].channel, channel) == 0)
			return true;
	return false;
}

/* The matrix has all of their builds since torch 1.8. */
static const char *const complete[] = { "pytorch", "conda-forge" };

/* Which channel it came from, and what that one has; NULL: nothing to say. */
static const char *why_channel(const struct checkup *k)
{
	const char *channel = k->here.torch->channel;

	if (!channel || !*channel)
		return NULL;
	if (channel_mirror_without(channel, "nvidia"))
		return arena_printf(k->arena, "it came from the mirror %s, which lacks the channel "
				    "nvidia that CUDA builds need",
				    channel_mirror_without(channel, "nvidia"));
	if (strstr(channel, "://") && !strstr(channel, "anaconda.org") &&
	    !strstr(channel, "anaconda.com"))
		return arena_printf(k->arena, "it came from %s; whether that mirror has CUDA "
				    "builds is not known", channel);
	for (size_t i = 0; i < sizeof complete / sizeof *complete; i++)
		if (strcmp(channel, complete[i]) == 0 && pair_parse(k->here.version) >= 108 &&
		    !has_cuda(k, channel))
			return arena_printf(k->arena, "the channel %s has no CUDA build of it for "
					    "%s", channel, k->platform);
	return NULL;
}

/* Why it is a CPU build, as far as the facts tell. */
static const char *why_cpu(const struct checkup *k)
{
	const struct installed *t = &k->here;
	const struct env_setting *override = env_setting(k->env, SETTING_CONDA,
							 "CONDA_OVERRIDE_CUDA");
	const struct env_setting *index = env_setting(k->env, SETTING_PIP, "index-url");

	if (!override)
		override = env_setting(k->env, SETTING_VARIABLE, "CONDA_OVERRIDE_CUDA");
	if (strncmp(k->platform, "osx", 3) == 0)
		return "there is no CUDA build for macOS";
	if (t->torch == t->conda) {
		if (env_find(k->env, "cpuonly"))
			return "the package cpuonly is installed, which asks for it";
		if (override && !*override->value)
			return "CONDA_OVERRIDE_CUDA is empty, so that conda sees no __cuda";
		if (no_virtual_cuda(k->env))
			return "conda sees no __cuda here, so that it takes builds for the CPU";
		if (why_channel(k))
			return why_channel(k);
		return "no CUDA build was named, and the solver saw no __cuda (a machine without a "
		       "GPU, or no driver) or a channel without CUDA builds";
	}
	if (t->by_default && strncmp(k->platform, "win", 3) == 0)
		return "PyPI has only CPU builds for Windows; CUDA builds are on the PyTorch index";
	if (t->by_default && strcmp(k->platform, "linux-aarch64") == 0)
		return "PyPI had only CPU builds of this release for aarch64";
	if (t->by_default && t->torch->cuda)
		return "its version.py says cuda = None: a distribution or somebody built it so";
	if (index && strstr(index->value, "/cpu"))
		return "the index that is configured is that of the CPU builds";
	return "its label +cpu says that it came from the index of the CPU builds, or from pip's "
	       "cache";
}

static void add_reason(struct checkup *k, struct found *f, const char *key)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

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
		f = find_new(k, CP201, "torch %s is a CPU build, so that torch.cuda.is_available() is "
			 "False: %s", k->here.version, why_cpu(k));
		f->severity = SEVERITY_WARNING;
		find_advise(k, f, "where the machine has an NVIDIA GPU: cudaplan suggest --gpu NAME "
		       "names the build for it");
	} else if (k->here.cuda.major) {
		f = find_new(k, CP503, "torch %s %s is a CUDA build, but torch.cuda.is_available() is "
			 "False: it found no driver that is new enough, or no GPU",
			 k->here.version, k->here.variant);
		f->severity = SEVERITY_WARNING;
		find_advise(k, f, "run nvidia-smi there, and give its output with --host: it tells "
		       "which of the two it is");
	} else {
		return;
	}
	find_package(k, f, k->here.torch);
}

void check_build(struct checkup *k)
{
	const struct gpu *g = host_first_gpu(k->host);
	struct found *f;

	if (k->here.torch && !g)
		not_available(k);
	if (!k->here.torch || !g || !k->here.cpu)
		return;
	f = find_new(k, CP201, "torch %s is a CPU build, beside %s: %s", k->here.version,
		 g->name ? g->name : "a GPU", why_cpu(k));
	find_package(k, f, k->here.torch);
	add_reason(k, f, "CONDA_OVERRIDE_CUDA");
	if (env_find(k->env, "cpuonly"))
		find_package(k, f, env_find(k->env, "cpuonly"));
	cure_install(k, f, cure_build(k));
	if (f->cure.n == 0)
		find_advise(k, f, "no CUDA build runs here as things are: see cudaplan suggest");
}

/* How the refusals of the resolver are called where the build is installed already. */
static const struct {
	enum finding_code refusal, code;
} codes[] = {
	{ CP101, CP202 }, { CP103, CP202 }, { CP114, CP202 }, { CP102, CP203 }, { CP104, CP104 },
	{ CP106, CP106 }, { CP121, CP121 }, { CP110, CP110 }, { CP005, CP005 }, { CP006, CP006 },
};

static enum finding_code code_of(enum finding_code refusal)
{
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (codes[i].refusal == refusal)
			return codes[i].code;
	return FINDING_NONE;
}

static bool has_found(const struct checkup *k, enum finding_code code)
{
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].code == code)
			return true;
	return false;
}

static const char *gpu_text(struct checkup *k, const struct finding *r)
{
	const struct gpu *g = r->gpu >= 0 && (size_t)r->gpu < k->host->gpus.n ?
		&k->host->gpus.v[r->gpu] : NULL;

	return g && g->name ? g->name : "this machine";
}

static const char *reason_text(struct checkup *k, const struct finding *r)
{
	struct arena *a = k->arena;
	const char *torch = arena_printf(a, "torch %s %s", k->here.version, k->here.variant);
	const char *have = r->have ? r->have : "", *need = r->need ? r->need : "more";

	switch ((int)r->code) {
	case CP101:
	case CP114:
		return arena_printf(a, "%s has no code for %s (%s): it holds %s", torch,
				    gpu_text(k, r), have, r->need ? r->need : "none that it runs");
	case CP103:
		return arena_printf(a,
				    "%s has only PTX for %s, which the driver cannot compile: it "
				    "takes %s, this is %s",
				    torch, gpu_text(k, r), have, need);
	case CP102:
		return arena_printf(a, "%s needs driver %s; this is %s", torch, need, have);
	case CP104:
		return arena_printf(a, "%s has compressed device code, which drivers %s read; this "
				    "is %s", torch, need, have);
	case CP005:
		return arena_printf(a, "driver %s has dropped %s; the last for it is %s", have,
				    gpu_text(k, r), r->need ? r->need : "not known");
	case CP006:
		return arena_printf(a, "driver %s is older than %s; the first for it is %s", have,
				    gpu_text(k, r), r->need ? r->need : "not known");
	case CP106:
		return arena_printf(a, "%s needs glibc %s; this is %s", torch, need, have);
	case CP110:
		return arena_printf(a, "%s runs on %s by PTX only: the first start is slow", torch,
				    gpu_text(k, r));
	case CP121:
		return arena_printf(a, "%s: %s that comes with it has no code for %s", torch,
				    r->need ? r->need : have, gpu_text(k, r));
	default:
		return arena_printf(a, "%s: have %s, need %s", torch, have, need);
	}
}

/* One finding for all GPUs that lose: the later ones are named in it. */
static void also(struct checkup *k, enum finding_code code, const struct finding *r)
{
	const char *name = gpu_text(k, r);

	for (size_t i = 0; code == CP202 && i < k->found.n; i++) {
		struct found *f = &k->found.v[i];

		if (f->code == code && !strstr(f->cause, name))
			f->cause = arena_printf(k->arena, "%s; nor for %s (%s)", f->cause, name,
						r->have ? r->have : "");
	}
}

/* A driver that is too old for the CUDA need not be told of its compression too. */
static bool is_implied(const struct findings *reasons, size_t n)
{
	for (size_t i = 0; i < reasons->n; i++)
		if (reasons->v[n].code == CP104 && reasons->v[i].code == CP102)
			return true;
	return false;
}

static void report(struct checkup *k, const struct findings *reasons)
{
	for (size_t i = 0; i < reasons->n; i++) {
		enum finding_code code = code_of(reasons->v[i].code);
		struct found *f;

		if (code == FINDING_NONE || is_implied(reasons, i))
			continue;
		if (has_found(k, code)) {
			also(k, code, &reasons->v[i]);
			continue;
		}
		f = find_new(k, code, "%s", reason_text(k, &reasons->v[i]));
		find_package(k, f, k->here.torch);
		if (f->severity != SEVERITY_ERROR)
			continue;
		cure_install(k, f, cure_build(k));
		if (code == CP203)
			find_advise(k, f, "update the driver to %s", reasons->v[i].need ?
			       reasons->v[i].need : "the one that the build needs");
		else if (f->cure.n == 0)
			find_advise(k, f, "no build runs here as things are: see cudaplan suggest");
	}
}

/* A build that is not in the matrix: nothing is said of it, and that is said. */
static void not_known(struct checkup *k, const struct gpu *g)
{
	struct found *f = find_new(k, CP109, "torch %s %s of this origin is not in the matrix: "
			       "whether it has code for %s is not known", k->here.version,
			       k->here.variant ? k->here.variant : "",
			       g->name ? g->name : "the GPU");

	f->severity = SEVERITY_NOTE;
	find_package(k, f, k->here.torch);
	find_advise(k, f, "cudaplan verify runs code on the GPU, cudaplan inspect reads what it "
		    "holds");
}

/* "sm_80 sm_90 compute_90" */
static void read_archs(const char *text, struct sm_list *sass, struct sm_list *ptx)
{
	struct span s = span_of(text), word;
	struct sm sm;

	while (span_word(&s, &word))
		if (sm_parse(word, &sm))
			(void)sm_list_add(span_starts(word, "compute_") ? ptx : sass, sm);
}

/* What torch said of itself is all that is known of the build. */
static void own_archs(struct checkup *k, const struct gpu *g)
{
	struct sm_list sass = { 0 }, ptx = { 0 };
	struct code code = { &sass, &ptx, k->here.cuda, false };
	char text[SM_TEXT];
	struct found *f;
	struct fit fit;

	read_archs(k->here.torch->archs, &sass, &ptx);
	fit = code_fit(k->c, &code, g->sm);
	if (fit.cubin.major)
		return;
	f = find_new(k, fit.ptx.major ? CP110 : CP202, fit.ptx.major ?
		 "torch %s runs on %s (%s) by PTX only: its list is %s" :
		 "torch %s has no code for %s (%s): its list is %s", k->here.version,
		 g->name ? g->name : "the GPU", sm_dotted(g->sm, text), k->here.torch->archs);
	find_package(k, f, k->here.torch);
	if (!fit.ptx.major)
		cure_install(k, f, cure_build(k));
}

void check_fit(struct checkup *k)
{
	const struct installed *t = &k->here;
	const struct gpu *g = host_first_gpu(k->host);
	char cuda[CUDA_TEXT];
	struct answer answer;

	if (!g || (t->cuda.major == 0 && !(t->torch && t->torch->archs)))
		return;
	if (!t->build) {
		if (t->torch->archs && sm_known(g->sm))
			own_archs(k, g);
		else
			not_known(k, g);
		return;
	}
	if (!cure_ask(k, arena_printf(k->arena, "==%s", t->version),
		      cuda_version_text(t->cuda, cuda), true, &answer))
		return;
	for (size_t i = 0; i < answer.n_plans; i++)
		if (answer.plans[i].build == t->build && answer.plans[i].part < 0)
			report(k, &answer.plans[i].findings);
	for (size_t i = 0; i < answer.n_rejected; i++)
		if (answer.rejected[i].build == t->build)
			report(k, &answer.rejected[i].reasons);
}
