/* What is printed for a shell, parsed back by the rules of that shell, is the argument vector. */
#include "unit/unit.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/strings.h"
#include "base/text.h"
#include "show/shell.h"

/* U+2018-201B are single, U+201C-201E double quotation marks to PowerShell. */
static size_t quote_of(struct span s, char *kind)
{
	const unsigned char *p = (const unsigned char *)s.p;

	if (s.n && (*p == '\'' || *p == '"')) {
		*kind = (char)*p;
		return 1;
	}
	if (s.n < 3 || p[0] != 0xE2 || p[1] != 0x80 || p[2] < 0x98 || p[2] > 0x9E)
		return 0;
	*kind = p[2] <= 0x9B ? '\'' : '"';
	return 3;
}

/*
 * Within quotation marks of PowerShell: one of the same kind ends, two are one; in double ones "$"
 * and "`" have a meaning (about_Quoting_Rules; the kinds: SingleQuote and DoubleQuote of its
 * CharTraits). False: the mark does not end, or something would be expanded.
 */
static bool take_quoted(struct span *s, char mark, struct buf *to)
{
	char kind;

	while (s->n) {
		size_t n = quote_of(*s, &kind), next;

		if (n && kind == mark) {
			next = quote_of(span_from(*s, n), &kind);
			if (!next || kind != mark) {
				*s = span_from(*s, n);
				return true;
			}
			buf_span(to, span_sub(*s, 0, n));
			*s = span_from(*s, n + next);
			continue;
		}
		if (mark == '"' && strchr("$`", *s->p))
			return false;
		n = text_char(*s);
		buf_span(to, span_sub(*s, 0, n));
		*s = span_from(*s, n);
	}
	return false;
}

/* Words in argument mode (about_Parsing); what would end the command or make another is refused. */
static bool power_words(struct arena *a, struct span s, struct strings *to)
{
	char kind;

	(void)span_take(&s, "& ");
	while (s.n) {
		BUF_AUTO word = BUF(4096);
		size_t n = quote_of(s, &kind);

		if (n) {
			s = span_from(s, n);
			if (!take_quoted(&s, kind, &word))
				return false;
		}
		while (!n && s.n && *s.p != ' ') {
			if (quote_of(s, &kind) || strchr("`$&|;<>(){},@#", *s.p))
				return false;
			buf_char(&word, *s.p);
			s = span_from(s, 1);
		}
		strings_add(a, to, arena_str(a, buf_cstr(&word)));
		if (s.n && !span_take(&s, " "))
			return false;
	}
	return true;
}

/* POSIX.1-2017, XCU 2.2: within single quotes nothing has a meaning, in double ones $ ` \ and ". */
static bool posix_words(struct arena *a, struct span s, struct strings *to)
{
	while (s.n) {
		BUF_AUTO word = BUF(4096);
		char in = 0;

		for (; s.n && (in || *s.p != ' '); s = span_from(s, 1)) {
			if (in ? *s.p == in : *s.p == '\'' || *s.p == '"')
				in = in ? 0 : *s.p;
			else if (!in && *s.p == '\\' && s.n > 1)
				buf_char(&word, *(s = span_from(s, 1)).p);
			else if (in != '\'' && strchr(in ? "$`\\!" : "$`&|;<>(){}*?[]#~!\n", *s.p))
				return false;
			else
				buf_char(&word, *s.p);
		}
		if (in)
			return false;
		strings_add(a, to, arena_str(a, buf_cstr(&word)));
		(void)span_take(&s, " ");
	}
	return true;
}

static const char *const letters[] = {
	"a", "-", "=", ".", "/", "\\", " ", "'", "\"", "`", "$", "$(x)", "${x}", ";", "&", "|", "<",
	">", "(", ")", "{", "}", ",", "@", "#", "!", "%", "*", "~", "^", "\xE2\x80\x98",
	"\xE2\x80\x99",
	"\xE2\x80\x9A", "\xE2\x80\x9B", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xC3\xA9",
};

static const char *random_word(struct arena *a, uint64_t *seed)
{
	BUF_AUTO word = BUF(4096);

	for (size_t n = 1 + (*seed >> 40) % 7; n--;) {
		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		buf_str(&word, letters[(*seed >> 33) % (sizeof letters / sizeof *letters)]);
	}
	return arena_str(a, buf_cstr(&word));
}

static void comes_back(const char *platform, uint64_t *seed)
{
	ARENA_AUTO a = { 0 };
	const char *argv[5];
	struct command c = { argv, sizeof argv / sizeof *argv };
	struct strings got = { 0 };
	char *line = NULL;
	size_t n;
	FILE *f = open_memstream(&line, &n);
	bool windows = strcmp(platform, "win-64") == 0;

	for (size_t i = 0; i < c.n; i++)
		argv[i] = random_word(&a, seed);
	shell_write(f, &c, platform);
	fclose(f);
	if (!(windows ? power_words : posix_words)(&a, (struct span){ line, n }, &got))
		fail_msg("%s: something has a meaning in: %s", platform, line);
	assert_int_equal(got.n, c.n);
	for (size_t i = 0; i < c.n; i++)
		assert_string_equal(got.v[i], argv[i]);
	free(line);
}

TEST(shell_lines_parse_back_to_their_words)
{
	uint64_t seed = 1;

	for (int i = 0; i < 20000; i++) {
		comes_back("linux-64", &seed);
		comes_back("win-64", &seed);
	}
}

static void is_line(const char *platform, const char *program, const char *word, const char *want)
{
	const char *argv[] = { program, word };
	struct command c = { .argv = argv, .n = 2 };
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);

	shell_write(f, &c, platform);
	fclose(f);
	assert_string_equal(text, want);
	free(text);
}

/* PowerShell: about_Quoting_Rules, about_Operators ("&", the call operator). */
TEST(shell_quotes_what_its_platform_would_change)
{
	is_line("linux-64", "pip", "a b", "pip \"a b\"");
	is_line("linux-64", "my pip", "$it's", "\"my pip\" '$it'\\''s'");
	is_line("linux-64", "pip", "a\033]0;b\a\302\233z\342\200\256", "pip \"a?]0;b??z?\"");
	is_line("linux-64", "pip", "$\033", "pip '$?'");
	is_line("linux-64", "pip", "“a”", "pip \"“a”\"");
	is_line("win-64", "py", "-3.12", "py -3.12");
	is_line("win-64", "my py", "-3.12", "& \"my py\" -3.12");
	is_line("win-64", "C:\\a b\\py", "x", "& 'C:\\a b\\py' x");
	is_line("win-64", "py", "a“; calc; ”b", "py 'a“; calc; ”b'");
	is_line("win-64", "py", "‘’‚‛“”„'x",
		"py '‘‘’’‚‚‛‛“”„''x'");
}
