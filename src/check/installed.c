/* What is installed: which torch, which row of the matrix that is, and what is beside it. */
#include <string.h>

#include "check/installed_private.h"
#include "fact/build.h"
#include "fact/conda_build.h"
#include "fact/platform.h"
#include "fact/requirement.h"

/* "pytorch" is conda's name even in a list that looks like pip's; on PyPI it is a stub 1.0.2. */
static bool is_conda_torch(const struct env_package *p)
{
	if (strcmp(p->version, "1.0.2") == 0 && installed_is_pip(p))
		return false;
	if (span_in(span_of(p->name), "pytorch pytorch-gpu pytorch-cpu"))
		return true;
	return p->owner == OWNER_CONDA && strcmp(p->name, "torch") == 0 && !installed_is_pip(p);
}

bool installed_is_pip(const struct env_package *p)
{
	return p->owner == OWNER_PIP || p->owner == OWNER_UV;
}

bool installed_is_outside(const struct env_package *p)
{
	return p->user_site || p->system_site || p->elsewhere;
}

/* A row of `conda list` that says pypi, or a record on disk: not conda's, which pip sees too. */
static bool surely_pip(const struct env_package *p)
{
	if (p->owner != OWNER_PIP && p->owner != OWNER_UV)
		return false;
	if (p->origin.text && strstr(p->origin.text, "pypi"))
		return true;
	return p->installer && strcmp(p->installer, "conda") != 0;
}

const char *installed_public(struct arena *a, const char *version)
{
	const char *plus = version ? strchr(version, '+') : NULL;

	return plus ? arena_span(a, (struct span){ version, (size_t)(plus - version) }) : version;
}

bool installed_same_minor(const char *a, const char *b)
{
	return pair_parse(a) && pair_parse(a) == pair_parse(b);
}

bool installed_fits(struct arena *a, const char *want, const char *version)
{
	struct pep440_set set;
	struct err e;

	if (!strchr("<>=!~", *want))
		return installed_same_minor(want, version);
	return pep440_set_parse(a, span_of(want), &set, &e) != 0 ||
	       pep440_set_has(&set, span_of(installed_public(a, version)), PEP440_PRE_YES);
}

bool installed_is_cuda(const char *variant)
{
	return variant && variant[0] == 'c' && variant[1] == 'u' && ascii_digit(variant[2]);
}

const char *installed_text(struct arena *a, const struct env_package *p)
{
	const char *owner = p->owner == OWNER_UNKNOWN ? NULL :
			    installed_is_pip(p) ? "pip" : "conda";

	return arena_printf(a, "%s %s%s%s%s%s%s", p->written, p->version ? p->version : "?",
			    p->build && !installed_is_pip(p) ? " " : "",
			    p->build && !installed_is_pip(p) ? p->build : "", owner ? " (" : "",
			    owner ? owner : "", owner ? ")" : "");
}

static void take_packages(struct arena *a, const struct env *env, struct installed *to)
{
	EACH(const struct env_package, p, env->packages) {
		if (!p->version)
			continue;
		if (is_conda_torch(p)) {
			if (!to->conda || strcmp(p->name, "pytorch") == 0)
				to->conda = p;
		} else if (strcmp(p->name, "torch") == 0 && (!to->pip || surely_pip(p))) {
			to->pip = p;
		}
	}
	if (to->pip && to->conda && !surely_pip(to->pip) &&
	    strcmp(installed_public(a, to->pip->version),
		   installed_public(a, to->conda->version)) == 0)
		to->pip = NULL;
	to->torch = to->pip ? to->pip : to->conda;
}

/* "cu121" of "cu121.with.pypi.cudnn" too. */
static const char *variant_of_local(struct arena *a, const char *local)
{
	struct span s = span_of(local);
	size_t n = 0;

	while (n < s.n && (ascii_alnum(s.p[n]) || (s.p[n] == '.' && !span_starts(s, "cu"))))
		n++;
	s.n = n;
	if (span_starts(s, "cu") || span_is(s, "cpu") || span_starts(s, "rocm") ||
	    span_starts(s, "xpu"))
		return arena_span(a, s);
	return NULL;
}

static const char *variant_of_cuda(struct arena *a, const char *cuda)
{
	pair_t p = pair_parse(cuda);

	return p ? arena_printf(a, "cu%u%u", p / 100, p % 100) : NULL;
}

/* What else in a conda environment tells the CUDA of its torch. */
static const char *conda_companion(struct arena *a, const struct env *env)
{
	const struct env_package *mutex = env_find(env, "pytorch-mutex");
	const struct env_package *cuda = env_find(env, "pytorch-cuda");

	if (mutex && mutex->build && strstr(mutex->build, "cpu"))
		return "cpu";
	if (!cuda)
		cuda = env_find(env, "cudatoolkit");
	return cuda ? variant_of_cuda(a, cuda->version) : NULL;
}

static const char *conda_variant(struct arena *a, const struct env *env,
				 const struct env_package *p)
{
	struct conda_build b;
	struct err e;

	if (strcmp(p->name, "pytorch-cpu") == 0)
		return "cpu";
	if (p->build && conda_build_parse(a, span_of(p->build), &b, &e) != 0 &&
	    (strncmp(p->build, "cpu_", 4) == 0 || strstr(p->build, "_cpu_")))
		return "cpu";
	if (!p->build || conda_build_parse(a, span_of(p->build), &b, &e) != 0)
		return conda_companion(a, env);
	if (b.cuda)
		return variant_of_cuda(a, b.cuda);
	if (b.kind == CONDA_KIND_CPU)
		return "cpu";
	return conda_companion(a, env);
}

/* What torch itself brings; others (nvidia-dali-cuda120, nvidia-nvjpeg-cu12) are of other programs
 * and stand in nobody's way. */
static bool is_of_torch(struct span name)
{
	return span_in(name, "cublas cuda-cupti cuda-nvrtc cuda-runtime cudnn cufft cufile curand "
			     "cusolver cusparse cusparselt nccl nvjitlink nvshmem nvtx");
}

/* Since CUDA 13 the packages have no major in their name. */
static unsigned major_without_suffix(const struct env_package *p)
{
	static const char *const names[] = { "cublas", "cuda-runtime", "cuda-nvrtc", "cuda-cupti",
		"cufft", "curand", "cusolver", "cusparse", "nvjitlink", "nvtx", "cufile" };
	struct span s = span_of(p->version);
	uint64_t version;

	if (!span_take_u64(&s, &version) || version < 1)
		return 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(p->name + strlen("nvidia-"), names[i]) == 0)
			return version > 13 && version < 100 ? (unsigned)version : 13;
	return 0;
}

unsigned installed_nvidia_major(const struct env_package *p)
{
	struct span s = span_of(p->name);
	ptrdiff_t dash = span_rfind_char(s, '-');
	uint64_t v;

	if (!span_starts(s, "nvidia-") || !installed_is_pip(p))
		return 0;
	if (!span_starts(span_from(s, (size_t)dash), "-cu") ||
	    !span_u64(span_from(s, (size_t)dash + 3), &v))
		return major_without_suffix(p);
	if (dash <= 7 || !is_of_torch(span_sub(s, 7, (size_t)dash - 7)))
		return 0;
	return v >= 10 && v < 100 ? (unsigned)v : 0;
}

/* Whether the runtimes of pip beside torch, leftovers among them, leave room for that CUDA; since
 * CUDA 13 the package has no major in its name. */
static bool has_runtime(const struct env *env, unsigned major)
{
	bool other = false;

	EACH(const struct env_package, p, env->packages) {
		if (strcmp(p->name, "nvidia-cuda-runtime") == 0 && p->version) {
			if (pair_parse(p->version) / 100 == major)
				return true;
			other = true;
		} else if (strncmp(p->name, "nvidia-cuda-runtime-", 20) == 0) {
			if (installed_nvidia_major(p) == major)
				return true;
			other = other || installed_nvidia_major(p);
		}
	}
	return !other;
}

static const struct build *default_build(const struct platform_builds *p, const char *torch)
{
	return FIRST_OF(b, *p, b->manager == MANAGER_PIP && build_is_from(b, CHANNEL_PYPI) &&
			strcmp(b->torch, torch) == 0);
}

/* The torch that ran, as it said itself, is another. */
static bool is_other(struct arena *a, const struct host *h, const struct env_package *p)
{
	return h && h->torch.version && strcmp(installed_public(a, h->torch.version),
					       installed_public(a, p->version)) != 0;
}

/* Without a label it is what PyPI has; collect_env tells what torch itself says. */
static const char *pip_variant(struct arena *a, const struct catalogue *c, const struct env *env,
			       const struct host *h, const char *platform, struct installed *to)
{
	const struct build *b;

	if (to->torch->local && (!to->torch->cuda || variant_of_local(a, to->torch->local)))
		return variant_of_local(a, to->torch->local);
	if (to->torch->cuda) {
		to->by_default = true;
		return strcmp(to->torch->cuda, "none") == 0 ? "cpu" :
							      variant_of_cuda(a, to->torch->cuda);
	}
	if (h && h->torch.version && strchr(h->torch.version, '+') &&
	    strcmp(installed_public(a, h->torch.version), to->version) == 0)
		return variant_of_local(a, strchr(h->torch.version, '+') + 1);
	if (h && pair_parse(h->torch.cuda) && !is_other(a, h, to->torch))
		return variant_of_cuda(a, h->torch.cuda);
	to->by_default = true;
	if (platform_is_mac(platform))
		return "cpu";
	b = default_build(catalogue_builds(c, platform), to->version);
	if (!b || (b->cuda.major && !has_runtime(env, b->cuda.major)))
		return NULL;
	return b->variant;
}

static bool is_build(const struct build *b, const struct installed *here, bool conda)
{
	if (strcmp(b->torch, here->version) != 0 || !here->variant ||
	    strcmp(b->variant, here->variant) != 0)
		return false;
	return (b->manager == MANAGER_CONDA) == conda;
}

static bool same_channel(const struct build *b, const struct env_package *p)
{
	struct span channel = span_of(p->channel);

	return p->channel && span_find(channel, b->channel) >= 0;
}

/* Of rows alike in torch and variant: the channel it came from, or with a label as it has one. */
static bool is_nearer(const struct build *b, const struct build *best,
		      const struct installed *here, bool conda)
{
	if (conda)
		return same_channel(b, here->torch) && !same_channel(best, here->torch);
	return (b->local != NULL) == (here->torch->local != NULL) &&
	       (best->local != NULL) != (here->torch->local != NULL);
}

static const struct build *matrix_row(const struct platform_builds *p, const struct installed *here)
{
	bool conda = here->torch == here->conda;
	const struct build *best = NULL;

	EACH(const struct build, b, *p) {
		if (!is_build(b, here, conda))
			continue;
		if (conda && b->build && here->torch->build &&
		    strcmp(b->build, here->torch->build) == 0)
			return b;
		if (!best || is_nearer(b, best, here, conda))
			best = b;
	}
	return best;
}

struct installed installed_find(struct arena *a, const struct catalogue *c, const struct env *env,
				const struct host *h, const char *platform)
{
	struct installed to = { 0 };

	take_packages(a, env, &to);
	if (to.pip && to.conda && is_other(a, h, to.pip) && !is_other(a, h, to.conda))
		to.torch = to.conda;
	if (!to.torch)
		return to;
	to.version = installed_public(a, to.torch->version);
	to.preview =
		strstr(to.version, "dev") || strstr(to.version, "a0") || strstr(to.version, "rc");
	to.variant = to.torch == to.conda ? conda_variant(a, env, to.torch) :
					    pip_variant(a, c, env, h, platform, &to);
	if (installed_is_cuda(to.variant))
		(void)cuda_version_parse(span_of(to.variant), &to.cuda);
	to.cpu = to.variant && strcmp(to.variant, "cpu") == 0;
	to.other = to.variant && !to.cpu && to.cuda.major == 0;
	if (!to.preview)
		to.build = matrix_row(catalogue_builds(c, platform), &to);
	return to;
}

static bool is_own(const char *name)
{
	return strncmp(name, "torch", 5) == 0 || strncmp(name, "nvidia-", 7) == 0 ||
	       strcmp(name, "cuda-toolkit") == 0;
}

const char *installed_nvidia_user(const struct checkup *k, const struct strings *names)
{
	EACH(const struct env_package, p, k->env->packages) {
		if (shelf_uses_cuda(k->shelf, p->name))
			return p->written;
		for (size_t n = 0; n < names->n && !is_own(p->name); n++)
			if (ANY(x, p->requires, strncmp(*x, names->v[n], strlen(names->v[n])) == 0))
				return p->written;
	}
	return NULL;
}

bool installed_is_companion(const struct checkup *k, const char *name)
{
	const struct relative *r = shelf_relative(k->shelf, name);

	return r && r->paired;
}

const char *installed_release_asks(const struct checkup *k, const char *package,
				   const char *version)
{
	size_t n;
	const struct wants_torch *w = shelf_wants(k->shelf, package, &n);
	const char *plain = n ? installed_public(k->arena, version) : NULL;

	for (; n > 0; w++, n--)
		if (pep440_cmp_text(span_of(w->version), span_of(plain)) == 0)
			return w->torch;
	return NULL;
}

bool installed_release_compiled(const struct checkup *k, const char *package,
				const char *version)
{
	const char *plain = installed_public(k->arena, version);
	size_t n;
	const struct wants_torch *w = shelf_wants(k->shelf, package, &n);

	for (; n > 0; w++, n--)
		if (w->compiled && strcmp(w->version, plain) == 0)
			return true;
	return false;
}

static bool meets(struct checkup *k, const char *spec, const char *torch)
{
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(k->arena, span_of(spec), &set, &e) != 0)
		return true;
	return pep440_set_has(&set, span_of(torch), PEP440_PRE_YES);
}

bool installed_meets(struct checkup *k, const char *spec)
{
	return meets(k, spec, k->here.version);
}

/* A floor of days in which each release had one is no fit: the later ones bind their torch. */
static bool is_outlived(const struct checkup *k, const struct made *old)
{
	return !requirement_is_bounded(old->torch) &&
		ANY(m, k->shelf->made, m->torch && strcmp(m->package, old->package) == 0 &&
		requirement_is_bounded(m->torch) &&
		pep440_cmp_text(span_of(m->version), span_of(old->version)) > 0);
}

const char *installed_made_for(struct checkup *k, const char *package, const char *torch,
			       unsigned cuda)
{
	const char *best = NULL;

	EACH(const struct made, m, k->shelf->made) {
		if (strcmp(m->package, package) == 0 && strcmp(m->platform, k->platform) == 0 &&
		    m->torch && meets(k, m->torch, torch) &&
		    (m->cuda == 0 || m->cuda == cuda) && !is_outlived(k, m) &&
		    (!best || pep440_cmp_text(span_of(best), span_of(m->version)) < 0))
			best = m->version;
	}
	return best;
}

const char *installed_spec(struct checkup *k, const struct env_package *p, const char *want,
			   const char *torch, unsigned cuda)
{
	const char *made = strchr("<>=!~", *want) ?
		installed_made_for(k, p->name, torch, cuda) : want;

	return made ? arena_printf(k->arena, "%s==%s", p->written, made) :
		      arena_printf(k->arena, "%s%s", p->written, want);
}

/* Most requirements are for something else: their names tell before they are parsed. */
static bool begins(const char *text, struct span name)
{
	struct span s = span_trim(span_of(text));

	return s.n >= name.n && span_eq_nocase(span_sub(s, 0, name.n), name);
}

bool installed_requires(struct checkup *k, const struct env_package *p, const char *name,
			struct requirement *ret)
{
	char text[PYTHON_TEXT];
	struct marker_env env = marker_env_of(k->python.major ? python_text(k->python, text) : NULL,
					      k->platform);
	struct err e;

	return ANY(x, p->requires, begins(*x, span_of(name)) &&
		   requirement_parse(k->arena, span_of(*x), ret, &e) == 0 &&
		   strcmp(ret->name, name) == 0 && ret->set.n &&
		   requirement_applies(ret, &env) == MARKER_YES);
}

const char *installed_asks(struct checkup *k, const struct env_package *p)
{
	struct requirement r;

	if (installed_requires(k, p, "torch", &r))
		return pep440_set_text(k->arena, &r.set);
	return installed_release_asks(k, p->name, p->version);
}

bool installed_by_conda(const struct env *env)
{
	return env->kind == ENV_CONDA || env->kind == ENV_PIXI;
}
