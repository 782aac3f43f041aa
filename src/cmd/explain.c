/* explain: a finding code, a message, or why a build fits this machine or not. */
#include <string.h>

#include "base/tr.h"
#include "cmd/explain_private.h"
#include "cmd/hosts_private.h"
#include "know/message.h"
#include "show/line.h"

static void page_json(struct run *r, enum finding_code code, const struct finding_page *page)
{
	struct json j = cmd_json(r);

	json_open(&j);
	json_int_key(&j, "schema_version", 1);
	json_list_key(&j, "matches");
	json_open(&j);
	json_str_key(&j, "code", finding_name(code, TEXT_ROOM));
	json_str_key(&j, "title", finding_info(code)->title);
	json_str_key(&j, "cause", page->cause);
	json_str_key(&j, "check", NULL);
	json_str_key(&j, "cure", page->cure);
	json_str_key(&j, "confidence", "high");
	json_str_key(&j, "example", page->example);
	json_str_key(&j, "source", strings_joined(r->arena, &page->sources, "; "));
	json_close(&j);
	json_end(&j);
	json_close(&j);
}

static void page_text(struct run *r, enum finding_code code, const struct finding_page *page)
{
	struct strings sources = { 0 };

	/* Titles of others are in no catalogue. */
	EACH(const char *, place, page->sources)
		strings_add(r->arena, &sources, tr(*place));
	show_line(&r->out, STYLE_BOLD, finding_name(code, TEXT_ROOM),
		  tr(finding_info(code)->title));
	show_line(&r->out, STYLE_BOLD, tr("cure"), tr(page->cure));
	show_line(&r->out, STYLE_BOLD, tr("cause"), tr(page->cause));
	show_line(&r->out, STYLE_BOLD, tr("example"), tr(page->example));
	show_line(&r->out, STYLE_BOLD, tr("source"),
		  strings_joined(r->arena, &sources, "; "));
}

static int explain_code(struct run *r, struct matrix *m, enum finding_code code, struct err *e)
{
	struct finding_page page;
	int rc = finding_page(m, r->arena, code, &page, e);

	if (rc == 0)
		(r->o->json ? page_json : page_text)(r, code, &page);
	return rc;
}

static int explain_build(struct run *r, struct matrix *m, int *ret, struct err *e)
{
	struct hosts hosts;
	int rc = cmd_hosts(r, m, &hosts, e);

	return rc ? rc : explain_fits(r, m, &hosts, (struct explained){ 0 }, ret, e);
}

/* "CPnnn": the form of a code, and none of them. */
static bool is_code(struct span s)
{
	return s.n == 5 && span_starts_nocase(s, "CP") && ascii_digit(s.p[2]) &&
	       ascii_digit(s.p[3]) && ascii_digit(s.p[4]);
}

/* "torch==2.1", "pytorch 2.1", "torch >= 2, <3": words that a message has are none of a build. */
static bool names_torch(const char *text)
{
	struct span s = span_of(text), word;

	if (!(span_take(&s, "torch") || span_take(&s, "pytorch")) || s.n >= 64 ||
	    span_find(s, ": ") >= 0 || (s.n && !strchr(" =<>!~@[", s.p[0])))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80 || s.p[i] == '?')
			return false;
	s = span_of(text);
	(void)span_word(&s, &word);
	while (span_word(&s, &word))
		if (!ascii_digit(word.p[0]) && !strchr("=<>!~,", word.p[0]) &&
		    !span_starts(word, "cu1"))
			return false;
	return true;
}

static int explain_what(struct run *r, struct matrix *m, const char *what, int *ret, struct err *e)
{
	enum finding_code code = finding_parse(span_of(what));

	if (code != FINDING_NONE)
		return explain_code(r, m, code, e);
	if (is_code(span_of(what)))
		return err_set(e, ERR_USAGE, "there is no finding %s; man cudaplan-findings lists "
			       "all", what);
	if (names_torch(what))
		return explain_build(r, m, ret, e);
	return explain_message(r, m, what, ret, e);
}

static int run_explain(struct run *r)
{
	MATRIX_AUTO m = NULL;
	struct err e;
	int rc, ret = EXIT_DONE;

	if (r->args.n != 1) {
		err_set(&e, ERR_USAGE, "explain takes a finding code, a message, or a build");
		return cmd_fail(r, &e);
	}
	rc = matrix_open(r->arena, r->o->matrix, &m, &e);
	if (rc == 0)
		rc = explain_what(r, m, r->args.v[0], &ret, &e);
	if (rc == 0)
		cmd_matrix_age(r, m);
	if (rc)
		(void)cmd_fail(r, &e);
	return rc == ERR_NONE ? EXIT_NO : rc ? err_exit(rc) : ret;
}

const struct cmd cmd_explain = {
	.name = "explain",
	.summary = N_("a finding code, an error message, or why a build fits or not"),
	.args = "WHAT",
	.examples = N_(
		"  cudaplan explain - < log.txt         what an error means, and the way out\n"
		"  cudaplan explain torch==2.8.0+cu128  whether that build fits here, and why not\n"
		"  cudaplan explain CP101               what a code means\n"),
	.bit = IN_EXPLAIN,
	.on_input = FORM_TRY_EXPLAIN,
	.run = run_explain,
};
