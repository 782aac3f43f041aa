/* The version that a library itself answers with: its name, and a record, may say another. */
#include <string.h>

#include "read/env/env_live.h"
#include "read/package/label.h"

static bool is_asked(const struct env_library *l)
{
	static const char *const stems[] = { "libcudart", "libcudnn" };
	bool near = strcmp(l->where, "wheel") == 0 || strcmp(l->where, "LD_LIBRARY_PATH") == 0;

	for (size_t i = 0; near && !l->stub && i < sizeof stems / sizeof *stems; i++)
		if (strcmp(l->stem, stems[i]) == 0)
			return true;
	return false;
}

static const char *told(struct arena *a, const struct place *p, const char *path)
{
	const char *real = place_real(a, p, path);
	struct library l = { .path = path };
	SOURCE_AUTO s = { .fd = -1 };
	struct source_view v;
	struct err e;

	if (!real || source_file(a, arena_printf(a, "%s%s", p->root, real), &s, &e) != 0)
		return NULL;
	v = view_source(&s, a);
	return label_headers(&v.view, a, &l) == 0 ? l.version : NULL;
}

void env_live_versions(struct arena *a, const struct place *p, struct env *e)
{
	for (size_t i = 0; i < e->libraries.n; i++)
		if (is_asked(&e->libraries.v[i]))
			e->libraries.v[i].told = told(a, p, e->libraries.v[i].path);
}
