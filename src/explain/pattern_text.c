/* A text as patterns are held against it: without marks, with where each byte came from. */
#include <string.h>

#include "base/text.h"
#include "explain/line_mark_private.h"
#include "explain/pattern_private.h"

/* Colour of a terminal: ESC [ … letter. */
static size_t escape(struct span s)
{
	size_t n = 2;

	if (s.n < 3 || s.p[0] != '\x1b' || s.p[1] != '[')
		return 0;
	while (n < s.n && n < 24 && !ascii_alpha(s.p[n]))
		n++;
	return n < s.n ? n + 1 : n;
}

static bool is_file(struct span behind)
{
	return span_starts(behind, ".dll") || span_starts(behind, ".exe") ||
	       span_starts(behind, ".py");
}

/* A line end or a tab as \n and \t, and not "packages\torch\lib", "C:\new\x" or "\nvcuda.dll": a
 * folder or a file whose name begins so; nor "\\triton", as strings of Python show it. */
static bool is_written(struct span s, char before)
{
	size_t n = 2;

	if (s.n < 2 || s.p[0] != '\\' || (s.p[1] != 'n' && s.p[1] != 't') || before == '\\')
		return false;
	n += span_run_alnum(span_from(s, n), "_-");
	return !(ascii_alnum(before) || before == ':') || n == 2 || n == s.n ||
	       (s.p[n] != '\\' && !is_file(span_from(s, n)));
}

/* What characters beyond ASCII are read as: "" nothing, " " a blank. Full-width forms of ASCII
 * (U+FF01 to U+FF5E) are read as those. */
static const struct plain_form {
	const char *from, *to;
} plain_forms[] = {
	{ "\xe2\x80\x98", "'" }, { "\xe2\x80\x99", "'" }, { "\xe2\x80\x9c", "\"" },
	{ "\xe2\x80\x9d", "\"" }, { "\xe3\x80\x8c", "'" }, { "\xe3\x80\x8d", "'" },
	{ "\xe2\x80\x8b", "" }, { "\xef\xbb\xbf", "" }, { "\xe3\x80\x80", " " },
	{ "\xc2\xa0", " " }, { "\xc3\x97", " " }, { "\xe3\x80\x81", ", " },
	{ "\xe3\x80\x82", ". " }, { "\xe3\x80\x90", " " }, { "\xe3\x80\x91", " " },
	{ "\xe2\x96\xb6", " " }, { "\xe2\x9d\xaf", " " }, { "\xe2\x80\xa2", " " },
};

static bool is_full_width(struct span s)
{
	return s.n > 2 && s.p[0] == '\xef' &&
	       ((s.p[1] == '\xbc' && (unsigned char)s.p[2] > 0x80) ||
		(s.p[1] == '\xbd' && (unsigned char)s.p[2] < 0x9f));
}

static bool is_box(struct span s)
{
	return s.n > 2 && s.p[0] == '\xe2' && (s.p[1] == '\x94' || s.p[1] == '\x95');
}

/* The length of the character that is read as *to; 0: it stays as it is. */
static size_t read_as(struct span s, char to[4])
{
	const struct plain_form *one;
	size_t n = 0;

	if (is_full_width(s)) {
		char c = (char)((s.p[1] == '\xbc' ? 0 : 0x40) + (unsigned char)s.p[2] - 0x60);

		if (c == '(')
			to[n++] = ' ';
		to[n++] = c;
		if (strchr(",:;!?)", c))
			to[n++] = ' ';
		to[n] = '\0';
		return 3;
	}
	memcpy(to, " \0\0", 4);
	if (is_box(s))
		return 3;
	one = FIRST_OF(x, ROWS(plain_forms), span_starts(s, x->from));
	if (one)
		memcpy(to, one->to, strlen(one->to) + 1);
	return one ? strlen(one->from) : 0;
}

/* A letter of Chinese, Japanese or Korean: these are written without blanks between. */
static bool is_cjk(const char *p)
{
	return ((unsigned char)p[0] >= 0xe4 && (unsigned char)p[0] <= 0xed) ||
	       (p[0] == '\xe3' && (unsigned char)p[1] >= 0x81);
}

struct writer {
	struct arena *a;
	struct pattern_text *to;
	char *plain;
	size_t n, at; /* what is written, and where in the source it stands */
};

/* What is written next was there, as far as it goes on so. */
static void put_run(struct writer *w)
{
	struct pattern_run *last = w->to->runs.n ? &w->to->runs.v[w->to->runs.n - 1] : NULL;

	if (last && w->n - last->at == w->at - last->from)
		return;
	if (!last || last->at != w->n) /* a blank that was dropped leaves its own */
		last = &ARRAY_ADD(w->a, w->to->runs);
	*last = (struct pattern_run){ (uint32_t)w->n, (uint32_t)w->at };
}

static void put(struct writer *w, char c)
{
	/* pip reads "===" as "==" where a version has no more to it */
	if (c == '=' && w->n > 1 && w->plain[w->n - 1] == '=' && w->plain[w->n - 2] == '=')
		return;
	put_run(w);
	w->plain[w->n++] = c;
}

static void put_blank(struct writer *w)
{
	bool behind_cjk = w->n > 2 && is_cjk(w->plain + w->n - 3);

	if (w->n && w->plain[w->n - 1] != ' ' && !behind_cjk)
		put(w, ' ');
}

/* Blanks between Chinese and Latin are a matter of taste: they are dropped. */
static void put_foreign(struct writer *w, struct span c)
{
	if (c.n == 3 && is_cjk(c.p) && w->n && w->plain[w->n - 1] == ' ')
		w->n--;
	for (size_t i = 0; i < c.n; i++, w->at++)
		put(w, c.p[i]);
}

static size_t put_character(struct writer *w, struct span s)
{
	char to[4];
	size_t n;

	if ((unsigned char)s.p[0] < 0x80) {
		put(w, s.p[0]);
		return 1;
	}
	n = read_as(s, to);
	if (!n) {
		n = text_char(s);
		put_foreign(w, span_sub(s, 0, n ? n : 1));
		return n ? n : 1;
	}
	for (const char *p = to; *p; p++)
		if (*p == ' ')
			put_blank(w);
		else
			put(w, *p);
	return n;
}

/* Marks of emphasis, and what stands before a quote within a text of JSON or of a shell. */
static bool is_nothing(struct span s)
{
	return s.p[0] == '`' || s.p[0] == '*' || span_starts(s, "\\\"");
}

/* Bytes that stand for a blank or for nothing; *starts: a line begins behind them. */
static size_t skip(struct span s, char before, bool line_start, bool *starts)
{
	size_t n = line_start ? line_mark(s) : 0;

	*starts = n > 0;
	if (n)
		return n;
	*starts = line_start;
	if (is_box(s))
		return 3;
	if ((n = escape(s)))
		return n;
	*starts = false;
	if (is_written(s, before)) {
		*starts = s.p[1] == 'n';
		return 2;
	}
	if (ascii_space(s.p[0])) {
		*starts = s.p[0] == '\n' || (line_start && s.p[0] != '\r');
		return 1;
	}
	return is_nothing(s);
}

/* Within a line most bytes are taken as they are, and a single blank between them. */
static size_t write_plain(struct writer *w, struct span s)
{
	static const bool plain[256] = {
		['!' ... ')'] = true, ['+' ... '<'] = true, ['>' ... '['] = true,
		[']' ... '_'] = true, ['a' ... '~'] = true,
	};
	size_t n = 0;

	while (n < s.n && (plain[(unsigned char)s.p[n]] ||
			   (s.p[n] == ' ' && n && s.p[n - 1] != ' ')))
		n++;
	if (n) {
		put_run(w);
		memcpy(w->plain + w->n, s.p, n);
	}
	w->n += n;
	w->at += n;
	return n;
}

static void write_all(struct writer *w, struct span s)
{
	struct span all = s;
	bool start = true, starts;
	size_t len;

	while (s.n) {
		w->at = (size_t)(s.p - all.p);
		if (!start)
			s = span_from(s, write_plain(w, s));
		if (!s.n)
			break;
		len = skip(s, w->n ? w->plain[w->n - 1] : ' ', start, &starts);
		if (len) {
			if (!is_nothing(s))
				put_blank(w);
			start = starts;
			s = span_from(s, len);
			continue;
		}
		start = false;
		s = span_from(s, put_character(w, s));
	}
	if (w->n && w->plain[w->n - 1] != ' ')
		put(w, ' '); /* so that a pattern can ask for the end of a word */
}

struct pattern_text pattern_text(struct arena *a, struct span s)
{
	struct pattern_text ret = { .source = s };
	/* a full-width mark becomes at most two bytes, so nothing grows but the end */
	struct writer w = { .a = a, .to = &ret, .plain = arena_alloc(a, s.n + 2) };
	char *lower;

	write_all(&w, s);
	lower = arena_alloc(a, w.n + LITERAL_LONG);
	for (size_t i = 0; i < w.n; i++)
		lower[i] = ascii_lower(w.plain[i]);
	ret.plain = (struct span){ w.plain, w.n };
	ret.lower = (struct span){ lower, w.n };
	return ret;
}

size_t pattern_source(const struct pattern_text *text, size_t at)
{
	const struct pattern_run *run = text->runs.v;

	for (size_t n = text->runs.n; n > 1; n -= n / 2)
		run += run[n / 2].at <= at ? n / 2 : 0;
	return at < text->plain.n ? run->from + (at - run->at) : text->source.n;
}

/* At most so many bytes: to the last blank in their second half, or else whole characters. */
static struct span cut(struct span s, size_t most)
{
	size_t n = most;

	if (s.n <= most)
		return s;
	while (n > most / 2 && s.p[n - 1] != ' ')
		n--;
	if (n == most / 2)
		for (n = most; n && ((unsigned char)s.p[n] & 0xc0) == 0x80; n--)
			;
	return span_trim(span_sub(s, 0, n));
}

const char *pattern_quote(struct arena *a, const struct pattern_text *text, size_t at, size_t most)
{
	return arena_span(a, cut(span_trim(span_from(text->plain, at)), most));
}

bool pattern_within_word(const struct pattern_text *text, size_t at)
{
	char before = at ? text->lower.p[at - 1] : ' ';

	return (ascii_alnum(before) || before == '-' || before == '_') &&
	       ascii_alnum(text->lower.p[at]);
}
