/* Cures: plans of the resolver that change as little as they can. */
#include "check/cure_private.h"

#include <string.h>

#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "plan/steps.h"

/* The release beside that torch of what is on PyPI only; NULL: not known, or none. */
static const char *relative(const struct checkup *k, const char *name, const char *torch)
{
	size_t from = 0;
	const struct beside *b = shelf_next(&k->shelf->pairs, name, torch, &from);

	return b && strcmp(b->version, "none") != 0 ? b->version : NULL;
}

/* Nothing is known to take its place: then it is left as it is. */
static bool is_left(const struct checkup *k, const char *name, const struct build *b)
{
	const struct relative *r = shelf_relative(k->shelf, name);

	if (!b || b->manager != MANAGER_PIP)
		return false;
	if (strcmp(name, "torchvision") == 0 || strcmp(name, "torchaudio") == 0)
		return !(strcmp(name, "torchvision") == 0 ? b->torchvision : b->torchaudio);
	return r && r->served == SERVED_PYPI && !relative(k, name, b->torch);
}

/* The packages of pip that belong to torch, where `b` takes its place (NULL: nothing does);
 * `all`: its NVIDIA libraries too. */
static struct strings pip_family(struct checkup *k, const struct build *b, bool all)
{
	struct strings s = { 0 };

	EACH(const struct env_package, p, k->env->packages) {
		bool nvidia = strncmp(p->name, "nvidia-", 7) == 0 && strstr(p->name, "-cu");

		if (installed_is_pip(p) && !installed_is_outside(p) &&
		    (shelf_relative(k->shelf, p->name) || (all && nvidia)) &&
		    !is_left(k, p->name, b) && !strings_has(&s, p->written))
			strings_add(k->arena, &s, p->written);
	}
	return s;
}

static bool has_package(const struct checkup *k, const char *name)
{
	return env_find(k->env, name) != NULL;
}

/* A companion is installed again only where it was; with a new torch it comes along. */
static const char *companion(const struct checkup *k, const char *name, const char *version)
{
	return has_package(k, name) || !k->here.torch ? version : NULL;
}

/* The torch outside is what is asked for: it would count as installed already. */
static bool counts_as(const struct checkup *k, const struct build *b)
{
	const struct env_package *p = k->here.torch;
	const char *local = p ? p->local : NULL;

	return p && installed_is_outside(p) && strcmp(k->here.version, b->torch) == 0 &&
	       strcmp(local ? local : "", b->local ? b->local : "") == 0;
}

static void install_build(struct checkup *k, struct steps *to, const struct build *b)
{
	bool conda = b->manager == MANAGER_CONDA;
	enum installer by = cure_installer(k, conda ? OWNER_CONDA : OWNER_PIP);
	bool project = conda ? installer_place(by) == PLACE_PROJECT : cure_in_manifest(k);
	struct plan p = {
		.build = b,
		.part = -1,
		.installer = by,
		.python = k->python,
		.torchvision = companion(k, "torchvision", b->torchvision),
		.torchaudio = companion(k, "torchaudio", b->torchaudio),
		.torchvision_build = b->torchvision_build,
		.torchaudio_build = b->torchaudio_build,
	};
	struct ground g = {
		.stand = project ? STAND_PROJECT : conda ? STAND_CONDA : STAND_VENV,
		.python = k->python, .here = true, .into = k->env,
		.index = k->c->index,
	};

	plan_steps(k->arena, &g, &p);
	for (size_t i = 0; i < p.steps.n; i++) {
		if (!conda && p.steps.v[i].verb == STEP_INSTALL && counts_as(k, b))
			p.steps.v[i].anew = ANEW_BESIDE;
		cure_project_step(k, to, &p.steps.v[i]);
	}
}

/* Conda's torch goes by conda where pip's is to take its place, and the other way round. */
static void remove_conda(struct checkup *k, struct steps *to)
{
	static const char *const names[] = { "pytorch", "pytorch-gpu", "pytorch-cpu", "libtorch",
		"torchvision", "torchaudio", "pytorch-cuda", "pytorch-mutex", "cudatoolkit",
		"cpuonly" };
	struct strings s = { 0 };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct env_package *p = env_find(k->env, names[i]);

		if (p && !installed_is_pip(p))
			strings_add(k->arena, &s, names[i]);
	}
	cure_remove_of(k, to, OWNER_CONDA, &s);
}

/* Beside pip's torch conda's companions go by conda: pip does not touch what conda owns. */
static void remove_conda_companions(struct checkup *k, struct steps *to)
{
	struct strings s = { 0 };

	EACH(const struct env_package, p, k->env->packages) {
		if (p->owner == OWNER_CONDA && (strcmp(p->name, "torchvision") == 0 ||
						strcmp(p->name, "torchaudio") == 0))
			strings_add(k->arena, &s, p->name);
	}
	cure_remove_of(k, to, OWNER_CONDA, &s);
}

static void install_relatives(struct checkup *k, struct steps *to, const struct build *b)
{
	struct strings specs = { 0 };

	EACH(const struct relative, r, k->shelf->family) {
		const struct env_package *p = r->served == SERVED_PYPI ?
			env_find(k->env, r->package) : NULL;
		const char *version = p ? relative(k, r->package, b->torch) : NULL;

		if (p && installed_is_pip(p) && version)
			strings_add(k->arena, &specs,
				    installed_spec(k, p, version, b->torch, b->cuda.major));
	}
	cure_add_of(k, to, OWNER_PIP, &specs);
}

/* The libraries of the CUDA that goes: pip leaves them. */
static void add_libraries(struct checkup *k, struct found *f, const struct build *b,
			  struct strings *to)
{
	unsigned old = k->here.cuda.major;
	struct strings names = { 0 };

	if (!old || b->cuda.major == old || !k->here.pip)
		return;
	for (size_t i = 0; i < k->env->packages.n; i++)
		if (installed_nvidia_major(&k->env->packages.v[i]) == old)
			strings_add(k->arena, &names, k->env->packages.v[i].name);
	if (names.n == 0 || installed_nvidia_user(k, &names))
		return;
	for (size_t i = 0; i < names.n; i++)
		strings_add(k->arena, to, names.v[i]);
	FIND_MORE(k, f, LIBRARIES_GO_WITH_IT, SAY(count, fact_number(k->arena, names.n)),
		  SAY(cuda, fact_number(k->arena, old)));
}

void cure_install(struct checkup *k, struct found *f, const struct build *b)
{
	struct strings pip = pip_family(k, b, false);

	if (!b)
		return;
	if (b->manager == MANAGER_CONDA && has_package(k, "cpuonly")) {
		struct strings cpuonly = { 0 };

		strings_add(k->arena, &cpuonly, "cpuonly");
		cure_remove_of(k, &f->cure, OWNER_CONDA, &cpuonly);
	}
	add_libraries(k, f, b, &pip);
	cure_remove_of(k, &f->cure, OWNER_PIP, &pip);
	if (b->manager == MANAGER_PIP && k->here.conda)
		remove_conda(k, &f->cure);
	else if (b->manager == MANAGER_PIP)
		remove_conda_companions(k, &f->cure);
	install_build(k, &f->cure, b);
	install_relatives(k, &f->cure, b);
	f->gives = b;
	f->replaces = true;
}

void cure_companions(struct checkup *k, struct found *f)
{
	static const char *const names[] = { "torchvision", "torchaudio" };
	struct strings s = { 0 };

	if (!k->here.build)
		return;
	for (int i = 0; i < 2; i++) {
		const struct env_package *p = env_find(k->env, names[i]);

		if (p && installed_is_pip(p) && !installed_is_outside(p))
			strings_add(k->arena, &s, p->written);
	}
	cure_remove_of(k, &f->cure, OWNER_PIP, &s);
	if (k->here.build->manager == MANAGER_PIP)
		remove_conda_companions(k, &f->cure);
	install_build(k, &f->cure, k->here.build);
	f->gives = k->here.build;
	f->replaces = true;
}

bool cure_answer(struct checkup *k, struct wish *wish, struct answer *ret)
{
	struct err e;

	wish->installers[0] = k->installer;
	wish->n_installers = 1;
	if (!k->hosts || k->hosts->n == 0)
		return false;
	return plan_answer(k->arena, k->c, k->hosts, wish, ret, &e) == 0;
}

bool cure_ask(struct checkup *k, const char *torch, const char *cuda, bool all, struct answer *ret)
{
	struct wish wish = { .cuda = cuda, .all = all };

	if (torch)
		strings_add(k->arena, &wish.torch, torch);
	if (!all)
		wish.python = k->python;
	if (!all)
		declared_wish(k->arena, k->env, k->python, k->platform, &wish);
	return cure_answer(k, &wish, ret);
}

const struct plan *cure_first(const struct answer *answer)
{
	if (answer->cpu_only || answer_is_replaced(answer) || answer->n_missing)
		return NULL;
	return FIRST_OF(x, LIST(answer->plans, answer->n_plans), x->build->cuda.major &&
			x->part < 0);
}

static const struct build *best(struct checkup *k, const char *torch)
{
	struct answer answer;
	const struct plan *p = NULL;

	if (cure_ask(k, torch, NULL, false, &answer))
		p = cure_first(&answer);
	return p ? p->build : NULL;
}

const struct build *cure_build(struct checkup *k)
{
	const char *v = k->here.version;
	const struct build *b = NULL;

	if (v && !k->here.preview) {
		pair_t minor = pair_parse(v);

		b = best(k, arena_printf(k->arena, "==%s", v));
		if (!b && minor)
			b = best(k, arena_printf(k->arena, "==%u.%u.*", minor / 100, minor % 100));
	}
	return b ? b : best(k, NULL);
}

const struct build *cure_build_beside(struct checkup *k, const char *companion)
{
	struct wish wish = { .python = k->python };
	struct strings *to = strcmp(companion, "torchaudio") == 0 ? &wish.torchaudio :
								    &wish.torchvision;
	struct answer answer;
	const struct plan *p;

	strings_add(k->arena, to, "");
	p = cure_answer(k, &wish, &answer) ? cure_first(&answer) : NULL;
	return p ? p->build : NULL;
}

/* Else it would be the CPU build again. */
static void clear_cache(struct checkup *k, struct steps *to)
{
	struct strings s = { 0 };

	strings_add(k->arena, &s, "torch*");
	cure_step(k, to, STEP_CLEAR_CACHE, OWNER_PIP, &s)->by = installer_usual(MANAGER_PIP);
}

struct steps cure_cleanup(struct checkup *k)
{
	struct steps to = { 0 };
	const struct build *b = cure_build(k);
	struct strings pip;
	struct strings s = { 0 };

	if (!b)
		b = k->here.build;
	pip = pip_family(k, b, true);
	cure_remove_of(k, &to, OWNER_PIP, &pip);
	remove_conda(k, &to);
	for (size_t i = 0; i < k->env->leftovers.n; i++)
		strings_add(k->arena, &s, k->env->leftovers.v[i].path);
	cure_delete(k, &to, STEP_DELETE_TREES, &s);
	if (k->installer != INSTALLER_UV && pip.n && k->here.cpu)
		clear_cache(k, &to);
	if (b) {
		install_build(k, &to, b);
		install_relatives(k, &to, b);
	}
	return to;
}
