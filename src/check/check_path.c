/* What LD_LIBRARY_PATH and CUDA_HOME do to torch, and toolkits that look wrong and are not. */
#include <string.h>

#include "base/buf.h"
#include "check/checks_private.h"
#include "check/find_private.h"

static const struct env_setting *variable(const struct checkup *k, const char *name)
{
	return env_setting(k->env, SETTING_VARIABLE, name);
}

static bool is_shadow(const struct env_library *l)
{
	static const char *const stems[] = { "libcudnn", "libcudart", "libcublas", "libcublasLt",
		"libnvJitLink", "libcusparse", "libnccl", "libcufft", "libcusolver", "libnvrtc" };

	for (size_t i = 0; l->stem && i < sizeof stems / sizeof *stems; i++)
		if (strcmp(l->stem, stems[i]) == 0)
			return true;
	return false;
}

static bool on_path(const struct env_library *l)
{
	return l->where == WHERE_PATH;
}

static uint64_t major(const char *version)
{
	struct span s = span_of(version);
	uint64_t v = 0;

	(void)span_take_u64(&s, &v);
	return v;
}

/* torch brings a library of the same stem and number: the one on the path is loaded instead. */
static const struct env_library *covered(const struct checkup *k, const struct env_library *l)
{
	for (size_t i = 0; i < k->env->libraries.n; i++) {
		const struct env_library *own = &k->env->libraries.v[i];

		if (!on_path(own) && own->stem && strcmp(own->stem, l->stem) == 0 && own->where &&
		    own->where != WHERE_TOOLKIT && own->where != WHERE_SYSTEM &&
		    major(own->version) == major(l->version))
			return own;
	}
	return NULL;
}

static const char *with_version(struct checkup *k, const struct env_library *l)
{
	return l->told ? arena_printf(k->arena, "%s, %s", l->path, l->told) : l->path;
}

static void shadow(struct checkup *k, const struct env_library *l, const struct env_library *own)
{
	const struct env_setting *s = variable(k, "LD_LIBRARY_PATH");
	bool same = l->told && own->told && strcmp(l->told, own->told) == 0;
	struct found *f = find_new(k, CP211, "LD_LIBRARY_PATH puts %s before the one of torch (%s)%s",
			       l->told ? arena_printf(k->arena, "%s (%s)", l->path, l->told)
				       : l->path,
			       with_version(k, own), same ? ": the same version" : "");

	if (same)
		f->severity = SEVERITY_NOTE;
	if (s)
		find_at(k, f, &s->origin);
	find_at(k, f, &(struct origin){ l->path, 0, NULL });
	find_advise(k, f, "unset LD_LIBRARY_PATH for torch: it brings its own CUDA libraries");
}

static void libcuda(struct checkup *k, const struct env_library *l)
{
	struct found *f = NULL;

	if (!l->stem || strcmp(l->stem, "libcuda") != 0 || !on_path(l))
		return;
	if (l->stub) {
		f = find_new(k, CP502, "%s is a stub for linking, and LD_LIBRARY_PATH puts it first",
			 l->path);
		find_advise(k, f, "take the folder stubs off LD_LIBRARY_PATH");
	} else if (l->compat && k->host) {
		for (size_t i = 0; !f && i < k->host->gpus.n; i++) {
			const struct gpu *g = &k->host->gpus.v[i];

			if (g->segment && strcmp(g->segment, "geforce") == 0)
				f = find_new(k, CP508,
					 "%s is a compat libcuda; %s is no data-centre GPU",
					 l->path, g->name ? g->name : "this GPU");
		}
		if (f)
			find_advise(k, f, "take the compat folder off LD_LIBRARY_PATH");
	}
	if (f)
		find_at(k, f, &(struct origin){ l->path, 0, NULL });
}

/* "…/cuda-11.8/lib64" names a toolkit, whether it is there or not. */
static const char *toolkit_named(struct arena *a, const char *path)
{
	const char *at = path ? strstr(path, "cuda-") : NULL;
	struct span s = span_of(at ? at + 5 : NULL);
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || s.p[n] == '.'))
		n++;
	return n && strchr(arena_span(a, span_sub(s, 0, n)), '.') ? arena_span(a, span_sub(s, 0, n))
								  : NULL;
}

/* Without a look at the folder: a toolkit of another release on the path of a pasted shell. */
static void named(struct checkup *k)
{
	const struct env_setting *s = variable(k, "LD_LIBRARY_PATH");
	const char *cuda = s ? toolkit_named(k->arena, s->value) : NULL;
	struct found *f;

	if (!cuda || k->env->libraries.n || k->here.cuda.major == 0 ||
	    pair_parse(cuda) == pair_of(k->here.cuda))
		return;
	f = find_new(k, CP211,
		 "LD_LIBRARY_PATH names a toolkit %s; torch is of CUDA %u.%u and brings its "
		 "own libraries",
		 cuda, k->here.cuda.major, k->here.cuda.minor);
	if (pair_parse(cuda) / 100 == k->here.cuda.major)
		f->severity = SEVERITY_NOTE;
	find_at(k, f, &s->origin);
	find_advise(k, f, "leave it out of LD_LIBRARY_PATH; CUDA_HOME is enough for compiling");
}

void check_paths(struct checkup *k)
{
	bool said = false;

	for (size_t i = 0; i < k->env->libraries.n; i++) {
		const struct env_library *l = &k->env->libraries.v[i];
		const struct env_library *own;

		libcuda(k, l);
		if (said || !on_path(l) || !is_shadow(l) || l->stub)
			continue;
		own = covered(k, l);
		if (own) {
			shadow(k, l, own);
			said = true;
		}
	}
	named(k);
}

static void cuda_home(struct checkup *k)
{
	const struct env_setting *s = variable(k, "CUDA_HOME");
	const char *cuda;
	struct found *f;

	if (!s)
		s = variable(k, "CUDA_PATH");
	cuda = s ? toolkit_named(k->arena, s->value) : NULL;
	for (size_t i = 0; s && !cuda && i < k->env->toolkits.n; i++)
		if (k->env->toolkits.v[i].path && strcmp(k->env->toolkits.v[i].path, s->value) == 0)
			cuda = k->env->toolkits.v[i].version;
	if (!cuda || k->here.cuda.major == 0 || pair_parse(cuda) == pair_of(k->here.cuda))
		return;
	f = find_new(k, CP213, "%s is a toolkit %s, torch is of CUDA %u.%u: this matters only where an "
		 "extension is compiled", s->key, cuda, k->here.cuda.major, k->here.cuda.minor);
	find_at(k, f, &s->origin);
	find_advise(k, f, "to compile for this torch, point %s at a toolkit %u.%u", s->key,
	       k->here.cuda.major, k->here.cuda.minor);
}

static const struct toolkit *toolkits(const struct checkup *k, size_t *n)
{
	if (k->env->toolkits.n || !k->host) {
		*n = k->env->toolkits.n;
		return k->env->toolkits.v;
	}
	*n = k->host->toolkits.n;
	return k->host->toolkits.v;
}

static void numbers(struct checkup *k, const struct toolkit *t, size_t n)
{
	const char *driver = k->host ? k->host->driver_cuda : NULL;
	struct found *f;

	if (!driver || n == 0 || !t->version || pair_parse(driver) == pair_parse(t->version))
		return;
	f = find_new(k, CP214,
		 "nvidia-smi says CUDA %s (what the driver serves), the toolkit is %s%s%s: "
		 "these are different things and need not agree",
		 driver, t->version, k->here.cuda.major ? ", torch uses its own " : "",
		 k->here.cuda.major ? pair_text(k->arena, pair_of(k->here.cuda)) : "");
	find_at(k, f, &(struct origin){ t->path ? t->path : k->host->source, 0, NULL });
}

void check_toolkits(struct checkup *k)
{
	size_t n;
	const struct toolkit *t = toolkits(k, &n);
	struct found *f;

	cuda_home(k);
	if (!k->here.torch)
		return;
	numbers(k, t, n);
	if (n > 1) {
		f = find_new(k, CP215, "%zu toolkits are installed; torch uses none of them", n);
		for (size_t i = 0; i < n; i++)
			find_at(k, f,
				&(struct origin){ t[i].path ? t[i].path : k->env->source, 0,
						  NULL });
	} else if (n == 0 && k->host && k->host->live && k->here.cuda.major) {
		f = find_new(k, CP215, "no system toolkit, and none is needed: torch brings CUDA %u.%u",
			 k->here.cuda.major, k->here.cuda.minor);
		find_package(k, f, k->here.torch);
	}
}
