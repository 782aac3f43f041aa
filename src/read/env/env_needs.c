/*
 * What the libraries of installed extensions need: the CUDA runtime by its soname, which has the
 * number of a major, and functions of torch, which another release or another C++ ABI does not
 * have. That is what the loader looks for at import, whatever names and records say.
 */
#include <string.h>

#include "read/env/env_private.h"
#include "read/package/library.h"

/* More are not looked at. */
enum { PACKAGES = 24, LIBRARIES = 24, CALLING = 3 };

static bool is_extension(const struct env_package *p)
{
	return p->owner != OWNER_CONDA && p->location && p->files.n &&
	       strcmp(p->name, "torch") != 0 && strncmp(p->name, "nvidia-", 7) != 0 &&
	       strncmp(p->name, "triton", 6) != 0;
}

/* "pkg/_C.cpython-312-x86_64-linux-gnu.so", and not what is bundled in "pkg.libs". */
static bool is_own(const struct env_file *f)
{
	return !f->missing && span_ends(span_of(f->path), ".so") && !strstr(f->path, ".libs/");
}

static const char *path_of(struct arena *a, const struct place *p, const struct env_package *of,
			   const char *file)
{
	const char *real = place_real(a, p, place_join(a, of->location, file));

	return real ? arena_printf(a, "%s%s", p->root, real) : NULL;
}

/* Of the sonames with the number of a major those that every release of it has. */
static const char *runtime_of(const struct strings *needed)
{
	static const char *const stems[] = { "libcudart.so.", "libcublas.so.", "libcublasLt.so." };

	for (size_t k = 0; k < sizeof stems / sizeof *stems; k++)
		for (size_t i = 0; i < needed->n; i++)
			if (strncmp(needed->v[i], stems[k], strlen(stems[k])) == 0)
				return needed->v[i];
	return NULL;
}

/* The libraries in which torch has its functions. */
static const char *const torch_libraries[] = {
	"torch/lib/libc10.so", "torch/lib/libtorch_cpu.so", "torch/lib/libtorch_python.so",
	"torch/lib/libc10_cuda.so", "torch/lib/libtorch_cuda.so",
	"torch/lib/libtorch_cuda_linalg.so",
};

/* The first of the names that none of them has; NULL: all are there, or it is not known. */
static const char *lacking(struct arena *a, const struct place *p, const struct env_package *torch,
			   const struct strings *names)
{
	bool *found = arena_array(a, names->n + 1, sizeof *found);
	size_t i = 0;

	memset(found, 0, (names->n + 1) * sizeof *found);
	for (; i < sizeof torch_libraries / sizeof *torch_libraries; i++) {
		const char *path = path_of(a, p, torch, torch_libraries[i]);

		/* A CPU build has none of CUDA; without the first three nothing can be said. */
		if (!(path && library_exports(a, path, names, found)) && i < 3)
			return NULL;
	}
	for (i = 0; i < names->n && found[i]; i++)
		;
	return i < names->n ? names->v[i] : NULL;
}

/* What libraries of the package itself have. */
static bool is_its_own(struct arena *a, const struct place *p, const struct env_package *of,
		       const char *name)
{
	struct strings one = { 0 };
	bool found = false;

	strings_add(a, &one, name);
	for (size_t i = 0; i < of->files.n && i < LIBRARIES && !found; i++) {
		const char *path = is_own(&of->files.v[i]) ?
			path_of(a, p, of, of->files.v[i].path) : NULL;

		if (path)
			(void)library_exports(a, path, &one, &found);
	}
	return found;
}

static void look(struct arena *a, const struct place *p, const struct env_package *torch,
		 struct env_package *of)
{
	size_t read = 0, calling = 0;
	bool differ = false;

	for (size_t i = 0; i < of->files.n && read < LIBRARIES; i++) {
		struct library_needs needs = { 0 };
		const char *path = is_own(&of->files.v[i]) ?
			path_of(a, p, of, of->files.v[i].path) : NULL, *runtime, *lacks;

		if (!path || !library_needs(a, path, &needs))
			continue;
		read++;
		runtime = runtime_of(&needs.needed);
		if (runtime && of->needs_cuda && strcmp(runtime, of->needs_cuda) != 0)
			differ = true;
		if (runtime && !of->needs_cuda) {
			of->needs_cuda = runtime;
			of->needs_in = path;
		}
		if (!torch || of->lacks || needs.torch.n == 0 || calling++ >= CALLING)
			continue;
		lacks = lacking(a, p, torch, &needs.torch);
		if (lacks && !is_its_own(a, p, of, lacks)) {
			of->lacks = lacks;
			of->lacks_in = path;
		}
	}
	if (differ) /* one for each CUDA, which the package chooses from when it is imported */
		of->needs_cuda = of->needs_in = NULL;
}

void env_live_needs(struct arena *a, const struct place *p, struct env *e)
{
	const struct env_package *torch = env_find(e, "torch");
	size_t looked = 0;

	if (!torch || !torch->location || torch->owner == OWNER_CONDA || torch->damaged)
		return;
	for (size_t i = 0; i < e->packages.n && looked < PACKAGES; i++)
		if (is_extension(&e->packages.v[i])) {
			look(a, p, torch, &e->packages.v[i]);
			looked++;
		}
}
