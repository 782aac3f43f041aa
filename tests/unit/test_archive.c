/* The oracle: libarchive packs the fixtures and lists them; our readers have to say the same. */
#include "unit/unit.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <dlfcn.h>
#include <string.h>

#include "door/archive.h"
#include "door/inflate.h"
#include "os/io.h"
#include "read/package/package_open.h"
#include "read/package/scan_private.h"
#include "read/package/zip_private.h"

#define FUNCTIONS(X)                                                                              \
	X(archive_write_new) X(archive_write_set_format_zip) X(archive_write_set_format_ustar)    \
	X(archive_write_add_filter_bzip2) X(archive_write_open_memory) X(archive_write_header)    \
	X(archive_write_data) X(archive_write_close) X(archive_write_free) X(archive_entry_new)   \
	X(archive_entry_set_pathname) X(archive_entry_set_size) X(archive_entry_set_filetype)     \
	X(archive_entry_set_perm) X(archive_entry_free) X(archive_read_new)                       \
	X(archive_read_support_filter_all) X(archive_read_support_format_all)                     \
	X(archive_read_open_memory) X(archive_read_next_header) X(archive_read_data)              \
	X(archive_read_free) X(archive_entry_pathname) X(archive_entry_size)                       \
	X(archive_write_add_filter_zstd) X(archive_write_zip_set_compression_store)

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
			fail_msg("%s", unit_err(&e));
		add(o, w, arena_printf(a, "torch/lib/%s", f->d_name), s);
	}
	closedir(d);
}

enum packing { ZIP, TAR_PLAIN, TAR_BZ2, TAR_ZSTD };

static struct archive *writer(const struct oracle *o, enum packing how, char *room, size_t *n)
{
	struct archive *w = o->archive_write_new();

	*n = 0;
	if (how == ZIP)
		o->archive_write_set_format_zip(w);
	else
		o->archive_write_set_format_ustar(w);
	if (how == TAR_BZ2)
		o->archive_write_add_filter_bzip2(w);
	if (how == TAR_ZSTD)
		o->archive_write_add_filter_zstd(w);
	assert_int_equal(o->archive_write_open_memory(w, room, ROOM, n), ARCHIVE_OK);
	return w;
}

static void closed(const struct oracle *o, struct archive *w)
{
	o->archive_write_close(w);
	o->archive_write_free(w);
}

#define INDEX "{\"name\":\"x\",\"version\":\"1.0\",\"build\":\"cuda126_0\",\"depends\":[\"cuda\"]}"

static struct span packed(struct arena *a, const struct oracle *o, enum packing how)
{
	char *room = arena_alloc(a, ROOM);
	struct archive *w;
	size_t n;

	w = writer(o, how, room, &n);
	if (how == ZIP)
		add(o, w, "x-1.0.dist-info/METADATA", SPAN("Name: x\nVersion: 1.0\n"));
	else
		add(o, w, "info/index.json", SPAN(INDEX));
	add_fixtures(a, o, w);
	closed(o, w);
	return (struct span){ room, n };
}

/* As conda-build writes them: what is inside, and what is about it, as two archives in a zip. */
static struct span packed_conda(struct arena *a, const struct oracle *o, struct span files)
{
	char *room = arena_alloc(a, ROOM), *info = arena_alloc(a, ROOM);
	struct archive *w;
	size_t n, info_n;

	w = writer(o, TAR_ZSTD, info, &info_n);
	add(o, w, "info/index.json", SPAN(INDEX));
	closed(o, w);
	w = writer(o, ZIP, room, &n);
	o->archive_write_zip_set_compression_store(w);
	add(o, w, "metadata.json", SPAN("{\"conda_pkg_format_version\":2}"));
	add(o, w, "pkg-x-1.0-cuda126_0.tar.zst", files);
	add(o, w, "info-x-1.0-cuda126_0.tar.zst", (struct span){ info, info_n });
	closed(o, w);
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
	struct blob source;
	struct span s;
	struct zip z;
	struct err e;
	size_t n = 0;

	if (!oracle_open(&o))
		skip();
	s = packed(&a, &o, ZIP);
	source = blob_memory("x.whl", s.p, s.n);
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

static struct span data_of(struct arena *a, const struct oracle *o, struct archive *r, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	assert_int_equal(o->archive_read_data(r, p, n), (la_ssize_t)n);
	return (struct span){ p, n };
}

static void same_code(const struct library *x, const struct library *y)
{
	assert_int_equal(x->size, y->size);
	assert_int_equal(x->containers, y->containers);
	assert_int_equal(x->code.n, y->code.n);
	assert_int_equal(x->sass.n, y->sass.n);
	for (size_t i = 0; i < x->sass.n; i++)
		assert_true(sm_equal(x->sass.v[i], y->sass.v[i]));
	assert_int_equal(x->needed.n, y->needed.n);
	if (x->soname || y->soname)
		assert_string_equal(x->soname, y->soname);
	if (x->version || y->version)
		assert_string_equal(x->version, y->version);
}

/* Every library that libarchive unpacks is found, and says the same as read by itself. */
static void same_as_unpacked(struct arena *a, const struct oracle *o, struct span s,
			     const char *name, struct span files)
{
	struct inspect_options options = { .depth = DEPTH_EXACT };
	struct blob source = blob_memory(name, s.p, s.n);
	struct archive *r = listing(o, files);
	struct archive_entry *x;
	struct package p = { 0 };
	size_t n = 0, skipped = 0;
	struct err e;

	if (package_open_blob(a, &source, &options, &p, &e))
		fail_msg("%s: %s", name, unit_err(&e));
	assert_int_equal(p.kind, PACKAGE_CONDA);
	assert_string_equal(p.name, "x");
	assert_string_equal(p.version, "1.0");
	assert_string_equal(p.build, "cuda126_0");
	assert_string_equal(p.requires.v[0], "cuda");
	while (o->archive_read_next_header(r, &x) == ARCHIVE_OK) {
		const char *path = arena_str(a, o->archive_entry_pathname(x));
		const struct library *mine = library_at(&p, path);
		struct library alone;
		struct blob one;
		struct span data = data_of(a, o, r, (size_t)o->archive_entry_size(x));

		/* static libraries pass by as one piece: their members are not told apart */
		if (!mine || span_ends(span_of(path), ".a")) {
			skipped += mine != NULL;
			continue;
		}
		one = blob_memory(path, data.p, data.n);
		assert_int_equal(scan_blob(a, &one, path, &alone, &e), 0);
		same_code(mine, &alone);
		n++;
	}
	o->archive_read_free(r);
	assert_int_equal(n + skipped, p.libraries.n);
	assert_true(n >= 12 && skipped <= 1);
}

TEST(archive_conda_packages_hold_what_libarchive_unpacks)
{
	ARENA_AUTO a = { 0 };
	struct oracle o;
	struct span files;

	if (!oracle_open(&o))
		skip();
	files = packed(&a, &o, TAR_BZ2);
	same_as_unpacked(&a, &o, files, "x-1.0-cuda126_0.tar.bz2", files);
	files = packed(&a, &o, TAR_ZSTD);
	same_as_unpacked(&a, &o, packed_conda(&a, &o, files), "x-1.0-cuda126_0.conda", files);
	dlclose(o.handle);
}

/* --- an archive that breaks off -------------------------------------------------------------- */

struct served {
	struct span s;
	size_t entries;
};

static long serve(void *own, const void **ret, struct err *e)
{
	struct served *v = own;
	size_t n = v->s.n;

	(void)e;
	*ret = v->s.p;
	v->s.n = 0;
	return (long)n;
}

static bool count_entry(void *own, const struct archive_entry_info *info)
{
	(void)info;
	((struct served *)own)->entries++;
	return false;
}

/* What stands behind a damaged header is not passed over as if the archive ended there. */
TEST(archive_with_a_damaged_header_is_no_shorter_archive)
{
	ARENA_AUTO a = { 0 };
	struct served v = { { NULL, 0 }, 0 };
	struct archive_io io = { .own = &v, .more = serve, .entry = count_entry };
	char *room = arena_alloc(&a, ROOM);
	struct archive *w;
	struct oracle o;
	struct err e;
	size_t n;

	if (!oracle_open(&o))
		skip();
	w = writer(&o, TAR_PLAIN, room, &n);
	add(&o, w, "info/index.json", SPAN(INDEX));
	add(&o, w, "lib/libtorch_cuda.so", SPAN("code"));
	closed(&o, w);
	v.s = (struct span){ room, n };
	assert_int_equal(archive_walk(&io, ROOM, &e), 0);
	assert_int_equal(v.entries, 2);
	room[1024] ^= 1;  /* a header, a block of contents, and the first byte of the next name */
	v = (struct served){ { room, n }, 0 };
	assert_int_equal(archive_walk(&io, ROOM, &e), ERR_INPUT);
	assert_int_equal(v.entries, 1);
	dlclose(o.handle);
}
