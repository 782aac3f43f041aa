#include "base/text.h"

#include <string.h>

#include "base/buf.h"
#include "base/secret.h"

static size_t sequence_length(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c < 0xC2 || c > 0xF4)
		return 0;
	return c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

/* Overlong forms, surrogates and values past U+10FFFF. */
static bool forbidden(const unsigned char *p)
{
	return (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
	       (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F);
}

size_t text_char(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t n = s.n ? sequence_length(p[0]) : 0;

	if (n > s.n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	return n > 2 && forbidden(p) ? 0 : n;
}

size_t text_ascii(struct span s)
{
	uint64_t word;
	size_t n = 0;

	for (; n + sizeof word <= s.n; n += sizeof word) {
		memcpy(&word, s.p + n, sizeof word);
		if (word & 0x8080808080808080u)
			break;
	}
	return n;
}

bool text_valid(struct span s)
{
	while ((s = span_from(s, text_ascii(s))).n) {
		size_t n = text_char(s);

		if (n == 0)
			return false;
		s = span_from(s, n);
	}
	return true;
}

/* The wide blocks of Unicode's EastAsianWidth.txt, coarse: CJK, Hangul, kana, full width. */
static bool is_wide(const unsigned char *p, size_t n)
{
	if (n == 4)
		return p[0] == 0xF0 && p[1] >= 0x9F;
	if (n != 3)
		return false;
	if (p[0] == 0xE2)
		return p[1] >= 0xBA;
	if (p[0] == 0xEF)
		return p[1] >= 0xBC && p[1] < 0xBE;
	return p[0] >= 0xE3 && p[0] <= 0xED;
}

/* Printable ASCII at the front, which needs no look at its bytes. */
static size_t ascii_run(struct span s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] >= 0x20 && s.p[n] < 0x7f)
		n++;
	return n;
}

size_t text_width(struct span s)
{
	size_t width = ascii_run(s);

	s = span_from(s, width);
	while (s.n) {
		size_t n = text_char(s);

		width += n && is_wide((const unsigned char *)s.p, n) ? 2 : 1;
		s = span_from(s, n ? n : 1);
	}
	return width;
}

/*
 * U+202A-202E and U+2066-2069 reorder what is read (Unicode Standard Annex 9, "Directional
 * Formatting Characters"); U+2028 and U+2029 end lines.
 */
static bool reorders(const unsigned char *p)
{
	return p[0] == 0xE2 && ((p[1] == 0x80 && p[2] >= 0xA8 && p[2] <= 0xAE) ||
				(p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9));
}

size_t text_printable(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t n = text_char(s);

	if ((n == 1 && (p[0] < 0x20 || p[0] == 0x7F)) || (n == 2 && p[0] == 0xC2 && p[1] < 0xA0) ||
	    (n == 3 && reorders(p)))
		return 0;
	return n;
}

bool text_is_safe(struct span s)
{
	size_t n = 1;

	while (s.n && n) {
		n = text_printable(s);
		s = span_from(s, n);
	}
	return n;
}

void text_exact(FILE *f, struct span s)
{
	size_t run = ascii_run(s);

	fwrite_unlocked(s.p, 1, run, f);
	s = span_from(s, run);
	while (s.n) {
		size_t n = text_printable(s);

		if (n)
			fwrite_unlocked(s.p, 1, n, f);
		else
			putc_unlocked('?', f);
		n = n ? n : text_char(s);
		s = span_from(s, n ? n : 1);
	}
}

static void put_exact(void *to, struct span piece)
{
	text_exact(to, piece);
}

void text_safe(FILE *f, struct span s)
{
	secret_mask(s, put_exact, f);
}

/* Words with one space between, as they are to be printed. */
static bool spaced_once(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' ||
		    (s.p[i] == ' ' && (i + 1 == s.n || s.p[i + 1] == ' ')))
			return false;
	return true;
}

/* Marks that begin no line and those that end none, where no blank parts words: Unicode Standard
 * Annex 14, of the classes CL, EX, NS and OP those that texts in Chinese have. */
static const char no_begin[] = "，。、；：？！）》」』】〕”’…％·—"
			       ",.:;?!)]}%\"'/";
static const char no_end[] = "（《「『【〔“‘([{\"'/=-$";

static bool is_mark(struct span c, const char *marks)
{
	char text[TEXT_CHAR_MAX + 1] = "";

	memcpy(text, c.p, c.n);
	return strstr(marks, text) != NULL;
}

static bool may_part(struct span before, struct span c)
{
	return (is_wide((const unsigned char *)before.p, before.n) ||
		is_wide((const unsigned char *)c.p, c.n)) &&
	       !is_mark(c, no_begin) && !is_mark(before, no_end);
}

/* What of a word stays in one line: all of it, but for wide characters, which are words each. */
static size_t unbroken(struct span word)
{
	struct span c = span_sub(word, 0, text_char(word)), before;
	size_t n = c.n;

	while (c.n && n < word.n) {
		before = c;
		c = span_sub(word, n, text_char(span_from(word, n)));
		if (c.n && may_part(before, c))
			return n;
		n += c.n;
	}
	return word.n;
}

/* Leading spaces stand; between words one space or a line break. */
static void wrap(FILE *f, struct span s, size_t column, size_t indent, size_t width)
{
	struct span word;
	bool first = true;

	while (s.n && s.p[0] == ' ') {
		putc_unlocked(' ', f);
		column++;
		s = span_from(s, 1);
	}
	if (!width && spaced_once(s)) {
		text_exact(f, s);
		return;
	}
	while (span_word(&s, &word)) {
		for (size_t gap = !first; word.n; gap = 0) {
			struct span part = span_sub(word, 0, width ? unbroken(word) : word.n);
			size_t w = text_width(part);

			if (!first && width && column + gap + w > width) {
				fprintf(f, "\n%*s", (int)indent, "");
				column = indent;
			} else if (gap) {
				putc_unlocked(' ', f);
				column++;
			}
			text_exact(f, part);
			column += w;
			word = span_from(word, part.n);
			first = false;
		}
	}
}

/* What is a secret depends on the words beside it, so it is masked before words are parted. */
void text_wrap(FILE *f, struct span s, size_t column, size_t indent, size_t width)
{
	BUF_AUTO masked = BUF(SIZE_MAX);

	if (secret_in(s)) {
		secret_mask(s, secret_to_buf, &masked);
		if (masked.failed)
			arena_no_memory();
		s = buf_view(&masked);
	}
	wrap(f, s, column, indent, width);
}

struct span text_percent_decode(struct arena *a, struct span s)
{
	size_t n = 0;
	uint64_t c;
	char *to;

	if (span_find_char(s, '%') < 0)
		return s;
	to = arena_alloc(a, s.n + 1);
	for (size_t i = 0; i < s.n; i++) {
		struct span hex = span_sub(s, i + 1, 2);
		bool code = s.p[i] == '%' && hex.n == 2 && span_hex(hex, &c) && c >= ' ';

		to[n++] = code ? (char)c : s.p[i];
		i += code ? 2 : 0;
	}
	return (struct span){ to, n };
}
