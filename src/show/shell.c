#include "show/shell.h"

#include <string.h>

#include "base/span.h"
#include "fact/platform.h"
#include "show/line.h"

/* Beside letters and digits. A comma makes a list in PowerShell, a backslash escapes in POSIX. */
static const char posix_plain[] = "-_./:=+@%,";
static const char power_plain[] = "-_./:=+\\";

static bool is_plain(const char *word, const char *plain)
{
	for (const char *p = word; *p; p++)
		if (!ascii_alnum(*p) && !strchr(plain, *p))
			return false;
	return *word != '\0';
}

/* Within double quotes these few keep a meaning of their own. */
static bool fits_double(const char *word)
{
	return !strpbrk(word, "\"$`\\!\n");
}

static void single(FILE *f, const char *word, const char *quote)
{
	fputc('\'', f);
	for (const char *p = word; *p; p++)
		if (*p == '\'')
			fputs(quote, f);
		else
			fputc((unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p, f);
	fputc('\'', f);
}

void shell_write(FILE *f, const struct command *c, const char *platform)
{
	bool windows = platform_is_windows(platform);

	for (size_t i = 0; i < c->n; i++) {
		const char *word = c->argv[i];

		if (i)
			fputc(' ', f);
		if (is_plain(word, windows ? power_plain : posix_plain))
			fputs(word, f);
		else if (fits_double(word))
			fprintf(f, "\"%s\"", word);
		else
			single(f, word, windows ? "''" : "'\\''");
	}
}

void shell_step(struct arena *a, FILE *f, const struct step *s)
{
	struct command c = install_command(a, s);

	shell_write(f, &c, s->place->platform);
}

void show_steps_json(struct arena *a, struct json *j, const char *key, const struct steps *s)
{
	json_list_key(j, key);
	for (size_t i = 0; s && i < s->n; i++) {
		struct command c = install_command(a, &s->v[i]);

		json_list(j);
		for (size_t k = 0; k < c.n; k++)
			json_str(j, c.argv[k]);
		json_end(j);
	}
	json_end(j);
}

void show_steps_text(struct arena *a, const struct term *t, const struct steps *s)
{
	for (size_t i = 0; i < s->n; i++) {
		fprintf(t->f, "%*s", SHOW_COLUMN, "");
		shell_step(a, t->f, &s->v[i]);
		fputc('\n', t->f);
	}
}
