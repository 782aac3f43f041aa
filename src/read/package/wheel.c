/* Wheels: tags, METADATA, RECORD against what is there. */
#include "read/package/wheel_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/pep440.h"
#include "base/sort.h"
#include "door/sha256.h"
#include "fact/err_phrase.h"
#include "fact/project.h"
#include "read/package/condapkg_private.h"
#include "read/package/dist_info.h"
#include "read/package/entries_private.h"
#include "read/package/variant.h"

enum { NEAR = 64 << 10 };

/* --- RECORD: what it says of each file ----------------------------------------------------- */

enum { TOLD = 5 };

struct record_line {
	struct record r;
	bool seen;
};

struct record_check {
	struct arena *a;
	const struct zip *z;
	struct package *p;
	ARRAY(struct record_line) lines;
	bool hashes;
	unsigned wrong, unlike, unhashed; /* lines that differ; hashes that do; files without */
};

static int by_path(const void *a, const void *b)
{
	const struct record_line *x = a, *y = b;

	return span_cmp(x->r.path, y->r.path);
}

static bool hash(void *own, const uint8_t *p, size_t n)
{
	sha256_add(own, p, n);
	return true;
}

/* "sha256=…" in urlsafe base64 without padding. */
static void check_hash(struct record_check *c, const struct zip_entry *x, struct span want)
{
	char got[SHA256_BASE64];
	struct sha256 h;
	struct err e;

	if (!span_take(&want, "sha256=")) {
		c->unhashed++;
		return;
	}
	sha256_start(&h);
	if (zip_stream(c->z, x, &h, hash, &e)) {
		blob_damage(c->a, c->z->source, &e, c->p);
		return;
	}
	sha256_base64(&h, got);
	if (span_is(want, got))
		c->p->hashed++;
	else if (c->unlike++ < TOLD)
		package_find(c->a, c->p, CP407, arena_str(c->a, got), arena_span(c->a, want),
			     PHRASE(c->a, HASH_DIFFERS, SAY(item, arena_span(c->a, x->name))));
}

static void check_entry(struct record_check *c, const struct zip_entry *x)
{
	struct record_line key = { .r = { .path = x->name } }, *line = NULL;

	if (c->lines.n)
		line = bsearch(&key, c->lines.v, c->lines.n, sizeof *c->lines.v, by_path);
	if (!line) {
		if (c->wrong++ < TOLD)
			package_find(c->a, c->p, CP406, NULL, NULL,
				     PHRASE(c->a, RECORD_LACKS,
					    SAY(item, arena_span(c->a, x->name))));
		return;
	}
	line->seen = true;
	if (line->r.has_size && line->r.size != x->size && c->wrong++ < TOLD)
		package_find(c->a, c->p, CP406, fact_number(c->a, x->size),
			     fact_number(c->a, line->r.size),
			     PHRASE(c->a, RECORD_SIZE, SAY(item, arena_span(c->a, x->name))));
	if (c->hashes)
		check_hash(c, x, line->r.hash);
}

static bool signature(struct span name)
{
	return span_ends(name, ".dist-info/RECORD") || span_ends(name, ".dist-info/RECORD.jws") ||
	       span_ends(name, ".dist-info/RECORD.p7s");
}

/* Missing, extra and changed entries (CP406); with `hashes` the entries are read whole. */
static void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
			 struct package *p)
{
	struct record_check c = { .a = a, .z = z, .p = p, .hashes = hashes };
	struct record r;

	if (!record.n && hashes)
		package_find(a, p, CP406, NULL, NULL, PHRASE(a, RECORD_EMPTY));
	if (!record.n)
		return;
	while (c.lines.n < ZIP_ENTRIES && record_next(a, &record, &r))
		ARRAY_ADD(a, c.lines) = (struct record_line){ r, false };
	sort_stable(c.lines.v, c.lines.n, sizeof *c.lines.v, by_path);
	for (size_t i = 0; i < z->n; i++)
		if (!z->v[i].folder && !signature(z->v[i].name))
			check_entry(&c, &z->v[i]);
	for (size_t i = 0; i < c.lines.n; i++)
		if (!c.lines.v[i].seen && !signature(c.lines.v[i].r.path) && c.wrong++ < TOLD)
			package_find(a, p, CP406, NULL, NULL,
				     PHRASE(a, RECORD_EXTRA,
					    SAY(item, arena_span(a, c.lines.v[i].r.path))));
	/* What no line above named. */
	if (c.wrong > TOLD)
		package_find(c.a, c.p, CP406, NULL, NULL,
			     PHRASE(c.a, RECORD_MORE, SAY(count, fact_number(c.a, c.wrong)),
				    SAY(named, fact_number(c.a, TOLD))));
	if (c.unlike > TOLD)
		package_find(c.a, c.p, CP407, NULL, NULL,
			     PHRASE(c.a, HASHES_MORE, SAY(count, fact_number(c.a, c.unlike)),
				    SAY(named, fact_number(c.a, TOLD))));
	if (c.unhashed)
		package_find(c.a, c.p, CP406, NULL, NULL,
			     PHRASE(c.a, RECORD_UNHASHED,
				    SAY(count, fact_number(c.a, c.unhashed))));
}

/* The first entry that lies in a top folder *.dist-info and has this name there; or NULL. */
static const struct zip_entry *wheel_entry(const struct zip *z, const char *name)
{
	for (size_t i = 0; i < z->n; i++) {
		struct span s = z->v[i].name;
		ptrdiff_t at = span_find_char(s, '/');

		if (at > 0 && span_ends(span_sub(s, 0, (size_t)at), ".dist-info") &&
		    span_is(span_from(s, (size_t)at + 1), name))
			return &z->v[i];
	}
	return NULL;
}

/* pip takes no wheel with two of them ("multiple .dist-info directories found"). */
static void one_dist_info(struct arena *a, const struct zip *z, struct package *p)
{
	struct span first = { 0 };

	for (size_t i = 0; i < z->n; i++) {
		struct span s = z->v[i].name;
		ptrdiff_t at = span_find_char(s, '/');

		s = span_sub(s, 0, at < 0 ? 0 : (size_t)at);
		if (!span_ends(s, ".dist-info") || span_eq(s, first))
			continue;
		if (first.n) {
			package_find(a, p, CP408, arena_span(a, first), arena_span(a, s),
				     PHRASE(a, DIST_INFO_TWICE));
			return;
		}
		first = s;
	}
}

/* Text of an entry, or an empty span and a finding. */
static struct span text_of(struct arena *a, const struct zip *z, const struct zip_entry *x,
			   struct package *p)
{
	struct span s = { NULL, 0 };
	struct err e;

	if (x && zip_text(a, z, x, WHEEL_TEXT, &s, &e))
		blob_damage(a, z->source, &e, p);
	return s;
}

/* "12.1" is cu121. */
static const char *variant_of(struct arena *a, const char *cuda)
{
	struct span rest = span_of(cuda), major, minor = { NULL, 0 };

	span_next(&rest, '.', &major);
	span_next(&rest, '.', &minor);
	return arena_printf(a, "cu" SPAN_FMT SPAN_FMT, SPAN_ARG(major), SPAN_ARG(minor));
}

/* True when torch says that it is built without CUDA. */
static bool version_file(struct arena *a, const struct zip *z, struct package *p)
{
	struct span s = text_of(a, z, zip_find(z, SPAN("torch/version.py")), p);
	const char *inside;

	if (!s.n)
		return false;
	inside = version_py(a, s, "cuda");
	if (inside && p->cuda && strcmp(inside, p->cuda) != 0)
		package_find(a, p, CP408, p->cuda, inside, PHRASE(a, CUDA_OF_NAME));
	p->torch = true;
	p->cuda = inside;
	p->git = version_py(a, s, "git_version");
	if (!p->variant)
		p->variant = inside ? variant_of(a, inside) : "cpu";
	return !inside && version_py_has(s, "cuda");
}

static bool has_cuda(const struct package *p)
{
	bool main, cuda = false;

	for (size_t i = 0; i < p->libraries.n && !cuda; i++)
		cuda = library_is_torch(&p->libraries.v[i], &main) &&
		       (strstr(p->libraries.v[i].path, "cuda") ||
			strstr(p->libraries.v[i].path, "_gpu"));
	return cuda;
}

/*
 * Nothing beyond METADATA tells more than the library with torch's own list; where torch says that
 * it was built without CUDA, that list is empty.
 */
static void declared(struct arena *a, const struct zip *z, bool without, struct package *p)
{
	static const char *const names[] = { "torch/lib/libtorch_python.so",
					     "torch/lib/torch_python.dll" };
	const struct zip_entry *x = NULL;
	struct err e;

	entries_names(a, z, p);
	if (without && !has_cuda(p)) {
		p->has_declared = true;
		p->scanned = SCANNED_DECLARED;
		return;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names && !x; i++)
		x = zip_find(z, span_of(names[i]));
	if (!x)
		return;
	if (entries_declared(a, z, x, p, &e))
		blob_damage(a, z->source, &e, p);
	else
		p->scanned = SCANNED_DECLARED;
}

static void contents(struct arena *a, const struct zip *z, const struct inspect_options *o,
		     bool without, struct package *p)
{
	if (o->depth == DEPTH_NAMES) {
		entries_names(a, z, p);
	} else if (o->depth == DEPTH_DECLARED) {
		declared(a, z, without, p);
	} else {
		p->scanned = entries_scan(a, z, o->threads, p) ? SCANNED_EXACT : SCANNED_PARTIAL;
		for (size_t i = 0; i < p->libraries.n; i++)
			if (!p->libraries.v[i].scanned)
				p->scanned = SCANNED_PARTIAL;
	}
}

/* How much of an entry must be read to know torch's own list. */
static void needs(struct arena *a, const struct zip *z, struct package *p)
{
	EACH(struct library, l, p->libraries) {
		const struct zip_entry *x = l->declared ? zip_find(z, span_of(l->path)) : NULL;
		struct err e;

		if (x && zip_need(z, x, l->declared_at + strlen(l->declared),
				  &l->declared_need, &e))
			blob_damage(a, z->source, &e, p);
	}
}

static void info(struct arena *a, const struct zip *z, struct package *p)
{
	const struct zip_entry *metadata = wheel_entry(z, "METADATA");
	const struct zip_entry *wheel = wheel_entry(z, "WHEEL");
	const struct zip_entry *variant = wheel_entry(z, "variant.json");
	const struct package named = *p;
	const struct zip_entry *last;
	uint64_t first;

	one_dist_info(a, z, p);
	/* Two small entries near each other come with one request. */
	if (metadata && wheel) {
		last = metadata->at > wheel->at ? metadata : wheel;
		first = metadata->at < wheel->at ? metadata->at : wheel->at;
		if (last->at - first < NEAR && last->packed < NEAR)
			blob_ahead(z->source, first, last->at - first + last->packed + 512);
	}
	metadata_of_wheel(a, text_of(a, z, metadata, p), p);
	/* pip refuses a wheel whose METADATA is of another project or version than its name says.
	 */
	if (named.name && p->name &&
	    strcmp(project_name(a, span_of(named.name)), project_name(a, span_of(p->name))) != 0)
		package_find(a, p, CP408, named.name, p->name, PHRASE(a, FILE_NAME_DIFFERS));
	if (named.version && p->version &&
	    pep440_cmp_text(span_of(named.version), span_of(p->version)) != 0)
		package_find(a, p, CP408, named.version, p->version, PHRASE(a, FILE_NAME_DIFFERS));
	wheel_tags(a, text_of(a, z, wheel, p), p);
	if (variant)
		variant_read(a, text_of(a, z, variant, p), p);
	else if (p->label)
		package_find(a, p, CP408, p->label, NULL, PHRASE(a, VARIANT_NO_FILE));
}

enum { HEADER = 512 }; /* of an entry, with its name */

struct piece {
	const struct zip_entry *entry;
	struct span text;
};

enum { METADATA, WHEEL, RECORD, PIECES };

static int find_in(const struct zip *z, struct piece v[PIECES])
{
	static const char *const names[PIECES] = { "METADATA", "WHEEL", "RECORD" };
	int found = 0;

	for (int i = 0; i < PIECES; i++)
		found += (v[i].entry = wheel_entry(z, names[i])) != NULL;
	return found;
}

/* All three lie beside each other: a part that has some of them has all, or there are no more. */
static bool find(struct arena *a, struct blob *s, struct zip *z, struct piece v[PIECES])
{
	struct err e;
	int found = 0, rc = zip_part(a, s, ZIP_LAST, z, &e);

	if (rc == 0)
		found = find_in(z, v);
	if (rc == 0 && !found && zip_part(a, s, ZIP_FIRST, z, &e) == 0)
		found = find_in(z, v);
	return found == PIECES;
}

static int by_offset(const void *a, const void *b)
{
	const struct piece *x = *(struct piece *const *)a, *y = *(struct piece *const *)b;

	return (x->entry->at > y->entry->at) - (x->entry->at < y->entry->at);
}

/* In the order of the file, so that they come with one request where they lie together. */
static int read_all(struct arena *a, const struct zip *z, struct piece v[PIECES], struct err *e)
{
	struct piece *order[PIECES] = { &v[METADATA], &v[WHEEL], &v[RECORD] };
	const struct zip_entry *last;
	uint64_t first, all;

	sort_stable(order, PIECES, sizeof *order, by_offset);
	first = order[0]->entry->at;
	last = order[PIECES - 1]->entry;
	all = last->at - first + last->packed + HEADER;
	if (all < WHEEL_TEXT)
		blob_ahead(z->source, first, all);
	for (int i = 0; i < PIECES; i++)
		if (zip_text(a, z, order[i]->entry, WHEEL_TEXT, &order[i]->text, e))
			return e->code;
	return 0;
}

int wheel_brief(struct arena *a, struct blob *s, struct package *p)
{
	struct piece v[PIECES] = { { 0 } };
	struct record r;
	struct err unused;
	struct zip z;

	if (!find(a, s, &z, v) || read_all(a, &z, v, &unused))
		return ERR_NONE;
	metadata_of_wheel(a, v[METADATA].text, p);
	wheel_tags(a, v[WHEEL].text, p);
	p->from_record = true;
	while (record_next(a, &v[RECORD].text, &r) && entries_name(a, r.path, r.size, p))
		continue;
	return 0;
}

int wheel_read(struct arena *a, struct blob *s, const struct inspect_options *o,
	       struct package *p, struct err *e)
{
	struct span record = { NULL, 0 };
	bool without = false;
	struct zip z;

	p->kind = PACKAGE_WHEEL;
	p->size = s->size;
	if (s->remote && o->depth == DEPTH_NAMES && !o->hashes && wheel_brief(a, s, p) == 0)
		return 0;
	if (zip_open(a, s, p, &z, e))
		return err_begins(e, s->name) ? e->code : err_at(e, "%s", s->name);
	if (conda_zip_is(&z))
		return conda_zip_read(a, &z, o, p, e);
	if (span_ends(span_of(s->name), ".conda"))
		return err_set(e, ERR_INPUT, "%s: a .conda without its metadata.json or "
			       "pkg-*.tar.zst is no whole package", s->name);
	p->entries = z.n;
	for (size_t i = 0; i < z.n; i++)
		p->unpacked += z.v[i].size;
	info(a, &z, p);
	/* It is half a megabyte in a torch wheel: from a server only where all is read anyway. */
	if (!s->remote || o->hashes || o->depth == DEPTH_EXACT)
		record = text_of(a, &z, wheel_entry(&z, "RECORD"), p);
	if (!s->remote || o->depth != DEPTH_NAMES)
		without = version_file(a, &z, p);
	contents(a, &z, o, without, p);
	if (o->rows)
		needs(a, &z, p);
	record_check(a, &z, record, o->hashes, p);
	return 0;
}
