#include "cmd/cmd.h"

#include <string.h>

#include "base/span.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/err_phrase.h"
#include "os/clock.h"
#include "show/shell.h"
#include "show/words.h"

void cmd_idle(struct run *r)
{
	if (r->busy)
		fputs("\r\033[K", r->talk.f);
	r->busy = false;
}

void cmd_busy(struct run *r, struct phrase what)
{
	const struct term *t = &r->talk;

	if (!t->terminal || r->o->quiet)
		return;
	r->busy = true;
	fputc('\r', t->f);
	text_safe(t->f, span_sub(span_of(words_phrase(r->arena, &what)), 0,
				 t->width > 1 ? t->width - 1 : 79));
	fputs("\033[K", t->f);
	fflush(t->f);
}

static void say(struct run *r, enum style style, const char *kind, const char *text)
{
	cmd_idle(r);
	size_t indent = text_width(span_of(kind)) + 2;

	fflush(r->out.f);
	fprintf(r->talk.f, "%s%s:%s ", term_on(&r->talk, style), kind, term_off(&r->talk));
	text_wrap(r->talk.f, span_of(text), indent, indent, r->talk.width);
	fputc('\n', r->talk.f);
}

/* The GPU that the text names, where that is why it was not read. */
static const char *gpu_of(const struct phrase *said)
{
	if (said->form != FORM_INPUT_NAMES_NOT_OWN && said->form != FORM_INPUT_NAMES_SEVERAL)
		return NULL;
	return phrase_fact(said, said->form == FORM_INPUT_NAMES_NOT_OWN ? FACT_name : FACT_first);
}

void cmd_meant(struct run *r, const char *word, const char *option, const char *value)
{
	for (int i = 1; i < r->typed.n; i++)
		if (r->typed.v[i] == word) {
			r->meant.from = (size_t)i;
			r->meant.n = 1;
			r->meant.v[0] = option;
			r->meant.v[1] = value;
			return;
		}
}

void cmd_option_meant(struct run *r)
{
	for (int i = 1; i < r->typed.n && !r->meant.n; i++) {
		struct span word = span_of(r->typed.v[i]), name;
		const char *option, *value;

		if (!span_take(&word, "--"))
			continue;
		span_next(&word, '=', &name);
		value = word.n ? word.p : r->typed.v[i + 1];
		value = value ? option_meant(r->arena, r->cmd->bit, name, value, &option) : NULL;
		if (!value)
			continue;
		cmd_meant(r, r->typed.v[i], option, value);
		r->meant.n += !word.n;
	}
}

/* The command as it was typed, but for the words that were meant otherwise. */
static const char *as_meant(const struct run *r)
{
	struct strings words = { 0 };

	strings_add(r->arena, &words, "cudaplan");
	strings_add(r->arena, &words, r->cmd->name);
	for (size_t i = 1; i < (size_t)r->typed.n; i++) {
		if (i - r->meant.from >= r->meant.n)
			strings_add(r->arena, &words, r->typed.v[i]);
		for (size_t k = 0; i == r->meant.from && k < 2; k++)
			if (r->meant.v[k])
				strings_add(r->arena, &words, r->meant.v[k]);
	}
	return shell_words(r->arena, &words);
}

/* What somebody can do whose command ended with that error; form 0: an answer, or our own fault. */
static struct phrase way_on(const struct run *r, const struct err *e, const char *text)
{
	struct phrase said = err_phrase(r->arena, e);
	const char *gpu = gpu_of(&said);
	enum form form = (enum form)0;
	int code = e->code;

	if (code == ERR_USAGE && r->meant.n)
		return PHRASE(r->arena, TRY_AS_MEANT, SAY(command, as_meant(r)));
	if (code == ERR_USAGE)
		form = FORM_TRY_HELP;
	else if (code == ERR_INPUT && gpu && r->cmd->on_input)
		form = FORM_TRY_GPU;
	else if (code == ERR_MISSING && r->o->matrix && strstr(text, r->o->matrix))
		form = FORM_TRY_BUILT_IN;
	else if (code == ERR_INPUT)
		form = r->cmd->on_input;
	else if (code == ERR_MISSING && said.form != FORM_STATIC_RUNS_NOTHING)
		form = r->cmd->on_missing;
	return form ? phrase_make(r->arena, form,
		(const struct fact[]){ { 0 }, SAY(command, r->cmd->name), SAY(name, gpu) }, 3) :
		(struct phrase){ 0 };
}

int cmd_fail(struct run *r, const struct err *e)
{
	const char *text = words_err(r->arena, e);
	struct phrase way = way_on(r, e, text);

	say(r, STYLE_BAD, tr("cudaplan: error"), text);
	if (way.form)
		say(r, STYLE_PLAIN, tr("try"), words_phrase(r->arena, &way));
	return err_exit(e->code);
}

void cmd_note(struct run *r, struct phrase note)
{
	if (!r->o->quiet)
		say(r, STYLE_DIM, tr("note"), words_phrase(r->arena, &note));
}

void cmd_warn(struct run *r, const char *text)
{
	say(r, STYLE_WARN, tr("warning"), text);
}

const char *cmd_input_name(const char *path)
{
	return strcmp(path, "-") == 0 ? tr("standard input") : path;
}

static const struct place_text *input_find(const struct run *r, const char *path)
{
	return FIRST_OF(x, r->inputs, strcmp(x->path, path) == 0);
}

int cmd_input(struct run *r, const char *path, struct span *ret, struct err *e)
{
	const struct place_text *was = input_find(r, path);
	struct place_text in = { .path = path };
	int rc;

	if (was) {
		*ret = was->bytes;
		return 0;
	}
	rc = io_read(r->arena, path, IO_MAX, &in.bytes, e);
	if (rc)
		return rc;
	ARRAY_ADD(r->arena, r->inputs) = in;
	*ret = in.bytes;
	return 0;
}

bool cmd_input_known(const struct run *r, const char *path)
{
	return input_find(r, path);
}

int cmd_input_rest(struct run *r, const char *path, const struct io_input *in, struct span head,
		   struct span *ret, struct err *e)
{
	int rc = io_rest(r->arena, in, head, IO_MAX, ret, e);

	if (rc == 0)
		ARRAY_ADD(r->arena, r->inputs) = (struct place_text){ .path = path, .bytes = *ret };
	return rc;
}

enum { OLD_DAYS = 90, DAY = 24 * 60 * 60 };

static bool part(struct span *s, uint64_t most, int *ret)
{
	uint64_t v;

	if (!span_take_u64(s, &v) || v == 0 || v > most)
		return false;
	*ret = (int)v;
	return span_take(s, "-") || s->n == 0;
}

/* Days from 1970-01-01 on; years begin with March, so that the leap day is their last. */
static long day_number(int year, int month, int day)
{
	long y = month > 2 ? year : year - 1;
	long m = month > 2 ? month - 3 : month + 9;

	return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 719469;
}

long cmd_age_days(const char *date, int64_t now)
{
	struct span s = span_of(date);
	int year, month, day;
	long days;

	if (!part(&s, 9999, &year) || !part(&s, 12, &month) || !part(&s, 31, &day) || s.n)
		return -1;
	days = (long)(now / DAY) - day_number(year, month, day);
	return days > 0 ? days : 0;
}

long cmd_matrix_days(const struct matrix *m)
{
	return cmd_age_days(matrix_date(m), os_now());
}

/* Torch comes every four weeks or so: a matrix that says when the next one is due is old from then
 * on, one that does not after 90 days. */
void cmd_matrix_age(struct run *r, const struct matrix *m)
{
	const char *due = matrix_next_by(m);
	long days = cmd_matrix_days(m);

	if (due ? cmd_age_days(due, os_now()) > 0 : days > OLD_DAYS)
		cmd_note(r, PHRASE(r->arena, NOTE_MATRIX_OLD, SAY(date, matrix_date(m)),
				   SAY(number, fact_number(r->arena, (unsigned long long)days))));
}

struct json cmd_json(struct run *r)
{
	return (struct json){ .f = r->out.f, .redact = r->o->redact, .left_open = &r->json_open };
}

int cmd_version(struct run *r, const char *program)
{
	MATRIX_AUTO m = NULL;
	struct err e;

	if (matrix_open(r->arena, r->o->matrix, &m, &e))
		return cmd_fail(r, &e);
	text_safe(r->out.f, span_of(arena_printf(r->arena, tr("cudaplan %s, matrix %s of %s"),
						 program, matrix_version(m), matrix_date(m))));
	fputc('\n', r->out.f);
	return EXIT_DONE;
}

enum { TIMEOUT_MAX = 3600 };

int cmd_timeout(const struct run *r, unsigned *ret, struct err *e)
{
	uint64_t n = 0;

	if (r->o->timeout && (!span_u64(span_of(r->o->timeout), &n) || n < 1 || n > TIMEOUT_MAX))
		return err_set(e, ERR_USAGE, "--timeout takes seconds from 1 to %d, not '%s'",
			       TIMEOUT_MAX, r->o->timeout);
	*ret = (unsigned)n;
	return 0;
}
