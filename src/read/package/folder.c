#include "read/package/folder.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "read/package/entries.h"
#include "read/package/metadata.h"
#include "read/package/product.h"
#include "read/package/scan.h"

enum { DEEP = 24, FILES = 500000, TEXT_LIMIT = 1 << 20 };

struct tree {
	struct arena *a;
	const struct inspect_options *o;
	struct package *p;
	size_t root;         /* length of the path of the folder asked for */
	unsigned files;
	bool stopped;        /* at a limit */
};

static void library(struct tree *t, const char *path, uint64_t size)
{
	struct library l = { .path = path, .size = size };
	const char *inside = path + t->root;
	SOURCE_AUTO s = { 0 };
	struct err e;

	while (*inside == '/')
		inside++;
	l.path = inside;
	if (t->o->depth == DEPTH_NAMES) {
		struct texts *none = arena_new(t->a, struct texts);

		product_of(t->a, none, &l);
	} else if (source_file(t->a, path, &s, &e) || scan_source(t->a, &s, inside, &l, &e)) {
		package_find(t->a, t->p, CP402, "%s", e.text);
		t->p->scanned = SCANNED_PARTIAL;
	}
	t->p->bytes_read += s.bytes_read;
	ARRAY_ADD(t->a, t->p->libraries) = l;
}

static void torch_version(struct tree *t, const char *path)
{
	struct span text;
	const char *version;

	if (io_try(t->a, path, TEXT_LIMIT, &text))
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

static void metadata(struct tree *t, const char *path)
{
	struct span text;

	if (io_try(t->a, path, TEXT_LIMIT, &text) == 0)
		metadata_read(t->a, text, t->p);
}

static void file(struct tree *t, const char *path, const struct stat *st)
{
	struct span s = span_of(path);
	ptrdiff_t info = span_find(s, "/torch-");

	if (entries_wanted(s))
		library(t, path, (uint64_t)st->st_size);
	else if (span_ends(s, "/torch/version.py"))
		torch_version(t, path);
	else if (info >= 0 && span_ends(s, ".dist-info/METADATA"))
		metadata(t, path);
}

static void walk(struct tree *t, const char *path, unsigned depth)
{
	DIR *d = opendir(path);
	struct dirent *entry;

	while (d && !t->stopped && (entry = readdir(d))) {
		const char *name = entry->d_name, *full;
		struct stat st;

		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		full = arena_printf(t->a, "%s/%s", path, name);
		t->stopped = ++t->files > FILES || depth > DEEP;
		if (t->stopped || lstat(full, &st))
			continue;
		if (S_ISDIR(st.st_mode))
			walk(t, full, depth + 1);
		else if (S_ISREG(st.st_mode))
			file(t, full, &st);
	}
	if (d)
		closedir(d);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct library *)a)->path, ((const struct library *)b)->path);
}

int folder_read(struct arena *a, const char *path, const struct inspect_options *o,
		struct package *p, struct err *e)
{
	struct tree t = { .a = a, .o = o, .p = p, .root = strlen(path) };

	p->kind = "folder";
	p->scanned = o->depth == DEPTH_NAMES ? SCANNED_NONE : SCANNED_EXACT;
	walk(&t, path, 0);
	if (t.stopped) {
		package_find(a, p, CP404, "more than %d files, or deeper than %d folders", FILES,
			     DEEP);
		p->scanned = SCANNED_PARTIAL;
	}
	p->entries = t.files;
	if (!p->libraries.n)
		return err_set(e, ERR_INPUT, "%s: no library in this folder", path);
	if (p->libraries.n)
		qsort(p->libraries.v, p->libraries.n, sizeof *p->libraries.v, by_path);
	return 0;
}
