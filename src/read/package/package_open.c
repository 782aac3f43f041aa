#include "read/package/package_open.h"

#include <string.h>

#include "base/bytes.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "read/package/condapkg_private.h"
#include "read/package/dist_info.h"
#include "read/package/folder_private.h"
#include "read/package/http_text.h"
#include "read/package/listing.h"
#include "read/package/package_check.h"
#include "read/package/package_name_private.h"
#include "read/package/scan_private.h"
#include "read/package/variant.h"
#include "read/package/wheel_private.h"

enum { MAGIC = 16, TEXT_LIMIT = 16 << 20 };

struct opener {
	enum package_kind kind;
	int (*read)(struct arena *a, struct blob *s, const struct inspect_options *o,
		    struct package *p, struct err *e);
};

static int read_library(struct arena *a, struct blob *s, const struct inspect_options *o,
			struct package *p, struct err *e)
{
	struct library l;

	(void)o;
	p->size = s->size;
	if (scan_blob(a, s, s->name, &l, e))
		return e->code;
	p->scanned = SCANNED_EXACT;
	if (l.format == PACKAGE_CUBIN)
		p->kind = PACKAGE_CUBIN;
	p->name = l.soname ? l.soname : NULL;
	p->version = l.version;
	ARRAY_ADD(a, p->libraries) = l;
	return 0;
}

/* --- PTX text: ".version 8.5", ".target sm_90a" (PTX ISA, directives) --------------------- */

enum { HEAD = 16 << 10 };

static struct span head(struct arena *a, struct blob *s)
{
	size_t n = s->size < HEAD ? (size_t)s->size : HEAD;
	struct span text = { arena_alloc(a, n + 1), n };
	struct err unused;

	if (blob_read(s, 0, (char *)(uintptr_t)text.p, n, &unused))
		text.n = 0;
	return text;
}

/* The word after a directive at the beginning of a line. */
static struct span directive(struct span text, const char *name)
{
	struct span line, word = { NULL, 0 };

	while (span_line(&text, &line)) {
		line = span_trim(line);
		if (span_take(&line, name) && span_word(&line, &word))
			break;
	}
	return word;
}

static bool parse(struct span text, struct sm_code *k)
{
	struct span version = directive(text, ".version"), part;
	struct span target = directive(text, ".target");
	uint64_t major, minor;

	if (!span_take_u64(&version, &major) || !span_take(&version, ".") ||
	    !span_take_u64(&version, &minor) || major > 99 || minor > 99)
		return false;
	k->kind = CODE_PTX;
	k->isa_major = (uint8_t)major;
	k->isa_minor = (uint8_t)minor;
	return span_next(&target, ',', &part) && sm_parse(part, &k->sm);
}

static bool ptx_is(struct blob *s)
{
	ARENA_AUTO scratch = { 0 };
	struct sm_code k = { 0 };

	return parse(head(&scratch, s), &k);
}

static int read_ptx(struct arena *a, struct blob *s, const struct inspect_options *o,
		    struct package *p, struct err *e)
{
	struct library l = { .path = s->name, .format = PACKAGE_PTX, .size = s->size,
			     .scanned = true };
	struct sm_code k = { 0 };

	(void)o;
	p->size = s->size;
	if (!parse(head(a, s), &k))
		return err_set(e, ERR_INPUT, "%s: no .version and .target of PTX", s->name);
	ARRAY_ADD(a, l.code) = (struct code_count){ k, 1, NULL, false };
	library_sum(&l);
	p->scanned = SCANNED_EXACT;
	ARRAY_ADD(a, p->libraries) = l;
	return 0;
}

/* What an index has beside a wheel, or an installed package in its .dist-info. */
static int read_metadata(struct arena *a, struct blob *s, const struct inspect_options *o,
			 struct package *p, struct err *e)
{
	size_t n = s->size < WHEEL_TEXT ? (size_t)s->size : WHEEL_TEXT;
	char *text = arena_alloc(a, n + 1);

	(void)o;
	p->size = s->size;
	if (blob_read(s, 0, text, n, e))
		return e->code;
	metadata_of_wheel(a, (struct span){ text, n }, p);
	return 0;
}

/* Text that names libraries or variants; anything else is not recognised. */
static int read_text(struct arena *a, struct blob *s, const struct inspect_options *o,
		     struct package *p, struct err *e)
{
	size_t n = (size_t)s->size;
	char *text = arena_alloc(a, n + 1);

	(void)o;
	if (blob_read(s, 0, text, n, e))
		return e->code;
	if (variants_is((struct span){ text, n }))
		return variants_read(a, (struct span){ text, n }, s->name, p, e);
	if (!listing_is((struct span){ text, n })) {
		package_find(a, p, CP401, NULL, NULL, PHRASE(a, UNRECOGNISED, SAY(item, s->name)));
		return ERR_SAY(e, ERR_INPUT, NOT_RECOGNISED, SAY(file, s->name));
	}
	listing_read(a, (struct span){ text, n }, p);
	return 0;
}

static const struct {
	const char *magic;
	size_t n;
	struct opener opener;
} openers[] = {
	{ "PK\3\4", 4, { PACKAGE_WHEEL, wheel_read } },
	{ "PK\5\6", 4, { PACKAGE_WHEEL, wheel_read } },
	{ "\177ELF", 4, { PACKAGE_ELF, read_library } },
	{ "MZ", 2, { PACKAGE_PE, read_library } },
	{ "!<arch>\n", 8, { PACKAGE_ARCHIVE, read_library } },
	{ "\x50\xed\x55\xba", 4, { PACKAGE_FATBIN, read_library } },
	{ "Metadata-Version", 16, { PACKAGE_WHEEL, read_metadata } },
	{ "BZh", 3, { PACKAGE_CONDA, conda_tar_read } },
};

/*
 * The end of a ZIP file came with the first request to a server; its beginning did not. On disk an
 * archive is told by its name too, since installers look for its end only.
 */
static bool ends_as_zip(struct blob *s)
{
	struct span n = span_of(s->name);

	return (s->remote || package_name_is_wheel(n) || span_ends(n, ".conda") ||
		span_ends(n, ".zip")) && zip_ends(s);
}

static int opener_of(struct blob *s, const struct opener **ret, struct err *e)
{
	static const struct opener ptx = { PACKAGE_PTX, read_ptx };
	static const struct opener text = { PACKAGE_LISTING, read_text };
	char magic[MAGIC] = { 0 };

	*ret = NULL;
	if (ends_as_zip(s))
		memcpy(magic, openers[0].magic, openers[0].n);
	else if (blob_read(s, 0, magic, s->size < MAGIC ? (size_t)s->size : MAGIC, e))
		return e->code;
	for (size_t i = 0; i < sizeof openers / sizeof *openers && !*ret; i++)
		if (memcmp(magic, openers[i].magic, openers[i].n) == 0)
			*ret = &openers[i].opener;
	if (!*ret && ptx_is(s))
		*ret = &ptx;
	if (!*ret && (!s->remote || magic[0] == '{') && s->size <= TEXT_LIMIT)
		*ret = &text;
	return 0;
}

int package_open_blob(struct arena *a, struct blob *s, const struct inspect_options *o,
		      struct package *p, struct err *e)
{
	const struct opener *opener;

	if (opener_of(s, &opener, e))
		return e->code;
	if (!opener) {
		package_find(a, p, CP401, NULL, NULL,
			     PHRASE(a, UNRECOGNISED_BINARY, SAY(item, s->name)));
		return ERR_SAY(e, ERR_INPUT, NOT_RECOGNISED, SAY(file, s->name));
	}
	p->kind = opener->kind;
	return opener->read(a, s, o, p, e);
}

/* The name tells tags and variant; what stands inside replaces it. */
static void name_first(struct arena *a, const char *path, struct package *p)
{
	struct package named = { 0 };
	struct err unused;

	if (package_name_read(a, span_of(path), &named, &unused))
		return;
	named.source = p->source;
	*p = named;
}

static int open_file(struct arena *a, const char *path, const struct inspect_options *o,
		     struct package *p, struct err *e)
{
	BLOB_AUTO s = { 0 };
	struct span file = span_of(path);

	if (blob_file(a, path, &s, e))
		return e->code;
	if (package_name_is_wheel(file) || span_ends(file, ".conda") || span_ends(file, ".tar.bz2"))
		name_first(a, path, p);
	if (package_open_blob(a, &s, o, p, e))
		return e->code;
	p->bytes_read = s.bytes_read;
	return 0;
}

static int open_remote(struct arena *a, const char *url, const struct inspect_options *given,
		       struct package *p, struct err *e)
{
	const char *file = url_file(a, url);
	struct inspect_options o = *given;
	BLOB_AUTO s = { 0 };
	int rc;

	if (!o.depth_given)
		o.depth = DEPTH_DECLARED;
	o.remote.most = o.depth == DEPTH_EXACT ? 0 : REMOTE_MOST;
	p->source = url_shown(a, url);
	name_first(a, file, p);
	if (!p->kind)
		p->kind = PACKAGE_NAME;
	if (remote_open(a, url, &o.remote, p, &s, e))
		return e->code;
	rc = package_open_blob(a, &s, &o, p, e);
	p->bytes_read = remote_received(&s);
	if (!blob_failure(&s))
		return rc;
	*e = *blob_failure(&s);
	return e->code;
}

int package_open(struct arena *a, const char *path, const struct inspect_options *o,
		 struct package *p, struct err *e)
{
	enum os_kind kind = url_is(path) ? OS_ABSENT : os_info(path).kind;
	int rc;

	p->source = path;
	if (!url_is(path) && kind == OS_ABSENT)
		return package_name_read(a, span_of(path), p, e);
	if (url_is(path))
		rc = open_remote(a, path, o, p, e);
	else
		rc = kind == OS_FOLDER ? folder_read(a, path, o, p, e)
					 : open_file(a, path, o, p, e);
	if (rc)
		return rc;
	package_sum(a, p);
	package_check(a, p);
	return 0;
}
