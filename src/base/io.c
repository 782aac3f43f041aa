#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/text.h"

static void close_fd(int *fd)
{
	if (*fd > STDERR_FILENO)
		close(*fd);
}

static int open_input(const char *path)
{
	if (strcmp(path, "-") == 0)
		return STDIN_FILENO;
	return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* Reads to the end or to max + 1 bytes; -1 with errno. */
static int slurp(int fd, size_t max, struct buf *b)
{
	char chunk[65536];

	while (b->n <= max) {
		ssize_t n = read(fd, chunk, sizeof chunk);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return (int)n;
		buf_add(b, chunk, (size_t)n);
		if (b->failed) {
			errno = ENOMEM;
			return -1;
		}
	}
	return 0;
}

static int read_fd(struct arena *a, int fd, const char *name, size_t max, struct span *ret,
		   struct err *e)
{
	BUF_AUTO b = BUF(max + 65537);
	struct stat st;

	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		return err_set(e, ERR_INPUT, "%s: is a directory, expected a file", name);
	if (slurp(fd, max, &b) < 0)
		return err_set(e, ERR_INPUT, "%s: cannot be read: %s", name, strerror(errno));
	if (b.n > max)
		return err_set(e, ERR_INPUT, "%s: larger than the limit of %zu MiB", name,
			       max >> 20);
	ret->p = arena_span(a, buf_view(&b));
	ret->n = b.n;
	return 0;
}

int io_read(struct arena *a, const char *path, size_t max, struct span *ret, struct err *e)
{
	const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
	__attribute__((cleanup(close_fd))) int fd = open_input(path);

	if (fd < 0)
		return err_set(e, ERR_INPUT, "%s: cannot be opened: %s", name, strerror(errno));
	return read_fd(a, fd, name, max, ret, e);
}

int io_try(struct arena *a, const char *path, size_t max, struct span *ret)
{
	__attribute__((cleanup(close_fd))) int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct err unused;

	if (fd < 0 || read_fd(a, fd, path, max, ret, &unused) != 0)
		return ERR_NONE;
	return 0;
}

static void put_utf8(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_char(b, (char)c);
	} else if (c < 0x800) {
		buf_char(b, (char)(0xC0 | c >> 6));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	} else if (c < 0x10000) {
		buf_char(b, (char)(0xE0 | c >> 12));
		buf_char(b, (char)(0x80 | (c >> 6 & 0x3F)));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	} else {
		buf_char(b, (char)(0xF0 | c >> 18));
		buf_char(b, (char)(0x80 | (c >> 12 & 0x3F)));
		buf_char(b, (char)(0x80 | (c >> 6 & 0x3F)));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	}
}

static uint32_t utf16_unit(const unsigned char *p, bool big)
{
	return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static void from_utf16(struct buf *b, struct span s, bool big)
{
	const unsigned char *p = (const unsigned char *)s.p;

	for (size_t i = 0; i + 1 < s.n; i += 2) {
		uint32_t c = utf16_unit(p + i, big);

		if (c >= 0xD800 && c < 0xDC00 && i + 3 < s.n) {
			uint32_t low = utf16_unit(p + i + 2, big);

			if (low >= 0xDC00 && low < 0xE000) {
				c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
				i += 2;
			}
		}
		put_utf8(b, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
	}
}

static void repair_utf8(struct buf *b, struct span s)
{
	for (size_t i = 0; i < s.n;) {
		size_t n = text_char(span_from(s, i));

		if (n)
			buf_add(b, s.p + i, n);
		else
			put_utf8(b, 0xFFFD);
		i += n ? n : 1;
	}
}

/* 'l'ittle or 'b'ig endian UTF-16, or 0. Text begins with ASCII in all that we read. */
static char utf16_kind(struct span s)
{
	if (s.n < 4)
		return 0;
	if (memcmp(s.p, "\xFF\xFE", 2) == 0 || (s.p[0] && !s.p[1] && s.p[2] && !s.p[3]))
		return 'l';
	if (memcmp(s.p, "\xFE\xFF", 2) == 0 || (!s.p[0] && s.p[1] && !s.p[2] && s.p[3]))
		return 'b';
	return 0;
}

static struct span keep(struct arena *a, struct buf *b)
{
	struct span s = { arena_span(a, buf_view(b)), b->n };

	if (b->failed)
		s.n = 0;
	span_take(&s, "\xEF\xBB\xBF");
	return s;
}

struct span io_utf8(struct arena *a, struct span bytes)
{
	BUF_AUTO b = BUF(3 * bytes.n + 4);
	char kind = utf16_kind(bytes);

	if (kind) {
		from_utf16(&b, bytes, kind == 'b');
		return keep(a, &b);
	}
	span_take(&bytes, "\xEF\xBB\xBF");
	if (text_valid(bytes))
		return bytes;
	repair_utf8(&b, bytes);
	return keep(a, &b);
}
