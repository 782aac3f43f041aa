#include "base/home.h"

#include "base/buf.h"

/* "C:\Users\", "C:/Users/", and "C:\\Users\\" as JSON writes it; 0: none. */
static size_t windows_users(struct span s)
{
	size_t n = s.n && ascii_alpha(s.p[0]) ?
		   span_starts_in(span_from(s, 1), ":\\Users\\ :/Users/ :\\\\Users\\\\") : 0;

	return n ? 1 + n : 0;
}

static size_t name_end(struct span s, size_t n, const char *ends)
{
	while (n < s.n && !(s.p[n] && strchr(ends, s.p[n])))
		n++;
	return n;
}

static bool ends_at(struct span s, size_t n)
{
	return s.n == n || !(ascii_alnum(s.p[n]) || strchr("._-", s.p[n]));
}

/* Bytes of the home folder that `s` begins with, or 0. A name on Windows may have spaces. */
static size_t home_length(struct span s, const char *home)
{
	size_t n = home ? strlen(home) : 0;

	if (n > 1 && span_starts(s, home) && ends_at(s, n))
		return n;
	if (span_starts(s, "/home/") || span_starts(s, "/Users/"))
		return name_end(s, strlen(span_starts(s, "/home/") ? "/home/" : "/Users/"),
				"/ \t:;,'\")");
	n = windows_users(s);
	if (n)
		return name_end(s, n, "\\/:;,'\"");
	n = strlen("/root");
	return span_starts(s, "/root") && ends_at(s, n) ? n : 0;
}

/* A path may follow anything but a part of another path; "file://" is followed by one. */
static bool may_begin(struct span s, size_t at)
{
	return at == 0 || span_ends(span_sub(s, 0, at), "file://") ||
	       (!ascii_alnum(s.p[at - 1]) && !strchr("/\\._-~", s.p[at - 1]));
}

static void hide(struct span s, const char *home, struct buf *to)
{
	for (size_t i = 0; i < s.n;) {
		bool may = (s.p[i] == '/' || ascii_alpha(s.p[i])) && may_begin(s, i);
		size_t n = may ? home_length(span_from(s, i), home) : 0;

		buf_char(to, n ? '~' : s.p[i]);
		i += n ? n : 1;
	}
}

const char *home_hidden(struct arena *a, struct span s, const char *home)
{
	BUF_AUTO b = BUF(s.n + 1);

	hide(s, home, &b);
	return arena_str(a, buf_cstr(&b));
}

struct home_stream {
	FILE *to;
	const char *home;
	struct buf line; /* what has no end yet */
};

static void put_line(struct home_stream *h, struct span line)
{
	struct buf b = BUF(SIZE_MAX);

	hide(line, h->home, &b);
	if (b.n)
		fwrite(b.p, 1, b.n, h->to);
	buf_free(&b);
}

/* What is written over and over on a terminal ends in "\r". */
static ssize_t stream_write(void *own, const char *p, size_t n)
{
	struct home_stream *h = own;
	struct span rest = { p, n };

	while (rest.n) {
		size_t end = name_end(rest, 0, "\n\r");

		buf_span(&h->line, span_sub(rest, 0, end + 1));
		rest = span_from(rest, end + 1);
		if (h->line.failed)
			arena_no_memory();
		if (h->line.p[h->line.n - 1] != '\n' && h->line.p[h->line.n - 1] != '\r')
			break;
		put_line(h, buf_view(&h->line));
		h->line.n = 0;
	}
	fflush(h->to);
	return ferror(h->to) ? 0 : (ssize_t)n;
}

static int stream_close(void *own)
{
	struct home_stream *h = own;

	put_line(h, buf_view(&h->line));
	buf_free(&h->line);
	free(h);
	return 0;
}

FILE *home_stream(FILE *to, const char *home)
{
	cookie_io_functions_t does = { .write = stream_write, .close = stream_close };
	struct home_stream *h = calloc(1, sizeof *h);
	FILE *f;

	if (!h)
		return NULL;
	*h = (struct home_stream){ to, home, BUF(SIZE_MAX) };
	f = fopencookie(h, "w", does);
	if (!f)
		free(h);
	return f;
}
