/* What requirements would do to the torch that is there, and whether they can hold together. */
#include <string.h>

#include "plan/check/checkup_part.h"
#include "plan/check/declared.h"

/* A specifier on torch that follows from a line. */
struct limit {
	const struct env_declared *from;
	const char *spec;      /* "==2.1.2" */
	const char *through;   /* "torchvision 0.16.2"; NULL: it names torch itself */
	struct pep440_set set;
};

struct limits {
	struct limit *v;
	size_t n, room;
};

static bool applies(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform);
}

static void add(struct checkup *k, struct limits *to, const struct env_declared *d,
		const char *spec, const char *through)
{
	struct limit l = { .from = d, .spec = spec, .through = through };
	struct err e;

	if (pep440_set_parse(k->arena, span_of(spec), &l.set, &e) == 0 && l.set.n)
		ARRAY_ADD(k->arena, *to) = l;
}

static const char *pin_of(struct checkup *k, const struct requirement *r)
{
	const struct pep440_spec *pin = pep440_set_pin(&r->set);

	return pin ? public_version(k->arena, arena_span(k->arena, span_trim(pin->text))) : NULL;
}

static void through(struct checkup *k, struct limits *to, const struct env_declared *d)
{
	const char *pin = pin_of(k, &d->req);

	for (size_t i = 0; pin && i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, d->name) == 0 && strcmp(w->version, pin) == 0)
			add(k, to, d, w->torch, arena_printf(k->arena, "%s %s", d->name, pin));
	}
}

static struct limits collect(struct checkup *k)
{
	struct limits to = { 0 };

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (!applies(k, d))
			continue;
		if (strcmp(d->name, "torch") == 0)
			add(k, &to, d, pep440_set_text(k->arena, &d->req.set), NULL);
		else
			through(k, &to, d);
	}
	return to;
}

/* Whether a release of torch, with any label that is asked for, is taken by a limit. */
static bool takes(const struct limit *l, const char *torch)
{
	for (size_t i = 0; i < l->set.n; i++) {
		struct pep440_set one = { &l->set.v[i], 1 };
		struct span text = l->set.v[i].text;
		ptrdiff_t plus = span_find_char(text, '+');

		if (plus > 0 && l->set.v[i].op == PEP440_EQ) {
			if (pep440_cmp_text(span_trim(span_sub(text, 0, (size_t)plus)),
					    span_of(torch)) != 0)
				return false;
		} else if (!pep440_set_has(&one, span_of(torch), PEP440_PRE_YES)) {
			return false;
		}
	}
	return true;
}

static bool can_hold(const struct checkup *k, const struct limit *a, const struct limit *b,
		     const struct limit *c)
{
	for (size_t i = 0; i < k->c->releases.n; i++) {
		const char *torch = k->c->releases.v[i];

		if (takes(a, torch) && (!b || takes(b, torch)) && (!c || takes(c, torch)))
			return true;
	}
	return false;
}

static const char *limit_text(struct arena *a, const struct limit *l)
{
	return l->through ? arena_printf(a, "%s asks for torch%s", l->through, l->spec) :
			    arena_printf(a, "torch%s", l->spec);
}

static void conflict(struct checkup *k, const struct limit *a, const struct limit *b,
		     const struct limit *c)
{
	struct found *f = find(k, CP218, "%s%s%s%s%s: no torch meets %s", limit_text(k->arena, a),
			       b ? ", " : "", b ? limit_text(k->arena, b) : "", c ? ", " : "",
			       c ? limit_text(k->arena, c) : "", b ? "them together" : "it");

	find_at(k, f, &a->from->origin);
	if (b)
		find_at(k, f, &b->from->origin);
	if (c)
		find_at(k, f, &c->from->origin);
	advise(k, f, b ? "loosen one of them" : "ask for a release that exists");
}

/* The smallest set that cannot hold: one line, two, or three. */
static bool conflicts(struct checkup *k, const struct limits *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (!can_hold(k, &l->v[i], NULL, NULL)) {
			conflict(k, &l->v[i], NULL, NULL);
			return true;
		}
	for (size_t i = 0; i < l->n; i++)
		for (size_t j = i + 1; j < l->n; j++)
			if (!can_hold(k, &l->v[i], &l->v[j], NULL)) {
				conflict(k, &l->v[i], &l->v[j], NULL);
				return true;
			}
	for (size_t i = 0; i < l->n && l->n <= 64; i++)
		for (size_t j = i + 1; j < l->n; j++)
			for (size_t m = j + 1; m < l->n; m++)
				if (!can_hold(k, &l->v[i], &l->v[j], &l->v[m])) {
					conflict(k, &l->v[i], &l->v[j], &l->v[m]);
					return true;
				}
	return false;
}

static bool keeps(const struct checkup *k, const struct limit *l)
{
	const char *full = k->here.torch->version;

	if (!k->here.torch->local && is_cuda_variant(k->here.variant))
		return takes(l, k->here.version);
	return pep440_set_has(&l->set, span_of(full), PEP440_PRE_YES);
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
	f = find(k, CP307, "%s is on the index of %s only, and no index is named", d->text, label);
	find_at(k, f, &d->origin);
	advise(k, f, "add --extra-index-url with the index of %s%s%s", label, url ? ": " : "",
	       url ? url : "");
}

/* torch asked for has no file for the Python of the environment. */
static void no_wheel(struct checkup *k, const struct env_declared *d)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *pin = pin_of(k, &d->req);
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
	f = find(k, CP105, "torch %s has no file for Python %s, only for %s", pin,
		 python_text(k->python, python), python_set_text(k->arena, have));
	find_at(k, f, &d->origin);
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

static bool has_gpu(const struct checkup *k)
{
	for (size_t i = 0; k->host && i < k->host->gpus.n; i++)
		if (!k->host->gpus.v[i].hidden)
			return true;
	return false;
}

static const char *asked_text(struct checkup *k)
{
	struct wish w = { 0 };
	const char *text = "torch";

	declared_wish(k->arena, k->env, k->python, k->platform, &w);
	for (size_t i = 0; i < w.torch.n; i++)
		text = arena_printf(k->arena, "%s%s%s", text, i ? "," : "", w.torch.v[i]);
	return w.cuda ? arena_printf(k->arena, "%s with CUDA %s", text, w.cuda) : text;
}

static bool wants_cpu(struct checkup *k, const struct env_declared *d)
{
	const char *label = d->kind == DECLARED_SPEC ? NULL : label_of(k, d);

	if (label && strcmp(label, "cpu") == 0)
		return true;
	return d->kind == DECLARED_SPEC && d->spec.f[CONDA_BUILD] &&
	       strstr(d->spec.f[CONDA_BUILD], "cpu");
}

/* Nothing that meets the lines has code for the GPUs and a CUDA that the driver takes. */
static void runs_nowhere(struct checkup *k)
{
	const struct env_declared *d = declared_torch(k);
	struct answer answer;
	struct found *f;
	bool conda = d && d->kind == DECLARED_SPEC;
	enum installer kept = k->installer;

	if (!d || !has_gpu(k) || k->here.torch)
		return;
	k->installer = conda ? INSTALLER_CONDA : kept;
	if (wants_cpu(k, d)) {
		f = find(k, CP201, "%s asks for a CPU build, and the machine has a GPU", d->text);
		find_at(k, f, &d->origin);
		advise(k, f, "leave the label cpu out; cudaplan suggest names the build");
	} else if (cure_ask(k, NULL, NULL, false, &answer) && answer.n_missing == 0 &&
		   (answer.n_plans == 0 || answer.cpu_only)) {
		f = find(k, CP202, "no build of %s runs on %s%s%s%s", asked_text(k),
			 k->host->gpus.v[0].name ? k->host->gpus.v[0].name : "the GPU",
			 k->host->gpus.n > 1 ? " and the others" : "",
			 k->host->driver ? ", driver " : "",
			 k->host->driver ? k->host->driver : "");
		find_at(k, f, &d->origin);
		advise(k, f,
		       answer.n_changes ? "what would help: %s" : "cudaplan suggest%s tells why",
		       answer.n_changes ? answer.changes[0].what : " -r");
	}
	k->installer = kept;
}

void check_requirements(struct checkup *k)
{
	struct limits l = collect(k);

	if (conflicts(k, &l))
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
