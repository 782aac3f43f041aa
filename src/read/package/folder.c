/* A folder of libraries as if it were a package. */
#include "read/package/folder_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/sort.h"
#include "base/strings.h"
#include "os/file.h"
#include "os/io.h"
#include "read/package/dist_info.h"
#include "read/package/entries_private.h"
#include "read/package/scan_private.h"

enum { DEEP = 24, FILES = 500000, TEXTS = 16, TEXT_LIMIT = 1 << 20, PATH_BYTES = 16 << 10 };

struct folder_tree {
	struct arena *a;
	struct package *p;
	struct buf path;     /* of what is looked at */
	size_t root;         /* length of the path of the folder asked for */
	struct strings libraries; /* paths inside it */
	unsigned files, texts;
	bool stopped, too_many, too_deep;
};

static void torch_version(struct folder_tree *t, const char *path)
{
	struct span text;
	const char *version;

	if (t->texts++ >= TEXTS || io_try(t->a, path, TEXT_LIMIT, &text))
		return;
	version = version_py(t->a, text, "__version__");
	if (!version)
		return;
	t->p->torch = true;
	t->p->name = "torch";
	t->p->version = version;
	t->p->cuda = version_py(t->a, text, "cuda");
	t->p->git = version_py(t->a, text, "git_version");
}

static void file(struct folder_tree *t)
{
	struct span s = buf_view(&t->path), inside = span_from(s, t->root + 1);
	ptrdiff_t info = span_find(s, "/torch-");

	if (entries_wanted(s) && t->libraries.n == ENTRIES_MOST)
		t->too_many = true;
	else if (entries_wanted(s))
		strings_add(t->a, &t->libraries, arena_span(t->a, inside));
	else if (span_ends(s, "/torch/version.py"))
		torch_version(t, buf_cstr(&t->path));
	else if (info >= 0 && span_ends(s, ".dist-info/METADATA")) {
		struct span text;

		if (t->texts++ < TEXTS && io_try(t->a, buf_cstr(&t->path), TEXT_LIMIT, &text) == 0)
			metadata_read(t->a, text, t->p);
	}
}

static void walk(struct folder_tree *t, unsigned depth);

static void walk(struct folder_tree *t, unsigned depth)
{
	OS_FOLDER_AUTO f = { 0 };
	const char *name;

	if (depth > DEEP) {
		t->too_deep = true;
		return;
	}
	f = os_folder(buf_cstr(&t->path));
	while (!t->stopped && (name = os_folder_next(&f))) {
		/* Links are not followed. */
		size_t n = t->path.n;
		enum os_kind kind;

		t->stopped = ++t->files > FILES;
		buf_char(&t->path, '/');
		buf_str(&t->path, name);
		kind = t->stopped ? OS_OTHER : os_folder_kind(&f);
		if (kind == OS_FOLDER)
			walk(t, depth + 1);
		else if (kind == OS_REGULAR)
			file(t);
		t->path.n = n;
	}
}

static const char *full_path(struct folder_tree *t, const char *inside)
{
	t->path.n = t->root;
	buf_char(&t->path, '/');
	buf_str(&t->path, inside);
	return buf_cstr(&t->path);
}

static void library(struct folder_tree *t, const char *inside, struct library *l)
{
	ARENA_AUTO scratch = { 0 };
	BLOB_AUTO s = { 0 };
	struct err e;

	l->path = inside;
	if (blob_file(&scratch, full_path(t, inside), &s, &e) ||
	    scan_blob(t->a, &s, inside, l, &e)) {
		blob_damage(t->a, &s, &e, t->p);
		t->p->scanned = SCANNED_PARTIAL;
	}
	t->p->bytes_read += s.bytes_read;
}

static void libraries(struct folder_tree *t, enum depth depth)
{
	struct package *p = t->p;
	size_t n = t->libraries.n, before;

	sort_stable(t->libraries.v, n, sizeof *t->libraries.v, strings_by_text);
	p->libraries.v = arena_array(t->a, n, sizeof *p->libraries.v);
	p->libraries.room = n;
	before = t->a->used;
	for (size_t i = 0; i < n && entries_room(t->a, before, p); i++)
		if (depth == DEPTH_NAMES) {
			struct os_info is = os_info(full_path(t, t->libraries.v[i]));

			if (is.kind != OS_ABSENT)
				entries_name(t->a, span_of(t->libraries.v[i]), is.size, t->p);
		} else
			library(t, t->libraries.v[i], &p->libraries.v[p->libraries.n++]);
}

static int read_tree(struct folder_tree *t, const struct inspect_options *o, struct err *e)
{
	walk(t, 0);
	if (t->stopped)
		package_find(t->a, t->p, CP404, NULL, fact_number(t->a, FILES),
			     PHRASE(t->a, FILES_MOST));
	if (t->too_many)
		entries_too_many(t->a, t->p);
	if (t->too_deep)
		package_find(t->a, t->p, CP404, NULL, fact_number(t->a, DEEP),
			     PHRASE(t->a, FOLDERS_DEEP));
	if (t->p->findings.n && t->p->scanned == SCANNED_EXACT)
		t->p->scanned = SCANNED_PARTIAL;
	t->p->entries = t->files;
	if (!t->libraries.n)
		return err_set(e, ERR_INPUT, "%s: no library in this folder", t->p->source);
	libraries(t, o->depth);
	return 0;
}

int folder_read(struct arena *a, const char *path, const struct inspect_options *o,
		struct package *p, struct err *e)
{
	struct folder_tree t = { .a = a, .p = p, .path = BUF(PATH_BYTES), .root = strlen(path) };
	int rc;

	p->kind = PACKAGE_FOLDER;
	p->scanned = o->depth == DEPTH_NAMES ? SCANNED_NONE : SCANNED_EXACT;
	buf_str(&t.path, path);
	rc = read_tree(&t, o, e);
	buf_free(&t.path);
	return rc;
}
