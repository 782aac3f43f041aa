#include "read/place.h"

#include <string.h>

#include "base/sort.h"
#include "os/file.h"
#include "os/io.h"

struct place place_here(const char *const *env)
{
	struct place p = { .root = "", .env = env };
	const char *root = place_env_set(&p, "CUDAPLAN_ROOT");

	p.libcuda = place_env_set(&p, "CUDAPLAN_LIBCUDA");
	p.nvml = place_env_set(&p, "CUDAPLAN_NVML");
	if (root)
		p.root = root;
	return p;
}

const char *place_env(const struct place *p, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; p->env && p->env[i]; i++)
		if (strncmp(p->env[i], name, n) == 0 && p->env[i][n] == '=')
			return p->env[i] + n + 1;
	return NULL;
}

const char *place_env_set(const struct place *p, const char *name)
{
	const char *value = place_env(p, name);

	return value && *value ? value : NULL;
}

static const char *real_name(struct arena *a, const struct place *p, const char *path)
{
	return *p->root ? arena_printf(a, "%s%s", p->root, path) : path;
}

bool place_read(struct arena *a, const struct place *p, const char *path, size_t max,
		struct span *ret)
{
	for (size_t i = 0; i < p->n_texts; i++)
		if (strcmp(p->texts[i].path, path) == 0) {
			*ret = p->texts[i].bytes;
			return true;
		}
	return io_try(a, real_name(a, p, path), max, ret) == 0;
}

enum { HEAD = 65536, FEW = 4096 }; /* little stack: most are short */

struct span place_head(struct arena *a, const struct place *p, const char *path)
{
	OS_FILE_AUTO file = os_open(real_name(a, p, path));
	char few[FEW];
	ptrdiff_t n = file < 0 ? -1 : os_read(file, few, sizeof few), more;
	struct span s = { few, n < 0 ? 0 : (size_t)n };
	char *all;

	if (n < FEW)
		return (struct span){ arena_span(a, s), s.n };
	all = arena_alloc(a, HEAD);
	memcpy(all, few, FEW);
	more = os_read(file, all + FEW, HEAD - FEW);
	return (struct span){ all, FEW + (more < 0 ? 0 : (size_t)more) };
}

const char *place_line(struct arena *a, const struct place *p, const char *path)
{
	struct span s, line;

	s = place_head(a, p, path);
	if (!span_line(&s, &line))
		return NULL;
	line = span_trim(line);
	while (line.n && line.p[line.n - 1] == '\0')
		line.n--;
	return line.n ? arena_span(a, line) : NULL;
}

bool place_exists(struct arena *a, const struct place *p, const char *path)
{
	return os_exists(real_name(a, p, path));
}

const char *place_real(struct arena *a, const struct place *p, const char *path)
{
	const char *real = os_real(a, real_name(a, p, path)), *root;
	size_t n;

	if (!real || !*p->root)
		return real;
	root = os_real(a, p->root);
	n = root ? strlen(root) : 0;
	if (!n || strncmp(real, root, n) != 0 || real[n] != '/')
		return NULL;
	return real + n;
}

struct strings place_list(struct arena *a, const struct place *p, const char *folder,
			  const char *prefix)
{
	OS_FOLDER_AUTO all = os_folder(real_name(a, p, folder));
	struct strings names = { 0 };
	const char *name;

	while (names.n < PLACE_ENTRIES && (name = os_folder_next(&all)))
		if (name[0] != '.' && span_starts(span_of(name), prefix))
			strings_add(a, &names, arena_str(a, name));
	sort_stable(names.v, names.n, sizeof *names.v, strings_by_text);
	return names;
}

const char *place_join(struct arena *a, const char *folder, const char *name)
{
	size_t n = strlen(folder), m = strlen(name);
	char *to;

	while (n && folder[n - 1] == '/')
		n--;
	to = arena_alloc(a, n + 1 + m + 1);
	memcpy(to, folder, n);
	to[n] = '/';
	memcpy(to + n + 1, name, m);
	return to;
}

const char *place_below(struct arena *a, const char *folder, const char *name)
{
	return folder ? place_join(a, folder, name) : NULL;
}

bool place_runs(struct arena *a, const struct place *p, const char *path)
{
	return os_runs(real_name(a, p, path));
}

const char *place_program_beside(struct arena *a, const struct place *p, const char *name,
				 const char *without)
{
	struct span rest = span_of(place_env(p, "PATH")), folder;

	while (span_next(&rest, ':', &folder)) {
		const char *path;

		if (!folder.n || folder.p[0] != '/' || (without && span_ends(folder, without)))
			continue;
		path = place_join(a, arena_span(a, folder), name);
		if (os_runs(real_name(a, p, path)))
			return path;
	}
	return NULL;
}

const char *place_program(struct arena *a, const struct place *p, const char *name)
{
	return place_program_beside(a, p, name, NULL);
}
