/* The NVIDIA libraries that pip installs beside torch. */
#include <string.h>

#include "base/version.h"
#include "plan/check/checkup_part.h"
#include "plan/command/command_part.h"

/* The major that torch uses: its own, else that of most packages. */
static unsigned major_wanted(const struct checkup *k)
{
	unsigned count[100] = { 0 }, best = 0;

	if (k->here.cuda.major)
		return k->here.cuda.major;
	for (size_t i = 0; i < k->env->packages.n; i++)
		count[nvidia_major(&k->env->packages.v[i])]++;
	for (unsigned i = 10; i < 100; i++)
		if (count[i] >= count[best] || best == 0)
			best = count[i] ? i : best;
	return best;
}

/* Other programs than torch bring them too. */
static bool is_used_elsewhere(const struct checkup *k)
{
	static const char *const users[] = { "tensorflow", "jax", "cupy", "onnxruntime", "paddle",
		"mxnet", "cudf", "rapids", "numba-cuda", "tensorrt", "ctranslate2", "nvidia-dali" };

	for (size_t i = 0; i < k->env->packages.n; i++)
		for (size_t u = 0; u < sizeof users / sizeof *users; u++)
			if (strncmp(k->env->packages.v[i].name, users[u], strlen(users[u])) == 0)
				return true;
	return false;
}

static bool shares(const struct env_package *a, const struct env_package *b)
{
	for (size_t i = 0; i < a->files.n; i++)
		for (size_t n = 0; n < b->files.n; n++)
			if (strcmp(a->files.v[i].path, b->files.v[n].path) == 0)
				return true;
	return false;
}

/* What stays, where a package that goes wrote over its files and takes them along. */
static struct strings overwritten(struct checkup *k, unsigned want)
{
	const struct env *e = k->env;
	struct strings specs = { 0 };

	for (size_t i = 0; i < e->packages.n; i++) {
		const struct env_package *stays = &e->packages.v[i];
		bool hit = false;

		if (nvidia_major(stays) != want)
			continue;
		for (size_t n = 0; n < e->packages.n && !hit; n++) {
			unsigned major = nvidia_major(&e->packages.v[n]);

			hit = major && major != want && shares(stays, &e->packages.v[n]);
		}
		if (hit)
			strings_add(k->arena, &specs, arena_printf(k->arena, "%s==%s",
								   stays->written, stays->version));
	}
	return specs;
}

static void install_again(struct checkup *k, struct found *f, const struct strings *specs)
{
	struct strings argv = words(k->arena, "--force-reinstall", "--no-deps", NULL);

	words_all(k->arena, &argv, specs);
	cure_add(k, f, OWNER_PIP, &argv);
}

void check_majors(struct checkup *k)
{
	struct strings again;
	unsigned want = major_wanted(k);
	struct strings names = { 0 };
	size_t kept = 0;
	struct found *f;

	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];
		unsigned major = nvidia_major(p);

		kept += major == want;
		if (major && major != want)
			strings_add(k->arena, &names, p->written);
	}
	if (names.n == 0 || !k->here.torch || (kept == 0 && !k->here.cuda.major))
		return;
	f = find(k, CP208,
		 "torch is of CUDA %u; %zu package%s of another major stand%s beside it%s", want,
		 names.n, names.n == 1 ? "" : "s", names.n == 1 ? "s" : "",
		 is_used_elsewhere(k) ? ", perhaps for another program"
				      : ": leftovers of an earlier torch, and some write files of "
					"the same name");
	again = overwritten(k, want);
	if (again.n == 0)
		f->severity = SEVERITY_WARNING;
	for (size_t i = 0; i < k->env->packages.n; i++)
		if (nvidia_major(&k->env->packages.v[i]) &&
		    nvidia_major(&k->env->packages.v[i]) != want)
			find_package(k, f, &k->env->packages.v[i]);
	cure_remove(k, f, OWNER_PIP, &names);
	if (again.n)
		install_again(k, f, &again);
	else if (kept && k->here.build && !is_used_elsewhere(k))
		advise(k, f,
		       "they share the folders nvidia/*: if torch fails then, install its own "
		       "again "
		       "with --force-reinstall");
}

static bool is_older(const char *a, const char *b)
{
	return version_dotted_cmp(span_of(a), span_of(b)) < 0;
}

static bool is_weighty(const char *package)
{
	return strstr(package, "cudnn") || strstr(package, "nccl") || strstr(package, "cublas") ||
	       strstr(package, "nvjitlink") || strstr(package, "cusparse") ||
	       strstr(package, "nvshmem");
}

/* Libraries keep their promises upwards within a major: an older one is wrong, a newer is not. */
static void check_pin(struct checkup *k, const struct beside *pin, const struct env_package *p)
{
	bool older = is_older(p->version, pin->version);
	struct strings spec = { 0 };
	struct found *f;

	if (!older || !is_weighty(p->name))
		return;
	f = find(k, CP209, "%s %s is older than %s, which torch %s %s pins", p->name, p->version,
		 pin->version, pin->torch, pin->variant);
	find_package(k, f, p);
	find_package(k, f, k->here.torch);
	strings_add(k->arena, &spec, arena_printf(k->arena, "%s==%s", p->written, pin->version));
	cure_add(k, f, OWNER_PIP, &spec);
}

void check_pins(struct checkup *k)
{
	if (!k->here.build || k->here.torch != k->here.pip)
		return;
	for (size_t i = 0; i < k->shelf->pins.n; i++) {
		const struct beside *pin = &k->shelf->pins.v[i];
		const struct env_package *p;

		if (strcmp(pin->variant, k->here.variant) != 0 ||
		    strncmp(pin->package, "nvidia-", 7) != 0)
			continue;
		p = env_find(k->env, pin->package);
		if (p && p->version && is_pip(p))
			check_pin(k, pin, p);
	}
}
