#include "know/stored.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "fact/err_phrase.h"
#include "fact/row.h"
#include "know/matrix.h"
#include "os/file.h"
#include "os/io.h"
#include "os/save.h"

#define FIRST "cudaplan-kept 1"
#define CURRENT "current"

enum { CURRENT_MAX = 16 << 10 };

uint64_t stored_serial(struct span version)
{
	static const uint64_t most[] = { 9999, 12, 31, 99 };
	uint64_t part, ret = 0;
	size_t n = 0;
	struct span word;

	while (n < 4 && span_next(&version, '.', &word)) {
		if (!span_u64(word, &part) || part > most[n])
			return 0;
		ret = ret * 100 + part;
		n++;
	}
	return version.n || n < 3 ? 0 : n == 3 ? ret * 100 : ret;
}

uint64_t stored_serial_inside(void)
{
	return stored_serial(span_of(row_meta("version")));
}

const char *stored_file(struct arena *a, const struct stored *k, uint64_t serial, const char *name)
{
	return arena_printf(a, "%s/%" PRIu64 "%s%s", k->folder, serial, *name ? "/" : "", name);
}

/* --- the text -------------------------------------------------------------------------------- */

static bool take_seen(struct arena *a, struct stored *k, struct span s)
{
	struct stored_seen *seen;
	struct span key;
	uint64_t serial;

	if (!span_next(&s, ' ', &key) || key.n != STORED_KEY - 1 || !span_u64(s, &serial))
		return false;
	seen = &ARRAY_ADD(a, k->seen);
	memcpy(seen->key, key.p, key.n);
	seen->serial = serial;
	return true;
}

/* "SIZE SECONDS INODE" */
static bool take_stamp(struct stored_stamp *to, struct span s)
{
	uint64_t changed;

	if (!span_take_u64(&s, &to->size) || !span_take(&s, " ") || !span_take_u64(&s, &changed) ||
	    changed > INT64_MAX || !span_take(&s, " ") || !span_u64(s, &to->inode))
		return false;
	to->changed = (int64_t)changed;
	return true;
}

static bool take(struct arena *a, struct stored *k, struct span key, struct span value)
{
	return span_is(key, "serial") ? span_u64(value, &k->serial) :
		span_is(key, "before") ? span_u64(value, &k->before) :
		span_is(key, "matrix") ? take_stamp(&k->stamp[0], value) :
		span_is(key, "front") ? take_stamp(&k->stamp[1], value) :
		span_is(key, "seen") && take_seen(a, k, value);
}

int stored_read(struct arena *a, const char *folder, struct stored *ret, struct err *e)
{
	const char *path = arena_printf(a, "%s/" CURRENT, folder);
	struct span text, line, key;
	bool good;

	*ret = (struct stored){ .folder = folder };
	if (!os_exists(path))
		return ERR_NONE;
	if (io_read(a, path, CURRENT_MAX, &text, e))
		return e->code = ERR_MISSING;
	good = span_line(&text, &line) && span_is(line, FIRST);
	while (good && span_line(&text, &line))
		good = span_next(&line, ' ', &key) && take(a, ret, key, line);
	return good ? 0 : ERR_SAY(e, ERR_MISSING, STORED_NOT_READ, SAY(file, path));
}

static const char *const files[STORED_FILES] = { MATRIX_FILE, MATRIX_FRONT };

static struct os_info file_info(struct arena *a, const struct stored *k, int i)
{
	return os_info(stored_file(a, k, k->serial, files[i]));
}

bool stored_stands(struct arena *a, const struct stored *k)
{
	for (int i = 0; i < STORED_FILES; i++) {
		struct os_info is = file_info(a, k, i);

		if (is.kind != OS_REGULAR || is.size != k->stamp[i].size ||
		    is.changed != k->stamp[i].changed || is.inode != k->stamp[i].inode)
			return false;
	}
	return true;
}

uint64_t stored_highest(const struct stored *k, const char *key)
{
	return FIRST_TELLS(x, k->seen, strcmp(x->key, key) == 0, x->serial, 0);
}

void stored_see(struct arena *a, struct stored *k, const char *key, uint64_t serial)
{
	struct stored_seen *seen;

	for (size_t i = 0; i < k->seen.n; i++)
		if (strcmp(k->seen.v[i].key, key) == 0) {
			if (serial > k->seen.v[i].serial)
				k->seen.v[i].serial = serial;
			return;
		}
	seen = &ARRAY_ADD(a, k->seen);
	memcpy(seen->key, key, STORED_KEY);
	seen->serial = serial;
}

int stored_switch(struct arena *a, struct stored *k, uint64_t serial, struct err *e)
{
	const char *path = arena_printf(a, "%s/" CURRENT, k->folder);
	BUF_AUTO text = BUF(CURRENT_MAX);
	struct os_save save;
	bool good;
	static const char *const keys[STORED_FILES] = { "matrix", "front" };

	if (serial != k->serial)
		k->before = k->serial;
	k->serial = serial;
	buf_str(&text, FIRST "\n");
	if (k->serial)
		buf_printf(&text, "serial %" PRIu64 "\n", k->serial);
	for (int i = 0; k->serial && i < STORED_FILES; i++) {
		struct os_info is = file_info(a, k, i);

		buf_str(&text, keys[i]);
		buf_printf(&text, " %" PRIu64 " %" PRId64 " %" PRIu64 "\n", is.size, is.changed,
			   is.inode);
	}
	if (k->before)
		buf_printf(&text, "before %" PRIu64 "\n", k->before);
	for (size_t i = 0; i < k->seen.n; i++) {
		buf_str(&text, "seen ");
		buf_str(&text, k->seen.v[i].key);
		buf_printf(&text, " %" PRIu64 "\n", k->seen.v[i].serial);
	}
	good = os_save_begin(a, path, &save) && os_save_add(&save, text.p, text.n) &&
	       os_save_sync(&save);
	if (os_save_end(&save, good && !text.failed))
		return 0;
	return ERR_SAY(e, ERR_MISSING, STORED_NOT_WRITTEN, SAY(file, path),
		       SAY(why, strerror(errno)));
}
