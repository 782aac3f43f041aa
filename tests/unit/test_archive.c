/* The oracle: libarchive packs the fixtures and lists them; our readers have to say the same. */
#include "unit/unit.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <dlfcn.h>
#include <string.h>

#include "base/io.h"
#include "door/inflate.h"
#include "read/package/open.h"
#include "read/package/zipdir.h"

#define FUNCTIONS(X)                                                                              \
	X(archive_write_new) X(archive_write_set_format_zip) X(archive_write_set_format_ustar)    \
	X(archive_write_add_filter_bzip2) X(archive_write_open_memory) X(archive_write_header)    \
	X(archive_write_data) X(archive_write_close) X(archive_write_free) X(archive_entry_new)   \
	X(archive_entry_set_pathname) X(archive_entry_set_size) X(archive_entry_set_filetype)     \
	X(archive_entry_set_perm) X(archive_entry_free) X(archive_read_new)                       \
	X(archive_read_support_filter_all) X(archive_read_support_format_all)                     \
	X(archive_read_open_memory) X(archive_read_next_header) X(archive_read_data)              \
	X(archive_read_free) X(archive_entry_pathname) X(archive_entry_size)

struct oracle {
	void *handle;
#define POINTER(name) __typeof__(name) *name;
	FUNCTIONS(POINTER)
};

enum { ROOM = 8 << 20 };

static bool oracle_open(struct oracle *o)
{
	o->handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
	if (!o->handle)
		return false;
#define FIND(name) o->name = (__typeof__(o->name))dlsym(o->handle, #name);
	FUNCTIONS(FIND)
	return true;
}

static void add(const struct oracle *o, struct archive *w, const char *path, struct span s)
{
	struct archive_entry *x = o->archive_entry_new();

	o->archive_entry_set_pathname(x, path);
	o->archive_entry_set_size(x, (la_int64_t)s.n);
	o->archive_entry_set_filetype(x, AE_IFREG);
	o->archive_entry_set_perm(x, 0644);
	assert_int_equal(o->archive_write_header(w, x), ARCHIVE_OK);
	assert_int_equal(o->archive_write_data(w, s.p, s.n), (la_ssize_t)s.n);
	o->archive_entry_free(x);
}

/* Everything in tests/files/binary, under torch/lib. */
static void add_fixtures(struct arena *a, const struct oracle *o, struct archive *w)
{
	DIR *d = opendir(TEST_FILES "binary");
	struct dirent *f;

	assert_non_null(d);
	while ((f = readdir(d))) {
		struct span s = { NULL, 0 };
		struct err e;

		if (f->d_name[0] == '.')
			continue;
		if (io_read(a, arena_printf(a, TEST_FILES "binary/%s", f->d_name), IO_MAX, &s, &e))
			fail_msg("%s", e.text);
		add(o, w, arena_printf(a, "torch/lib/%s", f->d_name), s);
	}
	closedir(d);
}

static struct span packed(struct arena *a, const struct oracle *o, bool zip)
{
	struct archive *w = o->archive_write_new();
	char *room = arena_alloc(a, ROOM);
	size_t n = 0;

	if (zip) {
		o->archive_write_set_format_zip(w);
	} else {
		o->archive_write_set_format_ustar(w);
		o->archive_write_add_filter_bzip2(w);
	}
	assert_int_equal(o->archive_write_open_memory(w, room, ROOM, &n), ARCHIVE_OK);
	if (zip)
		add(o, w, "x-1.0.dist-info/METADATA", SPAN("Name: x\nVersion: 1.0\n"));
	else
		add(o, w, "info/index.json", SPAN("{\"name\":\"x\",\"version\":\"1.0\"}"));
	add_fixtures(a, o, w);
	o->archive_write_close(w);
	o->archive_write_free(w);
	return (struct span){ room, n };
}

static struct archive *listing(const struct oracle *o, struct span s)
{
	struct archive *r = o->archive_read_new();

	o->archive_read_support_filter_all(r);
	o->archive_read_support_format_all(r);
	assert_int_equal(o->archive_read_open_memory(r, s.p, s.n), ARCHIVE_OK);
	return r;
}

static uint32_t crc_of(const struct oracle *o, struct archive *r, uint64_t *size)
{
	char piece[4096];
	uint32_t crc = 0;
	la_ssize_t n;

	*size = 0;
	while ((n = o->archive_read_data(r, piece, sizeof piece)) > 0) {
		crc = inflate_crc(crc, piece, (size_t)n);
		*size += (uint64_t)n;
	}
	assert_int_equal(n, 0);
	return crc;
}

static bool crc_take(void *own, const uint8_t *p, size_t n)
{
	uint32_t *crc = own;

	*crc = inflate_crc(*crc, p, n);
	return true;
}

TEST(archive_zip_entries_are_those_of_libarchive)
{
	ARENA_AUTO a = { 0 };
	struct oracle o;
	struct archive_entry *x;
	struct archive *r;
	struct package p = { 0 };
	struct source source;
	struct span s;
	struct zip z;
	struct err e;
	size_t n = 0;

	if (!oracle_open(&o))
		skip();
	s = packed(&a, &o, true);
	source = source_memory("x.whl", s.p, s.n);
	assert_int_equal(zip_open(&a, &source, &p, &z, &e), 0);
	for (r = listing(&o, s); o.archive_read_next_header(r, &x) == ARCHIVE_OK; n++) {
		const char *path = o.archive_entry_pathname(x);
		const struct zip_entry *mine = zip_find(&z, span_of(path));
		uint32_t crc = 0;
		uint64_t size;

		assert_non_null(mine);
		assert_int_equal(mine->crc, crc_of(&o, r, &size));
		assert_int_equal(mine->size, size);
		assert_int_equal(zip_stream(&z, mine, &crc, crc_take, &e), 0);
		assert_int_equal(mine->crc, crc);
	}
	assert_int_equal(n, z.n);
	assert_true(n > 20);
	o.archive_read_free(r);
	dlclose(o.handle);
}

static const struct library *library_at(const struct package *p, const char *path)
{
	for (size_t i = 0; i < p->libraries.n; i++)
		if (strcmp(p->libraries.v[i].path, path) == 0)
			return &p->libraries.v[i];
	return NULL;
}

/* Of a conda package: every library is found, with its size. */
TEST(archive_tar_libraries_are_those_of_libarchive)
{
	ARENA_AUTO a = { 0 };
	struct inspect_options o = { .depth = DEPTH_EXACT };
	struct oracle l;
	struct archive_entry *x;
	struct archive *r;
	struct package p = { 0 };
	struct source source;
	struct span s;
	struct err e;
	size_t n = 0;

	if (!oracle_open(&l))
		skip();
	s = packed(&a, &l, false);
	source = source_memory("x-1.0-0.tar.bz2", s.p, s.n);
	if (open_source(&a, &source, "x-1.0-0.tar.bz2", &o, &p, &e))
		fail_msg("%s", e.text);
	for (r = listing(&l, s); l.archive_read_next_header(r, &x) == ARCHIVE_OK;) {
		const char *path = l.archive_entry_pathname(x);
		const struct library *mine = library_at(&p, path);

		if (!span_ends(span_of(path), ".so"))
			continue;
		assert_non_null(mine);
		assert_int_equal(mine->size, l.archive_entry_size(x));
		n++;
	}
	assert_true(n >= 9 && n <= p.libraries.n);
	l.archive_read_free(r);
	dlclose(l.handle);
}
