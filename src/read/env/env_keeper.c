/* Whose project it is: by its tables, by what builds it, by its lock. */
#include <string.h>

#include "read/env/env_private.h"

/*
 * Whose project it is: tables of its own say so, else what builds it. That of uv may serve others
 * too; a lock beside it would say.
 */
void env_find_keeper(const struct env_tree *t, const struct tree *root)
{
	const char *backend = tree_get_text(tree_get(root, "build-system"), "build-backend");
	struct span file = span_of(t->file);
	ptrdiff_t slash = span_rfind_char(file, '/');
	static const struct {
		const char *table, *backend;
		enum installer keeper;
	} all[] = {
		{ "tool.pixi", NULL, INSTALLER_PIXI },
		{ "tool.poetry", "poetry.", INSTALLER_POETRY },
		{ "tool.pdm", "pdm.", INSTALLER_PDM },
		{ "tool.uv", "uv_build", INSTALLER_UV },
	};

	if (slash > 0)
		t->to->project = arena_span(t->a, span_sub(file, 0, (size_t)slash));
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (tree_at(root, all[i].table))
			env_kept_by(t->to, all[i].keeper);
	for (size_t i = 0; backend && i < sizeof all / sizeof *all; i++)
		if (all[i].backend && strncmp(backend, all[i].backend, strlen(all[i].backend)) == 0)
			env_kept_by(t->to, all[i].keeper);
}

/* A lock is written by whose name it has. */
void env_lock_keeper(const struct env_tree *t)
{
	static const struct {
		const char *file;
		enum installer keeper;
	} all[] = {
		{ "uv.lock", INSTALLER_UV }, { "poetry.lock", INSTALLER_POETRY },
		{ "pdm.lock", INSTALLER_PDM },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (span_ends(span_of(t->file), all[i].file))
			env_kept_by(t->to, all[i].keeper);
}
