/*
 * liar FILE: an HTTP server for what nginx cannot be made to do. It prints its port and serves the
 * one FILE by ranges; the first part of the path says how it misbehaves. One request a connection.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REQUEST = 8192, PIECE = 16 << 10 };

struct request {
	char path[256];
	char range[128];     /* after "bytes=", "" none */
	bool conditional;
	long long first, last;
};

struct file {
	int fd;
	long long size;
};

/* What one kind of lie changes; the rest is as it should be. */
struct lie {
	const char *name;
	long long shift;         /* of both ends in Content-Range */
	long long more;          /* bytes announced and sent beyond the range */
	long long cut;           /* bytes sent before the connection ends; 0 all */
	bool no_length, no_range_header, stalls, changes, grows, no_suffix, headers, once;
	bool swaps, fails, drips;
};

static const struct lie lies[] = {
	{ .name = "honest" },
	{ .name = "wrong", .shift = 7 },
	{ .name = "unsaid", .no_range_header = true },
	{ .name = "announced", .more = 1000 },
	{ .name = "endless", .more = 1LL << 40, .no_length = true },
	{ .name = "cut", .cut = 500000 },
	{ .name = "nothing", .cut = 1 },
	{ .name = "stalls", .cut = 2000000, .stalls = true },
	{ .name = "silent", .cut = 100, .stalls = true },
	{ .name = "changes", .changes = true },
	{ .name = "grows", .grows = true },
	{ .name = "nosuffix", .no_suffix = true },
	{ .name = "headers", .headers = true },
	{ .name = "once", .once = true },
	{ .name = "swaps", .changes = true, .swaps = true },
	{ .name = "fails", .fails = true },
	{ .name = "drips", .drips = true },
};

static unsigned answers;   /* so far, in this process: it serves one test at a time */

static const struct lie *lie_of(const char *path)
{
	size_t n = strcspn(path + 1, "/");

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		if (strlen(lies[i].name) == n && memcmp(lies[i].name, path + 1, n) == 0)
			return &lies[i];
	return &lies[0];
}

static void copy_word(char *to, size_t room, const char *from)
{
	size_t n = strcspn(from, " \r\n");

	n = n < room ? n : room - 1;
	memcpy(to, from, n);
	to[n] = '\0';
}

static bool read_request(int fd, struct request *ret)
{
	static char text[REQUEST];
	const char *at;
	size_t n = 0;

	while (n + 1 < sizeof text) {
		ssize_t got = read(fd, text + n, sizeof text - 1 - n);

		if (got <= 0)
			return false;
		n += (size_t)got;
		text[n] = '\0';
		if (strstr(text, "\r\n\r\n"))
			break;
	}
	*ret = (struct request){ .path = "/" };
	at = strchr(text, ' ');
	if (at)
		copy_word(ret->path, sizeof ret->path, at + 1);
	at = strstr(text, "Range: bytes=");
	if (at)
		copy_word(ret->range, sizeof ret->range, at + 13);
	ret->conditional = strstr(text, "If-Range: ") != NULL;
	return true;
}

static void parse_range(struct request *r, long long size)
{
	char *dash = strchr(r->range, '-');

	r->first = 0;
	r->last = size - 1;
	if (!dash)
		return;
	if (dash == r->range) {
		r->first = size - strtoll(dash + 1, NULL, 10);
		r->first = r->first < 0 ? 0 : r->first;
	} else {
		r->first = strtoll(r->range, NULL, 10);
		if (dash[1])
			r->last = strtoll(dash + 1, NULL, 10);
	}
}

static bool send_all(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t put = send(fd, at, n, MSG_NOSIGNAL);

		if (put <= 0)
			return false;
		at += put;
		n -= (size_t)put;
	}
	return true;
}

static void send_body(int to, const struct file *f, const struct request *r, const struct lie *l)
{
	long long left = r->last - r->first + 1 + l->more, at = r->first;
	static char piece[PIECE];

	if (l->cut && left > l->cut)
		left = l->cut;
	while (left > 0) {
		size_t n = l->drips ? 256 : left < PIECE ? (size_t)left : PIECE;
		ssize_t got = pread(f->fd, piece, n, at);

		if (got <= 0) {
			memset(piece, 0, n);
			got = (ssize_t)n;
		}
		if (!send_all(to, piece, (size_t)got))
			return;
		at += got;
		left -= got;
		if (l->drips)
			usleep(100000);
	}
	if (l->stalls)
		while (read(to, piece, sizeof piece) > 0)
			;
}

static void refuse(int to, const char *status)
{
	char text[128];
	int n = snprintf(text, sizeof text, "HTTP/1.1 %s\r\nContent-Length: 0\r\n"
			 "Connection: close\r\n\r\n", status);

	send_all(to, text, (size_t)n);
}

static void flood(int to)
{
	static const char line[] = "X-More: 0123456789012345678901234567890123456789\r\n";

	while (send_all(to, line, sizeof line - 1))
		;
}

static void head(int to, const struct file *f, const struct request *r, const struct lie *l)
{
	long long n = r->last - r->first + 1 + l->more, size = f->size + (l->grows ? answers : 0);
	bool whole = !r->range[0] || (l->changes && !l->swaps && answers && r->conditional);
	char text[512];
	int at = snprintf(text, sizeof text,
			  "HTTP/1.1 %s\r\nETag: \"v%u\"\r\nConnection: close\r\n",
			  whole ? "200 OK" : "206 Partial Content", l->changes ? answers : 0);

	if (!whole && !l->no_range_header)
		at += snprintf(text + at, sizeof text - (size_t)at,
			       "Content-Range: bytes %lld-%lld/%lld\r\n", r->first + l->shift,
			       r->last + l->shift, size + l->shift);
	if (!l->no_length)
		at += snprintf(text + at, sizeof text - (size_t)at, "Content-Length: %lld\r\n", n);
	at += snprintf(text + at, sizeof text - (size_t)at, "\r\n");
	send_all(to, text, (size_t)at);
}

/* An address that works once; the way to a new one is the address given. */
static bool signed_once(int to, const struct request *r)
{
	char text[256];
	int n;

	if (strstr(r->path, "?token=")) {
		if (strtoul(strstr(r->path, "?token=") + 7, NULL, 10) + 1 == answers)
			return false;
		refuse(to, "403 Forbidden");
		return true;
	}
	n = snprintf(text, sizeof text, "HTTP/1.1 302 Found\r\nLocation: %s?token=%u\r\n"
		     "Content-Length: 0\r\nConnection: close\r\n\r\n", r->path, answers);
	send_all(to, text, (size_t)n);
	return true;
}

static void answer(int to, const struct file *f)
{
	struct request r;
	const struct lie *l;

	if (!read_request(to, &r))
		return;
	l = lie_of(r.path);
	parse_range(&r, f->size);
	if (strncmp(r.path, "/reset", 6) == 0) {
		answers = 0;
		refuse(to, "204 No Content");
		return;
	}
	if (l->once && signed_once(to, &r)) {
		answers++;
		return;
	}
	if (l->headers) {
		send_all(to, "HTTP/1.1 200 OK\r\n", 17);
		flood(to);
	} else if (l->fails && answers > 1) {
		refuse(to, "404 Not Found");
	} else if (l->no_suffix && r.range[0] == '-') {
		refuse(to, "501 Not Implemented");
	} else {
		head(to, f, &r, l);
		send_body(to, f, &r, l);
	}
	answers++;
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t n = sizeof at;
	int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	struct file f = { .fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1 };
	struct stat st;

	if (f.fd < 0 || fstat(f.fd, &st) || s < 0 ||
	    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) ||
	    bind(s, (struct sockaddr *)&at, sizeof at) || listen(s, 8) ||
	    getsockname(s, (struct sockaddr *)&at, &n)) {
		perror("liar");
		return 1;
	}
	f.size = st.st_size;
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	for (;;) {
		int to = accept(s, NULL, NULL);

		if (to < 0)
			continue;
		answer(to, &f);
		close(to);
	}
}
