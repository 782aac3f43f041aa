/*
 * What is written of foreign text: fit for a terminal, JSON that reads back, no credential whatever
 * stands around it, words that a shell reads as they were.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/secret.h"
#include "base/text.h"
#include "door/yajl.h"
#include "fact/platform.h"
#include "show/shell.h"

int fuzz_one(const uint8_t *data, size_t n);

struct written {
	FILE *f;
	char *p;
	size_t n;
};

static void start(struct written *w)
{
	*w = (struct written){ 0 };
	w->f = open_memstream(&w->p, &w->n);
	if (!w->f)
		abort();
}

/* Text before and behind a URL, as words of their own and as part of it. */
static void check_secret(struct arena *a, const char *text)
{
	static const char *const forms[] = {
		"%s https://user:S3CR3T@host/t/S3CR3T/x?token=S3CR3T&k=S3CR3T %s",
		"%s=https://S3CR3T@host/x?token=S3CR3T\n%s",
	};

	for (size_t i = 0; !strstr(text, "S3CR3T") && i < sizeof forms / sizeof *forms; i++)
		if (strstr(secret_masked(a, arena_printf(a, forms[i], text, text)), "S3CR3T"))
			abort();
}

static void check_text(struct span s, size_t width)
{
	struct written w;
	struct span rest, line;

	start(&w);
	text_wrap(w.f, s, 0, 4, width);
	fclose(w.f);
	rest = (struct span){ w.p, w.n };
	while (span_line(&rest, &line))
		if (!text_is_safe(line))
			abort();
	free(w.p);
}

static void check_json(struct arena *a, const char *text)
{
	struct written w;
	struct tree *t;
	struct json j;
	struct err e;

	start(&w);
	j = JSON(w.f);
	json_list(&j);
	json_str(&j, text);
	json_word(&j, text);
	json_end(&j);
	fclose(w.f);
	if (json_parse(a, (struct span){ w.p, w.n }, &t, &e) ||
	    !text_is_safe((struct span){ w.p, w.n }))
		abort();
	free(w.p);
}

/* One word of a POSIX shell (XCU 2.2): what is quoted stands for itself, but for "\" in "". */
static bool posix_word(struct span s, struct span want)
{
	char quote = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!quote && (c == '\'' || c == '"')) {
			quote = c;
		} else if (quote && c == quote) {
			quote = 0;
		} else {
			if (!quote && c == '\\' && ++i < s.n)
				c = s.p[i];
			if (!want.n || *want.p != c)
				return false;
			want = span_from(want, 1);
		}
	}
	return !quote && !want.n;
}

static void check_shell(const char *text)
{
	const char *argv[] = { text };
	struct command c = { .argv = argv, .n = 1 };
	struct written w;

	start(&w);
	shell_write(w.f, &c, PLATFORM_LINUX);
	fclose(w.f);
	if (!text_is_safe((struct span){ w.p, w.n }) ||
	    (text_is_safe(span_of(text)) && !posix_word((struct span){ w.p, w.n }, span_of(text))))
		abort();
	free(w.p);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span s = { (const char *)data, n };
	ARENA_AUTO a = { 0 };
	const char *text = arena_span(&a, s);

	check_secret(&a, text);
	check_text(s, 0);
	check_text(s, 40);
	check_json(&a, text);
	check_shell(text);
	return 0;
}
