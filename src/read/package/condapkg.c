/* conda packages, .conda and .tar.bz2: their metadata, and their libraries as they stream by. */
#include "read/package/condapkg_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "door/archive.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"
#include "read/package/entries_private.h"
#include "read/package/scan_private.h"

static const char *index_text(struct arena *a, const struct tree *o, const char *key,
			      const char *otherwise)
{
	const char *s = json_get_text(o, key);

	return s ? arena_str(a, s) : otherwise;
}

void conda_index_read(struct arena *a, struct span text, struct package *p)
{
	struct tree *o = NULL;
	const struct tree *list;
	const char *build = p->build;
	struct err e;

	if (json_parse(a, text, &o, &e)) {
		err_at(&e, "info/index.json");
		package_damage(a, p, &e);
		return;
	}
	p->name = index_text(a, o, "name", p->name);
	p->version = index_text(a, o, "version", p->version);
	p->build = index_text(a, o, "build", p->build);
	p->platform = index_text(a, o, "subdir", p->platform);
	p->torch |= p->name && (!strcmp(p->name, "pytorch") || !strcmp(p->name, "libtorch"));
	if (build && p->build && strcmp(build, p->build) != 0)
		package_find(a, p, CP408, build, p->build, PHRASE(a, BUILD_OF_NAME));
	list = tree_get(o, "depends");
	for (list = list ? list->first : NULL; list; list = list->next)
		if (json_type(list) == JSON_STRING)
			strings_add(a, &p->requires, arena_str(a, list->text));
}

enum { TOLD = 5, PIECE = 256 << 10, INDEX_MAX = 1 << 20, LOCAL_SIZE = 30, LOCAL_EXTRA = 64 };

#define UNPACKED_MAX ((uint64_t)64 << 30)

struct unpack {
	struct arena *arena;
	const struct inspect_options *o;
	struct package *p;
	struct blob *source;
	uint64_t at, end;        /* of the archive in the source */
	uint8_t *piece;
	struct scan *scan;       /* of the entry that passes */
	struct buf text;         /* of info/index.json */
	bool index, scanning;
	bool indexed;            /* info/index.json has passed */
	bool full;               /* some libraries were left out */
	bool unread;             /* some were not read to their end */
	size_t before;           /* of the arena */
	unsigned told;
};

static long more(void *own, const void **ret, struct err *e)
{
	struct unpack *u = own;
	size_t n = u->end - u->at < PIECE ? (size_t)(u->end - u->at) : PIECE;

	if (n && blob_read(u->source, u->at, u->piece, n, e))
		return e->code;
	u->at += n;
	*ret = u->piece;
	return (long)n;
}

/* Whether there is room for one more library. */
static bool room(struct unpack *u)
{
	if (u->full)
		return false;
	if (u->p->libraries.n < ENTRIES_MOST && entries_room(u->arena, u->before, u->p))
		return true;
	if (u->p->libraries.n == ENTRIES_MOST)
		entries_too_many(u->arena, u->p);
	u->full = true;
	return false;
}

static bool entry(void *own, const struct archive_entry_info *info)
{
	struct unpack *u = own;
	struct span path = span_of(info->path);

	u->p->entries++;
	u->p->unpacked += info->size;
	u->index = span_is(path, "info/index.json");
	u->indexed |= u->index;
	u->scanning = false;
	/* A path that leaves the folder is told, but not thousands of them. */
	if (span_starts(path, "/") || span_find(path, "..") == 0 || span_find(path, "/../") >= 0)
		if (u->told++ < TOLD)
			package_find(u->arena, u->p, CP405, NULL, NULL,
				     PHRASE(u->arena, NAME_LEAVES,
					    SAY(item, arena_span(u->arena, path))));
	if (u->index || !info->file || !entries_wanted(path) || !room(u))
		return u->index;
	if (u->o->depth == DEPTH_NAMES) {
		entries_name(u->arena, path, info->size, u->p);
		return false;
	}
	u->scanning = true;
	scan_start(u->scan, arena_str(u->arena, info->path), info->size);
	return true;
}

static bool take(void *own, const uint8_t *p, size_t n)
{
	struct unpack *u = own;

	if (u->scanning)
		return scan_feed(u->scan, p, n);
	buf_add(&u->text, p, n);
	return !u->text.failed;
}

/* A tar stream passes once: what only a second pass would bring stays unknown. */
static void done(void *own, bool whole)
{
	struct unpack *u = own;
	struct library l;
	struct err e;

	if (u->index)
		conda_index_read(u->arena, buf_view(&u->text), u->p);
	if (!u->scanning)
		return;
	scan_again(u->scan);
	if (whole && scan_check(u->scan, &e)) {
		blob_damage(u->arena, u->source, &e, u->p);
		whole = false;
	}
	scan_result(u->scan, u->arena, whole, &l);
	scan_free(u->scan);
	u->scanning = false;
	u->unread = u->unread || !l.scanned;
	ARRAY_ADD(u->arena, u->p->libraries) = l;
}

static int walk(struct unpack *u, struct err *e)
{
	struct archive_io io = { u, more, entry, take, done };
	int rc;

	if (!u->p->libraries.room) {
		u->p->libraries.v = arena_array(u->arena, ENTRIES_MOST, sizeof *u->p->libraries.v);
		u->p->libraries.room = ENTRIES_MOST;
	}
	u->before = u->arena->used;
	u->text = BUF(INDEX_MAX);
	u->piece = malloc(PIECE);
	u->scan = malloc(sizeof *u->scan);
	rc = u->piece && u->scan ? archive_walk(&io, UNPACKED_MAX, e)
				 : err_set(e, ERR_FAULT, "no memory to unpack");
	if (u->scanning)
		scan_free(u->scan);
	buf_free(&u->text);
	free(u->piece);
	free(u->scan);
	return rc;
}

/* A damaged package still says what was read of it. */
static int finish(struct unpack *u, int rc, struct err *e)
{
	struct package *p = u->p;

	p->kind = PACKAGE_CONDA;
	if (rc == ERR_INPUT && p->entries) {
		blob_damage(u->arena, u->source, e, p);
		p->scanned = SCANNED_PARTIAL;
		return 0;
	}
	if (rc == 0 && u->o->depth != DEPTH_NAMES)
		p->scanned = u->full || u->unread ? SCANNED_PARTIAL : SCANNED_EXACT;
	return rc;
}

/* From a server, a package without a directory comes whole or not at all. */
static bool too_much(const struct blob *s, const struct inspect_options *o, uint64_t size)
{
	return s->remote && o->remote.most && size > o->remote.most;
}

int conda_tar_read(struct arena *a, struct blob *s, const struct inspect_options *o,
		   struct package *p, struct err *e)
{
	struct unpack u = { .arena = a, .o = o, .p = p, .source = s, .end = s->size };

	p->size = s->size;
	if (too_much(s, o, s->size))
		return err_set(e, ERR_USAGE,
			       "%s: a .tar.bz2 has no directory, all of its %llu MB must "
			       "be read; --depth exact does that", s->name,
			       (unsigned long long)s->size / 1000000);
	blob_ahead(s, 0, s->size);
	if (finish(&u, walk(&u, e), e))
		return e->code;
	if (!p->entries)
		return ERR_SAY(e, ERR_INPUT, ARCHIVE_EMPTY);
	if (!u.indexed)
		package_find(a, p, CP408, NULL, "info/index.json", PHRASE(a, INDEX_MISSING));
	return 0;
}

static const struct zip_entry *part(const struct zip *z, const char *begin)
{
	return FIRST_OF(x, *z, span_starts(x->name, begin) && span_ends(x->name, ".tar.zst"));
}

bool conda_zip_is(const struct zip *z)
{
	return zip_find(z, SPAN("metadata.json")) && part(z, "pkg-");
}

static int one_part(struct arena *a, const struct zip *z, const struct zip_entry *x,
		    const struct inspect_options *o, struct package *p, struct err *e)
{
	struct unpack u = { .arena = a, .o = o, .p = p, .source = z->source };
	uint8_t h[LOCAL_SIZE];

	if (!x)
		return 0;
	if (x->method != ZIP_STORED)
		return ERR_SAY(e, ERR_INPUT, PARTS_COMPRESSED);
	blob_ahead(z->source, x->at, LOCAL_SIZE + x->name.n + LOCAL_EXTRA + x->packed);
	if (blob_read(z->source, x->at, h, LOCAL_SIZE, e))
		return e->code;
	u.at = x->at + LOCAL_SIZE + le16(h + 26) + le16(h + 28);
	u.end = u.at + x->packed;
	if (u.end > z->directory)
		return ERR_SAY(e, ERR_INPUT, ENTRY_REACHES);
	return finish(&u, walk(&u, e), e);
}

/* conda unpacks all of them into one folder. */
static void check_parts(struct arena *a, const struct zip *z, const char *begin, struct package *p)
{
	const struct zip_entry *first = part(z, begin);

	for (const struct zip_entry *x = first; x && x < z->v + z->n; x++)
		if (x != first && span_starts(x->name, begin) && span_ends(x->name, ".tar.zst")) {
			package_find(a, p, CP408, arena_span(a, first->name),
				     arena_span(a, x->name), PHRASE(a, PART_TWICE));
			return;
		}
}

int conda_zip_read(struct arena *a, const struct zip *z, const struct inspect_options *o,
		   struct package *p, struct err *e)
{
	const struct zip_entry *files = part(z, "pkg-");
	int rc = one_part(a, z, part(z, "info-"), o, p, e);

	check_parts(a, z, "pkg-", p);
	check_parts(a, z, "info-", p);
	p->scanned = SCANNED_NONE;
	if (rc || too_much(z->source, o, files->packed) ||
	    (z->source->remote && o->depth == DEPTH_NAMES))
		return rc;
	return one_part(a, z, files, o, p, e);
}
