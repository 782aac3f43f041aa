/*
 * The central directory of a ZIP file (PKWARE APPNOTE; ZIP64), read with few requests from any
 * source. Everything in it may be a lie: sizes are held against the file, ranges against each
 * other, names against what is safe. Nothing is ever extracted.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "fact/package.h"
#include "read/package/blob.h"

enum {
	ZIP_ENTRIES = 131072,        /* a torch wheel has 13,500 */
	ZIP_DIRECTORY = 16 << 20,    /* bytes of the central directory */
	ZIP_TAIL = 128 << 10,        /* of a remote source: its first request brings that */
	ZIP_RATIO = 1032,            /* more than that deflate cannot do */
};

enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

struct zip_entry {
	struct span name;
	uint64_t at, packed, size;   /* of the local header; bytes stored; bytes when unpacked */
	uint32_t crc;
	uint16_t method, flags;
	bool link, folder;
};

struct zip {
	struct blob *source;
	struct zip_entry *v;         /* in the order of the directory */
	size_t n;
	uint64_t directory;          /* its offset */
};

/* Whether the file ends as an archive does, whatever it begins with. */
bool zip_ends(struct blob *s);

/*
 * Reads the directory. ERR_INPUT when it cannot be used; then a finding in p says what is wrong.
 * What is wrong but harmless becomes a finding too.
 */
int zip_open(struct arena *a, struct blob *s, struct package *p, struct zip *ret, struct err *e);

/*
 * A part of a big directory. Who wants only what lies beside each other in the archive, like the
 * .dist-info of a wheel, need not read the megabyte that names all other entries.
 */
enum zip_part {
	ZIP_LAST,            /* the last entries: those that the tail of the file holds */
	ZIP_FIRST,           /* the first entries: one more read of 64 KiB */
};

/*
 * The entries of one part, checked like those of zip_open. ERR_NONE when the tail holds the whole
 * directory; ERR_INPUT when anything is odd: then zip_open says what.
 */
int zip_part(struct arena *a, struct blob *s, enum zip_part part, struct zip *ret, struct err *e);

/* The entry of that name, or NULL. */
const struct zip_entry *zip_find(const struct zip *z, struct span name);
bool zip_encrypted(const struct zip_entry *x);

/*
 * Passes the contents of an entry through `take`, which may stop early by returning false. Checks
 * the local header, the size and, when it went to the end, the CRC. Safe to call from several
 * threads.
 */
int zip_stream(const struct zip *z, const struct zip_entry *x, void *own,
	       bool (*take)(void *own, const uint8_t *p, size_t n), struct err *e);
/* Packed bytes, in steps of 64 KiB, that bring the first `upto` bytes of an entry. */
int zip_need(const struct zip *z, const struct zip_entry *x, uint64_t upto, uint64_t *ret,
	     struct err *e);
/* A small entry as text; more than `max` bytes is ERR_INPUT. */
int zip_text(struct arena *a, const struct zip *z, const struct zip_entry *x, size_t max,
	     struct span *ret, struct err *e);
