#include "read/host/lines.h"

#include <string.h>

#include "read/host/header.h"
#include "read/host/prefix.h"

/* Bytes of the escape sequence at the front of s (CSI, OSC, or two bytes); 0 if there is none. */
static size_t escape_length(struct span s)
{
	size_t n = 2;

	if (s.n < 2 || s.p[0] != '\033')
		return 0;
	if (s.p[1] == ']') {
		while (n < s.n && s.p[n] != '\a' && s.p[n] != '\n')
			n++;
		return n + (n < s.n && s.p[n] == '\a');
	}
	if (s.p[1] != '[')
		return n;
	while (n < s.n && (ascii_digit(s.p[n]) || strchr(";?:<=>", s.p[n])))
		n++;
	return n < s.n ? n + 1 : n;
}

static size_t noise_length(struct span s, char *as)
{
	*as = 0;
	if (s.p[0] == '\033')
		return escape_length(s);
	if (s.p[0] == '\\' && s.n > 1 && (s.p[1] == '|' || s.p[1] == '+'))
		return 1;
	if (span_starts(s, "\xC2\xA0")) {
		*as = ' ';
		return 2;
	}
	if (s.p[0] == '\0') {
		*as = ' ';
		return 1;
	}
	return 0;
}

static bool noisy(struct span text)
{
	return span_find_char(text, '\033') >= 0 || span_find_char(text, '\0') >= 0 ||
	       span_find(text, "\\|") >= 0 || span_find(text, "\\+") >= 0 ||
	       span_find(text, "\xC2\xA0") >= 0;
}

struct span lines_scrub(struct arena *a, struct span text)
{
	struct span ret = { NULL, 0 };
	char *to;

	if (!noisy(text))
		return text;
	ret.p = to = arena_alloc(a, text.n + 1);
	while (text.n) {
		char as;
		size_t n = noise_length(text, &as);

		if (n == 0)
			to[ret.n++] = text.p[0];
		else if (as)
			to[ret.n++] = as;
		text = span_from(text, n ? n : 1);
	}
	return ret;
}

/* A line of a JSON list of strings, as notebooks store text: "…\n", */
static struct span unquote_json(struct span s)
{
	struct span t = s;

	if (!span_take(&t, "\""))
		return s;
	if (span_ends(t, ","))
		t.n--;
	if (!span_ends(t, "\""))
		return s;
	t.n--;
	if (span_ends(t, "\\n"))
		t.n -= 2;
	else if (t.n == 0 || !strchr("|+", t.p[0]))
		return s;
	return span_trim(t);
}

static struct span unquote(struct span s)
{
	s = unquote_json(span_trim(s));
	while (s.n && (s.p[0] == '>' || (s.p[0] == '#' && (s.n == 1 || strchr("# |+", s.p[1])))))
		s = span_trim(span_from(s, 1));
	return s;
}

static struct section *section_add(struct arena *a, struct sections *to, const char *host)
{
	ARRAY_ADD(a, *to) = (struct section){ .host = host };
	return &to->v[to->n - 1];
}

static void all_lines(struct arena *a, struct span text, struct section *to)
{
	const char *end = text.p + text.n;
	struct span line;
	unsigned no = 0;

	while (span_line(&text, &line)) {
		no++;
		ARRAY_ADD(a, to->lines) = (struct line){
			.s = unquote(line), .no = no, .whole = line.p + line.n < end,
		};
	}
}

/* Cuts a section at its headers and adds the pieces; headers are no lines of theirs. */
static void add_cut(struct arena *a, const struct section *from, struct sections *to)
{
	struct section *now = section_add(a, to, from->host);

	now->sure = from->sure;
	for (size_t i = 0; i < from->lines.n;) {
		struct header h = { .lines = 0 };

		if (header_at(a, from->lines.v, from->lines.n, i, &h)) {
			now = section_add(a, to, h.host);
			now->sure = h.sure;
			i += h.lines;
		} else {
			ARRAY_ADD(a, now->lines) = from->lines.v[i++];
		}
	}
}

void lines_split(struct arena *a, struct span text, struct sections *ret)
{
	struct section all = { .host = NULL };
	struct sections tagged = { NULL, 0, 0 };

	all_lines(a, text, &all);
	prefix_split(a, &all, &tagged);
	for (size_t i = 0; i < tagged.n; i++)
		add_cut(a, &tagged.v[i], ret);
}

bool lines_binary(struct span s)
{
	size_t bad = 0, n = s.n < 65536 ? s.n : 65536;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		bad += (c < 0x20 && !ascii_space((char)c) && c != 0x1b && c != '\b' && c != '\a') ||
		       c == 0x7f;
	}
	return bad > n / 10;
}

size_t lines_count(struct span s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '\n' || s.p[i] == '\r';
	return n;
}
