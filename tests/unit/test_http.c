/*
 * The program curl as a way to make requests: a stand-in on PATH gives what curl would, headers
 * and body in one stream, and an exit code. What a real one gives is tests/check/http.sh's.
 */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "door/http_private.h"

struct stand {
	char folder[64], script[96];
	struct http *http;
	struct http_head head;
	struct err e;
	int rc;
	char body[256];
	long end;                /* of the last read: 0, or negative */
};

static void stand_write(struct stand *s, const char *output, int code)
{
	FILE *f = fopen(s->script, "w");

	assert_non_null(f);
	fprintf(f, "#!/bin/sh\nprintf '%s'\n", output);
	if (code > 128)
		fprintf(f, "kill -%d $$\n", code - 128);
	fprintf(f, "echo 'Warning: x' >&2; echo 'curl: (%d) CODE %d%s' >&2; exit %d\n", code, code,
		code == 56 ? " CONNECT tunnel failed" : "", code);
	fclose(f);
	assert_int_equal(chmod(s->script, 0755), 0);
}

/* One request whose answer is `output`, with printf(1)'s escapes. */
static void ask(struct stand *s, const char *url, const char *output, int code)
{
	struct http_ask q = { .url = url, .range = "0-9" };
	size_t n = 0;
	long got;

	memset(s, 0, sizeof *s);
	snprintf(s->folder, sizeof s->folder, "/tmp/cudaplan-unit-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	snprintf(s->script, sizeof s->script, "%s/curl", s->folder);
	stand_write(s, output, code);
	setenv("PATH", s->folder, 1);
	assert_int_equal(curl_program_open("unit", 5, &s->http, &s->e), 0);
	s->rc = http_get(s->http, &q, &s->head, &s->e);
	if (s->rc)
		return;
	while ((got = http_read(s->http, s->body + n, 3, &s->e)) > 0)
		n += (size_t)got;
	s->end = got;
}

static void done(struct stand *s)
{
	http_close(s->http);
	unlink(s->script);
	rmdir(s->folder);
}

/* The answer that counts, where the way led, and the body. */
static void leads(const char *from, const char *output, long status, const char *to,
		  const char *body)
{
	char *path = strdup(getenv("PATH"));
	struct stand s;

	ask(&s, from, output, 0);
	setenv("PATH", path, 1);
	free(path);
	assert_int_equal(s.rc, 0);
	assert_int_equal(s.head.status, status);
	assert_string_equal(http_url(s.http), to);
	assert_string_equal(s.body, body);
	assert_int_equal(s.end, 0);
	done(&s);
}

static void fails(const char *url, const char *output, int code, const char *words, bool transient)
{
	char *path = strdup(getenv("PATH"));
	struct stand s;

	ask(&s, url, output, code);
	setenv("PATH", path, 1);
	free(path);
	assert_true(s.rc || s.end < 0);
	assert_non_null(strstr(unit_err(&s.e), words));
	assert_int_equal(http_transient(s.http), transient);
	done(&s);
}

#define OK "HTTP/1.1 206 x\\r\\nContent-Range: bytes 0-3/9\\r\\nContent-Length: 4\\r\\n\\r\\n"
#define TO(where) "HTTP/1.1 302 x\\r\\nLocation: " where "\\r\\nContent-Length: 9\\r\\n\\r\\n"

TEST(http_program_takes_the_last_answer)
{
	leads("http://h/a", OK "body", 206, "http://h/a", "body");
	leads("http://h/a", "HTTP/1.1 100 x\\r\\n\\r\\n" OK "body", 206, "http://h/a", "body");
	leads("http://h/a", "HTTP/2 200 \\r\\n\\r\\nHTTP/1.1 404 x\\r\\n\\r\\n", 200, "http://h/a",
	      "HTTP/1.1 404 x\r\n\r\n");
	leads("https://h/a", OK "HTTP", 206, "https://h/a", "HTTP");
	leads("http://h/a", "HTTP/1.1 304 x\\r\\n\\r\\n", 304, "http://h/a", "");
}

TEST(http_inward_addresses)
{
	static const char *const inward[] = {
		"http://127.0.0.1/x", "http://localhost:80", "https://u@10.1.2.3/", "//192.168.0.1",
		"http://[::1]:8/", "http://[fe80::1]/", "http://2130706433/", "http://127.1/x",
		"http://0x7f.1/", "http://0177.0.0.1/", "http://169.254.169.254/latest",
		"http://box/",
		"http://172.16.0.1", "http://a.internal/", "http://x@y.org@127.0.0.1/",
		"http://[::ffff:127.0.0.1]/", "http://h.localhost./x",
	};
	static const char *const outward[] = {
		"https://example.org/x", "http://8.8.8.8/", "/x//127.0.0.1", "x/y",
		"http://172.32.0.1",
		"https://[2001:db8::1]/", "http://127.0.0.1.example.org/", "",
	};

	for (size_t i = 0; i < sizeof inward / sizeof *inward; i++)
		if (!http_inward(span_of(inward[i])))
			fail_msg("%s", inward[i]);
	for (size_t i = 0; i < sizeof outward / sizeof *outward; i++)
		if (http_inward(span_of(outward[i])))
			fail_msg("%s", outward[i]);
}

/* It is sent on to where a redirect leads, and would end its line there. */
TEST(http_header_without_control_characters)
{
	struct http h = { 0 };

	http_header(&h, SPAN("ETag: \"a\""));
	assert_string_equal(h.head.etag, "\"a\"");
	http_header(&h, SPAN("ETag: \"a\rX-Evil: 1\""));
	assert_string_equal(h.head.etag, "");
	http_header(&h, SPAN("Content-Type: a\tb"));
	http_header(&h, SPAN("Last-Modified: a\177b"));
	assert_string_equal(h.head.type, "a\tb");
	assert_string_equal(h.head.modified, "");
}

/* A proxy's answer to CONNECT comes first, and has no length. */
TEST(http_program_through_a_tunnel)
{
	leads("https://h/a", "HTTP/1.1 200 Connection established\\r\\n\\r\\n" OK "body", 206,
	      "https://h/a", "body");
	leads("https://h/a", "HTTP/1.0 200 x\\r\\n\\r\\nHTT", 200, "https://h/a", "HTT");
	fails("https://h/a", "HTTP/1.1 407 x\\r\\n\\r\\n", 56, "the proxy asks for a user", false);
	fails("https://h/a", "HTTP/1.1 502 x\\r\\n\\r\\n", 56, "does not let it through (HTTP 502)",
	      true);
}

TEST(http_program_follows_redirects)
{
	leads("http://h:1/a/b?q#f", TO("c") OK "body", 206, "http://h:1/a/c", "body");
	leads("http://h:1/a/b?q/r", TO("/c?d") OK "body", 206, "http://h:1/c?d", "body");
	leads("http://h:1/a/b?q", TO("?d") OK "body", 206, "http://h:1/a/b?d", "body");
	leads("https://h:1/a/b", TO("//i/c") OK "body", 206, "https://i/c", "body");
	leads("http://h:1", TO("c") OK "body", 206, "http://h:1/c", "body");
	leads("http://h:1?q", TO("/c") OK "body", 206, "http://h:1/c", "body");
	leads("http://h/a", TO("https://i/x?u=http://z") TO("y") OK "b", 206, "https://i/y", "b");
	leads("http://h/a/b", TO("c?u=http://z") OK "b", 206, "http://h/a/c?u=http://z", "b");
}

TEST(http_program_fails_as_curl_says)
{
	fails("http://h/a", "", 6, "CODE 6", false);
	fails("http://h/a", "", 7, "CODE 7", true);
	fails("http://h/a", "", 3, "this URL cannot be understood", false);
	fails("https://h/a", "", 60, "CURL_CA_BUNDLE", false);
	fails("http://h/a", TO("b"), 47, "CODE 47", false);
	fails("http://h/a", OK "bo", 18, "CODE 18", true);
	fails("http://h/a", OK "bo", 128 + 9, "curl cannot read it", true);
	fails("http://h/a", "HTTP/1.1 200 x\\r\\nX: ", 52, "CODE 52", true);
}

TEST(http_program_headers_without_end)
{
	char *path = strdup(getenv("PATH"));
	struct stand s;

	ask(&s, "http://h/a", "HTTP/1.1 200 x\\r\\n'; /usr/bin/yes X: y | /usr/bin/head -c 400000; "
	    ": '", 0);
	setenv("PATH", path, 1);
	free(path);
	assert_true(s.rc != 0);
	assert_non_null(strstr(unit_err(&s.e), "headers without end"));
	done(&s);
}
