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
	return span_in(span_of(l->stem), "libcudnn libcudart libcublas libcublasLt "
						    "libnvJitLink libcusparse libnccl libcufft "
						    "libcusolver libnvrtc");
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
	return FIRST_OF(own, k->env->libraries, !on_path(own) && own->stem &&
			strcmp(own->stem, l->stem) == 0 && own->where &&
			own->where != WHERE_TOOLKIT && own->where != WHERE_SYSTEM &&
			major(own->version) == major(l->version));
}

static void shadow(struct checkup *k, const struct env_library *l, const struct env_library *own)
{
	const struct env_setting *s = variable(k, "LD_LIBRARY_PATH");
	bool same = l->told && own->told && strcmp(l->told, own->told) == 0;
	const struct fact facts[] = {
		{ 0 }, SAY(have, l->told ? arena_printf(k->arena, "%s (%s)", l->path, l->told) :
				 l->path),
		SAY(need, own->told ? arena_printf(k->arena, "%s, %s", own->path, own->told) :
				      own->path),
	};
	struct found *f = find_new(k, CP211, phrase_make(k->arena, same ?
		FORM_PATH_SHADOWS_THE_SAME : FORM_PATH_SHADOWS, facts, 3));

	if (same)
		f->severity = SEVERITY_NOTE;
	if (s)
		find_at(k, f, &s->origin);
	find_at(k, f, &(struct origin){ .file = l->path });
	FIND_ADVICE(k, f, UNSET_LIBRARY_PATH);
}

static void libcuda(struct checkup *k, const struct env_library *l)
{
	struct found *f = NULL;

	if (!l->stem || strcmp(l->stem, "libcuda") != 0 || !on_path(l))
		return;
	if (l->stub) {
		f = FIND(k, CP502, STUB_FIRST, SAY(file, l->path));
		FIND_ADVICE(k, f, TAKE_STUBS_OFF);
	} else if (l->compat && k->host) {
		EACH_WHILE(const struct gpu, g, k->host->gpus, !f)
			if (g->segment && strcmp(g->segment, "geforce") == 0)
				f = FIND(k, CP508, COMPAT_ON_GEFORCE, SAY(file, l->path),
					 SAY(gpu, g->name));
		if (f)
			FIND_ADVICE(k, f, TAKE_COMPAT_OFF);
	}
	if (f)
		find_at(k, f, &(struct origin){ .file = l->path });
}

/* "…/cuda-11.8/lib64" names a toolkit, whether it is there or not. */
static const char *toolkit_named(struct arena *a, const char *path)
{
	const char *at = path ? strstr(path, "cuda-") : NULL;
	struct span s = span_of(at ? at + 5 : NULL);
	size_t n = span_run_digits(s, ".");

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
	f = FIND(k, CP211, PATH_NAMES_TOOLKIT, SAY(have, cuda),
		 SAY(need, pair_text(k->arena, pair_of(k->here.cuda))));
	if (pair_parse(cuda) / 100 == k->here.cuda.major)
		f->severity = SEVERITY_NOTE;
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, LEAVE_OUT_OF_PATH);
}

/* ld.so(8): a zero-length name among those of LD_LIBRARY_PATH is the current folder. */
static void current(struct checkup *k)
{
	const struct env_setting *s = variable(k, "LD_LIBRARY_PATH");
	struct span rest = span_of(s ? s->value : NULL), one;
	bool empty = false;
	struct found *f;

	while (rest.n && span_next(&rest, ':', &one))
		empty |= !one.n || span_is(one, ".");
	if (!s || !*s->value || (!empty && s->value[strlen(s->value) - 1] != ':'))
		return;
	f = FIND(k, CP221, PATH_HAS_CURRENT, SAY(have, s->value));
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, TAKE_EMPTY_OUT);
}

/* A stub answers every call with CUDA_ERROR_STUB_LIBRARY (34), and is named for its real one. */
static void stubs(struct checkup *k)
{
	const struct env_setting *s = variable(k, "LD_LIBRARY_PATH");
	struct span rest = span_of(s ? s->value : NULL), one;

	while (!k->env->libraries.n && rest.n && span_next(&rest, ':', &one)) {
		struct found *f;

		while (one.n && one.p[one.n - 1] == '/')
			one.n--;
		if (!span_ends(one, "/stubs"))
			continue;
		f = FIND(k, CP502, STUBS_ON_PATH, SAY(file, arena_span(k->arena, one)));
		f->severity = SEVERITY_WARNING; /* most have no libcuda.so.1, which is asked for */
		find_at(k, f, &s->origin);
		FIND_ADVICE(k, f, TAKE_STUBS_OFF);
		return;
	}
}

void check_paths(struct checkup *k)
{
	bool said = false;

	EACH(const struct env_library, l, k->env->libraries) {
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
	stubs(k);
	current(k);
}

static void cuda_home(struct checkup *k)
{
	const struct env_setting *s = variable(k, "CUDA_HOME");
	const char *cuda, *own;
	struct found *f;

	if (!s)
		s = variable(k, "CUDA_PATH");
	cuda = s ? toolkit_named(k->arena, s->value) : NULL;
	for (size_t i = 0; s && !cuda && i < k->env->toolkits.n; i++)
		if (k->env->toolkits.v[i].path && strcmp(k->env->toolkits.v[i].path, s->value) == 0)
			cuda = k->env->toolkits.v[i].version;
	if (!cuda || k->here.cuda.major == 0 || pair_parse(cuda) == pair_of(k->here.cuda))
		return;
	own = pair_text(k->arena, pair_of(k->here.cuda));
	f = FIND(k, CP213, HOME_IS_OTHER_TOOLKIT, SAY(variable, s->key), SAY(have, cuda),
		 SAY(need, own));
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, POINT_AT_TOOLKIT, SAY(variable, s->key), SAY(need, own));
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
	const char *driver = k->host ? k->host->driver_cuda : NULL, *torch;
	struct found *f;

	if (!driver || n == 0 || !t->version || pair_parse(driver) == pair_parse(t->version))
		return;
	torch = k->here.cuda.major ? pair_text(k->arena, pair_of(k->here.cuda)) : NULL;
	f = FIND(k, CP214, NUMBERS_DIFFER, SAY(driver, driver), SAY(have, t->version),
		 SAY(torch, torch));
	find_at(k, f, &(struct origin){ .file = t->path ? t->path : k->host->source });
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
		f = FIND(k, CP215, TOOLKITS_UNUSED, SAY(count, fact_number(k->arena, n)));
		for (size_t i = 0; i < n; i++)
			find_at(k, f,
				&(struct origin){ .file = t[i].path ? t[i].path : k->env->source });
	} else if (n == 0 && k->host && k->host->live && k->here.cuda.major) {
		f = FIND(k, CP215, TOOLKIT_NOT_NEEDED,
			 SAY(have, pair_text(k->arena, pair_of(k->here.cuda))));
		find_package(k, f, k->here.torch);
	}
}
