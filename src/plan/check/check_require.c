/* What requirements would do to the torch that is there, and whether they can hold together. */
#include <string.h>

#include "plan/check/checkup_part.h"
#include "plan/check/declared.h"

static bool applies(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform);
}

static bool keeps(const struct checkup *k, const struct limit *l)
{
	const char *full = k->here.torch->version;

	if (!k->here.torch->local && is_cuda_variant(k->here.variant))
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

	if (!k->here.torch || keeps(k, l))
		return;
	f = find(k, CP212, "torch %s is installed; %s: installing it replaces torch",
		 k->here.torch->version, limit_text(k->arena, l));
	find_at(k, f, &l->from->origin);
	find_package(k, f, k->here.torch);
	if (!l->through)
		find_edit(k, f, &l->from->origin, NULL, arena_printf(k->arena, "torch==%s",
							       k->here.torch->version));
	advise(k, f,
	       "to keep it, install with a constraint torch==%s, or that package with --no-deps",
	       k->here.torch->version);
}

static const char *label_of(struct checkup *k, const struct env_declared *d)
{
	const struct pep440_spec *pin = pep440_set_pin(&d->req.set);
	ptrdiff_t plus = pin ? span_find_char(pin->text, '+') : -1;

	return plus > 0 ? arena_span(k->arena, span_trim(span_from(pin->text, (size_t)plus + 1)))
			: NULL;
}

/* "torch==2.7.0+cu128" is on the index of that label only. */
static void lacks_index(struct checkup *k, const struct env_declared *d)
{
	const char *label = label_of(k, d);
	const char *url;
	struct found *f;

	if (!label || d->index || !(is_cuda_variant(label) || strcmp(label, "cpu") == 0))
		return;
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && (strstr(s->key, "index") || strstr(s->key, "find-links")) &&
		    (strstr(s->value, label) || strstr(s->value, "torch_stable")))
			return;
	}
	url = k->here.build ? k->here.build->index_url : NULL;
	f = find_asked(k, CP307, d, arena_printf(k->arena,
		"%s is on the index of %s only, and no index is named", d->text, label));
	advise(k, f, "add --extra-index-url with the index of %s%s%s", label, url ? ": " : "",
	       url ? url : "");
}

/* torch asked for has no file for the Python of the environment. */
static void no_wheel(struct checkup *k, const struct env_declared *d)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *pin = pin_of(k, &d->req.set);
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
	advise(k, f, "use one of these Pythons, or another torch");
}

static bool names_torch(const struct env_declared *d)
{
	return d->parsed && d->name && !d->group && d->kind != DECLARED_LOCK &&
	       (strcmp(d->name, "torch") == 0 || strcmp(d->name, "pytorch") == 0);
}

static const struct env_declared *declared_torch(const struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (names_torch(&k->env->declared.v[i]))
			return &k->env->declared.v[i];
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

static bool is_cpu_index(const char *url)
{
	struct span s = span_of(url);

	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	return span_ends(s, "/whl/cpu");
}

/* The index of the CPU builds is all that is named: they outrank those of PyPI. */
static bool from_cpu_index(const struct checkup *k, const struct env_declared *d)
{
	bool found = d->index && is_cpu_index(d->index);

	for (size_t i = 0; !d->index && i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!s->value || strcmp(s->tool, "pip") != 0 || !strstr(s->value, "/whl/"))
			continue;
		if (!is_cpu_index(s->value))
			return false;
		found = true;
	}
	return found;
}

static bool wants_cpu(struct checkup *k, const struct env_declared *d)
{
	const char *label = d->kind == DECLARED_SPEC ? NULL : label_of(k, d);

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

/* conda's builds of that time are not in the matrix: no verdict, not even a refusal. */
static void too_old(struct checkup *k, const struct env_declared *d)
{
	const struct gpu *g = first_gpu(k);
	struct found *f = find(k, CP109,
			       "%s is older than the conda builds of the matrix: whether it runs "
			       "on %s is not known", d->text, g->name ? g->name : "the GPU");

	find_at(k, f, &d->origin);
	advise(k, f, "cudaplan explain torch==VERSION judges the wheel of pip");
}

/* What never existed runs nowhere either. */
static bool is_said(const struct checkup *k)
{
	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].code == CP113)
			return true;
	return false;
}

static void none_runs(struct checkup *k, const struct env_declared *d, const struct answer *answer)
{
	const struct host *h = k->host;
	struct found *f = find(k, CP202, "no build of %s runs on %s%s%s%s", asked_text(k),
			       h->gpus.v[0].name ? h->gpus.v[0].name : "the GPU",
			       h->gpus.n > 1 ? " and the others" : "",
			       h->driver ? ", driver " : "", h->driver ? h->driver : "");

	f->asked = true;
	blocking_lines(k, f);
	find_at(k, f, &d->origin);
	advise(k, f, answer->n_changes ? "what would help: %s" : "cudaplan suggest%s tells why",
	       answer->n_changes ? answer->changes[0].what : " -r");
}

static void asks_cpu(struct checkup *k, const struct env_declared *d)
{
	struct found *f = find_asked(k, CP201, d, arena_printf(k->arena,
		"%s asks for a CPU build, and the machine has a GPU", d->text));

	advise(k, f, "leave the label and the index of the CPU builds out; cudaplan suggest names "
	       "the build");
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (s->value && strcmp(s->tool, "pip") == 0 && is_cpu_index(s->value))
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

	if (!d || !first_gpu(k) || k->here.torch)
		return;
	k->installer = conda ? INSTALLER_CONDA : kept;
	if (wants_cpu(k, d))
		asks_cpu(k, d);
	else if (conda && !conda_covered(k) && pinned_torch(k))
		too_old(k, d);
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
	runs_nowhere(k);
	if (k->here.torch)
		for (size_t i = 0; i < l.n; i++)
			replaces(k, &l.v[i]);
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!applies(k, d) || d->kind != DECLARED_REQUIREMENT)
			continue;
		lacks_index(k, d);
		if (strcmp(d->name, "torch") == 0)
			no_wheel(k, d);
	}
}
