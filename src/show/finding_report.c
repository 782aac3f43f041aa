/*
 * What doctor found for programs that show findings beside the lines of a change: SARIF 2.1.0
 * (docs.oasis-open.org/sarif/sarif/v2.1.0), and the commands of GitHub's workflows
 * (docs.github.com/actions/reference/workflows-and-actions/workflow-commands).
 */
#include <string.h>

#include "base/buf.h"
#include "base/secret.h"
#include "show/finding.h"
#include "show/words.h"

static const char *const levels[] = { "note", "warning", "error" };

/* The cause, and what is advised in words. */
static const char *message(struct arena *a, const struct checkup *k, const struct found_alike *x)
{
	const char *cause = show_alike_cause(a, k, x);
	const struct found *f = x->f;

	return f->advice.form ? arena_printf(a, "%s; %s", cause, words_phrase(a, &f->advice)) :
				cause;
}

/* Findings of one environment are those of a file in as far as lines say so. */
static bool is_of_file(const struct origin *o)
{
	return o->file && o->line;
}

/* RFC 3986: a path as a reference, what is none of its characters in "%20". */
static const char *uri(struct arena *a, const char *path)
{
	BUF_AUTO b = BUF(1 << 16);

	if (path[0] == '/')
		buf_str(&b, "file://");
	for (; *path; path++)
		if (ascii_alnum(*path) || strchr("-._~/", *path))
			buf_char(&b, *path);
		else
			buf_printf(&b, "%%%02X", (unsigned)(unsigned char)*path);
	return arena_str(a, buf_cstr(&b));
}

static void text_json(struct json *j, const char *key, const char *text)
{
	json_open_key(j, key);
	json_str_key(j, "text", text);
	json_close(j);
}

static void location_json(struct json *j, struct arena *a, const struct origin *o)
{
	json_open(j);
	json_open_key(j, "physicalLocation");
	json_open_key(j, "artifactLocation");
	json_str_key(j, "uri", uri(a, o->file));
	json_close(j);
	json_open_key(j, "region");
	json_int_key(j, "startLine", o->line);
	if (o->text)
		text_json(j, "snippet", o->text);
	json_close(j);
	json_close(j);
	json_close(j);
}

static void rules_json(struct json *j, const struct checkup *all, size_t n)
{
	size_t codes;
	const struct finding_info *info = finding_all(&codes);

	json_list_key(j, "rules");
	for (size_t c = 0; c < codes; c++) {
		bool found = false;

		for (size_t i = 0; i < n; i++)
			for (size_t f = 0; f < all[i].found.n; f++)
				found |= all[i].found.v[f].what.code == info[c].code;
		if (!found)
			continue;
		json_open(j);
		json_str_key(j, "id", finding_name(info[c].code, TEXT_ROOM));
		text_json(j, "shortDescription", info[c].title);
		json_close(j);
	}
	json_end(j);
}

/* What was not judged is no result: the run says so of itself. */
static void notes_json(struct json *j, const struct checkup *all, size_t n)
{
	json_list_key(j, "invocations");
	json_open(j);
	json_bool_key(j, "executionSuccessful", true);
	json_list_key(j, "toolExecutionNotifications");
	for (size_t i = 0; i < n; i++)
		JSON_OBJECTS(j, const struct env_problem, one, all[i].unjudged) {
			json_str_key(j, "level", "note");
			text_json(j, "message", words_phrase(all[i].arena, &one->what));
			json_list_key(j, "locations");
			if (is_of_file(&one->origin))
				location_json(j, all[i].arena, &one->origin);
			json_end(j);
		}
	json_end(j);
	json_close(j);
	json_end(j);
}

void show_checkup_sarif(struct json *j, const struct checkup *all, size_t n)
{
	json_open(j);
	json_str_key(j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_str_key(j, "version", "2.1.0");
	json_list_key(j, "runs");
	json_open(j);
	json_open_key(j, "tool");
	json_open_key(j, "driver");
	json_str_key(j, "name", "cudaplan");
	rules_json(j, all, n);
	json_close(j);
	json_close(j);
	notes_json(j, all, n);
	json_list_key(j, "results");
	for (size_t i = 0; i < n; i++) {
		struct found_alikes of = found_alikes(all[i].arena, &all[i]);

		for (size_t f = 0; f < of.n; f++) {
			const struct found *c = of.v[f].f;

			json_open(j);
			json_str_key(j, "ruleId", finding_name(c->what.code, TEXT_ROOM));
			json_str_key(j, "level", levels[c->severity]);
			text_json(j, "message", message(all[i].arena, &all[i], &of.v[f]));
			json_list_key(j, "locations");
			for (size_t m = 0; m < c->evidence.n; m++)
				if (is_of_file(&c->evidence.v[m]))
					location_json(j, all[i].arena, &c->evidence.v[m]);
			json_end(j);
			json_close(j);
		}
	}
	json_end(j);
	json_close(j);
	json_end(j);
	json_close(j);
}

/* What would end a command or one of its properties is written as "%0A", "%3A". */
static void put_escaped(FILE *to, const char *s, const char *also)
{
	for (; s && *s; s++)
		if (strchr("%\r\n", *s) || strchr(also, *s))
			fprintf(to, "%%%02X", (unsigned)(unsigned char)*s);
		else if ((unsigned char)*s >= ' ' || *s == '\t')
			fputc(*s, to);
}

void show_checkup_github(struct arena *a, FILE *to, const struct checkup *k)
{
	static const char *const words[] = { "notice", "warning", "error" };

	struct found_alikes all = found_alikes(a, k);

	EACH(const struct found_alike, x, all) {
		const struct found *f = x->f;

		fprintf(to, "::%s title=%s", words[f->severity],
			finding_name(f->what.code, TEXT_ROOM));
		for (size_t n = 0; n < f->evidence.n; n++)
			if (is_of_file(&f->evidence.v[n])) {
				fputs(",file=", to);
				put_escaped(to, f->evidence.v[n].file, ":,");
				fprintf(to, ",line=%u", f->evidence.v[n].line);
				break;
			}
		fputs("::", to);
		put_escaped(to, secret_masked(a, message(a, k, x)), "");
		fputc('\n', to);
	}
}
