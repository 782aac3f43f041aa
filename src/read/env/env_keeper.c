/* Whose project it is: by its tables, by what builds it, by its lock. */
#include "read/env/env_private.h"

static const struct {
	enum installer keeper;
	const char *lock, *table, *backend;
} keepers[] = {
#define KEEPER(id, lock, manifest, table, backend) { INSTALLER_##id, lock, table, backend },
#include "fact/keeper.def"
#undef KEEPER
};

enum { KEEPERS = sizeof keepers / sizeof *keepers };

/*
 * Whose project it is: tables of its own say so, else what builds it. That of uv may serve others
 * too; a lock beside it would say.
 */
void env_find_keeper(const struct env_tree *t, const struct tree *root)
{
	const char *backend = tree_get_text(tree_get(root, "build-system"), "build-backend");
	struct span file = span_of(t->file);
	ptrdiff_t slash = span_rfind_char(file, '/');

	if (slash > 0)
		t->to->project = arena_span(t->a, span_sub(file, 0, (size_t)slash));
	for (size_t i = 0; i < KEEPERS; i++)
		if (tree_at(root, keepers[i].table))
			env_kept_by(t->to, keepers[i].keeper);
	for (size_t i = 0; backend && i < KEEPERS; i++)
		if (keepers[i].backend && span_starts(span_of(backend), keepers[i].backend))
			env_kept_by(t->to, keepers[i].keeper);
}

/* A lock is written by whose name it has. */
void env_lock_keeper(const struct env_tree *t)
{
	for (size_t i = 0; i < KEEPERS; i++)
		if (span_ends(span_of(t->file), keepers[i].lock))
			env_kept_by(t->to, keepers[i].keeper);
}
