/* Which matrix counts: the newest of those that a user, a machine or a package has. */
#include <string.h>

#include "cmd/update_private.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "os/io.h"
#include "os/variable.h"

/* XDG Base Directory Specification: a path that is not from the root does not count. */
const char *cmd_stored_folder(struct arena *a)
{
	const char *data = os_variable("XDG_DATA_HOME"), *home = os_variable("HOME");

	if (data && *data == '/')
		return arena_printf(a, "%s/cudaplan/matrix", data);
	return home && *home == '/' ?
		arena_printf(a, "%s/.local/share/cudaplan/matrix", home) : NULL;
}

struct choice {
	struct run *r;
	uint64_t serial;     /* of the best so far */
	const char *path;    /* NULL: inside the program */
};

static void of_user(struct choice *c)
{
	const char *folder = cmd_stored_folder(c->r->arena), *path;
	struct stored k;
	struct err e;
	int rc = folder ? stored_read(c->r->arena, folder, &k, &e) : ERR_NONE;

	if (rc == ERR_MISSING) {
		cmd_note(c->r, err_phrase(c->r->arena, &e));
		return;
	}
	if (rc || k.serial <= c->serial)
		return;
	path = stored_file(c->r->arena, &k, k.serial, "");
	if (!stored_stands(c->r->arena, &k)) {
		cmd_note(c->r, PHRASE(c->r->arena, STORED_CHANGED, SAY(file, path)));
		return;
	}
	c->serial = k.serial;
	c->path = path;
}

static bool has(struct arena *a, const char *folder, const char *name, const struct carried *is)
{
	return os_info(arena_printf(a, "%s/%s", folder, name)).size == is->size;
}

/* A package lays down the matrix unpacked, beside its manifest; its manager guards both. */
static void of_share(struct choice *c, const char *share)
{
	struct arena *a = c->r->arena;
	const char *folder = arena_printf(a, "%s/cudaplan/matrix", share);
	const char *at = arena_printf(a, "%s/matrix-%d.manifest", folder, MATRIX_MAJOR);
	struct manifest m;
	struct span text;
	struct err e;

	if (!os_exists(at) || io_try(a, at, MANIFEST_MAX, &text) ||
	    manifest_parse(a, text, &m, &e) || m.major != MATRIX_MAJOR ||
	    m.serial <= c->serial || !has(a, folder, MATRIX_FILE, &m.part[CARRIED_MATRIX]) ||
	    !has(a, folder, MATRIX_FRONT, &m.part[CARRIED_FRONT]))
		return;
	c->serial = m.serial;
	c->path = folder;
}

/* The share of the prefix that the program lies in, then those of the machine. */
static void of_packages(struct choice *c)
{
	struct arena *a = c->r->arena;
	const char *self = os_link_in(a, -1, "/proc/self/exe");
	const char *dirs = os_variable("XDG_DATA_DIRS");
	struct span all = span_of(dirs && *dirs ? dirs : "/usr/local/share:/usr/share"), one;
	ptrdiff_t bin = self ? span_find(span_of(self), "/bin/cudaplan") : -1;

	if (bin >= 0)
		of_share(c, arena_printf(a, "%.*s/share", (int)bin, self));
	while (span_next(&all, ':', &one))
		if (one.n && *one.p == '/')
			of_share(c, arena_span(a, one));
}

const char *cmd_matrix_stored(struct run *r)
{
	const char *said = os_variable("CUDAPLAN_MATRIX");
	struct choice c = { .r = r, .serial = stored_serial_inside() };

	if (said && *said)
		return strcmp(said, "embedded") == 0 ? NULL : said;
	of_user(&c);
	of_packages(&c);
	return c.path;
}
