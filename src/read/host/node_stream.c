#include "read/host/node_stream.h"

#include <string.h>

#include "base/buf.h"
#include "door/yajl.h"
#include "fact/err_phrase.h"
#include "fact/host_fold.h"
#include "read/host/format_private.h"
#include "read/host/host_labels_private.h"

enum { HEAD = 4096, CHUNK = 16 << 10, NODE_MOST = 8 << 20 };

struct stream {
	struct arena *a;
	const char *source;
	const struct io_input *in;
	struct hosts *to;
	struct buf b;
	size_t at;       /* of what is in it: the next byte that was not looked at */
	size_t nodes;
	bool labels;     /* some node has one that tells of GPUs */
	bool whole;      /* so far */
};

static void stream_close(struct stream *s)
{
	buf_free(&s->b);
}

/* False: there is no more, or a node is larger than any is. */
static bool more(struct stream *s)
{
	char chunk[CHUNK];
	ptrdiff_t n = io_take(s->in, chunk, sizeof chunk);

	if (n > 0)
		buf_add(&s->b, chunk, (size_t)n);
	return n > 0 && !s->b.failed;
}

static bool skip(struct stream *s, const char *among)
{
	do
		while (s->at < s->b.n && strchr(among, s->b.p[s->at]))
			s->at++;
	while (s->at == s->b.n && more(s));
	return s->at < s->b.n;
}

/* {"apiVersion": "v1", "items": [ */
static bool begins(struct stream *s)
{
	struct span head;
	ptrdiff_t at;

	while (s->b.n < HEAD && more(s))
		;
	head = span_sub(buf_view(&s->b), 0, HEAD);
	at = span_find(head, "\"items\"");
	if (at < 0 || !span_starts(span_trim(head), "{"))
		return false;
	s->at = (size_t)at + sizeof "\"items\"" - 1;
	return skip(s, " :\n\r\t") && s->b.p[s->at++] == '[' && skip(s, " \n\r\t");
}

/* The next object of the list, or as much as there is of it; false: the list has ended. */
static bool next_object(struct stream *s, struct span *ret)
{
	size_t depth = 0, from;
	bool inside = false, ends = false;

	if (!skip(s, " ,\n\r\t") || s->b.p[s->at] != '{') {
		s->whole &= s->at < s->b.n && s->b.p[s->at] == ']';
		return false;
	}
	for (from = s->at; !ends && (s->at < s->b.n || more(s)); s->at++) {
		char c = s->b.p[s->at];

		if (inside && c == '\\' && (s->at + 1 < s->b.n || more(s)))
			s->at++;
		else if (c == '"')
			inside = !inside;
		else if (!inside && (c == '{' || c == '['))
			depth++;
		else if (!inside && (c == '}' || c == ']'))
			ends = --depth == 0;
	}
	s->whole &= ends;
	*ret = (struct span){ s->b.p + from, s->at - from };
	return true;
}

/* What was looked at is not needed any more. */
static void forget(struct stream *s)
{
	if (s->at < CHUNK)
		return;
	memmove(s->b.p, s->b.p + s->at, s->b.n - s->at);
	buf_cut(&s->b, s->b.n - s->at);
	s->at = 0;
}

static bool take_node(struct stream *s, struct span text)
{
	ARENA_AUTO own = { 0 };
	struct hosts hosts = { 0 };
	struct tree *root = NULL;
	struct err fault;
	struct arena_mark before = arena_mark(s->a);

	s->whole &= json_parse(&own, text, &root, &fault) == 0; /* else what is before the fault */
	if (!root || !host_labels_node(&own, s->source, root, &hosts, &s->labels))
		return false;
	s->nodes++;
	if (!hosts.n)
		return true;
	hosts.v->source = arena_printf(&own, "%s node %zu", s->source, s->nodes);
	*hosts.v = host_copy(s->a, hosts.v);
	hosts_add(s->a, s->to, &hosts, before);
	return true;
}

static int settle(struct stream *s, size_t before, struct err *e)
{
	if (hosts_machines(s->to) > HOSTS_MAX)
		return ERR_SAY(e, ERR_INPUT, HOSTS_LIMIT);
	if (!s->labels) {
		err_say(e, ERR_INPUT, FORM_INPUT_NO_HOST,
			(const struct fact[]){ { 0 }, SAY(file, s->source) }, 2);
		return err_within(e, FORM_HOST_EXPECTED, "");
	}
	if (s->to->n == before + 1)
		s->to->v[before].source = s->source;
	if (!s->whole && s->to->n)
		host_labels_cut(s->a, &s->to->v[s->to->n - 1]);
	return 0;
}

int node_stream_read(struct arena *a, const char *source, const struct io_input *in,
		     struct hosts *ret, struct span *head, struct err *e)
{
	__attribute__((cleanup(stream_close))) struct stream s = {
		.a = a, .source = source, .in = in, .to = ret, .b = BUF(NODE_MOST), .whole = true,
	};
	size_t before = ret->n;
	struct span one;

	if (!begins(&s) || !next_object(&s, &one) || !take_node(&s, one)) {
		head->p = arena_span(a, buf_view(&s.b));
		head->n = s.b.n;
		return ERR_NONE;
	}
	for (forget(&s); hosts_machines(ret) <= HOSTS_MAX && next_object(&s, &one); forget(&s))
		(void)take_node(&s, one);
	return settle(&s, before, e);
}
