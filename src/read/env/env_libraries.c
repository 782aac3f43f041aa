/* CUDA's and torch's libraries in the folders where a program would find them, by their names. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/env_live.h"
#include "read/dir.h"

enum { FOLDERS_MAX = 200 };

static const char *const stems[] = {
	"libcudart", "libcudnn", "libcublas", "libcublasLt", "libcufft", "libcurand", "libcusolver",
	"libcusparse", "libcusparseLt", "libnccl", "libnvrtc", "libnvJitLink", "libnvToolsExt",
	"libcupti", "libcuda", "libnvshmem_host", "libcufile", "libnvidia-ml", "libtorch",
	"libtorch_cuda", "libtorch_cpu", "libtorch_python", "libc10", "libc10_cuda",
};

/* "libcudnn_ops.so.9.1.0" -> "libcudnn_ops" */
static struct span stem_of(struct span name)
{
	ptrdiff_t at = span_find(name, ".so");

	if (at <= 0 || ((size_t)at + 3 < name.n && name.p[at + 3] != '.'))
		return (struct span){ NULL, 0 };
	return span_sub(name, 0, (size_t)at);
}

/* Wheels may put a hash into the name: "libcudart-d0da41ae.so.11.0". */
static struct span without_hash(struct span stem)
{
	ptrdiff_t dash = span_rfind_char(stem, '-');
	uint64_t unused;

	if (dash > 0 && stem.n - (size_t)dash == 9 &&
	    span_hex(span_from(stem, (size_t)dash + 1), &unused))
		return span_sub(stem, 0, (size_t)dash);
	return stem;
}

bool env_library_known(struct span name)
{
	struct span stem = without_hash(stem_of(name));

	if (!stem.n)
		return false;
	if (span_starts(stem, "libcudnn_"))
		return true;
	for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
		if (span_is(stem, stems[i]))
			return true;
	return false;
}

static bool has_part(const char *path, const char *part)
{
	size_t n = strlen(part);

	for (const char *at = strstr(path, part); at; at = strstr(at + 1, part))
		if (at > path && at[-1] == '/' && (at[n] == '/' || !at[n]))
			return true;
	return false;
}

void env_library_add(struct arena *a, struct env *e, const char *path, const char *target,
		     const char *where)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	struct span stem = stem_of(span_of(name)), version = span_from(span_of(name), stem.n + 3);

	ARRAY_ADD(a, e->libraries) = (struct env_library){
		.path = path, .name = name, .stem = arena_span(a, without_hash(stem)),
		.version = version.n > 1 ? arena_span(a, span_from(version, 1)) : NULL,
		.where = where, .target = target,
		.stub = has_part(path, "stubs"), .compat = has_part(path, "compat"),
	};
}

static void add_folder(struct arena *a, const struct place *p, struct env *e, const char *path,
		       const char *where)
{
	DIR_AUTO f = dir_open(a, p, path);
	struct strings names = dir_list(a, &f, env_library_known);

	for (size_t i = 0; i < names.n; i++)
		env_library_add(a, e, place_join(a, path, names.v[i]),
				dir_link(a, &f, names.v[i]), where);
}

/* site-packages/nvidia/PACKAGE/lib, and the cu13 folder of the newer ones. */
static void add_wheels(struct arena *a, const struct place *p, struct env *e, const char *site)
{
	const char *nvidia = place_join(a, site, "nvidia");
	struct strings all = place_list(a, p, nvidia, "");

	for (size_t i = 0; i < all.n && i < FOLDERS_MAX; i++)
		add_folder(a, p, e, place_join(a, place_join(a, nvidia, all.v[i]), "lib"), "wheel");
	add_folder(a, p, e, place_join(a, site, "torch/lib"), "torch");
	all = place_list(a, p, site, "cusparselt");
	for (size_t i = 0; i < all.n && i < FOLDERS_MAX; i++)
		add_folder(a, p, e, place_join(a, place_join(a, site, all.v[i]), "lib"), "wheel");
}

static void add_path(struct arena *a, const struct place *p, struct env *e)
{
	struct span rest = span_of(place_env(p, "LD_LIBRARY_PATH")), part;

	for (size_t n = 0; n < FOLDERS_MAX && span_next(&rest, ':', &part); n++)
		if (part.n && part.p[0] == '/')
			add_folder(a, p, e, arena_span(a, part), "LD_LIBRARY_PATH");
}

static void add_toolkits(struct arena *a, const struct place *p, struct env *e)
{
	struct strings all = place_list(a, p, "/usr/local", "cuda");

	for (size_t i = 0; i < all.n && i < FOLDERS_MAX; i++) {
		const char *folder = place_join(a, "/usr/local", all.v[i]);
		const char *real = place_real(a, p, folder);

		if (real && strcmp(real, folder) == 0)
			add_folder(a, p, e, place_join(a, folder, "lib64"), "toolkit");
	}
}

void env_live_libraries(struct arena *a, const struct place *p, struct env *e)
{
	static const char *const system_folders[] = {
		"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
		"/usr/lib/wsl/lib", "/usr/local/lib",
	};

	for (size_t i = 0; i < e->sites.n; i++)
		add_wheels(a, p, e, e->sites.v[i]);
	if (e->kind == ENV_CONDA || e->kind == ENV_PIXI)
		add_folder(a, p, e, place_join(a, e->prefix, "lib"), "prefix");
	add_path(a, p, e);
	add_toolkits(a, p, e);
	for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++)
		add_folder(a, p, e, system_folders[i], "system");
}
