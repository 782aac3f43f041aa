/* Cures: plans of the resolver that change as little as they can. */
#include <string.h>

#include "plan/check/checkup_part.h"
#include "plan/command/command_part.h"
#include "plan/check/declared.h"

/* What is installed with torch and bound to it, in the order of removal. */
static const char *const family[] = {
	"torch", "torchvision", "torchaudio", "torchtext", "torchdata", "torchcodec", "triton",
	"pytorch-triton", "functorch",
};

static bool is_family(const char *name)
{
	for (size_t i = 0; i < sizeof family / sizeof *family; i++)
		if (strcmp(name, family[i]) == 0)
			return true;
	return strcmp(name, "pytorch") == 0;
}

static bool has_word(const struct strings *s, const char *word)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->v[i], word) == 0)
			return true;
	return false;
}

/* The packages of pip that belong to torch; `all`: its NVIDIA libraries too. */
static struct strings pip_family(struct checkup *k, bool all)
{
	struct strings s = { 0 };

	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];
		bool nvidia = strncmp(p->name, "nvidia-", 7) == 0 && strstr(p->name, "-cu");

		if (is_pip(p) && (is_family(p->name) || (all && nvidia)) &&
		    !has_word(&s, p->written))
			strings_add(k->arena, &s, p->written);
	}
	return s;
}

static bool by_uv(const struct checkup *k)
{
	return k->installer == INSTALLER_UV;
}

static struct strings pip_words(struct checkup *k, const char *verb)
{
	struct strings argv = by_uv(k) ? words(k->arena, "uv", "pip", verb, NULL) :
					 words(k->arena, "python", "-m", "pip", verb, NULL);

	if (!by_uv(k) && strcmp(verb, "uninstall") == 0)
		strings_add(k->arena, &argv, "-y");
	return argv;
}

static void put(struct checkup *k, struct commands *to, struct strings argv,
		const struct strings *names)
{
	if (names->n == 0)
		return;
	words_all(k->arena, &argv, names);
	command_put(k->arena, to, argv);
}

/* Who changes conda's packages there: in a pixi environment the manifest is changed. */
static struct strings conda_words(struct checkup *k, const char *verb)
{
	if (k->env->kind != ENV_PIXI)
		return words(k->arena, "conda", verb, NULL);
	return words(k->arena, "pixi", strcmp(verb, "install") == 0 ? "add" : verb, NULL);
}

static void remove_of(struct checkup *k, struct commands *to, enum env_owner owner,
		      const struct strings *names)
{
	if (owner == OWNER_CONDA)
		put(k, to, conda_words(k, "remove"), names);
	else
		put(k, to, pip_words(k, "uninstall"), names);
}

void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names)
{
	remove_of(k, &f->cure, owner, names);
}

void cure_add(struct checkup *k, struct found *f, enum env_owner owner,
	      const struct strings *specs)
{
	struct strings argv = owner == OWNER_CONDA ? conda_words(k, "install") :
						     pip_words(k, "install");

	put(k, &f->cure, argv, specs);
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

static void install(struct checkup *k, struct commands *to, const struct build *b)
{
	bool conda = b->manager == MANAGER_CONDA;
	struct plan p = {
		.build = b,
		.part = -1,
		.installer = conda ? INSTALLER_CONDA : by_uv(k) ? INSTALLER_UV : INSTALLER_PIP,
		.python = k->python,
		.torchvision = companion(k, "torchvision", b->torchvision),
		.torchaudio = companion(k, "torchaudio", b->torchaudio),
		.torchvision_build = b->torchvision_build,
		.torchaudio_build = b->torchaudio_build,
	};
	struct ground g = {
		.stand = conda ? STAND_CONDA : STAND_VENV, .python = k->python, .here = true,
	};

	command_fill(k->arena, &g, &p);
	for (size_t i = 0; i < p.commands.n; i++)
		command_put(k->arena, to,
			    (struct strings){ p.commands.v[i].argv, p.commands.v[i].n, 0 });
}

/* Conda's torch goes by conda where pip's is to take its place, and the other way round. */
static void remove_conda(struct checkup *k, struct commands *to)
{
	static const char *const names[] = { "pytorch", "pytorch-gpu", "pytorch-cpu", "libtorch",
		"torchvision", "torchaudio", "pytorch-cuda", "pytorch-mutex", "cudatoolkit",
		"cpuonly" };
	struct strings s = { 0 };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct env_package *p = env_find(k->env, names[i]);

		if (p && !is_pip(p))
			strings_add(k->arena, &s, names[i]);
	}
	remove_of(k, to, OWNER_CONDA, &s);
}

void cure_install(struct checkup *k, struct found *f, const struct build *b)
{
	struct strings pip = pip_family(k, false);

	if (!b)
		return;
	if (b->manager == MANAGER_CONDA && has_package(k, "cpuonly")) {
		struct strings cpuonly = words(k->arena, "cpuonly", NULL);

		remove_of(k, &f->cure, OWNER_CONDA, &cpuonly);
	}
	remove_of(k, &f->cure, OWNER_PIP, &pip);
	if (b->manager == MANAGER_PIP && k->here.conda)
		remove_conda(k, &f->cure);
	install(k, &f->cure, b);
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

		if (p && is_pip(p))
			strings_add(k->arena, &s, p->written);
	}
	remove_of(k, &f->cure, OWNER_PIP, &s);
	install(k, &f->cure, k->here.build);
	f->replaces = true;
}

bool cure_answer(struct checkup *k, struct wish *wish, struct answer *ret)
{
	struct err e;

	wish->installers[0] = k->installer == INSTALLER_PIXI ? INSTALLER_CONDA : k->installer;
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
	if (answer->cpu_only || answer->n_instead || answer->n_missing)
		return NULL;
	for (size_t i = 0; i < answer->n_plans; i++)
		if (answer->plans[i].build->cuda.major && answer->plans[i].part < 0)
			return &answer->plans[i];
	return NULL;
}

static const struct build *best(struct checkup *k, const char *torch)
{
	struct answer answer;
	const struct plan *p = cure_ask(k, torch, NULL, false, &answer) ? cure_first(&answer) : NULL;

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

static void remove_leftovers(struct checkup *k, struct commands *to)
{
	struct strings s = { 0 };

	for (size_t i = 0; i < k->env->leftovers.n; i++)
		strings_add(k->arena, &s, k->env->leftovers.v[i].path);
	put(k, to, words(k->arena, "rm", "-r", "--", NULL), &s);
}

struct commands cure_cleanup(struct checkup *k)
{
	struct commands to = { 0 };
	struct strings pip = pip_family(k, true);
	const struct build *b = cure_build(k);

	if (!b)
		b = k->here.build;
	remove_of(k, &to, OWNER_PIP, &pip);
	remove_conda(k, &to);
	remove_leftovers(k, &to);
	if (!by_uv(k) && pip.n && k->here.cpu)
		command_put(k->arena, &to, words(k->arena, "python", "-m", "pip", "cache", "remove",
						 "torch*", NULL));
	if (b)
		install(k, &to, b);
	return to;
}

/* Words put behind the verb of a command. */
static void insert(struct arena *a, struct command *c, size_t at, const char *x, const char *y)
{
	const char **argv = arena_array(a, c->n + 2, sizeof *argv);

	memcpy(argv, c->argv, at * sizeof *argv);
	argv[at] = x;
	argv[at + 1] = y;
	memcpy(argv + at + 2, c->argv + at, (c->n - at) * sizeof *argv);
	c->argv = argv;
	c->n += 2;
}

void cure_aim(struct checkup *k, struct commands *to)
{
	bool windows = strncmp(k->platform, "win-", 4) == 0;
	const char *prefix = k->env->prefix;

	if (!prefix || !k->env->why || strcmp(k->env->why, "--env") != 0)
		return;
	for (size_t i = 0; i < to->n; i++) {
		struct command *c = &to->v[i];

		if (strcmp(c->argv[0], "python") == 0)
			c->argv[0] = arena_printf(k->arena, windows ? "%s\\Scripts\\python.exe" :
						  "%s/bin/python", prefix);
		else if (strcmp(c->argv[0], "uv") == 0 && c->n > 3)
			insert(k->arena, c, 3, "--python", prefix);
		else if (strcmp(c->argv[0], "conda") == 0 && c->n > 2)
			insert(k->arena, c, 2, "-p", prefix);
	}
}

struct commands checkup_cleanup(struct checkup *k)
{
	struct commands to = cure_cleanup(k);

	cure_aim(k, &to);
	return to;
}
