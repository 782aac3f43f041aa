#include "read/carrier/carrier.h"

#include <string.h>

#include "base/pep440.h"
#include "door/sha256.h"
#include "door/zstd.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "os/io.h"
#include "read/package/member.h"

#define MODULE "cudaplan_matrix"

enum { PACKED_MAX = 64 << 20, MAJOR_MOST = 9 };

bool carrier_wheel(struct span file, struct span *version)
{
	if (!span_take(&file, MODULE "-") || !span_ends(file, "-py3-none-any.whl"))
		return false;
	*version = span_sub(file, 0, file.n - (sizeof "-py3-none-any.whl" - 1));
	return true;
}

/* --- its three files ------------------------------------------------------------------------- */

/* Where they lie: in a wheel, or in a folder. */
struct carrier_source {
	struct arena *a;
	struct blob *wheel;         /* or, where it is NULL, */
	const char *folder;
	unsigned major;
};

static int file_of(const struct carrier_source *s, const char *stem, const char *end, size_t max,
		   struct span *ret, struct err *e)
{
	const char *name = arena_printf(s->a, "%s-%u.%s", stem, s->major, end);

	if (s->wheel)
		return member_read(s->a, s->wheel, arena_printf(s->a, MODULE "/%s", name), max, ret,
				   e);
	return io_read(s->a, arena_printf(s->a, "%s/%s", s->folder, name), max, ret, e);
}

bool carrier_sum_is(struct span bytes, const char *sha256)
{
	char hex[SHA256_HEX];

	sha256_text(bytes, hex);
	return strcmp(hex, sha256) == 0;
}

/* Which other major version its manifest is of; 0: none is there. */
static unsigned other_major(const struct carrier_source *s)
{
	struct carrier_source other = *s;
	struct span text;
	struct err none;

	for (other.major = 1; other.major <= MAJOR_MOST; other.major++)
		if (other.major != s->major &&
		    file_of(&other, "matrix", "manifest", MANIFEST_MAX, &text, &none) == 0)
			return other.major;
	return 0;
}

static int refuse_major(const struct carrier_source *s, unsigned major, struct err *e)
{
	return ERR_SAY(e, ERR_INPUT, CARRIER_OTHER_FORM, SAY(have, ERR_NUMBER(major)),
		       SAY(need, ERR_NUMBER(s->major)));
}

/* Nothing of a packed file is looked at before its sum is known to be the one that was signed. */
static int read_part(const struct carrier_source *s, int part, struct carrier *c, struct err *e)
{
	static const char *const stems[CARRIED] = { "matrix", "front" };
	const struct carried *is = &c->manifest.part[part];

	if (file_of(s, stems[part], "db.zst", PACKED_MAX, &c->packed[part], e))
		return e->code;
	return c->packed[part].n == is->packed &&
	       carrier_sum_is(c->packed[part], is->packed_sha256) ? 0 :
		ERR_SAY(e, ERR_MISSING, CARRIER_OTHER_BYTES);
}

static int read_source(const struct carrier_source *s, const struct signify_keys *keys,
		       struct carrier *c, struct err *e)
{
	int rc = file_of(s, "matrix", "manifest", MANIFEST_MAX, &c->text, e);
	unsigned major = rc ? other_major(s) : 0;

	if (major)
		return refuse_major(s, major, e);
	if (rc == 0)
		rc = file_of(s, "matrix", "manifest.sig", SIGNIFY_FILE, &c->signature, e);
	if (rc == 0)
		rc = signify_check(c->text, c->signature, keys, &c->by, e);
	if (rc == 0)
		rc = manifest_parse(s->a, c->text, &c->manifest, e);
	if (rc == 0 && c->manifest.major != s->major)
		rc = refuse_major(s, c->manifest.major, e);
	for (int i = 0; rc == 0 && i < CARRIED; i++)
		rc = read_part(s, i, c, e);
	return rc;
}

/* --- what a path leads to -------------------------------------------------------------------- */

/* The newest wheel in a folder; NULL: none. */
static const char *newest_in(struct arena *a, const char *folder)
{
	OS_FOLDER_AUTO f = os_folder(folder);
	struct span best = { NULL, 0 }, version;
	const char *name, *ret = NULL;

	while ((name = os_folder_next(&f)) != NULL) {
		if (!carrier_wheel(span_of(name), &version) ||
		    (ret && pep440_cmp_text(version, best) <= 0))
			continue;
		ret = arena_printf(a, "%s/%s", folder, name);
		carrier_wheel(span_base(span_of(ret)), &best);
	}
	return ret;
}

static bool has_files(struct arena *a, const char *folder)
{
	for (unsigned major = 1; major <= MAJOR_MOST; major++)
		if (os_exists(arena_printf(a, "%s/matrix-%u.manifest", folder, major)))
			return true;
	return false;
}

/* A folder with the files, or with the installed module; NULL: it is none. */
static const char *folder_of(struct arena *a, const char *path)
{
	const char *module = arena_printf(a, "%s/" MODULE, path);

	return has_files(a, path) ? path : has_files(a, module) ? module : NULL;
}

/* The folder of one of the files, by its path; NULL: it is none. */
static const char *folder_above(struct arena *a, const char *path)
{
	struct span whole = span_of(path), base = span_base(whole);

	if (!span_starts(base, "matrix-") || (!span_ends(base, ".manifest") &&
	    !span_ends(base, ".manifest.sig") && !span_ends(base, ".db.zst")))
		return NULL;
	return base.n == whole.n ? "." : arena_span(a, span_sub(whole, 0, whole.n - base.n - 1));
}

static int read_wheel(struct arena *a, const char *path, unsigned major,
		      const struct signify_keys *keys, struct carrier *ret, struct err *e)
{
	BLOB_AUTO wheel = { 0 };
	struct carrier_source s = { .a = a, .wheel = &wheel, .major = major };
	int rc = blob_file(a, path, &wheel, e);

	ret->from = path;
	if (rc == 0)
		rc = read_source(&s, keys, ret, e);
	return rc && !err_begins(e, path) ? err_within(e, (enum form)0, path) : rc;
}

int carrier_open(struct arena *a, const char *path, unsigned major, const struct signify_keys *keys,
		 struct carrier *ret, struct err *e)
{
	struct carrier_source s = { .a = a, .major = major };
	bool folder = os_info(path).kind == OS_FOLDER;
	const char *wheel = folder ? newest_in(a, path) : span_ends(span_of(path), ".whl") ? path :
		NULL;
	int rc;

	*ret = (struct carrier){ 0 };
	if (wheel)
		return read_wheel(a, wheel, major, keys, ret, e);
	s.folder = folder ? folder_of(a, path) : folder_above(a, path);
	if (!s.folder)
		return ERR_SAY(e, ERR_INPUT, CARRIER_NONE, SAY(file, path));
	ret->from = s.folder;
	rc = read_source(&s, keys, ret, e);
	return rc && !err_begins(e, s.folder) ? err_within(e, (enum form)0, s.folder) : rc;
}

int carrier_of(struct arena *a, const char *name, struct span wheel, unsigned major,
	       const struct signify_keys *keys, struct carrier *ret, struct err *e)
{
	struct blob blob = blob_memory(name, wheel.p, wheel.n);
	struct carrier_source s = { .a = a, .major = major, .wheel = &blob };

	*ret = (struct carrier){ .from = name };
	return read_source(&s, keys, ret, e) ? err_within(e, (enum form)0, name) : 0;
}

int carrier_unpack(struct arena *a, const struct carrier *c, int part, struct span *ret,
		   struct err *e)
{
	const struct carried *is = &c->manifest.part[part];
	char *to = arena_alloc(a, is->size);
	long n = zstd_decode(c->packed[part].p, c->packed[part].n, to, is->size);

	*ret = (struct span){ to, is->size };
	return n >= 0 && (uint64_t)n == is->size && carrier_sum_is(*ret, is->sha256) ? 0 :
		ERR_SAY(e, ERR_MISSING, CARRIER_OTHER_BYTES);
}
