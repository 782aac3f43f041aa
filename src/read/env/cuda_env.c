#include "read/env/cuda_env.h"

#include "base/dotted.h"
#include "read/package/dist_info.h"

static const char *join2(struct arena *a, const char *x, const char *y, const char *z)
{
	return place_join(a, place_join(a, x, y), z);
}

/* --- the folder of the packages ---------------------------------------------------------- */

static bool has_packages(struct arena *a, const struct place *p, const char *folder)
{
	return place_exists(a, p, join2(a, folder, "torch", "version.py")) ||
		place_exists(a, p, place_join(a, folder, "nvidia"));
}

/* lib/python3.12/site-packages; Debian's own Python has dist-packages. */
static const char *site_below(
	struct arena *a, const struct place *p, const char *lib, const char **first)
{
	static const char *const names[] = { "site-packages", "dist-packages" };
	struct strings all = place_list(a, p, lib, "python");

	for (size_t i = 0; i < all.n; i++)
		for (size_t k = 0; k < 2; k++) {
			const char *site = join2(a, lib, all.v[i], names[k]);

			if (!place_exists(a, p, site))
				continue;
			if (!*first)
				*first = site;
			if (has_packages(a, p, site))
				return site;
		}
	return NULL;
}

static const char *find_site(struct arena *a, const struct place *p, const char *prefix)
{
	static const char *const libs[] = { "lib", "lib64", "local/lib" };
	const char *first = NULL, *site;

	if (has_packages(a, p, prefix))
		return prefix;
	for (size_t i = 0; i < sizeof libs / sizeof *libs; i++) {
		site = site_below(a, p, place_join(a, prefix, libs[i]), &first);
		if (site)
			return site;
	}
	return first;
}

/* --- libraries --------------------------------------------------------------------------- */

/* "libcudart.so.12" and "libcudart-d0da41ae.so.11.0" -> "12", "11.0"; false for other files. */
static bool library_version(const char *file, const char *name, struct span *ret)
{
	struct span s = span_of(file);

	if (!span_take(&s, name) || !s.n || !(s.p[0] == '.' || s.p[0] == '-'))
		return false;
	if (span_find(s, ".alt") >= 0 || span_starts(s, "-builtins") || !span_pass(&s, ".so."))
		return false;
	*ret = s;
	return ret->n && ascii_digit(ret->p[0]);
}

struct search {
	struct arena *a;
	const struct place *p;
	struct strings folders;
	struct span major; /* of torch's CUDA; empty: any */
};

static bool major_fits(const struct search *s, struct span version)
{
	struct span part;

	return !s->major.n || (span_next(&version, '.', &part) && span_eq(part, s->major));
}

/* The file of that name in the first folder that has one, of torch's CUDA before others. */
static const char *find_library(
	const struct search *s, const char *name, bool of_cuda, const char **version)
{
	const char *other = NULL;

	for (size_t i = 0; i < s->folders.n; i++) {
		struct strings all = place_list(s->a, s->p, s->folders.v[i], name);
		struct span v;

		for (size_t k = all.n; k-- > 0;) {
			const char *path = place_join(s->a, s->folders.v[i], all.v[k]);

			if (!library_version(all.v[k], name, &v))
				continue;
			if (version && (!other || major_fits(s, v)))
				*version = arena_span(s->a, v);
			if (!of_cuda || major_fits(s, v))
				return path;
			if (!other)
				other = path;
		}
	}
	return other;
}

static void add_folder(struct search *s, const char *folder)
{
	if (place_exists(s->a, s->p, folder))
		strings_add(s->a, &s->folders, folder);
}

/*
 * In the order in which torch loads them: its own, the packages of NVIDIA, conda's. The folders of
 * targets are those of CUDA's installation guide for Linux: sbsa-linux is that of Arm servers,
 * aarch64-linux that of Jetson.
 */
static struct search folders_of(struct arena *a, const struct place *p, const struct cuda_env *env)
{
	static const char *const targets[] = { "x86_64-linux", "sbsa-linux", "aarch64-linux" };
	struct search s = { .a = a, .p = p };
	struct span cuda = span_of(env->torch_cuda);
	const char *nvidia;
	struct strings all;

	span_next(&cuda, '.', &s.major);
	if (env->site) {
		nvidia = place_join(a, env->site, "nvidia");
		add_folder(&s, join2(a, env->site, "torch", "lib"));
		all = place_list(a, p, nvidia, "");
		for (size_t i = 0; i < all.n; i++)
			add_folder(&s, join2(a, nvidia, all.v[i], "lib"));
	}
	add_folder(&s, place_join(a, env->prefix, "lib"));
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		add_folder(&s, join2(a, place_join(a, env->prefix, "targets"), targets[i], "lib"));
	return s;
}

static const char *torch_library(struct arena *a, const struct place *p, const char *site)
{
	static const char *const names[] = {
		"libtorch_cuda.so",
		"libtorch_cuda_cu.so",
		"libcaffe2_gpu.so",
		"libtorch.so",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *path = place_join(a, place_join(a, site, "torch/lib"), names[i]);

		if (place_exists(a, p, path))
			return path;
	}
	return NULL;
}

static void read_torch(struct arena *a, const struct place *p, struct cuda_env *env)
{
	struct span text;

	if (!env->site ||
		!place_read(a, p, join2(a, env->site, "torch", "version.py"), 1 << 20, &text))
		return;
	env->torch = version_py(a, text, "__version__");
	env->torch_cuda = version_py(a, text, "cuda");
	if (env->torch_cuda)
		env->libtorch_cuda = torch_library(a, p, env->site);
}

/* --- which environment ------------------------------------------------------------------- */

/* "/usr" for /usr/bin/python3 */
static const char *prefix_on_path(struct arena *a, const struct place *p)
{
	const char *path = place_program(a, p, "python");
	struct span s;

	if (!path)
		path = place_program(a, p, "python3");
	s = span_of(path);
	return span_ends(s, "/bin/python") || span_ends(s, "/bin/python3")
		? arena_span(a, span_sub(s, 0, (size_t)span_find(s, "/bin/python")))
		: NULL;
}

int cuda_env_find(struct arena *a, const struct place *p, const char *prefix, struct cuda_env *ret,
	struct err *e)
{
	struct cuda_env env = { .prefix =
					prefix ? place_real(a, p, prefix) : prefix_on_path(a, p) };
	struct search s;
	static const char *const names[] = { "bin/python", "bin/python3" };

	if (prefix && !env.prefix)
		return err_set(e, ERR_INPUT, "%.200s: there is no such folder", prefix);
	if (prefix && !place_exists(a, p, place_join(a, env.prefix, ".")))
		return err_set(e, ERR_INPUT,
			"%.200s is a file; code that is not installed is never "
			"run: give the prefix of an environment",
			prefix);
	if (!env.prefix) {
		*ret = env;
		return 0;
	}
	env.site = find_site(a, p, env.prefix);
	env.python = FIRST_TELLS(x, ROWS(names), place_exists(a, p, place_join(a, env.prefix, *x)),
				 place_join(a, env.prefix, *x), NULL);
	read_torch(a, p, &env);
	s = folders_of(a, p, &env);
	env.cudart = find_library(&s, "libcudart", true, &env.cudart_version);
	env.nvrtc = find_library(&s, "libnvrtc", true, NULL);
	env.nvrtc_builtins = find_library(&s, "libnvrtc-builtins", true, NULL);
	env.cudnn = find_library(&s, "libcudnn", false, NULL);
	*ret = env;
	return 0;
}
