#include "read/charset.h"

#include "base/buf.h"
#include "base/text.h"
#include "base/utf8.h"
#include "door/iconv.h"

/* What the bytes beyond ASCII are as characters of two bytes. */
struct score {
	size_t common, odd;
	size_t hanzi, low; /* of GB 2312; of these in the rows that Hangul has, too */
};

typedef size_t take_character(const unsigned char *p, size_t n, struct score *to);

static bool in(unsigned char c, unsigned char first, unsigned char last)
{
	return c >= first && c <= last;
}

/* GB 2312 is what people write with: rows 1 to 9 are marks, 16 to 87 the usual characters. What
 * GBK added is rare. */
static size_t take_gb(const unsigned char *p, size_t n, struct score *to)
{
	bool pair = n > 1 && p[1] >= 0x40 && p[1] != 0x7F, usual = pair && p[1] >= 0xA1;

	if (usual && in(p[0], 0xB0, 0xF7)) {
		to->hanzi++;
		to->low += p[0] <= 0xC8;
	}
	if (usual && (in(p[0], 0xA1, 0xA9) || in(p[0], 0xB0, 0xF7)))
		to->common++;
	else
		to->odd++;
	return pair ? 2 : 1;
}

/* Marks and kana are in 81 to 83, kanji of the first level in 88 to 98; half-width kana, of one
 * byte, are rare. */
static size_t take_jis(const unsigned char *p, size_t n, struct score *to)
{
	bool pair = n > 1 && (in(p[0], 0x81, 0x9F) || in(p[0], 0xE0, 0xFC)) && p[1] >= 0x40 &&
		    p[1] != 0x7F;

	if (pair && (in(p[0], 0x81, 0x83) || in(p[0], 0x88, 0x98)))
		to->common++;
	else
		to->odd++;
	return pair ? 2 : 1;
}

/* Marks are in A1 to A3, the usual characters in A4 to C6. */
static size_t take_big5(const unsigned char *p, size_t n, struct score *to)
{
	bool pair = n > 1 && (in(p[1], 0x40, 0x7E) || in(p[1], 0xA1, 0xFE));

	if (pair && in(p[0], 0xA1, 0xC6))
		to->common++;
	else
		to->odd++;
	return pair ? 2 : 1;
}

static bool next_line(struct span *rest, struct span *line)
{
	ptrdiff_t end = span_find_char(*rest, '\n');

	if (!rest->n)
		return false;
	*line = span_sub(*rest, 0, end < 0 ? rest->n : (size_t)end + 1);
	*rest = span_from(*rest, line->n);
	return true;
}

static struct score score_of(struct span text, take_character *take)
{
	struct score ret = { 0 };
	struct span line;

	while (next_line(&text, &line))
		if (!text_valid(line)) {
			const unsigned char *p = (const unsigned char *)line.p;

			for (size_t i = 0; i < line.n;)
				i += p[i] < 0x80 ? 1 : take(p + i, line.n - i, &ret);
		}
	return ret;
}

/* Two characters at the least, and hardly a rare one among them. */
static bool fits(struct score s)
{
	return s.common > 1 && s.odd * 8 <= s.common;
}

enum { TELLING = 8 };

/* Hangul lies in the first 25 rows of what is hanzi in GB 2312; of eight hanzi one is beyond. */
static const char *encoding_of(struct span text)
{
	struct score gb = score_of(text, take_gb), jis = score_of(text, take_jis);

	if (fits(jis) && jis.odd <= gb.odd)
		return "SHIFT_JIS";
	if (!fits(gb))
		return fits(score_of(text, take_big5)) ? "BIG5" : "";
	return gb.hanzi >= TELLING && gb.low == gb.hanzi ? "UHC" : "GB18030";
}

static struct span decode(struct arena *a, struct span text, const char *encoding)
{
	BUF_AUTO b = BUF(4 * text.n + 4);
	struct span line, rest = text, is;

	while (next_line(&rest, &line)) {
		if (text_valid(line))
			is = line;
		else if (!iconv_text(a, encoding, line, &is))
			return (struct span){ NULL, 0 };
		buf_span(&b, is);
	}
	return (struct span){ arena_span(a, buf_view(&b)), b.n };
}

struct span charset_text(struct arena *a, struct span bytes, const char **encoding)
{
	struct span ret;

	*encoding = NULL;
	if (text_valid(bytes) ||
	    (span_starts(bytes, "\xFF\xFE") || span_starts(bytes, "\xFE\xFF") ||
	     (bytes.n > 3 && (!bytes.p[0] || !bytes.p[1]))))
		return utf8_of(a, bytes);
	*encoding = encoding_of(bytes);
	ret = **encoding ? decode(a, bytes, *encoding) : (struct span){ NULL, 0 };
	if (!ret.p)
		*encoding = "";
	return ret.p ? ret : utf8_of(a, bytes);
}

FILE *charset_stream(FILE *to, const char *encoding, bool *lost)
{
	return iconv_stream(to, encoding, lost);
}
