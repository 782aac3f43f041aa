/*
 * Answers of a server, below the client: libcurl is a stand-in that gives what the input says. Its
 * lines up to an empty one are one answer each; fields are separated by blanks: a status, "cut=N"
 * for the bytes after which the connection fails, "at=URL" for where redirects ended, anything else
 * a header with "_" for its blanks. "-" is an answer as it should be, as are all behind the lines.
 * The rest is the file.
 */
#include "fuzz/command.h"

#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#include "base/buf.h"
#include "os/dl.h"

enum { REQUESTS = 400, PIECE = 1000 };

int __real_dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
		   void **ret, struct err *e);
int __wrap_dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
		   void **ret, struct err *e);
void __wrap_os_sleep(unsigned seconds);

static struct {
	struct arena *a;
	struct span answers, file, range; /* the lines that are left, the file, "0-99" */
	const char *url;
	size_t (*write)(char *p, size_t size, size_t n, void *own);
	size_t (*header)(char *p, size_t size, size_t n, void *own);
	void *own;
	struct span body;
	int requests;
	CURLcode result;
	bool begun, over, told;
	CURLMsg message;
} server;

static CURLcode fine(void)
{
	return CURLE_OK;
}

static void nothing(void)
{
}

static void *some(void)
{
	return &server;
}

static CURLcode stand_setopt(CURL *h, CURLoption o, ...)
{
	va_list ap;

	(void)h;
	va_start(ap, o);
	if (o == CURLOPT_URL)
		server.url = arena_str(server.a, va_arg(ap, const char *));
	else if (o == CURLOPT_RANGE)
		server.range = span_of(arena_str(server.a, va_arg(ap, const char *)));
	else if (o == CURLOPT_WRITEDATA)
		server.own = va_arg(ap, void *);
	else if (o == CURLOPT_WRITEFUNCTION)
		server.write = va_arg(ap, size_t (*)(char *, size_t, size_t, void *));
	else if (o == CURLOPT_HEADERFUNCTION)
		server.header = va_arg(ap, size_t (*)(char *, size_t, size_t, void *));
	va_end(ap);
	return CURLE_OK;
}

static long status;

static CURLcode stand_getinfo(CURL *h, CURLINFO i, ...)
{
	va_list ap;

	(void)h;
	va_start(ap, i);
	if (i == CURLINFO_RESPONSE_CODE)
		*va_arg(ap, long *) = status;
	else if (i == CURLINFO_HTTP_CONNECTCODE)
		*va_arg(ap, long *) = status == 407 ? 407 : 0;
	else if (i == CURLINFO_EFFECTIVE_URL)
		*va_arg(ap, const char **) = server.url;
	va_end(ap);
	return CURLE_OK;
}

static const char *stand_words(CURLcode c)
{
	(void)c;
	return "the connection failed";
}

static CURLMcode stand_add(CURLM *m, CURL *h)
{
	(void)m;
	(void)h;
	server.begun = server.over = server.told = false;
	server.body = SPAN("");
	return CURLM_OK;
}

static void send_header(const char *fmt, ...)
{
	va_list ap;
	char *line;

	va_start(ap, fmt);
	line = arena_vprintf(server.a, fmt, ap);
	va_end(ap);
	if (server.header(line, 1, strlen(line), server.own) != strlen(line))
		server.over = true;
}

/* Up to "-N", "N-M" of the file; false for what no server serves. */
static bool asked(uint64_t *at, uint64_t *end)
{
	struct span s = server.range;
	uint64_t n = server.file.n;

	*at = 0;
	*end = n;
	if (span_take(&s, "-") && span_u64(s, end)) {
		*at = *end < n ? n - *end : 0;
		*end = n;
		return n > 0;
	}
	if (!span_take_u64(&s, at) || !span_take(&s, "-") || !span_u64(s, end) || *at >= n)
		return false;
	*end = *end < n ? *end + 1 : n;
	return *end > *at;
}

static void answer_well(void)
{
	uint64_t at, end;

	status = asked(&at, &end) ? 206 : 416;
	send_header("HTTP/1.1 %ld OK\r\n", status);
	if (status == 416)
		return;
	server.body = span_sub(server.file, at, end - at);
	send_header("Content-Range: bytes %llu-%llu/%zu\r\n", (unsigned long long)at,
		    (unsigned long long)end - 1, server.file.n);
	send_header("Content-Length: %zu\r\n", server.body.n);
	send_header("ETag: \"1\"\r\n");
}

static void answer_field(struct span field, uint64_t *cut)
{
	char *text;

	if (span_take(&field, "cut=")) {
		if (!span_u64(field, cut))
			*cut = 0;
		return;
	}
	if (span_take(&field, "at=")) {
		server.url = arena_span(server.a, field);
		return;
	}
	text = arena_span(server.a, field);
	for (size_t i = 0; i < field.n; i++)
		if (text[i] == '_')
			text[i] = ' ';
	send_header("%s\r\n", text);
}

/* A line of the input; the range that was asked for is sent whatever its headers say. */
static void answer_as(struct span line)
{
	uint64_t at, end, cut = UINT64_MAX, code = 0;
	struct span field;

	span_next(&line, ' ', &field);
	span_u64(field, &code);
	status = (long)(code % 1000);
	send_header("HTTP/1.1 %ld x\r\n", status);
	if (asked(&at, &end) && status != 200)
		server.body = span_sub(server.file, at, end - at);
	else
		server.body = server.file;
	while (span_next(&line, ' ', &field))
		if (field.n)
			answer_field(field, &cut);
	if (cut < server.body.n) {
		server.body = span_sub(server.body, 0, cut);
		server.result = CURLE_PARTIAL_FILE;
	}
}

static void answer(void)
{
	struct span line = SPAN("-");

	server.begun = true;
	server.result = CURLE_OK;
	if (++server.requests > REQUESTS) {
		server.result = CURLE_COULDNT_RESOLVE_HOST;
		return;
	}
	if (server.answers.n)
		span_line(&server.answers, &line);
	if (span_is(line, "-"))
		answer_well();
	else
		answer_as(line);
}

static CURLMcode stand_perform(CURLM *m, int *running)
{
	struct span piece;

	(void)m;
	if (!server.begun)
		answer();
	piece = span_sub(server.body, 0, PIECE);
	if (piece.n && !server.over) {
		union { const char *in; char *out; } p = { .in = piece.p };

		if (server.write(p.out, 1, piece.n, server.own) != piece.n)
			return CURLM_OK; /* paused: it comes again */
		server.body = span_from(server.body, piece.n);
	}
	server.over |= !server.body.n;
	*running = !server.over;
	return CURLM_OK;
}

static CURLMsg *stand_read(CURLM *m, int *left)
{
	(void)m;
	*left = 0;
	if (!server.over || server.told)
		return NULL;
	server.told = true;
	server.message = (CURLMsg){ .msg = CURLMSG_DONE, .data.result = server.result };
	return &server.message;
}

typedef void any(void);

static const struct { const char *name; any *f; } functions[] = {
	{ "curl_global_init", (any *)fine },
	{ "curl_easy_init", (any *)some },
	{ "curl_easy_cleanup", nothing },
	{ "curl_easy_setopt", (any *)stand_setopt },
	{ "curl_easy_getinfo", (any *)stand_getinfo },
	{ "curl_easy_strerror", (any *)stand_words },
	{ "curl_easy_pause", (any *)fine },
	{ "curl_multi_init", (any *)some },
	{ "curl_multi_cleanup", (any *)fine },
	{ "curl_multi_add_handle", (any *)stand_add },
	{ "curl_multi_remove_handle", (any *)fine },
	{ "curl_multi_perform", (any *)stand_perform },
	{ "curl_multi_poll", (any *)fine },
	{ "curl_multi_info_read", (any *)stand_read },
	{ "curl_slist_append", (any *)some },
	{ "curl_slist_free_all", nothing },
};

int __wrap_dl_load(const char *const *libraries, const struct dl_symbol *v, size_t n, void *into,
		   void **ret, struct err *e)
{
	if (!strstr(libraries[0], "curl"))
		return __real_dl_load(libraries, v, n, into, ret, e);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
			if (strcmp(v[i].names[0], functions[k].name) == 0)
				memcpy((char *)into + v[i].offset, &functions[k].f, sizeof(any *));
	*ret = into;
	return 0;
}

void __wrap_os_sleep(unsigned seconds)
{
	(void)seconds;
}

/* Everything up to the first empty line, and what stands behind it. */
static struct span cut_answers(struct span *s)
{
	struct span all = *s;
	ptrdiff_t at = span_starts(*s, "\n") ? 0 : span_find(*s, "\n\n");

	if (at < 0)
		return span_sub(*s, 0, 0);
	*s = span_from(*s, (size_t)at + (at ? 2 : 1));
	return span_sub(all, 0, (size_t)at);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char *const lines[] = {
		"inspect --json http://user:S3CRET@h/x/torch-2.5.1+cu124-cp312-cp312-win_amd64.whl",
		"inspect --depth exact --hashes https://h/torch-2.5.1-cp312-cp312-linux_x86_64.whl",
		"inspect --redact http://h/t/S3CRET/linux-64/pytorch-2.5.1-py3.12_0.conda?x=S3CRET",
		"inspect --depth names http://h/libtorch_cuda.so",
	};
	struct span s = { (const char *)data, n };
	ARENA_AUTO a = { 0 };

	server.a = &a;
	server.answers = cut_answers(&s);
	server.file = s;
	server.requests = 0;
	command_run(lines[n % 4], "-", SPAN(""));
	return 0;
}
