/*
 * Documents that are kept: a file each, named by the sum of the address, since that may hold a
 * token: a line that says what it is, the ETag, the type, where redirects ended (without what may
 * be secret), and then the bytes as they came.
 */
#include <string.h>

#include "base/secret.h"
#include "door/sha256.h"
#include "os/clock.h"
#include "os/file.h"
#include "read/online/fetch_private.h"
#include "read/package/http_text.h"

#define KEPT_BEGINS "cudaplan keeps 1\n"

enum { LINES = 4096, NAME = 40, DAYS = 30, DAY = 86400 };

static const char *path_of(const struct fetch *f, const char *url)
{
	struct sha256 h;
	char sum[SHA256_HEX];

	sha256_start(&h);
	sha256_add(&h, url, strlen(url));
	sha256_hex(&h, sum);
	return arena_printf(f->arena, "%s/%.*s", f->o.cache, NAME, sum);
}

/* An address as it may stand in a file. */
static const char *kept_url(const struct fetch *f, const char *url)
{
	return secret_masked(f->arena, url_shown(f->arena, url));
}

/* Where an address has led; itself, with the user in it, where that is the same place. */
const char *kept_at(struct fetch *f, const char *url, const char *ended)
{
	return strcmp(kept_url(f, url), kept_url(f, ended)) == 0 ? url : arena_str(f->arena, ended);
}

/* The lines at its beginning; NULL: they are not there. */
static const char *line(struct arena *a, struct span *rest)
{
	ptrdiff_t end = span_find_char(*rest, '\n');
	const char *text;

	if (end < 0)
		return NULL;
	text = arena_span(a, span_sub(*rest, 0, (size_t)end));
	*rest = span_from(*rest, (size_t)end + 1);
	return text;
}

/* Reads them byte after byte, so that the file stands where they end. */
static bool read_lines(struct fetch *f, struct kept *to)
{
	char text[LINES];
	ptrdiff_t n = os_read_at(to->file, text, sizeof text, 0);
	struct span rest = { text, n > 0 ? (size_t)n : 0 };

	if (!span_take(&rest, KEPT_BEGINS))
		return false;
	to->etag = line(f->arena, &rest);
	to->head.type = to->etag ? line(f->arena, &rest) : NULL;
	to->head.url = to->head.type ? line(f->arena, &rest) : NULL;
	to->head.sized = to->head.kept = true;
	n = to->head.url ? rest.p - text : 0;
	return n && os_read(to->file, text, (size_t)n) == n;
}

bool kept_open(struct fetch *f, const char *url, struct kept *ret)
{
	if (!f->o.cache)
		return false;
	*ret = (struct kept){ .file = os_open(path_of(f, url)) };
	if (ret->file < 0)
		return false;
	if (!read_lines(f, ret)) {
		os_close(&ret->file);
		return false;
	}
	ret->head.url = kept_at(f, url, ret->head.url);
	return true;
}

/* What nobody asked for in so many days is of releases that nobody plans any more. */
static void sweep(struct fetch *f)
{
	OS_FOLDER_AUTO all = os_folder(f->o.cache);
	const char *name;

	if (f->swept)
		return;
	f->swept = true;
	while ((name = os_folder_next(&all))) {
		const char *path = arena_printf(f->arena, "%s/%s", f->o.cache, name);

		if (strspn(name, "0123456789abcdef") == NAME && os_info(path).kind == OS_REGULAR &&
		    os_now() - os_info(path).changed > (int64_t)DAYS * DAY)
			os_remove(path);
	}
}

bool kept_begin(struct fetch *f, const char *url, const struct http_head *h,
		const struct fetch_head *head, struct os_save *ret)
{
	const char *ended = kept_url(f, head->url);
	char *lines;

	/* a token that a redirect gave is not kept, and nothing below it would be found without */
	if (strcmp(ended, kept_url(f, url)) != 0 &&
	    secret_in(span_of(url_shown(f->arena, head->url))))
		return false;
	if (!f->o.cache || !h->etag[0] || !head->sized ||
	    (h->length != HTTP_LENGTH_UNKNOWN && h->length > KEPT_MOST) ||
	    !os_save_begin(f->arena, path_of(f, url), ret))
		return false;
	sweep(f);
	lines = arena_printf(f->arena, KEPT_BEGINS "%s\n%s\n%s\n", h->etag, head->type, ended);
	return strlen(lines) < LINES && os_save_add(ret, lines, strlen(lines));
}

void fetch_forget(struct fetch *f, const char *url)
{
	if (f->o.cache)
		os_remove(path_of(f, url));
}
