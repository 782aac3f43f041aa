/*
 * What the manifest of a project leaves open: sources that exclude each other, companions that come
 * from elsewhere than torch, wheels for one torch beside a range, Pythons without a file of torch.
 */
#include <string.h>

#include "base/dotted.h"
#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/lines_solved_private.h"
#include "check/setting_private.h"
#include "check/torch_place_private.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "fact/wheel.h"

static bool applies(struct checkup *k, const struct env_declared *d)
{
	return d->kind == DECLARED_REQUIREMENT &&
	       declared_applies(k->arena, d, k->python, k->platform);
}

static bool is_torch(const struct env_declared *d)
{
	return d->name && strcmp(d->name, "torch") == 0;
}

/* --- two indexes for one package, uv: docs.astral.sh/uv/concepts/projects/config, "Conflicting
 * dependencies" ------------------------------------------------------------------------- */

static bool of_group(const struct checkup *k, const struct env_declared *d)
{
	struct marker_env env = marker_env_of(NULL, k->platform);

	return d->group && d->parsed && d->name && d->index && d->kind == DECLARED_REQUIREMENT &&
	       requirement_applies(&d->req, &env) != MARKER_NO;
}

static bool two_indexes(struct checkup *k, const struct env_declared *d,
			const struct env_declared *o)
{
	struct found *f;

	if (strcmp(d->name, o->name) != 0 || strcmp(d->group, o->group) == 0 ||
	    strcmp(d->index, o->index) == 0 || !setting_sources(k, d->name) ||
	    setting_conflicts(k, d->group, o->group))
		return false;
	f = FIND_ASKED(k, CP218, d, GROUPS_TAKE_TWO_INDEXES, SAY(first, d->group),
		       SAY(second, o->group), SAY(package, d->name));
	find_at(k, f, &o->origin);
	find_at(k, f, &setting_sources(k, d->name)->origin);
	FIND_ADVICE(k, f, DECLARE_CONFLICT,
		    SAY(example, arena_printf(k->arena, "conflicts = [[{ %s = \"%s\" }, "
					      "{ %s = \"%s\" }]]",
					      env_group_table(d->group_kind), d->group,
					      env_group_table(o->group_kind), o->group)));
	return true;
}

static void check_conflicts(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		for (size_t n = i + 1; of_group(k, &k->env->declared.v[i]) &&
		     n < k->env->declared.n; n++)
			if (of_group(k, &k->env->declared.v[n]) &&
			    two_indexes(k, &k->env->declared.v[i], &k->env->declared.v[n]))
				return;
}

/* --- a companion that is bound to no index beside a torch that is ------------------------ */

/* The CUDA build of torch that a place has, of the newest release that is asked for. */
static const struct build *build_from(struct checkup *k, const struct ask *l,
				      const char *variant, const char *channel)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const struct build *best = NULL;

	EACH(const struct build, b, *p)
		if (b->manager == MANAGER_PIP && build_is_from(b, channel) &&
		    (!variant || strcmp(b->variant, variant) == 0) &&
		    (!best || b->rank > best->rank) && lines_allow(k, l, b->torch))
			best = b;
	return best;
}

/* Where nothing is told of the machine it may be any that the file has in mind. */
static bool names_windows(const struct checkup *k)
{
	return ANY(d, k->env->declared, d->text && (strstr(d->text, "win32") ||
						    strstr(d->text, "Windows")));
}

/* torchvision beside a torch of another CUDA: its own check refuses another major
 * (torchvision/extension.py, _check_cuda_version), and a CPU build has no operators for GPUs. */
static enum severity weight_of(const struct checkup *k, const struct build *pypi,
			       const struct torch_place *place)
{
	struct cuda_version cuda;

	if (platform_is_windows(k->platform) || (pypi && pypi->cuda.major == 0))
		return SEVERITY_ERROR;
	if (!find_first_gpu(k) && !(k->host && k->host->platform) && names_windows(k))
		return SEVERITY_ERROR;
	return pypi && cuda_version_parse(span_of(place->variant), &cuda) &&
	       cuda.major != pypi->cuda.major ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void from_elsewhere(struct checkup *k, const struct env_declared *d,
			   const struct torch_place *torch, const struct ask *l)
{
	const struct build *pypi = build_from(k, l, NULL, CHANNEL_PYPI);
	bool cpu = platform_is_windows(k->platform) || (pypi && pypi->cuda.major == 0);
	const char *have = cpu || !pypi ? NULL : pypi->variant;
	struct found *f = FIND_ASKED(k, CP309, d, COMPANION_ELSEWHERE, SAY(line, d->text),
				     SAY(need, torch->variant), SAY(have, have),
				     SAY(platform, platform_words(k->platform)));

	f->severity = weight_of(k, pypi, torch);
	find_at(k, f, &torch->origin);
	FIND_ADVICE(k, f, GIVE_IT_THE_SOURCE, SAY(package, d->name));
}

/* Whether the file says of single packages where they come from. */
static bool is_bound(struct checkup *k, const struct env_declared *d, struct torch_place *ret)
{
	return d->index && !d->typed && !d->platform &&
	       torch_place_of(k->arena, k->env, d, ret) && ret->only &&
	       strncmp(ret->variant, "cu", 2) == 0;
}

/* Another line says where that package comes from, which counts for all of its lines. */
static bool is_bound_elsewhere(struct checkup *k, const struct env_declared *d)
{
	return ANY(o, k->env->declared, o->name && strcmp(o->name, d->name) == 0 && applies(k, o) &&
		   (o->index || o->url || declared_label(k->arena, o)));
}

static void check_sources(struct checkup *k)
{
	const struct env_declared *torch;
	struct torch_place place, other;
	struct ask l;

	torch = FIRST_OF(d, k->env->declared, is_torch(d) && applies(k, d) &&
			 is_bound(k, d, &place));
	if (!torch)
		return;
	l = lines_ask(k);
	EACH(const struct env_declared, d, k->env->declared) {
		const struct relative *r = d->name ? shelf_relative(k->shelf, d->name) : NULL;

		if (r && r->served == SERVED_VARIANT && applies(k, d) &&
		    !is_bound_elsewhere(k, d) && d->origin.file == torch->origin.file &&
		    !torch_place_of(k->arena, k->env, d, &other))
			from_elsewhere(k, d, &place, &l);
	}
}

/* --- torch without a bound above, of an index whose newest has no code for GPUs that older ones
 * have: for whom it is made the file does not say ----------------------------------------- */

static bool is_open(const struct env_declared *d)
{
	return !ANY(x, d->req.set, x->op != PEP440_GE && x->op != PEP440_GT && x->op != PEP440_NE);
}

static void check_open(struct checkup *k, const struct env_declared *d)
{
	enum { PASCAL_AND_VOLTA_ARE_BELOW = 75 };
	struct torch_place place;
	struct ask l;
	const struct build *b;
	struct sm first;
	struct found *f;

	if (find_first_gpu(k) || (k->host && k->host->platform) || k->env->locked || d->url ||
	    !is_open(d) || declared_label(k->arena, d) ||
	    !torch_place_of(k->arena, k->env, d, &place) || !place.only || place.preview)
		return;
	l = lines_ask(k);
	b = build_from(k, &l, place.variant, CHANNEL_PYTORCH_INDEX);
	first = b && b->sass && b->sass->n ? b->sass->v[0] : (struct sm){ 0 };
	if (first.major * 10 + first.minor < PASCAL_AND_VOLTA_ARE_BELOW)
		return;
	f = FIND_ASKED(k, CP101, d, NEWEST_DROPS_GPUS, SAY(line, d->text), SAY(torch, b->torch),
		       SAY(index, place.variant), SAY(need, sm_said(k->arena, first)));
	f->severity = SEVERITY_WARNING;
	find_at(k, f, &place.origin);
	FIND_ADVICE(k, f, PIN_OR_SAY_GPUS);
}

/* --- a wheel for one torch, and torch may be another -------------------------------------- */

/* The only place that is searched for the line may have that release. */
static bool is_there(struct checkup *k, const struct env_declared *d, const char *torch)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	struct torch_place place;
	bool known = false;

	if (!torch_place_of(k->arena, k->env, d, &place) || !place.only || place.preview)
		return true;
	EACH(const struct build, b, *p) {
		if (b->manager != MANAGER_PIP || strcmp(b->variant, place.variant) != 0)
			continue;
		if (strcmp(b->torch, torch) == 0)
			return true;
		known = true;
	}
	return !known;
}

/* The newest release that the lines of torch take, and whether there are some of that minor and
 * others. */
static const char *newest(struct checkup *k, const char *torch, bool *same, bool *others)
{
	const char *ret = NULL;

	for (size_t i = 0; i < k->c->releases.n; i++) {
		bool taken = true, any = false;

		for (size_t n = 0; n < k->env->declared.n && taken; n++) {
			const struct env_declared *d = &k->env->declared.v[n];

			if (!is_torch(d) || !applies(k, d))
				continue;
			any |= d->req.set.n || d->index;
			taken = lines_set_takes(&d->req.set, k->c->releases.v[i]) &&
				is_there(k, d, k->c->releases.v[i]);
		}
		if (!any || !taken)
			continue;
		ret = k->c->releases.v[i];
		*same |= dotted_begins(torch, ret);
		*others |= !dotted_begins(torch, ret);
	}
	return ret;
}

static void check_wheel(struct checkup *k, const struct env_declared *d)
{
	const char *torch;
	bool same = false, others = false;
	struct found *f;
	struct wheel w;

	if (!wheel_of_url(k->arena, d->url, &w) || !w.torch || is_torch(d))
		return;
	torch = newest(k, w.torch, &same, &others);
	if (!torch || !same || !others)
		return;
	f = FIND_ASKED(k, CP216, d, WHEEL_BESIDE_RANGE, SAY(package, w.name), SAY(need, w.torch),
		       SAY(have, torch));
	f->severity = dotted_begins(w.torch, torch) ? SEVERITY_WARNING : SEVERITY_ERROR;
	FIND_ADVICE(k, f, PIN_TORCH_TO, SAY(need, w.torch));
}

/* --- Pythons that the project allows and torch has no file for ---------------------------- */

static struct python_set files_of(struct checkup *k, const char *pin)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	struct python_set ret = { 0 };

	EACH(const struct build, b, *p)
		if (b->manager == MANAGER_PIP && strcmp(b->torch, pin) == 0)
			ret = python_set_either(ret, catalogue_pythons_of(b));
	return ret;
}

/* The newest Python that the project names is one of them: with that one, which uv and pdm take
 * first, nothing is installed. "<4" names none. */
static bool is_newest_left(struct checkup *k, struct python_set asked, struct python_set left)
{
	uint32_t all = pythons_all(k).gil, newest = 0;
	bool named = false;

	for (uint32_t bit = 1; bit; bit <<= 1)
		if (asked.gil & bit) {
			newest = bit;
			named = all >> 1 >= bit;
		}
	return named && (left.gil & newest);
}

/* That torch has no file for one of them is said already. */
static struct found *said_of_python(struct checkup *k)
{
	return FIRST_OF(x, k->found, x->what.code == CP105 && x->asked);
}

static void check_pythons(struct checkup *k, const struct env_declared *d)
{
	const struct env_setting *s = env_setting(k->env, SETTING_PROJECT, "requires-python");
	const char *pin = declared_pin(k->arena, &d->req.set);
	struct python_set asked, have, left;
	struct found *f;

	if (!pin || !s || !strchr(s->value, '<') || k->python.major || k->env->locked)
		return;
	asked = pythons_of(k, s->value);
	have = files_of(k, pin);
	left.gil = asked.gil & ~have.gil;
	left.free = 0;
	if (python_set_empty(have) || python_set_empty(left) || !(asked.gil & have.gil) ||
	    catalogue_coverage(k->c, CHANNEL_PYPI, k->platform, catalogue_rank(k->c, pin)) <
		    COVERAGE_BUILDS)
		return;
	f = said_of_python(k);
	if (!f) {
		f = FIND_ASKED(k, CP105, d, PROJECT_ALLOWS_PYTHON, SAY(torch, pin),
			       SAY(have, python_set_text(k->arena, left)), SAY(asked, s->value));
		f->severity = is_newest_left(k, asked, left) ? SEVERITY_ERROR : SEVERITY_WARNING;
	}
	find_at(k, f, &s->origin);
	have = python_set_both(have, asked);
	have.free = 0;
	FIND_ADVICE(k, f, NARROW_PYTHON, SAY(need, python_set_text(k->arena, have)));
}

/*
 * The Pythons that METADATA of the releases takes for which a line asks. Of torch all are known; a
 * list that is not whole would make of a hole a "no".
 */
struct python_set check_taken_by(struct checkup *k, const struct env_declared *d)
{
	size_t n = 0;
	const struct stock_file *f = stock_of(k->shelf->stock, d->name, &n);
	struct python_set ret = { 0 };

	for (size_t i = 0; i < n; i++)
		if (strcmp(f[i].dir, STOCK_PYPI) == 0 &&
		    lines_set_takes(&d->req.set, f[i].version))
			ret = python_set_either(ret, f[i].takes);
	return ret;
}

/*
 * uv, Poetry and pdm make one lock for all Pythons that the project allows, by METADATA: there is
 * none where a line takes no release for the oldest of them. Source: docs.astral.sh/uv/concepts/
 * resolution, "Universal resolution", and uv itself.
 */
static void check_oldest(struct checkup *k, const struct env_declared *d)
{
	const struct env_setting *s = env_setting(k->env, SETTING_PROJECT, "requires-python");
	struct python_set asked, low, left = { 0 };
	struct found *f;

	if (!k->by_project || k->env->locked || !s || d->req.marker || d->url ||
	    env_setting(k->env, SETTING_UV, "environments") || said_of_python(k))
		return;
	asked = pythons_of(k, s->value);
	low = python_set_both(asked, check_taken_by(k, d));
	low.gil &= -low.gil;
	low.free = 0;
	left.gil = low.gil ? asked.gil & (low.gil - 1) : 0;
	if (!left.gil)
		return;
	f = FIND_ASKED(k, CP105, d, LOCK_NEEDS_PYTHON, SAY(line, d->text), SAY(asked, s->value),
		       SAY(have, python_set_text(k->arena, left)),
		       SAY(installer, installer_name(k->env->keeper)));
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, BEGIN_WITH_PYTHON, SAY(need, python_set_text(k->arena, low)),
		    SAY(package, d->name));
}

/* --- triton-windows: each minor release is of one torch (its README, "Support matrix"), and no
 * torch asks for it ------------------------------------------------------------------------- */

static void check_triton(struct checkup *k, const struct env_declared *d)
{
	const char *pin = declared_pin(k->arena, &d->req.set);
	pair_t minor = pair_parse(pin ? pin : "");
	const char *need = NULL, *torch = NULL, *triton = NULL;
	bool same = false, others = false;
	struct found *f;

	EACH_WHILE(const struct beside, b, k->shelf->pairs, minor)
		if (strcmp(b->package, "triton") == 0 && pair_parse(b->version) == minor &&
		    pair_parse(b->torch)) {
			need = pair_text(k->arena, pair_parse(b->torch));
			torch = newest(k, need, &same, &others);
			if (!torch || same)
				return;
		}
	if (!need || !torch)
		return;
	for (size_t i = 0; i < k->shelf->pairs.n; i++)
		if (strcmp(k->shelf->pairs.v[i].package, "triton") == 0 &&
		    strcmp(k->shelf->pairs.v[i].torch, torch) == 0)
			triton = pair_text(k->arena, pair_parse(k->shelf->pairs.v[i].version));
	f = FIND_ASKED(k, CP204, d, TRITON_OF_OTHER_TORCH, SAY(line, d->text), SAY(need, need),
		       SAY(have, torch));
	f->severity = SEVERITY_WARNING;
	if (triton)
		FIND_ADVICE(k, f, TAKE_TRITON_OF, SAY(need, triton));
}

/* --- a source that names an index which nobody defines ------------------------------------ */

static void check_index(struct checkup *k, const struct env_declared *d)
{
	struct found *f;

	if (!d->undefined || !d->name || !shelf_relative(k->shelf, d->name))
		return;
	f = FIND_ASKED(k, CP307, d, INDEX_UNDEFINED, SAY(package, d->name), SAY(index, d->index));
	FIND_ADVICE(k, f, DEFINE_INDEX, SAY(index, d->index));
}

void check_project(struct checkup *k)
{
	if (k->here.torch)
		return;
	check_conflicts(k);
	check_sources(k);
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->parsed && !d->group && d->name && d->kind == DECLARED_REQUIREMENT &&
		    strcmp(d->name, "triton-windows") == 0)
			check_triton(k, d);
		check_index(k, d);
		if (!applies(k, d))
			continue;
		if (d->url)
			check_wheel(k, d);
		if (is_torch(d)) {
			check_oldest(k, d);
			check_pythons(k, d);
			check_open(k, d);
		}
	}
}
