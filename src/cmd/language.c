#include "cmd/language.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/tr.h"
#include "os/variable.h"
#include "read/charset.h"

/* The first of these that is set to something, as locale(7) has it. */
static const char *first_set(const char *const *names)
{
	for (; *names; names++) {
		const char *value = os_variable(*names);

		if (value && *value)
			return value;
	}
	return "";
}

int cmd_language_checked(const struct options *o, struct arena *a, struct err *e)
{
	if (o->lang && !tr_use(o->lang))
		return err_set(e, ERR_USAGE, "--lang takes one of %s, not '%s'", tr_names(a),
			       o->lang);
	if (o->json || o->format || o->emit_rows)
		(void)tr_use("en");
	return 0;
}

/* U+3040 to U+30FF: what is written so is Japanese. */
static bool is_kana(const char *p)
{
	return memcmp(p, "\xe3\x81", 2) == 0 || memcmp(p, "\xe3\x82", 2) == 0 ||
	       memcmp(p, "\xe3\x83", 2) == 0;
}

enum { TELLING = 2 }; /* characters of it */

static bool is_chinese(struct span text)
{
	size_t hanzi = 0, kana = 0;

	while ((text = span_from(text, text_ascii(text))).n) {
		size_t n = text_char(text);

		hanzi += n == 3 && (unsigned char)*text.p >= 0xe4 &&
			 (unsigned char)*text.p <= 0xe9;
		kana += n == 3 && is_kana(text.p);
		text = span_from(text, n ? n : 1);
	}
	return hanzi >= TELLING && kana * 4 < hanzi;
}

/* LANG is how a machine was set up, the others are what somebody says; C is no language. */
static bool is_told(const struct run *r)
{
	static const char *const names[] = { "LANGUAGE", "LC_ALL", "LC_MESSAGES", NULL };
	const char *name = first_set(names);

	return r->o->lang || r->o->json ||
	       (*name && *name != 'C' && strncmp(name, "POSIX", 5) != 0);
}

/* What the terminal takes where that is not UTF-8: "GBK"; NULL: it is. */
static const char *charset(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG", NULL };
	const char *dot = strchr(first_set(names), '.');

	return dot && strcasecmp(dot + 1, "UTF-8") != 0 && strcasecmp(dot + 1, "UTF8") != 0 ?
	       dot + 1 : NULL;
}

FILE *cmd_written(FILE *to, bool *lost)
{
	const char *name = charset();
	FILE *f = name ? charset_stream(to, name, lost) : NULL;

	if (f && to == stderr)
		setvbuf(f, NULL, _IOLBF, BUFSIZ);
	return f ? f : to;
}

static const char lost_note[] = N_("note: \"?\" stands for characters that %s has not\n");

/* Simplified Chinese on a terminal of Big5 or Shift-JIS: half of it would be question marks. */
static bool loses(void)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);
	bool lost = false;

	if (to) {
		FILE *f = cmd_written(to, &lost);

		fputs(tr(lost_note), f);
		if (f != to)
			fclose(f);
		fclose(to);
	}
	free(text);
	return lost;
}

/* What nobody asked for by name. */
static void use(const char *name)
{
	if (tr_use(name) && charset() && loses())
		(void)tr_use("en");
}

void cmd_language(const char *asked)
{
	static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG", NULL };

	if (asked)
		(void)tr_use(asked);
	else
		use(first_set(names));
}

void cmd_language_of(const struct run *r, struct span text)
{
	if (!is_told(r) && is_chinese(text))
		use("zh");
}

void cmd_written_end(FILE *talk, bool lost)
{
	if (lost)
		fprintf(talk, tr(lost_note), charset());
	if (talk != stderr)
		fclose(talk);
}
