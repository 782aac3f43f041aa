/* cuDNN: one version, and all of its parts. */
#include <string.h>

#include "base/dotted.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"

static size_t folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

static bool same_folder(const struct env_library *a, const struct env_library *b)
{
	size_t n = folder_of(a->path);

	return n == folder_of(b->path) && memcmp(a->path, b->path, n) == 0;
}

static bool is_own(const struct env_library *l)
{
	return l->where == WHERE_WHEEL || l->where == WHERE_TORCH || l->where == WHERE_PREFIX;
}

static bool has_part(const struct checkup *k, const struct env_library *main, const char *stem)
{
	return ANY(l, k->env->libraries, l->stem && strcmp(l->stem, stem) == 0 &&
		   same_folder(l, main) && l->version && main->version &&
		   l->version[0] == main->version[0]);
}

/* The package that the file belongs to, from its wheel; none: what helps otherwise. */
static void again(struct checkup *k, struct found *f, struct phrase otherwise)
{
	f->advice = otherwise;
	EACH(const struct env_package, p, k->env->packages) {
		if (strncmp(p->name, "nvidia-cudnn", 12) != 0 || !installed_is_pip(p) ||
		    !p->version)
			continue;
		f->advice = (struct phrase){ 0 };
		cure_again_one(k, f, p);
		find_package(k, f, p);
		if (f->cure.n == 0)
			f->advice = otherwise;
		return;
	}
}

/* A folder that holds the main library must hold all of its parts. */
static void whole(struct checkup *k, const struct env_library *l)
{
	struct strings missing = { 0 };
	struct found *f;

	EACH_WHILE(const struct library_part, p, k->shelf->parts, l->version)
		if (strcmp(p->library, l->stem) == 0 && l->version[0] == p->version[0] &&
		    !has_part(k, l, p->part))
			strings_add(k->arena, &missing, p->part);
	if (missing.n == 0)
		return;
	f = missing.n > 1 ? FIND(k, CP210, CUDNN_WITHOUT_PARTS, SAY(file, l->name),
				 SAY(need, missing.v[0]),
				 SAY(count, fact_number(k->arena, missing.n - 1))) :
			    FIND(k, CP210, CUDNN_WITHOUT_PART, SAY(file, l->name),
				 SAY(need, missing.v[0]));
	find_at(k, f, &(struct origin){ .file = l->path });
	again(k, f, PHRASE(k->arena, INSTALL_AGAIN_CUDNN));
}

static bool differ(const struct env_library *a, const struct env_library *b)
{
	return a->version && b->version && !a->target && !b->target && same_folder(a, b) &&
	       !dotted_begins(a->version, b->version) && !dotted_begins(b->version, a->version);
}

static bool in_wheel(const struct env_library *l)
{
	return l->where == WHERE_TORCH || l->where == WHERE_WHEEL;
}

/* Two packages brought them, for two majors of CUDA: that is said of the packages. */
static bool by_packages(const struct checkup *k)
{
	unsigned first = 0;

	EACH(const struct env_package, p, k->env->packages) {
		unsigned major = installed_nvidia_major(p);

		if (strncmp(p->name, "nvidia-cudnn", 12) != 0 || !installed_is_pip(p) || !major)
			continue;
		if (first && major != first)
			return true;
		first = major;
	}
	return false;
}

/* conda's prefix can hold two majors for two programs; a wheel has one. */
static void twice(struct checkup *k, const struct env_library *a, const struct env_library *b)
{
	struct found *f;

	if (!differ(a, b) ||
	    (a->version[0] != b->version[0] && (!in_wheel(a) || by_packages(k))))
		return;
	f = FIND(k, CP210, CUDNN_TWICE, SAY(have, a->name), SAY(other, b->name));
	find_at(k, f, &(struct origin){ .file = a->path });
	find_at(k, f, &(struct origin){ .file = b->path });
	FIND_ADVICE(k, f, REMOVE_BOTH_CUDNN);
}

/* A part of another release than the library that loads it. */
static void mixed(struct checkup *k, const struct env_library *main)
{
	EACH(const struct env_library, l, k->env->libraries) {
		struct found *f;

		if (!l->stem || strncmp(l->stem, "libcudnn_", 9) != 0 || !differ(main, l) ||
		    main->version[0] != l->version[0])
			continue;
		f = FIND(k, CP210, CUDNN_MIXED, SAY(have, l->name), SAY(other, main->name));
		find_at(k, f, &(struct origin){ .file = l->path });
		find_at(k, f, &(struct origin){ .file = main->path });
		again(k, f, PHRASE(k->arena, REMOVE_ALL_CUDNN));
		return;
	}
}

/* Parts without the library that loads them. */
static void headless(struct checkup *k)
{
	EACH(const struct env_library, l, k->env->libraries) {
		struct found *f;

		if (!l->stem || strncmp(l->stem, "libcudnn_", 9) != 0 || !is_own(l) ||
		    !in_wheel(l) ||
		    ANY(one, k->env->libraries,
			one->stem && strcmp(one->stem, "libcudnn") == 0 && same_folder(one, l)))
			continue;
		f = FIND(k, CP210, CUDNN_WITHOUT_MAIN, SAY(file, l->name));
		find_at(k, f, &(struct origin){ .file = l->path });
		again(k, f, PHRASE(k->arena, INSTALL_AGAIN_CUDNN));
		return;
	}
}

/* whole() named this package already. */
static bool is_said(const struct checkup *k, const struct env_package *p)
{
	return ANY(f, k->found, f->what.code == CP210 &&
		   ANY(o, f->evidence, o->file == p->origin.file));
}

static bool is_needed_by(const struct checkup *k, const struct env_package *p)
{
	if (p == k->here.torch)
		return true;
	return k->here.cuda.major && installed_nvidia_major(p) == k->here.cuda.major;
}

/* The first missing file without which torch is not imported; NULL: none. */
static const char *stops_import(const struct checkup *k, const struct env_package *p)
{
	for (size_t n = 0; is_needed_by(k, p) && n < p->files.n; n++) {
		const char *slash = strrchr(p->files.v[n].path, '/');
		const char *file = slash ? slash + 1 : p->files.v[n].path;

		if (p->files.v[n].missing && shelf_is_loaded(k->shelf, file, k->here.cuda.major))
			return file;
	}
	return NULL;
}

static void one_gone(struct checkup *k, const struct env_package *p, size_t missing)
{
	const char *file = stops_import(k, p);
	const char *package = arena_printf(k->arena, "%s %s", p->written, p->version);
	enum finding_code code = strstr(p->name, "cudnn") ? CP210 : CP406;
	struct found *f = file ?
		FIND(k, code, IMPORT_FAILS, SAY(item, file), SAY(package, package),
		     SAY(more, missing > 1 ? fact_number(k->arena, missing - 1) : NULL)) :
		FIND(k, code, LIBRARIES_GONE, SAY(count, fact_number(k->arena, missing)),
		     SAY(package, package));

	if (file)
		f->severity = SEVERITY_ERROR;
	find_package(k, f, p);
	cure_again_one(k, f, p);
}

/* Files that a RECORD lists and that are gone. */
static void gone(struct checkup *k)
{
	EACH(const struct env_package, p, k->env->packages) {
		size_t missing = 0;

		for (size_t n = 0; n < p->files.n; n++)
			missing += p->files.v[n].missing;
		if (missing && !is_said(k, p))
			one_gone(k, p, missing);
	}
}

void check_cudnn(struct checkup *k)
{
	const struct env_library *last = NULL;

	EACH(const struct env_library, l, k->env->libraries) {
		if (!l->stem || strcmp(l->stem, "libcudnn") != 0 || !is_own(l))
			continue;
		if (last)
			twice(k, last, l);
		if (!l->target && !(last && same_folder(last, l)))
			whole(k, l);
		if (!l->target)
			mixed(k, l);
		last = l;
	}
	headless(k);
	gone(k);
}
