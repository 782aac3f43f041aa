/* CUDA's and torch's libraries, by the names of their files: on disk where a program would find
 * them, and in a pasted listing. */
#include <string.h>

#include "read/dir.h"
#include "read/env/env_private.h"
#include "read/package/library.h"

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

static bool env_library_known(struct span name)
{
	struct span stem = without_hash(stem_of(name));

	if (!stem.n)
		return false;
	if (span_starts(stem, "libcudnn_"))
		return true;
	return ANY(x, ROWS(stems), span_is(stem, *x));
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
		     enum env_where where)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	struct span stem = stem_of(span_of(name)), version = span_from(span_of(name), stem.n + 3);

	ENV_ADD(a, e, libraries) = (struct env_library){
		.path = path, .name = name, .stem = arena_span(a, without_hash(stem)),
		.version = version.n > 1 ? arena_span(a, span_from(version, 1)) : NULL,
		.where = where, .target = target,
		.stub = has_part(path, "stubs"), .compat = has_part(path, "compat"),
	};
}

static void add_folder(struct arena *a, const struct place *p, struct env *e, const char *path,
		       enum env_where where)
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
		add_folder(a, p, e, place_join(a, place_join(a, nvidia, all.v[i]), "lib"),
			   WHERE_WHEEL);
	add_folder(a, p, e, place_join(a, site, "torch/lib"), WHERE_TORCH);
	all = place_list(a, p, site, "cusparselt");
	for (size_t i = 0; i < all.n && i < FOLDERS_MAX; i++)
		add_folder(a, p, e, place_join(a, place_join(a, site, all.v[i]), "lib"),
			   WHERE_WHEEL);
}

static void add_path(struct arena *a, const struct place *p, struct env *e)
{
	struct span rest = span_of(place_env(p, "LD_LIBRARY_PATH")), part;

	for (size_t n = 0; n < FOLDERS_MAX && span_next(&rest, ':', &part); n++)
		if (part.n && part.p[0] == '/')
			add_folder(a, p, e, arena_span(a, part), WHERE_PATH);
}

void env_live_libraries(struct arena *a, const struct place *p, struct env *e)
{
	struct strings all;

	static const char *const system_folders[] = {
		"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
		"/usr/lib/wsl/lib", "/usr/local/lib",
	};

	for (size_t i = 0; i < e->sites.n; i++)
		add_wheels(a, p, e, e->sites.v[i]);
	if (e->kind == ENV_CONDA || e->kind == ENV_PIXI)
		add_folder(a, p, e, place_join(a, e->prefix, "lib"), WHERE_PREFIX);
	if (p->elsewhere)
		return;
	add_path(a, p, e);
	all = place_list(a, p, "/usr/local", "cuda");
	for (size_t k = 0; k < all.n && k < FOLDERS_MAX; k++) {
		const char *folder = place_join(a, "/usr/local", all.v[k]);
		const char *real = place_real(a, p, folder);

		if (real && strcmp(real, folder) == 0)
			add_folder(a, p, e, place_join(a, folder, "lib64"), WHERE_TOOLKIT);
	}
	for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++)
		add_folder(a, p, e, system_folders[i], WHERE_SYSTEM);
}

/* --- the version that a library itself answers with: its name, a record may say another --- */

static bool is_asked(const struct env_library *l)
{
	bool near = l->where == WHERE_WHEEL || l->where == WHERE_PATH;

	return near && !l->stub && span_in(span_of(l->stem), "libcudart libcudnn");
}

static const char *told(struct arena *a, const struct place *p, const char *path)
{
	const char *real = place_real(a, p, path);

	return real ? library_version(a, arena_printf(a, "%s%s", p->root, real)) : NULL;
}

void env_live_versions(struct arena *a, const struct place *p, struct env *e)
{
	for (size_t i = 0; i < e->libraries.n; i++)
		if (is_asked(&e->libraries.v[i]))
			e->libraries.v[i].told = told(a, p, e->libraries.v[i].path);
}

/* --- a listing of files (find, ls, unzip -l): what lies together in torch/lib or nvidia --- */

/* The name of a file, and what it links to; the words of `ls -l` stand before them. */
static struct span last_word(struct span line, struct span *target)
{
	struct span word = { NULL, 0 }, next;

	*target = (struct span){ NULL, 0 };
	while (span_word(&line, &next)) {
		if (span_is(next, "->")) {
			span_word(&line, target);
			break;
		}
		word = next;
	}
	while (word.n && strchr("*@'\",", word.p[word.n - 1]))
		word.n--;
	while (word.n && strchr("'\"", word.p[0]))
		word = span_from(word, 1);
	return word;
}

static bool is_library(struct span line, struct span *path, struct span *target)
{
	if (span_find(line, ".so") < 0)
		return false;
	*path = last_word(line, target);
	return path->n < 1024 && span_find(*path, "://") < 0 && env_library_known(span_base(*path));
}

/* Two such lines at least: one alone is a sentence about a library. */
static bool listing_begins(const struct env_text *t, size_t i)
{
	struct span path, target;

	return is_library(t->v[i].s, &path, &target) && i + 1 < t->n &&
	       is_library(t->v[i + 1].s, &path, &target);
}

static enum env_where place_of(const char *path)
{
	static const struct {
		const char *part;
		enum env_where where;
	} places[] = {
		{ "torch/lib", WHERE_TORCH }, { "nvidia/", WHERE_WHEEL },
		{ "/usr/local/cuda", WHERE_TOOLKIT },
		{ "/usr/lib", WHERE_SYSTEM }, { "/lib64/", WHERE_SYSTEM },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strstr(path, places[i].part))
			return places[i].where;
	return strchr(path, '/') ? WHERE_PREFIX : WHERE_TORCH;
}

/* "torch/lib:" above the names that `ls` prints. */
static const char *folder_above(const struct env_text *t, size_t i)
{
	while (i-- > 0) {
		struct span s = span_trim(t->v[i].s);

		if (span_ends(s, ":") && span_find_char(s, '/') >= 0 && span_find_char(s, ' ') < 0)
			return arena_span(t->a, span_sub(s, 0, s.n - 1));
		if (!s.n)
			break;
	}
	return NULL;
}

static size_t listing_read(const struct env_text *t, size_t i, struct env *to)
{
	const char *folder = folder_above(t, i);
	struct span path, target;

	for (; i < t->n && (!span_trim(t->v[i].s).n || span_find(t->v[i].s, ".") >= 0); i++) {
		const char *text;

		if (!is_library(t->v[i].s, &path, &target))
			continue;
		text = arena_span(t->a, path);
		if (folder && !strchr(text, '/'))
			text = arena_printf(t->a, "%s/%s", folder, text);
		env_library_add(t->a, to, text, target.n ? arena_span(t->a, target) : NULL,
				place_of(text));
	}
	return i;
}

const struct env_format env_listing = { listing_begins, listing_read,
	.with = ".", .words = ONE_OF(".so") };
