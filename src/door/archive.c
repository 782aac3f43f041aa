#include "door/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <sys/stat.h>

#include "door/dl_private.h"
#include "fact/err_phrase.h"

struct lib {
	void *handle;
	struct archive *(*create)(void);
	int (*bzip2)(struct archive *a);
	int (*zstd)(struct archive *a);
	int (*tar)(struct archive *a);
	int (*open)(struct archive *a, void *own, archive_open_callback *open,
		    archive_read_callback *read, archive_close_callback *close);
	int (*next)(struct archive *a, struct archive_entry **entry);
	int (*block)(struct archive *a, const void **p, size_t *n, la_int64_t *at);
	int (*free)(struct archive *a);
	const char *(*why)(struct archive *a);
	const char *(*path)(struct archive_entry *entry);
	la_int64_t (*size)(struct archive_entry *entry);
	__LA_MODE_T (*type)(struct archive_entry *entry);
};

#define SYMBOL(field, name) { offsetof(struct lib, field), true, { name } }

static const struct dl_symbol symbols[] = {
	SYMBOL(create, "archive_read_new"),
	SYMBOL(bzip2, "archive_read_support_filter_bzip2"),
	SYMBOL(zstd, "archive_read_support_filter_zstd"),
	SYMBOL(tar, "archive_read_support_format_tar"),
	SYMBOL(open, "archive_read_open"),
	SYMBOL(next, "archive_read_next_header"),
	SYMBOL(block, "archive_read_data_block"),
	SYMBOL(free, "archive_read_free"),
	SYMBOL(why, "archive_error_string"),
	SYMBOL(path, "archive_entry_pathname"),
	SYMBOL(size, "archive_entry_size"),
	SYMBOL(type, "archive_entry_filetype"),
};

static const char *const libraries[] = { "libarchive.so.13", NULL };

enum { ARCHIVE_RATIO = 200, RATIO_FROM = 1 << 30 };

struct walk {
	struct lib lib;
	const struct archive_io *io;
	struct archive *archive;
	uint64_t left, packed, unpacked;
	struct err *e;
	bool failed;         /* *e is filled by more() */
};

static la_ssize_t pull(struct archive *a, void *own, const void **ret)
{
	struct walk *w = own;
	long n = w->io->more(w->io->own, ret, w->e);

	(void)a;
	w->failed |= n < 0;
	w->packed += n > 0 ? (uint64_t)n : 0;
	return n;
}

static int bad(struct walk *w)
{
	const char *why = w->failed ? NULL : w->lib.why(w->archive);

	return w->failed ? w->e->code : ERR_SAY(w->e, ERR_INPUT, ARCHIVE_DAMAGED, SAY(why, why));
}

/*
 * Libraries shrink to a tenth; what claims to grow out of next to nothing is there to take time,
 * and what is passed over is unpacked too.
 */
static int spend(struct walk *w, uint64_t n)
{
	if (n > w->left || ((w->unpacked += n) > RATIO_FROM &&
			    w->unpacked / ARCHIVE_RATIO > w->packed))
		return ERR_SAY(w->e, ERR_INPUT, ARCHIVE_BYTES_MOST);
	w->left -= n;
	return 0;
}

/* The contents of one entry; 0, 1 at its end. */
static int contents(struct walk *w)
{
	bool wanted = true;
	const void *p;
	la_int64_t at;
	size_t n;
	int rc;

	while ((rc = w->lib.block(w->archive, &p, &n, &at)) == ARCHIVE_OK) {
		if (spend(w, n))
			return w->e->code;
		if (wanted && n)
			wanted = w->io->take(w->io->own, p, n);
	}
	w->io->done(w->io->own, rc == ARCHIVE_EOF);
	return rc == ARCHIVE_EOF ? 0 : bad(w);
}

static int entries(struct walk *w)
{
	struct archive_entry *entry;

	for (unsigned i = 0;; i++) {
		int rc = w->lib.next(w->archive, &entry);
		struct archive_entry_info info;

		if (rc == ARCHIVE_EOF)
			return 0;
		if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
			return bad(w);
		if (i == ARCHIVE_ENTRIES)
			return ERR_SAY(w->e, ERR_INPUT, ARCHIVE_ENTRIES_MOST,
				       SAY(limit, ERR_NUMBER(ARCHIVE_ENTRIES)));
		info.path = w->lib.path(entry);
		info.size = w->lib.size(entry) > 0 ? (uint64_t)w->lib.size(entry) : 0;
		info.file = w->lib.type(entry) == S_IFREG;
		info.link = w->lib.type(entry) == S_IFLNK;
		if (info.path && w->io->entry(w->io->own, &info) ? contents(w) :
								   spend(w, info.size))
			return w->e->code;
	}
}

/*
 * Only what conda packs, and what the library can do itself: of other filters, or as a fallback, it
 * starts programs on PATH (archive_read_filter(3): "lrzip", "grzip", ARCHIVE_WARN for the rest).
 */
static bool set_filters(struct walk *w)
{
	return w->lib.bzip2(w->archive) == ARCHIVE_OK && w->lib.zstd(w->archive) == ARCHIVE_OK;
}

int archive_walk(const struct archive_io *io, uint64_t limit, struct err *e)
{
	struct walk w = { .io = io, .left = limit, .e = e };
	int rc;

	if (dl_load(libraries, symbols, sizeof symbols / sizeof *symbols, &w.lib, &w.lib.handle, e))
		return err_set(e, ERR_MISSING, "libarchive is missing (Debian: libarchive13)");
	w.archive = w.lib.create();
	if (!w.archive)
		return err_set(e, ERR_FAULT, "no memory for libarchive");
	w.lib.tar(w.archive);
	if (!set_filters(&w))
		rc = err_set(e, ERR_MISSING, "this libarchive has no bzip2 or no zstd of its own");
	else
		rc = w.lib.open(w.archive, &w, NULL, pull, NULL) == ARCHIVE_OK ? entries(&w) :
										 bad(&w);
	w.lib.free(w.archive);
	dl_close(w.lib.handle);
	return rc;
}
