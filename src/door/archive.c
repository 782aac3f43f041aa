#include "door/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include "fact/err_phrase.h"
#include "os/dl.h"

#define FUNCTIONS(X)                                                                              \
	X(read_new) X(read_support_filter_bzip2) X(read_support_filter_zstd)                      \
	X(read_support_format_tar) X(read_open) X(read_next_header) X(read_data_block)            \
	X(read_free) X(error_string) X(entry_pathname) X(entry_size) X(entry_filetype)

struct lib {
	void *handle;
#define POINTER(name) __typeof__(archive_##name) *name;
	FUNCTIONS(POINTER)
};

/* With WITH_LIBARCHIVE it is part of the program, as in the one file for every Linux: pack/. */
#ifdef WITH_LIBARCHIVE

static int lib_open(struct lib *ret, struct err *e)
{
	(void)e;
#define INSIDE(name) .name = archive_##name,
	*ret = (struct lib){ FUNCTIONS(INSIDE) };
	return 0;
}

#else

static int lib_open(struct lib *ret, struct err *e)
{
	static const char *const libraries[] = { "libarchive.so.13", NULL };
#define SYMBOL(name) { offsetof(struct lib, name), true, { "archive_" #name } },
	static const struct dl_symbol symbols[] = { FUNCTIONS(SYMBOL) };

	if (dl_load(libraries, symbols, sizeof symbols / sizeof *symbols, ret, &ret->handle, e))
		return err_set(e, ERR_MISSING, "conda packages are unpacked with libarchive "
			       "(libarchive.so.13), which is not installed");
	return 0;
}

#endif

enum { ARCHIVE_RATIO = 200, RATIO_FROM = 1 << 30 };

struct archive_walk {
	struct lib lib;
	const struct archive_io *io;
	struct archive *archive;
	uint64_t left, packed, unpacked;
	struct err *e;
	bool failed;         /* *e is filled by more() */
};

static la_ssize_t pull(struct archive *a, void *own, const void **ret)
{
	struct archive_walk *w = own;
	long n = w->io->more(w->io->own, ret, w->e);

	(void)a;
	w->failed |= n < 0;
	w->packed += n > 0 ? (uint64_t)n : 0;
	return n;
}

static int bad(struct archive_walk *w)
{
	const char *why = w->failed ? NULL : w->lib.error_string(w->archive);

	return w->failed ? w->e->code : ERR_SAY(w->e, ERR_INPUT, ARCHIVE_DAMAGED, SAY(why, why));
}

/*
 * Libraries shrink to a tenth; what claims to grow out of next to nothing is there to take time,
 * and what is passed over is unpacked too.
 */
static int spend(struct archive_walk *w, uint64_t n)
{
	if (n > w->left || ((w->unpacked += n) > RATIO_FROM &&
			    w->unpacked / ARCHIVE_RATIO > w->packed))
		return ERR_SAY(w->e, ERR_INPUT, ARCHIVE_BYTES_MOST);
	w->left -= n;
	return 0;
}

/* The contents of one entry; 0, 1 at its end. */
static int contents(struct archive_walk *w)
{
	bool wanted = true;
	const void *p;
	la_int64_t at;
	size_t n;
	int rc;

	while ((rc = w->lib.read_data_block(w->archive, &p, &n, &at)) == ARCHIVE_OK) {
		if (spend(w, n))
			return w->e->code;
		if (wanted && n)
			wanted = w->io->take(w->io->own, p, n);
	}
	w->io->done(w->io->own, rc == ARCHIVE_EOF);
	return rc == ARCHIVE_EOF ? 0 : bad(w);
}

static int entries(struct archive_walk *w)
{
	struct archive_entry *entry;

	for (unsigned i = 0;; i++) {
		int rc = w->lib.read_next_header(w->archive, &entry);
		struct archive_entry_info info;
		la_int64_t size;

		if (rc == ARCHIVE_EOF)
			return 0;
		if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
			return bad(w);
		if (i == ARCHIVE_ENTRIES)
			return ERR_SAY(w->e, ERR_INPUT, ARCHIVE_ENTRIES_MOST,
				       SAY(limit, ERR_NUMBER(ARCHIVE_ENTRIES)));
		info.path = w->lib.entry_pathname(entry);
		size = w->lib.entry_size(entry);
		info.size = size > 0 ? (uint64_t)size : 0;
		info.file = w->lib.entry_filetype(entry) == S_IFREG;
		info.link = w->lib.entry_filetype(entry) == S_IFLNK;
		if (info.path && w->io->entry(w->io->own, &info) ? contents(w) :
								   spend(w, info.size))
			return w->e->code;
	}
}

/*
 * Only what conda packs, and what the library can do itself: of other filters, or as a fallback, it
 * starts programs on PATH (archive_read_filter(3): "lrzip", "grzip", ARCHIVE_WARN for the rest).
 */
static bool set_filters(struct archive_walk *w)
{
	return w->lib.read_support_filter_bzip2(w->archive) == ARCHIVE_OK &&
	       w->lib.read_support_filter_zstd(w->archive) == ARCHIVE_OK;
}

int archive_walk(const struct archive_io *io, uint64_t limit, struct err *e)
{
	struct archive_walk w = { .io = io, .left = limit, .e = e };
	int rc;

	if (lib_open(&w.lib, e))
		return e->code;
	w.archive = w.lib.read_new();
	if (!w.archive)
		return err_set(e, ERR_FAULT, "no memory for libarchive");
	w.lib.read_support_format_tar(w.archive);
	if (!set_filters(&w))
		rc = err_set(e, ERR_MISSING, "this libarchive has no bzip2 or no zstd of its own");
	else
		rc = w.lib.read_open(w.archive, &w, NULL, pull, NULL) == ARCHIVE_OK ? entries(&w) :
										 bad(&w);
	w.lib.read_free(w.archive);
	dl_close(w.lib.handle);
	return rc;
}
