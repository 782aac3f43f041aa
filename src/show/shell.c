#include "show/shell.h"

#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/text.h"
#include "fact/platform.h"
#include "show/line.h"

/* Beside letters and digits. A comma makes a list in PowerShell, a backslash escapes in POSIX. */
static const char posix_plain[] = "-_./:=+@%,";
static const char power_plain[] = "-_./:=+\\";

static bool is_plain(const char *word, bool windows)
{
	const char *plain = windows ? power_plain : posix_plain;

	for (const char *p = word; *p; p++)
		if (!ascii_alnum(*p) && !strchr(plain, *p))
			return false;
	return *word != '\0';
}

/*
 * U+2018-201B and U+201C-201E, which PowerShell reads as ' and as " (about_Quoting_Rules: "treats
 * smart quotation marks, also called typographic or curly quotes, as normal quotation marks").
 */
static bool is_curly(const char *p)
{
	return p[0] == '\xE2' && p[1] == '\x80' && p[2] >= '\x98' && p[2] <= '\x9E';
}

static bool has_curly(const char *word)
{
	for (const char *p = word; *p; p++)
		if (is_curly(p))
			return true;
	return false;
}

/* Within single quotes such a mark is written twice (about_Quoting_Rules); “ ends nothing. */
static void single_power(FILE *f, const char *word)
{
	for (const char *p = word, *end; *p; p = end) {
		bool curly = is_curly(p) && p[2] <= '\x9B';

		end = p + (is_curly(p) ? 3 : 1);
		while (!is_curly(p) && *p != '\'' && *end && *end != '\'' && !is_curly(end))
			end++;
		text_exact(f, (struct span){ p, (size_t)(end - p) });
		if (curly || *p == '\'')
			text_exact(f, (struct span){ p, (size_t)(end - p) });
	}
}

static void single_posix(FILE *f, const char *word)
{
	struct span s = span_of(word);
	ptrdiff_t at;

	while ((at = span_find_char(s, '\'')) >= 0) {
		text_exact(f, span_sub(s, 0, (size_t)at));
		fputs("'\\''", f);
		s = span_from(s, (size_t)at + 1);
	}
	text_exact(f, s);
}

/*
 * The end of a line is `n within double quotes, where these marks keep their sense behind a `
 * (about_Special_Characters, about_Quoting_Rules).
 */
static void double_power(FILE *f, const char *word)
{
	fputc('"', f);
	for (const char *p = word, *end; *p; p = end) {
		end = p + (is_curly(p) ? 3 : 1);
		if (*p == '\n') {
			fputs("`n", f);
			continue;
		}
		if (is_curly(p) || strchr("\"$`", *p))
			fputc('`', f);
		while (!is_curly(p) && *end && !strchr("\"$`\n", *end) && !is_curly(end))
			end++;
		text_exact(f, (struct span){ p, (size_t)(end - p) });
	}
	fputc('"', f);
}

static void quoted(FILE *f, const char *word, bool windows)
{
	if (windows && strchr(word, '\n')) {
		double_power(f, word);
		return;
	}
	/* Within double quotes these few keep a meaning of their own. */
	if (!strpbrk(word, "\"$`\\!\n") && !(windows && has_curly(word))) {
		fputc('"', f);
		text_exact(f, span_of(word));
		fputc('"', f);
		return;
	}
	fputc('\'', f);
	if (windows)
		single_power(f, word);
	else
		single_posix(f, word);
	fputc('\'', f);
}

static void word_write(FILE *f, const struct command *c, size_t i, bool windows)
{
	bool plain = is_plain(c->argv[i], windows);

	if (i == 0 && windows && !plain)
		fputs("& ", f); /* a string is a value; & runs it (about_Operators) */
	if (plain)
		fputs(c->argv[i], f);
	else
		quoted(f, c->argv[i], windows);
}

void shell_write(FILE *f, const struct command *c, const char *platform)
{
	for (size_t i = 0; i < c->n; i++) {
		if (i)
			fputc(' ', f);
		word_write(f, c, i, platform_is_windows(platform));
	}
}

static struct command command_of(struct arena *a, const struct term *t, const struct step *s)
{
	struct command c = install_command(a, s);

	for (size_t i = 0; t->redact && i < c.n; i++)
		c.argv[i] = secret_masked(a, c.argv[i]);
	return c;
}

void shell_step(struct arena *a, const struct term *t, const struct step *s)
{
	struct command c = command_of(a, t, s);

	shell_write(t->f, &c, s->place->platform);
}

/* The columns that a word takes as it is written. */
static size_t word_width(const struct command *c, size_t i, bool windows)
{
	char *text = NULL;
	size_t n, width = 0;
	FILE *f = is_plain(c->argv[i], windows) ? NULL : open_memstream(&text, &n);

	if (!f)
		return strlen(c->argv[i]);
	word_write(f, c, i, windows);
	if (fclose(f) == 0)
		width = text_width((struct span){ text, n });
	free(text);
	return width;
}

/* An option stays beside its value. */
static size_t piece_width(const struct command *c, size_t i, bool windows)
{
	size_t width = word_width(c, i, windows);

	if (*c->argv[i] == '-' && i + 1 < c->n && *c->argv[i + 1] != '-')
		width += 1 + word_width(c, i + 1, windows);
	return width;
}

void shell_step_lines(struct arena *a, const struct term *t, const struct step *s, size_t indent,
		      enum style style)
{
	enum { FURTHER = 4, MARK = 2 };
	struct command c = command_of(a, t, s);
	bool windows = step_on_windows(s);
	size_t column = indent;

	fprintf(t->f, "%*s%s", (int)indent, "", term_on(t, style));
	for (size_t i = 0; i < c.n; i++) {
		if (i && t->width && column + 1 + piece_width(&c, i, windows) + MARK > t->width &&
		    column > indent + FURTHER) {
			fprintf(t->f, " %c\n%*s", windows ? '`' : '\\',
				(int)(indent + FURTHER), "");
			column = indent + FURTHER;
		} else if (i) {
			fputc(' ', t->f);
			column++;
		}
		word_write(t->f, &c, i, windows);
		column += word_width(&c, i, windows);
	}
	fprintf(t->f, "%s\n", term_off(t));
}

/* As shell_step writes it; NULL without memory. */
static const char *shell_line(struct arena *a, const struct command *c, const char *platform)
{
	const char *line = NULL;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		return NULL;
	shell_write(f, c, platform);
	if (fclose(f) == 0)
		line = arena_str(a, text);
	free(text);
	return line;
}

const char *shell_words(struct arena *a, const struct strings *words)
{
	struct command c = { .argv = words->v, .n = words->n };
	const char *line = shell_line(a, &c, PLATFORM_LINUX);

	return line ? line : "";
}

const char *shell_step_text(struct arena *a, const struct step *s)
{
	struct command c = install_command(a, s);
	const char *line = shell_line(a, &c, s->place->platform);

	return line ? line : "";
}

void show_steps_json(struct arena *a, struct json *j, const char *key, const struct steps *s)
{
	json_list_key(j, key);
	for (size_t i = 0; s && i < s->n; i++) {
		struct command c = install_command(a, &s->v[i]);

		json_list(j);
		for (size_t k = 0; k < c.n; k++)
			json_word(j, c.argv[k]);
		json_end(j);
	}
	json_end(j);
	json_list_key(j, arena_printf(a, "%s_shell", key));
	for (size_t i = 0; s && i < s->n; i++) {
		struct command c = install_command(a, &s->v[i]);

		for (size_t k = 0; j->redact && k < c.n; k++)
			c.argv[k] = secret_masked(a, c.argv[k]);
		json_word(j, shell_line(a, &c, s->v[i].place->platform));
	}
	json_end(j);
}

void show_steps_text(struct arena *a, const struct term *t, const struct steps *s)
{
	for (size_t i = 0; i < s->n; i++)
		shell_step_lines(a, t, &s->v[i], SHOW_COLUMN, STYLE_PLAIN);
}

void show_words(const struct term *t, const char *label, const struct strings *words)
{
	show_label(t, STYLE_BOLD, label);
	shell_write(t->f, &(struct command){ words->v, words->n }, NULL);
	fputc('\n', t->f);
}
