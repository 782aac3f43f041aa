/*
 * Requests by the program curl, for machines that have it and not its library where the loader
 * looks: one process a request, by an argument vector. The address and what else may be secret go
 * in by its standard input, as others can read the arguments of a process. Headers and body come
 * out of one pipe (--include), so that their order is certain; its exit codes are libcurl's.
 */
#include "door/http_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/url.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "os/program.h"
#include "os/scratch.h"
#include "os/variable.h"

enum { ARGUMENTS = 40, CONFIG_MAX = 1 << 20, WORDS_MAX = 4096, URL_MAX = 256 << 10 };

/* Where in its output we are. */
enum part { HEADERS, MAYBE_HEADERS, BODY };

struct program {
	struct http h;
	char path[512], agent[128], connect[16], stall[16];
	struct os_program run;
	int words;               /* what it complains */
	enum part part;
	long last_status;        /* of the block of headers that ended last */
	struct buf url;          /* where the redirects have led */
	struct buf location;     /* the next one, from this block */
	bool sized;              /* the block says how its body ends */
};

static struct program *program_of(struct http *h)
{
	return (struct program *)(void *)h;
}

static void buf_set(struct buf *b, struct span s)
{
	buf_cut(b, 0);
	buf_span(b, s);
}

/* --- its arguments ------------------------------------------------------------------------- */

/* One line of a configuration file, curl(1) "--config": in quotes, \ before what ends them. */
static void config(struct buf *b, const char *name, const char *value)
{
	buf_str(b, name);
	buf_str(b, " = \"");
	for (; *value; value++) {
		if (*value == '\n' || *value == '\r') {
			buf_str(b, *value == '\n' ? "\\n" : "\\r");
			continue;
		}
		if (*value == '"' || *value == '\\')
			buf_str(b, "\\");
		buf_add(b, value, 1);
	}
	buf_str(b, "\"\n");
}

static void config_header(struct buf *b, const char *name, const char *value)
{
	char line[HTTP_FIELD + 32];

	if (!value)
		return;
	snprintf(line, sizeof line, "%s: %s", name, value);
	config(b, "header", line);
}

static int configuration(const struct http_ask *ask)
{
	BUF_AUTO b = BUF(CONFIG_MAX);

	config(&b, "url", ask->url);
	if (ask->range)
		config(&b, "range", ask->range);
	config_header(&b, "Accept-Encoding", "identity");
	config_header(&b, "Accept", ask->accept);
	config_header(&b, "If-Range", ask->if_range);
	config_header(&b, "If-None-Match", ask->if_none_match);
	return b.failed ? -1 : os_scratch_of(buf_view(&b));
}

/* What the library is asked for, in the program's words; all are in curl 7.21.5 and later. */
static void arguments(const struct program *p, const struct http_ask *ask, const char **to)
{
	const char *netrc = os_variable("NETRC");
	const char *all[] = {
		"curl", "-q", "--silent", "--show-error", "--include", "--no-buffer", "--globoff",
		"--location", "--max-redirs", "10", "--proto", "=http,https",
		"--proto-redir", http_secure(ask->url) ? "=https" : "=http,https",
		"--connect-timeout", p->connect, "--speed-limit", "1024", "--speed-time", p->stall,
		"--user-agent", p->agent, "--config", "-", "--netrc-optional",
		netrc && *netrc ? "--netrc-file" : NULL, netrc, NULL,
	};

	_Static_assert(HTTP_REDIRECTS == 10 && HTTP_SLOW_BYTES == 1024, "as the words say");
	_Static_assert(sizeof all / sizeof *all <= ARGUMENTS, "room for the arguments");
	memcpy(to, all, sizeof all);
}

static int begin(struct http *h, const struct http_ask *ask, struct err *e)
{
	struct program *p = program_of(h);
	const char *argv[ARGUMENTS];
	OS_FILE_AUTO in = configuration(ask);
	int rc = EMFILE;

	p->part = HEADERS;
	p->last_status = 0;
	p->sized = false;
	buf_cut(&p->location, 0);
	buf_set(&p->url, span_of(ask->url));
	p->words = os_scratch();
	arguments(p, ask, argv);
	if (in >= 0 && p->words >= 0)
		rc = os_program_start(p->path, argv, in, p->words, &p->run);
	return rc ? err_set(e, ERR_FAULT, "%s cannot be started: %s", p->path, strerror(rc)) : 0;
}

/* --- its end ------------------------------------------------------------------------------- */

/* It has ended by itself. A proxy that refuses a tunnel has sent the only headers. */
static void finish(struct program *p)
{
	struct http *h = &p->h;
	int status = os_program_end(&p->run);

	h->done = true;
	h->code = status < 0 ? HTTP_CODE_RECV_ERROR : status;
	if (h->code != HTTP_CODE_OK) {
		/* "curl: (28) Operation too slow", the last of what it says; warnings stand before
		 * it. */
		char text[WORDS_MAX];
		ptrdiff_t n = os_read_at(p->words, text, sizeof text, 0);
		struct span s = { text, n > 0 ? (size_t)n : 0 }, line;

		while (span_line(&s, &line))
			if (span_take(&line, "curl: (")) {
				ptrdiff_t at = span_find(line, ") ");

				line = span_from(line, at < 0 ? 0 : (size_t)at + 2);
				snprintf(p->h.why, sizeof p->h.why, "%.*s", (int)line.n, line.p);
			}
	}
	if (h->code != HTTP_CODE_OK && !h->body && strstr(h->why, "CONNECT"))
		h->proxy = p->last_status;
	os_close(&p->words);
}

static void stop(struct http *h)
{
	struct program *p = program_of(h);

	os_close(&p->words);
	os_program_stop(&p->run);
}

static void free_all(struct http *h)
{
	struct program *p = program_of(h);

	buf_free(&p->url);
	buf_free(&p->location);
	free(p);
}

/* --- its output ---------------------------------------------------------------------------- */

/*
 * Whether a body follows the block of headers that has ended: not after what is for the time being,
 * not after a redirect, whose body the program leaves out, and after a proxy's answer to CONNECT
 * only what comes then shows it, as that must not have a length (RFC 9110, section 9.3.6).
 */
static enum part after_headers(struct program *p)
{
	long status = p->last_status;
	bool away = status / 100 == 3 && p->location.n;

	if (away) {
		BUF_AUTO b = BUF(URL_MAX);

		url_join(&b, span_of(buf_cstr(&p->url)), buf_view(&p->location));
		if (!b.failed)
			buf_set(&p->url, buf_view(&b));
	}
	if (status / 100 == 1 || away)
		return HEADERS;
	if (status / 100 == 2 && !p->sized && http_secure(buf_cstr(&p->url)))
		return MAYBE_HEADERS;
	return BODY;
}

static void take_header(struct program *p, struct span line)
{
	struct http *h = &p->h;
	ptrdiff_t at = span_find_char(line, ' ');
	uint64_t status = 0;

	http_header(h, line);
	if (span_starts_nocase(line, "HTTP/")) {
		line = span_trim(span_from(line, (size_t)(at + 1)));
		span_take_u64(&line, &status);
		h->head.status = p->last_status = (long)(status % 1000);
		buf_cut(&p->location, 0);
		p->sized = false;
	} else if (span_starts_nocase(line, "Location:")) {
		buf_set(&p->location, span_trim(span_from(line, strlen("Location:"))));
	} else if (span_starts_nocase(line, "Content-Length:") ||
		   span_starts_nocase(line, "Content-Range:") ||
		   span_starts_nocase(line, "Transfer-Encoding:")) {
		p->sized = true;
	}
}

/* Passes over the headers in the buffer; what is left is a line that is not whole, or the body. */
static void take_headers(struct program *p, bool ended)
{
	static const char begins[] = "HTTP/";
	struct http *h = &p->h;
	struct span s, line;

	while (p->part != BODY && h->n) {
		ptrdiff_t end;

		s = (struct span){ h->buffer + h->from, h->n };
		if (p->part == MAYBE_HEADERS) {
			if (s.n < strlen(begins) && !ended)
				return;
			p->part = span_starts(s, begins) ? HEADERS : BODY;
			continue;
		}
		end = span_find_char(s, '\n');
		if (end < 0)
			return;
		line = span_trim(span_sub(s, 0, (size_t)end));
		h->header_bytes += (size_t)end + 1;
		h->from += (size_t)end + 1;
		h->n -= (size_t)end + 1;
		if (line.n)
			take_header(p, line);
		else
			p->part = after_headers(p);
	}
}

static void work(struct http *h)
{
	struct program *p = program_of(h);
	bool body = p->part == BODY;
	ptrdiff_t n;

	if (h->done)
		return;
	if (!os_wait(p->run.out, HTTP_WAIT_MS)) {
		http_ticked(h);
		return;
	}
	memmove(h->buffer, h->buffer + h->from, h->n);
	h->from = 0;
	n = os_read(p->run.out, h->buffer + h->n, HTTP_ROOM - h->n);
	h->n += n > 0 ? (size_t)n : 0;
	take_headers(p, n <= 0);
	/* A line as long as the buffer is none; neither may there be lines without end. */
	if (p->part != BODY &&
	    (p->h.header_bytes > HTTP_HEADERS_MAX || (p->part == HEADERS && p->h.n == HTTP_ROOM))) {
		stop(&p->h);
		p->h.header_bytes = HTTP_HEADERS_MAX + 1;
		p->h.n = 0;
		p->h.done = true;
		p->h.code = HTTP_CODE_RECV_ERROR;
		return;
	}
	if (p->part == BODY) {
		h->received += body && n > 0 ? (size_t)n : h->n;
		h->body |= h->n > 0;
	}
	if (n <= 0)
		finish(p);
}

static const char *url(const struct http *h)
{
	struct buf b = ((const struct program *)(const void *)h)->url;

	return b.n ? b.p : "";
}

/* --- whether it is there ------------------------------------------------------------------- */

/* On PATH, in folders that are named from the root: others depend on where one stands. */
static bool find_curl(char *to, size_t room)
{
	const char *path = os_variable("PATH");
	struct span rest = span_of(path ? path : "/usr/bin:/bin"), folder;

	while (span_next(&rest, ':', &folder)) {
		int n = snprintf(to, room, "%.*s/curl", (int)folder.n, folder.p);

		if (span_starts(folder, "/") && n > 0 && (size_t)n < room && os_runs(to))
			return true;
	}
	return false;
}

int curl_program_open(const char *agent, unsigned stall, struct http **ret, struct err *e)
{
	static const struct http_way way = { begin, work, stop, url, free_all };
	struct program *p = calloc(1, sizeof *p);
	unsigned connect = stall < HTTP_CONNECT_SECONDS ? stall : HTTP_CONNECT_SECONDS;

	if (!p)
		return ERR_SAY(e, ERR_FAULT, NO_MEMORY_TO_CONNECT);
	if (!find_curl(p->path, sizeof p->path)) {
		free(p);
		return err_set(e, ERR_MISSING, "there is no program curl");
	}
	p->h.way = &way;
	p->run.out = p->words = -1;
	p->url = BUF(URL_MAX);
	p->location = BUF(URL_MAX);
	snprintf(p->agent, sizeof p->agent, "%s", agent);
	snprintf(p->connect, sizeof p->connect, "%u", connect);
	snprintf(p->stall, sizeof p->stall, "%u", stall);
	*ret = &p->h;
	return 0;
}
