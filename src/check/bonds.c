/* What each line, address and installed package takes of torch, Python and CUDA, by itself. */
#include "check/bonds_private.h"

#include <string.h>

#include "check/declared.h"
#include "check/installed_private.h"
#include "fact/project.h"
#include "fact/wheel.h"

size_t bonds_releases(const struct checkup *k)
{
	return k->c->releases.n < BOND_RELEASES ? k->c->releases.n : BOND_RELEASES;
}

bool bond_takes_some(const bool *have, const struct bond *b)
{
	for (size_t i = 0; i < BOND_RELEASES; i++)
		if (have[i] && b->taken[i])
			return true;
	return false;
}

/* "vllm 0.10.2", "numpy>=2.1", the file of a wheel */
static const char *name_of(struct checkup *k, const struct ask_spec *s)
{
	const char *pin = declared_pin(k->arena, &s->req.set);
	struct wheel w;

	if (wheel_of_url(k->arena, s->url, &w))
		return w.torch || w.cuda ? w.file : arena_printf(k->arena, "%s %s",
			project_name(k->arena, span_of(w.name)), w.version);
	return arena_printf(k->arena, "%s%s%s", s->name, pin ? " " : "",
			    pin ? pin : pep440_set_text(k->arena, &s->req.set));
}

static pair_t cuda_of(struct checkup *k, const struct ask_spec *s)
{
	static const struct pep440_set any;
	struct pick_of of = lines_pick_of(k);
	struct pep440_set torch;
	const char *specs;
	struct wheel w;
	struct err e;

	if (!wheel_of_url(k->arena, s->url, &w))
		return 0;
	specs = pick_wheel_torch(k->arena, &w);
	return pick_wheel_cuda(&of, &w, specs && pep440_set_parse(k->arena, span_of(specs), &torch,
								  &e) == 0 ? &torch : &any);
}

/* Of what no METADATA binds: the releases of torch that pin it, or that it was made for; a patch
 * release of torch keeps the interface. */
static void take_beside(struct checkup *k, const struct ask_spec *s, struct bond *b)
{
	const char *pin = declared_pin(k->arena, &s->req.set);
	bool exact = shelf_relative(k->shelf, s->name)->served == SERVED_COMPILER;

	EACH(const struct beside, one, k->shelf->pairs) {
		if (!one->version || strcmp(one->package, s->name) != 0 ||
		    (strchr("<>=!~", *one->version) ?
			     !pin || !installed_fits(k->arena, one->version, pin) :
			     !lines_set_takes(&s->req.set, one->version)))
			continue;
		for (size_t i = 0; i < bonds_releases(k); i++)
			b->taken[i] |= exact ? strcmp(one->torch, k->c->releases.v[i]) == 0 :
				installed_same_minor(one->torch, k->c->releases.v[i]);
	}
}

/* What METADATA of the file asks of torch, whatever the Python, takes that release. */
static bool needs_take(const struct stock_file *f, const struct marker_env *env,
		       const char *torch)
{
	return !ANY(r, f->needs, strcmp(r->name, "torch") == 0 &&
		    requirement_applies(r, env) == MARKER_YES && !lines_set_takes(&r->set, torch));
}

/* The Pythons that some file which the line takes is for beside that torch, as METADATA of it has
 * it; none: no such file can stand there, whoever is asked. */
static struct python_set pythons_beside(struct checkup *k, const struct ask_spec *s,
					const char *torch)
{
	struct marker_env env = marker_env_of(NULL, k->platform);
	struct python_set ret = { 0 };
	size_t n = 0;
	const struct stock_file *f = s->name && !s->url ?
		stock_of(k->shelf->stock, s->name, &n) : NULL;

	for (size_t i = 0; i < n; i++) {
		struct python_set of = python_set_empty(f[i].pythons) ? f[i].takes :
			python_set_both(f[i].takes, f[i].pythons);

		if (!(f[i].any || stock_fits(&f[i], &s->req.set, PEP440_PRE_NAMED)) ||
		    !needs_take(&f[i], &env, torch))
			continue;
		ret = python_set_either(ret, of);
	}
	return n ? ret : pythons_all(k);
}

/* The Pythons that some file of that torch is for. */
static struct python_set pythons_of_torch(struct checkup *k, const char *torch)
{
	size_t n = 0, length = strlen(torch);
	const struct stock_file *f = stock_of(k->shelf->stock, "torch", &n);
	struct python_set ret = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (strncmp(f[i].version, torch, length) != 0 ||
		    (f[i].version[length] && f[i].version[length] != '+'))
			continue;
		if (python_set_empty(f[i].pythons))
			return pythons_all(k);
		ret = python_set_either(ret, f[i].pythons);
	}
	return ret;
}

/* Whoever needs what others bound needs a search. */
static bool is_alone(const struct checkup *k, const struct stock_file *f)
{
	bool torch = f->any;
	size_t n;

	EACH(const struct requirement, r, f->needs) {
		bool is = strcmp(r->name, "torch") == 0;

		if (!is && (stock_of(k->shelf->stock, r->name, &n) ||
			    shelf_bound(k->shelf, r->name)))
			return false;
		torch |= is;
	}
	return torch;
}

/* Its own METADATA decides beside which torch it can stand, and no other package. */
static bool is_direct(const struct checkup *k, const struct ask_spec *s)
{
	const struct stock_file *f;
	size_t n = 0;

	if (!s->name || s->url || shelf_bound(k->shelf, s->name))
		return false;
	f = stock_of(k->shelf->stock, s->name, &n);
	return EVERY(x, LIST(f, n), is_alone(k, x));
}

/* By each release of torch and each Python, alone. */
static void weigh(struct checkup *k, const struct ask *one, struct bond *b)
{
	bool direct = is_direct(k, b->line);
	struct pick_of of = lines_pick_of(k);
	struct python_set all = pythons_all(k);

	for (unsigned n = 0; n < 64; n++) {
		struct python py = { n / 2 ? 3 : 2, n / 2 ? (uint8_t)(n / 2) : 7, n & 1u };

		if (python_set_has(all, py) && pick_holds(k->arena, &of, one, NULL, py))
			python_set_add(&b->pythons, py);
	}
	of.python = (struct python){ 0 };
	for (size_t i = 0; i < bonds_releases(k); i++) {
		const char *torch = k->c->releases.v[i];
		struct python_set some = python_set_both(pythons_of_torch(k, torch),
			python_set_both(b->pythons, pythons_beside(k, b->line, torch)));

		b->taken[i] = direct && !python_set_empty(some);
		for (unsigned n = 32; n-- > 1 && !direct && !b->taken[i];) {
			struct python py = { 3, (uint8_t)n, false };

			b->taken[i] = python_set_has(some, py) &&
				pick_holds(k->arena, &of, one, torch, py);
		}
	}
	/* Whoever takes all Pythons that there are asks for none. */
	if (python_set_empty(python_set_without(all, b->pythons)))
		b->pythons = (struct python_set){ 0 };
}

/* A wheel for another platform: whatever is planned, it cannot be installed. */
static bool is_foreign(struct checkup *k, const struct ask_spec *s)
{
	struct wheel w;

	return wheel_of_url(k->arena, s->url, &w) && (w.torch || w.cuda) &&
	       !pick_wheel_fits(&w, (struct python){ 0 }, k->platform);
}

struct bonds bonds_of_lines(struct checkup *k, const struct ask *all, struct wish *w)
{
	struct marker_env env = marker_env_of(NULL, k->platform);
	struct bonds ret = { 0 };

	EACH(const struct ask_spec, s, all->specs) {
		struct ask one = lines_one(k->arena, all, s);
		struct bond b = { .line = s, .at = &s->at };
		size_t n;

		/* torch, torchvision and torchaudio: the resolver has a wish for each. */
		if (!k->shelf->stock || (s->name && !s->url && wish_strings(w, s->name)) ||
		    !lines_decide(k, s) ||
		    (s->parsed && requirement_applies(&s->req, &env) == MARKER_NO))
			continue;
		b.through = name_of(k, s);
		b.cuda = is_foreign(k, s) ? 0 : cuda_of(k, s);
		b.sure = s->url || lines_set_is_closed(&s->req.set) ||
			 shelf_knows_wheels(k->shelf, s->name);
		if (s->name && !s->url && !stock_of(k->shelf->stock, s->name, &n) &&
		    !shelf_knows_wheels(k->shelf, s->name))
			take_beside(k, s, &b);
		else
			weigh(k, &one, &b);
		if (bond_takes_some(b.taken, &b) || is_foreign(k, s))
			ARRAY_ADD(k->arena, ret) = b;
	}
	return ret;
}

static void add_python(struct checkup *k, struct bonds *to, const struct origin *at,
		       const char *specs, bool project)
{
	struct bond b = { .at = at, .sure = true, .told = !project };

	if (!specs || !*specs)
		return;
	b.through = arena_printf(k->arena, project ? "requires-python %s" : "python%s", specs);
	b.pythons = pythons_of(k, specs);
	if (!python_set_empty(python_set_without(pythons_all(k), b.pythons)))
		ARRAY_ADD(k->arena, *to) = b;
}

struct bonds bonds_of_projects(struct checkup *k)
{
	struct bonds ret = { 0 };

	EACH(const struct env_setting, s, k->env->settings) {
		if (strcmp(s->key, "requires-python") == 0)
			add_python(k, &ret, &s->origin, s->value, true);
	}
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group &&
		    strcmp(d->name, "python") == 0 && d->spec.f[CONDA_VERSION])
			add_python(k, &ret, &d->origin,
				   conda_spec_pep440(k->arena, d->spec.f[CONDA_VERSION]), false);
	}
	return ret;
}

static void take_specs(struct checkup *k, struct bond *b, const char *specs)
{
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(k->arena, span_of(specs), &set, &e) != 0)
		return;
	for (size_t i = 0; i < bonds_releases(k); i++)
		b->taken[i] = lines_set_takes(&set, k->c->releases.v[i]);
}

/* METADATA of what is there and no line names: torch, Python, and the NumPy that a torch must know.
 * conda's records ask in other words, for what conda installs. */
static void of_package(struct checkup *k, const struct env_package *p, struct bonds *to)
{
	const char *asks = installed_is_companion(k, p->name) ? NULL : installed_asks(k, p);
	const struct bound_of *bound = shelf_bound(k->shelf, "numpy");
	struct bond b = { .through = arena_printf(k->arena, "%s %s", p->name, p->version) };
	struct requirement r;
	bool old = true;

	if (asks) {
		take_specs(k, &b, asks);
		ARRAY_ADD(k->arena, *to) = b;
	}
	if (bound && installed_requires(k, p, "numpy", &r)) {
		old = false;
		EACH(const struct wheels_of, w, k->shelf->wheels)
			old |= strcmp(w->package, "numpy") == 0 &&
			       pair_parse(w->version) < pair_parse(bound->below) &&
			       pep440_set_has(&r.set, span_of(w->version), PEP440_PRE_NO);
	}
	if (!old) {
		b.through = arena_printf(k->arena, "%s %s (numpy%s)", p->name, p->version,
					 pep440_set_text(k->arena, &r.set));
		take_specs(k, &b, arena_printf(k->arena, ">=%s", bound->torch));
		ARRAY_ADD(k->arena, *to) = b;
	}
	if (p->requires_python)
		add_python(k, to, NULL, p->requires_python, false);
}

struct bonds bonds_of_installed(struct checkup *k)
{
	struct bonds ret = { 0 };

	EACH(const struct env_package, p, k->env->packages) {
		bool declared = false;

		for (size_t n = 0; n < k->env->declared.n && !declared; n++)
			declared = k->env->declared.v[n].name &&
				   strcmp(k->env->declared.v[n].name, p->name) == 0;
		if (p->owner != OWNER_CONDA && p->version && !declared &&
		    !project_is_torch(p->name))
			of_package(k, p, &ret);
	}
	return ret;
}

struct bonds bonds_of_links(struct checkup *k)
{
	struct bonds ret = { 0 };

	EACH(const struct env_setting, s, k->env->settings) {
		struct bond b = { .at = &s->origin, .through = s->value };
		const char *torch = s->effective ? link_page_torch(k->arena, s, &b.cuda) : NULL;

		if (!torch)
			continue;
		take_specs(k, &b, arena_printf(k->arena, "==%s.*", torch));
		ARRAY_ADD(k->arena, ret) = b;
	}
	return ret;
}
