/* What requirements would do to the torch that is there, and whether they can hold together. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "check/torch_place_private.h"

enum { LINES_MOST = 12 };

struct lines {
	const struct env_declared *v[LINES_MOST];
	size_t n;
};

/* A line that the resolver takes as a wish. */
static bool matters(struct checkup *k, const struct env_declared *d)
{
	static const char *const names[] = { "torch", "pytorch", "pytorch-gpu", "torchvision",
		"torchaudio", "cudatoolkit", "pytorch-cuda", "cuda-version", "python" };
	bool conda = d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group;

	if (!conda && !declared_applies(k->arena, d, k->python, k->platform))
		return false;
	if (conda ? !d->spec.f[CONDA_VERSION] : d->req.set.n == 0)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(d->name, names[i]) == 0)
			return true;
	return false;
}

/* Whether there is a plan with CUDA that meets the lines of the set, but for one. */
static bool solvable(struct checkup *k, const struct lines *set, const struct env_declared *but)
{
	struct env env = *k->env;
	struct wish w = { 0 };
	struct answer answer;

	memset(&env.declared, 0, sizeof env.declared);
	for (size_t i = 0; i < set->n; i++)
		if (set->v[i] != but)
			ARRAY_ADD(k->arena, env.declared) = *set->v[i];
	w.python = env.python ? k->python : declared_python(k->arena, &env);
	declared_wish(k->arena, &env, k->python, k->platform, &w);
	return cure_answer(k, &w, &answer) && cure_first(&answer);
}

static void drop(struct lines *set, size_t i)
{
	set->n--;
	memmove(&set->v[i], &set->v[i + 1], (set->n - i) * sizeof *set->v);
}

/* What no line can be left out of without a plan coming back. */
static void shrink(struct checkup *k, struct lines *set)
{
	for (size_t i = set->n; i-- > 0;)
		if (!solvable(k, set, set->v[i]))
			drop(set, i);
}

static void alone(struct checkup *k, const struct lines *all, struct lines *ret)
{
	for (size_t i = 0; i < all->n; i++) {
		struct lines one = { { all->v[i] }, 1 };

		if (!solvable(k, &one, NULL))
			ret->v[ret->n++] = all->v[i];
	}
}

static const char *names(struct checkup *k, const struct lines *set)
{
	const char *text = set->v[0]->text;

	for (size_t i = 1; i < set->n; i++)
		text = arena_printf(k->arena, "%s%s%s", text, i + 1 < set->n ? ", " : " and ",
				    set->v[i]->text);
	return text;
}

static void blocking_lines(struct checkup *k, struct found *f)
{
	struct lines all = { .n = 0 }, set = { .n = 0 };
	bool each;

	for (size_t i = 0; i < k->env->declared.n && all.n < LINES_MOST; i++)
		if (matters(k, &k->env->declared.v[i]))
			all.v[all.n++] = &k->env->declared.v[i];
	if (all.n < 2 || !solvable(k, &set, NULL))
		return;
	alone(k, &all, &set);
	each = set.n > 0;
	if (!each) {
		set = all;
		shrink(k, &set);
	}
	f->cause = arena_printf(k->arena, each ? "%s; %s rule%s it out%s" :
				"%s; %s cannot hold together here, any%s of them left out can%s",
				f->cause, names(k, &set), each ? set.n == 1 ? "s" : "" : " one",
				!each ? "" : set.n == 1 ? " alone" : ", each alone");
	for (size_t i = 0; i < set.n; i++)
		find_at(k, f, &set.v[i]->origin);
}

static bool applies(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform);
}

static bool keeps(const struct checkup *k, const struct limit *l)
{
	const char *full = k->here.torch->version;

	if (!k->here.torch->local && installed_is_cuda(k->here.variant))
		return limit_takes(l, k->here.version);
	for (size_t i = 0; i < l->any.n; i++)
		if (pep440_set_has(&l->any.v[i], span_of(full), PEP440_PRE_YES))
			return true;
	return false;
}

/* pip install -r would take the torch away that is there. */
static void replaces(struct checkup *k, const struct limit *l)
{
	struct found *f;

	if (!k->here.torch || l->place || keeps(k, l))
		return;
	f = find_new(k, CP212, "torch %s is installed; %s: installing it replaces torch",
		 k->here.torch->version, limit_text(k->arena, l));
	find_at(k, f, &l->from->origin);
	find_package(k, f, k->here.torch);
	if (!l->through)
		find_edit(k, f, &l->from->origin, NULL, arena_printf(k->arena, "torch==%s",
							       k->here.torch->version));
	find_advise(k, f,
	       "to keep it, install with a constraint torch==%s, or that package with --no-deps",
	       k->here.torch->version);
}

/* torch asked for has no file for the Python of the environment. */
static void no_wheel(struct checkup *k, const struct env_declared *d)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *pin = limits_pin(k, &d->req.set);
	char python[PYTHON_TEXT];
	struct python_set have = { 0 };
	struct found *f;

	for (size_t i = 0; pin && p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_PIP && strcmp(p->v[i].torch, pin) == 0) {
			have.gil |= p->v[i].pythons.gil;
			have.free |= p->v[i].pythons.free;
		}
	if (!k->python.major || python_set_empty(have) || python_set_has(have, k->python))
		return;
	f = find_asked(k, CP105, d, arena_printf(k->arena,
		"torch %s has no file for Python %s, only for %s", pin,
		python_text(k->python, python), python_set_text(k->arena, have)));
	find_advise(k, f, "use one of these Pythons, or another torch");
}

static bool names_torch(const struct env_declared *d)
{
	return d->parsed && d->name && !d->group && d->kind != DECLARED_LOCK &&
	       (strcmp(d->name, "torch") == 0 || strcmp(d->name, "pytorch") == 0);
}

static const struct env_declared *declared_torch(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (names_torch(d) && (d->kind == DECLARED_SPEC || applies(k, d)))
			return d;
	}
	return NULL;
}

static const char *asked_text(struct checkup *k)
{
	struct wish w = { 0 };
	const char *text = "torch";

	declared_wish(k->arena, k->env, k->python, k->platform, &w);
	for (size_t i = 0; i < w.torch.n; i++)
		text = arena_printf(k->arena, "%s%s%s", text, i ? "," : "", w.torch.v[i]);
	if (w.cuda)
		text = arena_printf(k->arena, "%s with CUDA %s", text, w.cuda);
	return text;
}

/* The place that is named holds the CPU builds: they outrank those of PyPI. */
static bool from_cpu_index(const struct checkup *k, const struct env_declared *d)
{
	struct torch_place p;

	return torch_place_of(k->arena, k->env, d, &p) && strcmp(p.variant, "cpu") == 0;
}

static bool wants_cpu(struct checkup *k, const struct env_declared *d)
{
	const char *label = d->kind == DECLARED_SPEC ? NULL : declared_label(k->arena, d);

	if (label && strcmp(label, "cpu") == 0)
		return true;
	if (d->kind != DECLARED_SPEC && !label && from_cpu_index(k, d))
		return true;
	return d->kind == DECLARED_SPEC && d->spec.f[CONDA_BUILD] &&
	       strstr(d->spec.f[CONDA_BUILD], "cpu");
}

static bool pinned_torch(struct checkup *k)
{
	struct wish w = { 0 };

	declared_wish_conda(k->arena, k->env, &w);
	return w.torch.n > 0;
}

/* What was built at that time is not in the matrix: no verdict, not even a refusal. */
static void too_old(struct checkup *k, const struct env_declared *d, const char *what)
{
	const struct gpu *g = host_first_gpu(k->host);
	struct found *f = find_new(k, CP109,
			       "%s is older than %s of the matrix: whether it runs on %s is not "
			       "known", d->text, what, g->name ? g->name : "the GPU");

	find_at(k, f, &d->origin);
	if (!limits_predate(k, d))
		find_advise(k, f, "cudaplan explain torch==VERSION judges the wheel of pip");
}

/* What never existed, or not for that Python, or comes from elsewhere, is judged already. */
static bool is_said(const struct checkup *k)
{
	for (size_t i = 0; i < k->found.n; i++) {
		enum finding_code code = k->found.v[i].code;

		if (code == CP113 || code == CP105 || code == CP309 ||
		    (code == CP202 && k->found.v[i].asked))
			return true;
	}
	return false;
}

static void none_runs(struct checkup *k, const struct env_declared *d, const struct answer *answer)
{
	struct torch_place place;
	const struct host *h = k->host;
	struct found *f = find_new(k, CP202, "no build of %s runs on %s%s%s%s", asked_text(k),
			       h->gpus.v[0].name ? h->gpus.v[0].name : "the GPU",
			       h->gpus.n > 1 ? " and the others" : "",
			       h->driver ? ", driver " : "", h->driver ? h->driver : "");

	f->asked = true;
	blocking_lines(k, f);
	find_at(k, f, &d->origin);
	if (d->kind != DECLARED_SPEC && torch_place_of(k->arena, k->env, d, &place))
		find_at(k, f, &place.origin);
	if (answer->n_changes)
		find_advise(k, f, "what would help: %s", answer->changes[0].what);
	else if (d->typed || !d->origin.file)
		find_advise(k, f, "cudaplan suggest tells why");
	else
		find_advise(k, f, "cudaplan suggest %s %s tells why",
		       d->kind == DECLARED_SPEC ? "-f" : "-r", d->origin.file);
}

static void asks_cpu(struct checkup *k, const struct env_declared *d)
{
	struct found *f = find_asked(k, CP201, d, arena_printf(k->arena,
		"%s asks for a CPU build, and the machine has a GPU", d->text));

	find_advise(k, f, "leave the label and the index of the CPU builds out; cudaplan suggest names "
	       "the build");
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		const char *variant = s->value && s->tool == SETTING_PIP ?
			torch_place_variant(k->arena, s->value) : NULL;

		if (variant && strcmp(variant, "cpu") == 0)
			find_edit(k, f, &s->origin, NULL, NULL);
	}
}

/* Nothing that meets the lines has code for the GPUs and a CUDA that the driver takes. */
static void runs_nowhere(struct checkup *k)
{
	const struct env_declared *d = declared_torch(k);
	bool conda = d && d->kind == DECLARED_SPEC;
	enum installer kept = k->installer;
	struct answer answer;

	if (!d || !host_first_gpu(k->host) || k->here.torch)
		return;
	k->installer = conda ? INSTALLER_CONDA : kept;
	if (wants_cpu(k, d))
		asks_cpu(k, d);
	else if (limits_predate(k, d))
		too_old(k, d, "torch");
	else if (conda && !check_conda_covered(k) && pinned_torch(k))
		too_old(k, d, "the conda builds");
	else if (!is_said(k) && cure_ask(k, NULL, NULL, false, &answer) && !cure_first(&answer) &&
		 answer.n_missing == 0)
		none_runs(k, d, &answer);
	k->installer = kept;
}

void check_requirements(struct checkup *k)
{
	struct limits l = limits_collect(k);

	if (limits_conflict(k, &l))
		return;
	if (k->here.torch)
		for (size_t i = 0; i < l.n; i++)
			replaces(k, &l.v[i]);
	limits_installed(k, &l);
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!applies(k, d) || d->kind != DECLARED_REQUIREMENT)
			continue;
		check_place(k, d, &l);
		if (strcmp(d->name, "torch") == 0)
			no_wheel(k, d);
	}
	runs_nowhere(k);
}
