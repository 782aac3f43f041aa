/* What of a manifest or of a lock file is for one machine. */
#include "check/selected.h"

#include <string.h>

#include "base/span.h"
#include "base/text.h"
#include "fact/platform.h"
#include "fact/project.h"
#include "fact/python.h"
#include "plan/driver.h"

/* --- platforms of a workspace of pixi -------------------------------------------------- */

/* "linux-64-cuda=linux-64=12.0": how it is called, what it is, and the CUDA that it has. */
struct pixi_platform {
	const char *name, *subdir, *cuda;
};

static bool split_platform(struct arena *a, const char *value, struct pixi_platform *ret)
{
	struct span s = span_of(value), name, subdir;

	if (!span_next(&s, '=', &name) || !span_next(&s, '=', &subdir))
		return false;
	ret->name = arena_span(a, name);
	ret->subdir = arena_span(a, subdir);
	ret->cuda = s.n ? arena_span(a, s) : NULL;
	return true;
}

/* "12" is 12.0. */
static pair_t cuda_of(const char *text)
{
	uint64_t major;

	if (!text || pair_parse(text))
		return pair_parse(text ? text : "");
	return span_u64(span_of(text), &major) && major < 100 ? (pair_t)(major * 100) : 0;
}

/* pixi takes the first that the machine meets; where nothing is known of the machine, the first. A
 * lock has them in the order of the alphabet: the one that asks for more goes first. Source:
 * pixi's manual, "Multi platform" and "System Requirements". */
static bool pixi_platform_of(struct arena *a, const struct env *env, const char *platform,
			     pair_t cuda, struct pixi_platform *ret)
{
	struct pixi_platform p;
	bool any = false, lock = ANY(d, env->declared, d->kind == DECLARED_LOCK);

	EACH(const struct env_setting, s, env->settings) {
		if (strcmp(s->key, "platforms.name") != 0 || !split_platform(a, s->value, &p) ||
		    strcmp(p.subdir, platform) != 0)
			continue;
		if (p.cuda && cuda && cuda_of(p.cuda) > cuda)
			continue;
		if (!any || (lock && p.cuda && !ret->cuda))
			*ret = p;
		any = true;
	}
	return any;
}

/* "linux", "unix", "linux-64", "*-cuda": a target that fits a platform. */
static bool target_fits(const char *target, const struct pixi_platform *p)
{
	if (span_glob(span_of(target), span_of(p->name)) || strcmp(target, p->subdir) == 0)
		return true;
	if (strcmp(target, "unix") == 0)
		return !platform_is_windows(p->subdir);
	return strncmp(p->subdir, target, strlen(target)) == 0 && p->subdir[strlen(target)] == '-';
}

static bool is_of_target(const struct env_declared *d)
{
	return d->platform && d->kind != DECLARED_LOCK;
}

/* What a target says of a package goes before what is said for all. */
static bool is_covered(const struct env *env, const struct env_declared *d,
		       const struct pixi_platform *p)
{
	return !d->platform && d->name && ANY(o, env->declared, is_of_target(o) &&
		text_same(o->name, d->name) && o->kind == d->kind &&
		text_same(o->group, d->group) && target_fits(o->platform, p));
}

static bool is_for(const struct env *env, const struct env_declared *d, const char *platform,
		   const struct pixi_platform *p)
{
	if (d->kind != DECLARED_LOCK)
		return d->platform ? target_fits(d->platform, p) : !is_covered(env, d, p);
	return !d->platform || strcmp(d->platform, "noarch") == 0 ||
	       strcmp(d->platform, p->name) == 0 ||
	       (strcmp(d->platform, platform) == 0 && strcmp(p->name, platform) == 0);
}

static bool has_platforms(const struct env *env)
{
	return ANY(s, env->settings, strcmp(s->key, "platforms.name") == 0) ||
	       ANY(x, env->declared, is_of_target(x));
}

/* The lines for that machine; those of a lock for it are then of its platform. */
static const struct env *of_platform(struct arena *a, const struct env *env, const char *platform,
				     pair_t cuda)
{
	struct pixi_platform p = { platform, platform, NULL };
	struct env *ret = arena_new(a, struct env);

	if (!has_platforms(env))
		return env;
	(void)pixi_platform_of(a, env, platform, cuda, &p);
	*ret = *env;
	memset(&ret->declared, 0, sizeof ret->declared);
	for (size_t i = 0; i < env->declared.n; i++) {
		struct env_declared d = env->declared.v[i];

		if (!is_for(env, &d, platform, &p))
			continue;
		if (d.kind == DECLARED_LOCK && d.platform && strcmp(d.platform, p.name) == 0)
			d.platform = platform;
		ENV_ADD(a, ret, declared) = d;
	}
	return ret;
}

/* --- locks ------------------------------------------------------------------------------ */

enum { TRIES = 500 };

static bool marker_holds(const struct env_declared *d, const char *platform)
{
	struct marker_env env = marker_env_of(NULL, platform);

	return marker_eval(d->req.marker, &env) != MARKER_NO;
}

static bool is_there(const struct env_declared *d, const char *platform)
{
	if (d->kind != DECLARED_LOCK || !d->name || !d->version || d->editable)
		return false;
	if (d->group && strcmp(d->group, "main") != 0)
		return false;
	if (d->req.marker && !marker_holds(d, platform))
		return false;
	return !d->platform || strcmp(d->platform, "noarch") == 0 ||
	       strcmp(d->platform, platform) == 0;
}

static bool is_ambiguous(const struct env *env, const struct env_declared *d, const char *platform)
{
	return ANY(other, env->declared, is_there(other, platform) &&
		   other->under_pip == d->under_pip && strcmp(other->name, d->name) == 0 &&
		   strcmp(other->version, d->version) != 0);
}

static void take_python(struct arena *a, struct env *to)
{
	const struct env_package *p = env_find(to, "python");
	struct python py;

	if (!to->python && p && python_parse(span_of(p->version), &py))
		to->python = python_said(a, py);
}

static enum env_kind kind_of(const struct env *env)
{
	const char *file = env->source ? env->source : "";
	struct span s = span_of(file);

	return span_ends(s, "pixi.lock") ? ENV_PIXI : span_ends(s, "uv.lock") ? ENV_UV : env->kind;
}

/* Few names matter; a lock of thousands is gone through for each of those only. */
static const struct env *locked_env(struct arena *a, const struct env *env, const char *platform)
{
	struct env *ret = arena_new(a, struct env);
	size_t tries = 0;

	if (env->packages.n)
		return env;
	*ret = *env;
	memset(&ret->packages, 0, sizeof ret->packages);
	EACH_WHILE(const struct env_declared, d, env->declared, tries < TRIES) {
		if (!is_there(d, platform) || !env_is_weighed(d->name) || !++tries)
			continue;
		if (!is_ambiguous(env, d, platform)) {
			struct env_package *p = env_add(a, ret, span_of(d->name),
							span_of(d->version),
							d->under_pip ? OWNER_PIP : OWNER_CONDA,
							d->origin);

			p->url = d->url;
			p->build = d->build;
			p->channel = d->under_pip ? NULL : d->index;
		} else if (env_matters(d->name))
			env_problem(a, ret, d->origin, PHRASE(a, LEFT_SEVERAL,
							      SAY(package, d->name)));
	}
	if (ret->packages.n == 0 && ret->problems.n == env->problems.n)
		return env;
	ret->kind = kind_of(env);
	ret->locked = true;
	take_python(a, ret);
	return ret;
}

const struct env *selected_env(struct arena *a, const struct catalogue *c, const struct env *env,
			       const struct host *host, const char *platform)
{
	enum { NO_CUDA = 1 }; /* less than any */
	pair_t cuda = host ? driver_of(c, host).cuda : 0;

	if (host && !cuda && host_has_problem(host, CP009))
		cuda = NO_CUDA;
	return locked_env(a, of_platform(a, env, platform, cuda), platform);
}

static bool is_of_group(const struct env_declared *d, const char *group)
{
	return d->group && strcmp(d->group, group) == 0;
}

/* A group's own form of a package, or its whole environment, is in the place of what the lock has
 * without it. */
static bool is_in_place_of(const struct env *env, const struct env_declared *d, const char *group)
{
	return ANY(o, env->declared, o->kind == DECLARED_LOCK && is_of_group(o, group) &&
		   (o->platform || text_same(o->name, d->name)));
}

struct env *selected_group(struct arena *a, const struct env *env, const char *group,
			   const char *platform)
{
	struct env *ret = arena_new(a, struct env);
	bool lock = false;

	*ret = *env;
	memset(&ret->declared, 0, sizeof ret->declared);
	for (size_t i = 0; i < env->declared.n; i++) {
		struct env_declared d = env->declared.v[i];
		bool own = is_of_group(&d, group);

		if (d.kind == DECLARED_LOCK && !d.group && is_in_place_of(env, &d, group))
			continue;
		lock |= own && d.kind == DECLARED_LOCK;
		d.asked_in = own ? d.group : d.asked_in;
		d.group = own ? NULL : d.group;
		ARRAY_ADD(a, ret->declared) = d;
	}
	if (!lock || (env->packages.n && !env->locked))
		return ret;
	memset(&ret->packages, 0, sizeof ret->packages);
	*ret = *locked_env(a, ret, platform);
	return ret;
}

struct env *selected_python(struct arena *a, const struct env *env, const char *python)
{
	struct env *ret = arena_new(a, struct env);

	*ret = *env;
	memset(&ret->declared, 0, sizeof ret->declared);
	EACH(const struct env_declared, d, env->declared)
		if (!d->pythons.n || strings_has(&d->pythons, python))
			ARRAY_ADD(a, ret->declared) = *d;
	ret->python = ret->python_full = python;
	return ret;
}

enum { PINS_MOST = 200 };

/* What decides on torch, Python or CUDA; the libraries that torch brings follow from it. */
static bool decides(const struct shelf *shelf, const char *name)
{
	static const char *const parts[] = { "nvidia-", "cuda-", "cudnn", "libtorch", "mkl" };

	return !ANY(x, ROWS(parts), span_starts(span_of(name), *x) &&
		strcmp(name, "cuda-version") != 0) &&
		(env_is_weighed(name) || project_is_torch(name) ||
		strcmp(name, "pytorch-cuda") == 0 || strcmp(name, "cuda-version") == 0 ||
		shelf_uses_cuda(shelf, name) || shelf_knows_wheels(shelf, name));
}

/* As a line that names that one release; in conda's words where conda installs it. */
static bool pinned_line(struct arena *a, const struct env_declared *d, struct env_declared *ret)
{
	const char *text = arena_printf(a, "%s==%s", d->name, d->version);
	struct err e;

	*ret = *d;
	ret->kind = d->under_pip ? DECLARED_REQUIREMENT : DECLARED_SPEC;
	ret->text = text;
	ret->index = ret->url = ret->platform = ret->group = NULL;
	ret->hashes = (struct strings){ 0 };
	ret->spec = (struct matchspec){ .f = { [CONDA_NAME] = d->name,
					       [CONDA_VERSION] = text + strlen(d->name) } };
	ret->parsed = !d->under_pip || requirement_parse(a, span_of(text), &ret->req, &e) == 0;
	return ret->parsed;
}

const struct env *selected_pins(struct arena *a, const struct shelf *shelf,
				const struct env *env, const char *platform)
{
	struct env *ret = arena_new(a, struct env);
	size_t tries = 0;

	*ret = *env;
	ret->declared.v = arena_array(a, env->declared.n + PINS_MOST, sizeof *env->declared.v);
	if (env->declared.n)
		memcpy(ret->declared.v, env->declared.v,
		       env->declared.n * sizeof *env->declared.v);
	ret->declared.room = env->declared.n + PINS_MOST;
	EACH_WHILE(const struct env_declared, d, env->declared, tries < PINS_MOST) {
		struct env_declared pin;

		if (is_there(d, platform) && decides(shelf, d->name) && ++tries &&
		    !is_ambiguous(env, d, platform) && pinned_line(a, d, &pin))
			ret->declared.v[ret->declared.n++] = pin;
	}
	return tries ? ret : env;
}
